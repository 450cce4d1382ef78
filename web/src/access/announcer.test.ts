import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer, LATE, PACE } from './announcer.svelte';

let announcer: Announcer;
const heard = (): string[] => announcer.said.map((s) => s.text);
const other = (text: string) => ({ text, joins: true });
const own = (text: string) => ({ text, joins: false });

beforeEach(() => {
  vi.useFakeTimers();
  announcer = new Announcer();
});
afterEach(() => {
  announcer.close();
  vi.useRealTimers();
});

test('messages come half a second apart, in their order', () => {
  announcer.tell([own('One.'), own('Two.'), own('Three.')]);
  vi.advanceTimersByTime(0);
  expect(heard()).toEqual(['One.']);
  vi.advanceTimersByTime(PACE - 1);
  expect(heard()).toEqual(['One.']);
  vi.advanceTimersByTime(1);
  expect(heard()).toEqual(['One.', 'Two.']);
  vi.advanceTimersByTime(PACE);
  expect(heard()).toEqual(['One.', 'Two.', 'Three.']);
});
test('a run of moves of others is one sentence, an own act stands alone', () => {
  announcer.tell([own('You played Red 7.')]);
  vi.advanceTimersByTime(100);
  announcer.tell([other('Ana played Red 4.')]);
  vi.advanceTimersByTime(100);
  announcer.tell([other('Ben drew a card.'), other('Ben kept the card.'), own('You drew Blue 5.')]);
  vi.advanceTimersByTime(3 * PACE);
  expect(heard()).toEqual(['You played Red 7.', 'Ana played Red 4; Ben drew a card; Ben kept the card.', 'You drew Blue 5.']);
});
test('nothing is dropped, however fast it comes', () => {
  for (let i = 0; i < 300; i += 1) {
    announcer.tell([other(`move ${i}`)]);
    vi.advanceTimersByTime(7);
  }
  vi.advanceTimersByTime(PACE);
  expect(heard().join('; ').match(/\d+/g)?.map(Number)).toEqual(Array.from({ length: 300 }, (_, i) => i));
  expect(announcer.said.length).toBeLessThan(8);
});
test('where more comes than can be said so, what waits is said as one message, its sentences in their order', () => {
  for (let i = 0; i < 5; i += 1) announcer.tell([own(`Own ${i}.`), other(`Other ${i}.`)]);
  vi.advanceTimersByTime(LATE + PACE);
  expect(heard()).toEqual(['Own 0.', 'Other 0.', 'Own 1.', 'Other 1. Own 2. Other 2. Own 3. Other 3. Own 4. Other 4.']);
});
test('the voice is never more than two seconds behind, and nothing is dropped, however fast one plays', () => {
  const toldAt: number[] = [];
  const behind: number[] = [];
  for (let i = 0; i < 400; i += 1) {
    toldAt.push(Date.now());
    announcer.tell([i % 3 ? other(`move ${i}.`) : own(`act ${i}.`)]);
    vi.advanceTimersByTime(20 + ((i * 37) % 90));
    const last = heard().at(-1)?.match(/\d+/g)?.at(-1);
    behind.push(Date.now() - (toldAt[Number(last ?? -1) + 1] ?? Date.now()));
  }
  vi.advanceTimersByTime(LATE + PACE);
  expect(Math.max(...behind)).toBeLessThanOrEqual(LATE + PACE);
  const kept = heard().join(' ').match(/\d+/g)?.map(Number) ?? [];
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 400 - kept.length + i));
});
test('one’s own turn breaks in, but only after what led to it', () => {
  announcer.tell([other('Ana played Red 4.')]);
  announcer.alert('Your turn');
  vi.advanceTimersByTime(0);
  expect([heard(), announcer.urgent]).toEqual([['Ana played Red 4.'], null]);
  vi.advanceTimersByTime(PACE);
  expect(announcer.urgent?.text).toBe('Your turn');
});
test('a race is said at once, with all that came before it', () => {
  announcer.tell([own('You drew a card.'), other('Ben played Red 1.')]);
  announcer.alert('Ben has one card and did not say UNO.', 'once');
  expect(heard()).toEqual(['You drew a card.', 'Ben played Red 1.']);
  expect(announcer.urgent?.text).toBe('Ben has one card and did not say UNO.');
});
test('what no longer waits and was not said yet is not said', () => {
  announcer.tell([own('One.')]);
  announcer.alert('Your turn');
  announcer.alert('');
  vi.advanceTimersByTime(5 * PACE);
  expect([heard(), announcer.urgent]).toEqual([['One.'], null]);
});
test('the same call is new each time', () => {
  announcer.alert('Your turn');
  vi.advanceTimersByTime(PACE);
  const first = announcer.urgent?.id;
  announcer.alert('');
  announcer.alert('Your turn');
  vi.advanceTimersByTime(PACE);
  expect(announcer.urgent?.id).not.toBe(first);
});
