import { expect, test } from 'vitest';
import { FIXTURES } from './fixtures';
import type { GameEvent, StateMessage } from '../net/protocol';
import { TableState } from './table-state.svelte';

const TURN = FIXTURES['turn'] as StateMessage;

/** The lines of a log at a table where Mo (oneself) sits on seat 0 and Ana, a bot, on seat 1 now. */
function lines(events: GameEvent[]): string[] {
  const table = new TableState(() => undefined);
  table.receive({ ...TURN, log: events.map((e, i) => ({ v: i + 1, e })) });
  return table.log.lines.map((line) => line.text);
}

const said = (seat: number): GameEvent => ({ t: 'said-uno', seat });
const taken = (seat: number, name: string, kind: 'bot' | 'person' = 'person'): GameEvent => ({
  t: 'seat-taken',
  seat,
  name,
  kind,
});

test('a line keeps the name of who sat there when it happened', () => {
  expect(lines([taken(1, 'Cem'), said(1), { t: 'kicked', seat: 1, banned: false }, taken(1, 'Ana', 'bot'), said(1)])).toEqual([
    'Cem took a seat.',
    'Cem said UNO.',
    'The host sent Cem away.',
    'Ana, a bot, took a seat.',
    'Ana said UNO.',
  ]);
});
test('what a bot did before one took its seat over was not oneself', () => {
  expect(lines([taken(0, 'Ada', 'bot'), said(0), taken(0, 'Mo'), said(0)]).filter((line) => line.includes('UNO'))).toEqual([
    'Ada said UNO.',
    'You said UNO.',
  ]);
});
test('names move with their people', () => {
  expect(lines([taken(0, 'Cem'), taken(2, 'Eva'), { t: 'seats-moved', order: [2, 1, 0, 3] }, said(0)]).at(-1)).toBe(
    'Eva said UNO.',
  );
});
test('where the log does not tell, the name is the one of now', () => {
  expect(lines([said(1)])).toEqual(['Ana said UNO.']);
});
