import { afterEach, expect, test } from 'vitest';
import { list, t, tOr, useCatalogue } from './words';

afterEach(() => useCatalogue({}));

test('parameters are filled in', () => {
  expect(t('act.catch.one', { name: 'Ana' })).toBe('Catch Ana');
});
test('a number chooses its form', () => {
  expect(t('seat.cards', { count: 1 })).toBe('1 card');
  expect(t('seat.cards', { count: 7 })).toBe('7 cards');
  expect(t('log.cards', { count: 0 })).toBe('no card');
  expect(t('ask.give', { count: 1, name: 'Ben' })).toBe('Give Ben a card.');
  expect(t('ask.give', { count: 3, name: 'Ben' })).toBe('Give Ben 3 cards.');
});
test('lists are joined as a sentence has them', () => {
  expect([list([]), list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a and b', 'a, b and c']);
});
test('another catalogue replaces the words that it has', () => {
  useCatalogue({ 'act.draw': 'Ziehen' });
  expect([t('act.draw'), t('act.keep')]).toEqual(['Ziehen', 'Keep']);
});
test('a key put together from data falls back on what the server said', () => {
  expect(tOr('option.not_yet_known', 'not yet known')).toBe('not yet known');
});
test('a name is never taken for a pattern', () => {
  expect(t('act.catch.one', { name: '{count} $& <b>' })).toBe('Catch {count} $& <b>');
});
