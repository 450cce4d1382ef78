import { afterEach, expect, test } from 'vitest';
import { darePenalty, ruleText } from './effects';
import { changedOptions } from '../game/rule-options';
import { differences, changes, rulesFor, USUAL } from './terms';
import '../i18n/lobby-words';
import { addWords, inLanguage, setLanguageForTests } from '../i18n/translate';
import deEditor from '../i18n/words/de/editor.json';
import deOptions from '../i18n/words/de/options.json';
import { dareText, READY_MADE, readyMade, readyName, writtenText } from '../game/written-rules';

addWords('de', { ...deEditor, ...deOptions });
afterEach(() => setLanguageForTests('en'));

test('a ready-made card is known again in each reader’s language, on blanks and customizable cards', () => {
  for (const token of ['R*', 'WC1']) expect(READY_MADE.map((name) => readyName(readyMade(name, token)))).toEqual(READY_MADE);
  const sing = readyMade('sing', 'R*');
  setLanguageForTests('de');
  expect(writtenText(sing)).toBe(deOptions['written.sing']);
  expect(dareText('Sing a song')).toBe(deOptions['written.sing.dare']);
  expect(readyMade('sing', 'R*')).toEqual(sing);
});
test('the order in which the server has the keys does not matter, when it comes up does', () => {
  expect(readyName({ when: 'play', text: 'Everyone but you draws 2', effects: [{ who: 'others', draw: 2 }] })).toBe('drawTwo');
  expect(readyName({ ...readyMade('drawTwo', 'R*'), when: 'draw' })).toBeUndefined();
  expect(readyName({ ...readyMade('drawTwo', 'R*'), nth: 2 })).toBeUndefined();
});
test('a card that says what a ready-made one says and does something else is none', () => {
  setLanguageForTests('de');
  const lie = { text: 'Everyone but you draws 2', effects: [{ draw: 20, who: 'next' }] };
  expect(writtenText(lie)).toBe(lie.text);
  expect(ruleText(lie)[1]).toBe('Der Nächste: 20 Karten ziehen.');
});

const COOKIE = { text: 'Everybody gets a cookie', effects: [{ draw: 20, who: 'next' }] };
const wanted = {
  edition: 'classic',
  options: {},
  teams: [
    [0, 2],
    [1, 3],
  ],
  written: { 'R*': COOKIE },
};

test('H: what a written card does stands under its text, wherever rules are told', () => {
  const rules = rulesFor(wanted, 4);
  expect(differences(rules).map(({ key, value, says }) => ({ key, value, says }))).toEqual([
    { key: 'teams', value: 'Partners', says: undefined },
    { key: 'R*', value: 'Everybody gets a cookie', says: ['When it is played:', 'The next player: draw 20 cards.'] },
  ]);
  expect(changedOptions(rules)).toEqual(['teams', 'R*']);
});
test('H9: a card that keeps its text and does something else was changed', () => {
  const terms = (effects: Record<string, unknown>[]) => ({
    rules: rulesFor({ ...wanted, written: { 'R*': { ...COOKIE, effects } } }, 4),
    room: USUAL,
  });
  const found = changes(terms([{ draw: 1, who: 'next' }]), terms(COOKIE.effects));
  expect(found.map((p) => [p.key, p.before, p.value])).toEqual([
    [
      'R*',
      '“Everybody gets a cookie”. When it is played: The next player: draw 1 card.',
      '“Everybody gets a cookie”. When it is played: The next player: draw 20 cards.',
    ],
  ]);
});
test('what befalls who fails at a dare is said of that player, and to them', () => {
  const dare = { text: 'Sing', effects: [{ dare: 'Sing', who: 'next', else: [{ swap: 'partner' }, { skip: 'everyone' }] }] };
  expect(darePenalty([readyMade('sing', 'R*')], 'Sing a song', false)).toBe('If not done: That player: draw 2 cards.');
  expect(darePenalty([readyMade('sing', 'R*')], 'Sing a song', true)).toBe('If not done: You: draw 2 cards.');
  expect(darePenalty([dare], 'Sing', false)).toBe(
    'If not done: That player swaps hands with their partner. Everybody else is passed over: another turn for that player.',
  );
  expect(darePenalty([dare], 'Sing', true)).toBe(
    'If not done: You swap hands with your partner. Everybody else is passed over: another turn for you.',
  );
  expect(darePenalty([COOKIE], 'Sing a song', true)).toBe('');
});
test('a rule can be said in another language without leaving one’s own', async () => {
  expect(await inLanguage('fr', () => ruleText(COOKIE)[1])).toMatch(/20 cartes/);
  expect(ruleText(COOKIE)[1]).toBe('The next player: draw 20 cards.');
});
