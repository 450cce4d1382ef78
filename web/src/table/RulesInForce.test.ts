import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { FIXTURES } from '../state/fixtures';
import { TableState } from '../state/table-state.svelte';
import { addWords, setLanguageForTests } from '../i18n/translate';
import lobby from '../i18n/words/fr/lobby.json';
import menu from '../i18n/words/fr/menu.json';
import RulesInForce from './RulesInForce.svelte';

vi.mock('../net/api', () => ({
  fetchOptions: async () => ({ editions: [{ name: 'classic', title: 'Classic', options: {} }], options: [] }),
}));

afterEach(() => {
  cleanup();
  setLanguageForTests('en');
});

function show(): void {
  const table = new TableState(() => undefined);
  if (FIXTURES.turn) table.receive(FIXTURES.turn);
  render(RulesInForce, { table });
}

test('the edition is named in the reader’s language, whatever the server calls it', async () => {
  addWords('fr', { ...lobby, ...menu });
  setLanguageForTests('fr');
  show();
  expect(await screen.findByText(/Classique/)).toBeTruthy();
});
test('where the words of rooms are not loaded yet the server’s own name stands', async () => {
  show();
  expect(await screen.findByText(/Classic/)).toBeTruthy();
});
