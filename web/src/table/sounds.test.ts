import { expect, test } from 'vitest';
import { soundOf } from './sounds';
import type { GameEvent } from '../net/protocol';

const played = { t: 'played', seat: 1, cards: 'R7', colour: null, swap: null, uno: false, jump: false } as GameEvent;

test('of several things that happen at once the weightiest is heard', () => {
  expect(soundOf([played], 0)).toBe('play');
  expect(soundOf([played, { t: 'direction-turned', direction: 'left' }], 0)).toBe('reverse');
  expect(soundOf([{ ...played, uno: true } as GameEvent], 0)).toBe('uno');
  expect(soundOf([{ t: 'caught', by: 0, seat: 2 }, { t: 'drew', seat: 2, cards: '?? ??', why: 'uno' } as GameEvent], 0)).toBe(
    'stamp',
  );
});
test('one card drawn slides, several rustle', () => {
  const drew = (cards: string): GameEvent => ({ t: 'drew', seat: 2, cards, why: 'turn' }) as GameEvent;
  expect(soundOf([drew('??')], 0)).toBe('draw');
  expect(soundOf([drew('?? ??')], 0)).toBe('many');
});
test('the end sounds of winning for the winner alone', () => {
  const ended = { t: 'round-ended', out: 2, hands: [], points: [], scored: true } as unknown as GameEvent;
  expect(soundOf([played, ended], 2)).toBe('win');
  expect(soundOf([played, ended], 0)).toBe('over');
  expect(soundOf([{ ...ended, out: null } as GameEvent], null)).toBe('over');
});
test('what makes no difference to the eye makes no sound', () => {
  expect(
    soundOf(
      [
        { t: 'kept', seat: 1 },
        { t: 'turn-began', seat: 2, over: [] },
      ],
      0,
    ),
  ).toBeNull();
});
