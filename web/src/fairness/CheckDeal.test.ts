import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import told from './served-deals.json';
import type { DealAnswer } from './verify';
import CheckDeal from './CheckDeal.svelte';

/** A deal of the log that the Python package made, opened. */
const DEAL = (told as unknown as DealAnswer[]).find((deal) => deal.secret !== null) as DealAnswer;
afterEach(cleanup);

function show(found: { deal: DealAnswer; before: DealAnswer | null } | null): void {
  render(CheckDeal, { deals: () => Promise.resolve(found), you: null, name: (seat) => `Seat ${seat}` });
}

test('a deal that holds is called as promised, with what that shows and what not', async () => {
  show({ deal: DEAL, before: null });
  expect(await screen.findByRole('heading', { name: /as it was promised|holds/ })).toBeTruthy();
  expect(screen.getByText(/Nobody – not the server/)).toBeTruthy();
  expect(screen.getByText(/whoever runs the server could read/)).toBeTruthy();
});

test('a deal with one card elsewhere is not', async () => {
  const cards = DEAL.order.split(' ');
  [cards[0], cards[50]] = [cards[50] ?? '', cards[0] ?? ''];
  show({ deal: { ...DEAL, order: cards.join(' ') }, before: null });
  expect(await screen.findByRole('heading', { name: 'This deal is not as it was promised' })).toBeTruthy();
  expect(screen.getByText('The order of the cards does not follow from it.')).toBeTruthy();
});

test('a round that is still played shows the promise alone', async () => {
  show({ deal: { ...DEAL, secret: null, dealer: null, order: '', shuffles: [], stage: 'dealt' }, before: null });
  expect(await screen.findByRole('heading', { name: 'This round is still being played' })).toBeTruthy();
});

test('a record without a promise says so', async () => {
  show(null);
  expect(await screen.findByRole('heading', { name: 'This deal cannot be checked' })).toBeTruthy();
});

test('a deal that cannot be fetched can be tried again', async () => {
  render(CheckDeal, { deals: () => Promise.reject(new Error('503')), you: null, name: String });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a deal of this device says that it dealt itself, and promises nothing between people', async () => {
  render(CheckDeal, { deals: () => Promise.resolve({ deal: DEAL, before: null }), you: null, name: String, here: true });
  expect(await screen.findByRole('heading', { name: 'The cards follow from the sealed number' })).toBeTruthy();
  expect(screen.queryByText(/seal from before the cards|chance, so nobody alone|server chose|runs the server/)).toBeNull();
});
