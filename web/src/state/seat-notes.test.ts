import { expect, test } from 'vitest';
import { notesOf } from './seat-notes';
import type { GameEvent } from '../net/protocol';

const told = (...events: GameEvent[]): Record<number, string> =>
  Object.fromEntries([...notesOf(events.map((e, v) => ({ v, e })))].map(([seat, note]) => [seat, note.texts.join(' · ')]));

const drew = (seat: number, cards: string, why: string): GameEvent => ({ t: 'drew', seat, cards, why }) as GameEvent;

test('what a seat drew or kept stands until its next turn begins', () => {
  const events: GameEvent[] = [drew(1, '??', 'turn'), { t: 'kept', seat: 1 }, { t: 'turn-began', seat: 2, over: [] }];
  expect(told(...events)).toEqual({ 1: 'kept it' });
  expect(told(...events, { t: 'turn-began', seat: 1, over: [] })).toEqual({});
});
test('who is caught is told with what it cost', () => {
  expect(told({ t: 'caught', by: 0, seat: 3 }, drew(3, '?? ??', 'uno'))).toEqual({ 3: 'caught! · drew 2' });
});
test('who pays a debt loses the turn as well', () => {
  expect(told(drew(2, '?? ?? ?? ??', 'debt'), { t: 'turn-began', seat: 3, over: [2] })).toEqual({ 2: 'drew 4 · skipped' });
});
test('a colour called, a bluff, a hand that moved', () => {
  const played = { t: 'played', seat: 1, cards: 'W+4', colour: 'blue', swap: null, uno: false, jump: false } as GameEvent;
  expect(told(played)).toEqual({ 1: '● blue' });
  expect(told(played, { t: 'challenged', by: 2, accused: 1, guilty: true, hand: '??' })).toEqual({ 1: 'bluffed' });
  expect(
    told({
      t: 'hands-moved',
      hands: [
        [0, '??'],
        [2, '??'],
      ],
    }),
  ).toEqual({ 0: 'new hand', 2: 'new hand' });
});
test('a new deal begins with nothing said', () => {
  expect(
    told({ t: 'caught', by: 0, seat: 3 }, {
      t: 'round-began',
      seats: [],
      dealer: 0,
      hands: [],
      pile: '',
    } as unknown as GameEvent),
  ).toEqual({});
});
