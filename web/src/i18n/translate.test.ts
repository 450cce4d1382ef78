import { afterEach, expect, test } from 'vitest';
import { addWords, sentences, setLanguageForTests, list, loadLanguage, t, tOr, wantedLanguage } from './translate';
import { pseudo } from './pseudo';

afterEach(async () => {
  setLanguageForTests('en');
});

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
test('sentences follow each other with a space, but not in Japanese', () => {
  expect(sentences(['One.', '', 'Two.'])).toBe('One. Two.');
  setLanguageForTests('ja');
  expect(sentences(['一つ。', '二つ。'])).toBe('一つ。二つ。');
});
test('another language replaces the words that it has', async () => {
  addWords('de', { 'act.draw': 'Ziehen' });
  setLanguageForTests('de');
  expect([t('act.draw'), t('act.keep')]).toEqual(['Ziehen', 'Keep']);
});
test('where the reader is meant a language may have a form of its own', async () => {
  addWords('de', {
    'you': 'Du',
    'your': 'dir',
    'possessive': '{{name}}',
    'log.kept': '{{name}} hat die Karte behalten.',
    'log.kept_you': 'Du hast die Karte behalten.',
    'log.caught': '{{by}} hat {{name}} erwischt.',
    'log.caught_byYou': 'Du hast {{name}} erwischt.',
    'say.time_one': '{{whose}} hat {{count}} Sekunde',
    'say.time_other': '{{whose}} hat {{count}} Sekunden',
    'say.time_whoseYou_other': 'Du hast {{count}} Sekunden',
  });
  setLanguageForTests('de');
  expect([t('log.kept', { name: 'Ana' }), t('log.kept', { name: t('you') })]).toEqual([
    'Ana hat die Karte behalten.',
    'Du hast die Karte behalten.',
  ]);
  expect([t('log.caught', { by: t('you'), name: 'Ana' }), t('log.caught', { by: 'Ana', name: 'Ben' })]).toEqual([
    'Du hast Ana erwischt.',
    'Ana hat Ben erwischt.',
  ]);
  expect([t('say.time', { whose: t('your'), count: 5 }), t('say.time', { whose: 'Ana', count: 1 })]).toEqual([
    'Du hast 5 Sekunden',
    'Ana hat 1 Sekunde',
  ]);
  expect(tOr('log.kept', '', { name: t('you') })).toBe('Du hast die Karte behalten.');
});
test('what stands in the middle of a name can be written small', async () => {
  addWords('fr', { 'card.coloured': '{{face}} {{colour, lower}}' });
  setLanguageForTests('fr');
  expect(t('card.coloured', { colour: 'Rouge', face: '7' })).toBe('7 rouge');
});
test('a key put together from data falls back on what the server said', () => {
  expect(tOr('option.not_yet_known', 'not yet known')).toBe('not yet known');
});
test('a name is never taken for a pattern', () => {
  expect(t('act.catch.one', { name: '{{count}} $& $t(act.draw) <b>' })).toBe('Catch {{count}} $& $t(act.draw) <b>');
});
test('the choice made here comes before the reader’s languages, and English last', () => {
  expect(wantedLanguage('fr', ['de-AT', 'en'])).toBe('fr');
  expect(wantedLanguage(null, ['nl', 'de-AT', 'en'])).toBe('de');
  expect(wantedLanguage('xx', ['nl'])).toBe('en');
});
test('the pseudo-language is longer and keeps what is filled in', () => {
  const made = pseudo({ 'act.catch.one': 'Catch {{name}}' })['act.catch.one'] ?? '';
  expect(made).toContain('{{name}}');
  expect(made.length).toBeGreaterThanOrEqual('{{name}}'.length + 'Catch '.length * 1.4);
});
test('the unseen pseudo-language is English between signs without width', () => {
  expect(pseudo({ a: 'Catch {{name}}' }, true)).toEqual({ a: '\u200bCatch {{name}}\u00ad' });
});
test('the pseudo-language has the words that came before it was chosen', async () => {
  addWords('en', { 'reason.for-this-test': 'Not now.' });
  localStorage.setItem('lastcard.language', 'pseudo');
  await loadLanguage();
  localStorage.removeItem('lastcard.language');
  expect(tOr('reason.for-this-test', '')).toMatch(/^\[.+\]$/);
});
