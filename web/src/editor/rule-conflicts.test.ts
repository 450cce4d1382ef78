import { expect, test } from 'vitest';
import { ruleConflicts } from './rule-conflicts';

const of = (options: Record<string, unknown>) => (name: string) =>
  ({ deflect: false, stacking: 'none', first_seat: null, ...options })[name];

test('a debt can be deflected only where draw cards are stacked (V2)', () => {
  expect(ruleConflicts(of({ deflect: true }), 4, 'classic')).toEqual({
    deflect: 'Deflecting a debt: a debt can be deflected only where draw cards are stacked. (V2)',
  });
  expect(ruleConflicts(of({ deflect: true, stacking: 'same' }), 4, 'classic')).toEqual({});
});
test('only a seat that there is can start (S4)', () => {
  expect(ruleConflicts(of({ first_seat: 4 }), 4, 'classic').first_seat).toContain('a table of 4 has no seat 5.');
  expect(ruleConflicts(of({ first_seat: 3 }), 4, 'classic')).toEqual({});
});
test('no more cards are dealt than there are (D8)', () => {
  const told = (options: Record<string, unknown>, edition = 'classic', written = false) =>
    ruleConflicts(of(options), 10, edition, written).hand_size;
  expect(told({ hand_size: 11 })).toContain('111 cards are dealt and turned up, but the deck has 108.');
  expect(told({ hand_size: 10 })).toBeUndefined();
  expect(told({ hand_size: 11, decks: 2 })).toBeUndefined();
  expect(told({ hand_size: 11 }, 'classic', true)).toBeUndefined();
  expect(told({ hand_size: 10, lost: Array(8).fill('R1') })).toContain('100');
});
