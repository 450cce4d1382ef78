import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { FIXTURES, snapshot } from '../state/fixtures';
import { keymap } from './keymap.svelte';
import type { Doing, StateMessage } from '../net/protocol';
import { TableState } from '../state/table-state.svelte';
import TableView from '../table/TableView.svelte';

const sent: string[] = [];
let table: TableState;

function show(state: StateMessage | undefined): void {
  sent.length = 0;
  table = new TableState((d: Doing) => sent.push('action' in d ? d.action : d.t));
  if (state) table.receive(state);
  const nothing = (): void => undefined;
  render(TableView, { table, net: { is: 'open' }, home: nothing, leave: nothing, retry: nothing });
}

function press(key: string): void {
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

const focus = (): string => document.activeElement?.getAttribute('aria-label') ?? '';
const turn = (mine: string, legal: string[]): StateMessage =>
  snapshot({ phase: { t: 'turn', seat: 0 }, mine, legal: [...legal, 'draw'] });

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});
afterEach(() => {
  cleanup();
  keymap.reset();
  keymap.switch(true);
});

test('arrows, Home and End move in the hand', () => {
  show(FIXTURES.turn);
  press('End');
  expect(focus()).toBe('Wild, playable, 6 of 6');
  press('ArrowLeft');
  press('ArrowLeft');
  expect(focus()).toBe('Green 1, 4 of 6');
  press('Home');
  press('ArrowRight');
  expect(focus()).toBe('Red 7, playable, 2 of 6');
});
test('a card pressed by key is played at once, and the focus goes to its neighbour', async () => {
  show(turn('R2 R7 B8', ['play R7']));
  press('Home');
  press('ArrowRight');
  (document.activeElement as HTMLElement).click();
  expect(sent).toEqual(['play R7']);
  table.receive({ ...snapshot({ phase: { t: 'turn', seat: 1 }, mine: 'R2 B8' }), t: 'state', v: 90 });
  await tick();
  expect(focus()).toBe('Blue 8, 2 of 2');
});
test('cards that come between leave the focus on its card', async () => {
  show(turn('R2 B8', []));
  press('End');
  table.receive({ ...turn('R2 Y1 G5 B8', []), t: 'state', v: 90 });
  await tick();
  expect(focus()).toBe('Blue 8, 4 of 4');
});
test('a changed key does what it was given, and the old one no longer', () => {
  show(FIXTURES.turn);
  keymap.change('draw', 'ö');
  press('d');
  expect(sent).toEqual([]);
  press('Ö');
  expect(sent).toEqual(['draw']);
});
test('with keys switched off only those that every page has do anything', () => {
  show(FIXTURES.turn);
  keymap.switch(false);
  press('d');
  press('End');
  expect(sent).toEqual([]);
  expect(focus()).toBe('Wild, playable, 6 of 6');
});
test('what is asked for is said in the polite status, also twice', async () => {
  show(FIXTURES.turn);
  const said = (): Element[] => screen.getAllByText(/^Your hand, 6 cards\. Playable/);
  press('h');
  await tick();
  const first = said()[0];
  expect(first?.closest('[role=status]')).toBeTruthy();
  press('h');
  await tick();
  expect(said()[0]).not.toBe(first);
});
test('a key that does nothing now says what is awaited', async () => {
  show(FIXTURES['turn-other']);
  press('d');
  await tick();
  expect(screen.getByText(/^Not now\. Ben’s turn/)).toBeTruthy();
});
