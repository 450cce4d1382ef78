import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURES } from '../state/fixtures';
import TableView from './TableView.svelte';
import type { Doing, StateMessage } from '../net/protocol';
import type { Status } from '../net/connection';
import { TableState } from '../state/table-state.svelte';

const sent: Doing[] = [];

function show(name: string, net: Status = { is: 'open' }): TableState {
  sent.length = 0;
  const table = new TableState((d) => sent.push(d));
  table.receive(FIXTURES[name] as StateMessage);
  const nothing = (): void => undefined;
  render(TableView, { table, net, home: nothing, leave: nothing, retry: nothing });
  return table;
}

function pressIn(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

beforeAll(() => {
  // jsdom lays nothing out: what observes sizes is given none.
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});
afterEach(cleanup);

describe('every phase', () => {
  test.each(Object.keys(FIXTURES))('%s can be shown, every button has a name', (name) => {
    show(name);
    for (const button of document.querySelectorAll('button')) {
      expect(button.getAttribute('aria-label') ?? button.textContent?.trim(), button.outerHTML).not.toBe('');
    }
    expect(document.body.textContent).not.toMatch(/\b(status|act|ask|log|over|seat)\.[a-z]/);
  });
});

test('cards are named with what may be done and their place', () => {
  show('turn');
  expect(screen.getByRole('button', { name: 'Red 7, playable, 2 of 6' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Blue 8, 5 of 6' }).getAttribute('aria-disabled')).toBe('true');
});
test('one card at a time is in the tab order', () => {
  show('turn');
  const cards = [...document.querySelectorAll('button[data-card]')];
  expect(cards.filter((c) => c.getAttribute('tabindex') === '0')).toHaveLength(1);
});
test('both outcomes of a challenge are stated', () => {
  show('answering');
  const prompt = screen.getByRole('region', { name: /Wild Draw Four on you/ });
  expect(within(prompt).getByText('Bluff: Chiara draws 4. Honest: you draw 6.')).toBeTruthy();
  expect(within(prompt).getByText('Draw 4 and lose the turn.')).toBeTruthy();
});
test('keys: C challenges, A accepts', () => {
  show('answering');
  pressIn('c');
  expect(sent).toEqual([{ t: 'act', action: 'challenge' }]);
  show('answering');
  pressIn('a');
  expect(sent).toEqual([{ t: 'act', action: 'accept' }]);
});
test('keys: D draws, and does nothing when drawing is not legal', () => {
  show('turn');
  pressIn('d');
  pressIn('k');
  expect(sent).toEqual([{ t: 'act', action: 'draw' }]);
});
test('keys: a number calls a colour', () => {
  show('calling');
  pressIn('4');
  expect(sent).toEqual([{ t: 'act', action: 'colour blue' }]);
});
test('X catches', () => {
  show('catch');
  pressIn('x');
  expect(sent).toEqual([{ t: 'act', action: 'catch 3' }]);
});
test('a lost connection is said at once', () => {
  show('turn', { is: 'lost', tries: 2, since: 0, again: 0 });
  expect(screen.getByText('The connection is lost. Trying again…').closest('[role=alert]')).toBeTruthy();
});
test('names are text, never markup', () => {
  const table = show('turn');
  const fixture = structuredClone(FIXTURES['turn'] as StateMessage);
  const seat = fixture.table.seats[1];
  if (seat) seat.name = '<img src=x onerror=alert(1)>';
  cleanup();
  table.receive(fixture);
  const nothing = (): void => undefined;
  render(TableView, { table, net: { is: 'open' }, home: nothing, leave: nothing, retry: nothing });
  expect(document.querySelector('img')).toBeNull();
  expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>');
});
test('the first touch of its player, wherever it is, ends the autopilot', () => {
  const table = show('turn');
  window.dispatchEvent(new Event('pointerdown'));
  expect(sent).toEqual([]);
  table.receive({ ...(FIXTURES['turn'] as StateMessage), autopilot: [0] });
  window.dispatchEvent(new Event('pointerdown'));
  expect(sent).toEqual([{ t: 'back' }]);
});
test('who looks on is told no points, having none', () => {
  show('spectator');
  expect(screen.getByText('Round 1')).toBeTruthy();
  cleanup();
  show('turn');
  expect(screen.getByText('Round 1 · 0 points')).toBeTruthy();
});
