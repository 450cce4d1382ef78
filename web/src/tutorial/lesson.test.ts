import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addWords } from '../i18n/translate';
import words from '../i18n/words/en/tutorial.json';
import { Lesson } from './lesson.svelte';

addWords('en', words);

let lesson: Lesson;
beforeEach(() => {
  vi.useFakeTimers();
  lesson = new Lesson(10);
});
afterEach(() => {
  lesson.stop();
  vi.useRealTimers();
});

/** Do something that must be allowed, and let the others play. */
function act(action: string): void {
  expect(lesson.table.legal.raws).toContain(action);
  lesson.table.do(action);
  vi.advanceTimersByTime(100);
}

const colours = ['red', 'yellow', 'green', 'blue'];

test.each(['R7', 'Y4'].flatMap((first) => colours.map((colour) => [first, colour])))(
  'with %s first and %s called, every lesson comes up',
  (first, colour) => {
    act(`play ${first}`);
    expect(lesson.step).toBe('draw');
    act('draw');
    expect([lesson.step, lesson.table.drawn]).toEqual(['wild', 'W']);
    act(`play W ${colour}`);
    expect(lesson.step).toBe('uno');
    const card = lesson.table.hand.find((c) => c.verb)?.token ?? '';
    act(`play ${card} uno`);
    expect([lesson.step, lesson.table.phase?.t]).toEqual(['challenge', 'answering']);
    act('challenge');
    expect(lesson.step).toBe('last');
    act(`play ${lesson.table.hand[0]?.token}`);
    expect([lesson.step, lesson.table.over]).toEqual(['won', true]);
  },
);

test('whoever keeps the Wild plays it on the next turn', () => {
  act('play R7');
  act('draw');
  act('pass');
  expect([lesson.step, lesson.part]).toEqual(['wild', 'kept']);
  act('play W green');
  expect(lesson.step).toBe('uno');
});

test('whoever forgets UNO says it before the others go on', () => {
  act('play Y4');
  act('draw');
  act('play W red');
  const card = lesson.table.hand.find((c) => c.verb)?.token ?? '';
  act(`play ${card}`);
  expect([lesson.part, lesson.table.owing]).toEqual(['forgot', true]);
  act('uno');
  expect(lesson.step).toBe('challenge');
});

test('whoever accepts sees what a challenge would have done, and takes it back', () => {
  act('play Y4');
  act('draw');
  act('play W red');
  act(`play ${lesson.table.hand.find((c) => c.verb)?.token ?? ''} uno`);
  act('accept');
  expect([lesson.part, lesson.table.hand.length]).toEqual(['accepted', 5]);
  lesson.takeBack();
  expect(lesson.table.hand).toHaveLength(1);
  act('challenge');
  expect(lesson.step).toBe('last');
});

test('while the others play nothing can be done', () => {
  lesson.table.do('play R7');
  lesson.table.do('draw');
  expect([lesson.busy, lesson.table.hand.length]).toEqual([true, 2]);
});

test('a card that does not go is refused with its rule, in every step', () => {
  const refused = (token: string): string | undefined => {
    const card = lesson.table.hand.find((c) => c.token === token);
    if (card) lesson.table.selection.tap(card);
    return lesson.table.notices.refused?.text;
  };
  expect(refused('G1')).toBe('Green 1 does not match Red 4; the colour in force is red. (T1)');
  act('play R7');
  act('draw');
  expect(refused('G1')).toBe('After drawing, only the card drawn may be played. (T4)');
  lesson.table.do('play W red');
  expect(refused('G1')).toBe('It is not your turn. (T1)');
});
