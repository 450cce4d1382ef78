/** Refusals in the reader's language: every reason of the server has its sentence, and nothing in it stays unfilled. */

import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../net/api';
import { REASONS, type Kind } from '../generated/reasons';
import { nakWords, refusedWords } from './refusals';
import { addWords, setLanguageForTests } from '../i18n/translate';

const files = import.meta.glob<Record<string, string>>('../i18n/words/*/*.json', { import: 'default', eager: true });
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'];
const own = (language: string): Record<string, string> => files[`../i18n/words/${language}/reasons.json`] ?? {};
/** About what a program does wrong; to a player all of these say the same. */
const TECHNICAL = ['binary-frame', 'hello-first', 'second-hello', 'not-json'];

const EXAMPLES: Record<Kind, unknown> = {
  card: 'R5',
  colour: 'blue',
  number: 7,
  seat: 2,
  text: 'Zoë',
  texts: ['Ana', 'Ben'],
  word: 'hand_size',
};
/** What the keys are of, by the name of the param. */
const KEYS: Record<string, string> = { edition: 'swap-112', scoring: 'elimination' };
const people = { name: (seat: number): string => ['Mo', 'Ana', 'Ben'][seat] ?? '' };

beforeAll(() => Object.entries(files).forEach(([path, words]) => addWords(path.split('/')[3] ?? '', words)));
afterEach(() => setLanguageForTests('en'));

test.each(LANGUAGES)('%s has a sentence for every reason, and none for another', (language) => {
  const reasons = new Set(Object.keys(own(language)).map((key) => key.replace(/^reason\./, '').replace(/_seatYou$/, '')));
  reasons.delete('seat'); // that is how a seat is called where nobody is known to sit
  expect([...reasons].sort()).toEqual(Object.keys(REASONS).sort());
});

test.each(LANGUAGES)('%s fills in only what the server says', (language) => {
  const wrong = Object.entries(REASONS).flatMap(([reason, { params }]) => {
    const allowed = [...Object.keys(params), ...('seat' in params ? ['number'] : [])];
    return [...(own(language)[`reason.${reason}`] ?? '').matchAll(/\{\{(\w+)/g)]
      .filter(([, name]) => !allowed.includes(name ?? ''))
      .map(([, name]) => `${reason}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

test.each(LANGUAGES)('%s says every refusal in words alone', (language) => {
  setLanguageForTests(language);
  const said = Object.entries(REASONS).map(([reason, { code, params }]) => {
    const examples = Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, KEYS[name] ?? EXAMPLES[kind]]));
    return [reason, nakWords({ code, message: 'the English of the server', reason, params: examples }, people)] as const;
  });
  // no place left open, no notation, no key, no word of the server
  expect(said.filter(([, text]) => /\{\{|the English|undefined|\bR5\b|hand_size|swap-112|reason\./.test(text))).toEqual([]);
  const texts = new Map<string, string>();
  const twice = said.filter(([reason, text]) => {
    const before = texts.get(text);
    texts.set(text, reason);
    const sameKind = before !== undefined && REASONS[before]?.code === REASONS[reason]?.code;
    return before !== undefined && !sameKind && !TECHNICAL.includes(reason) && !['kicked', 'sent-away'].includes(reason);
  });
  expect(twice).toEqual([]);
});

test('seats are told by name, cards and colours by their words, options as on the page', () => {
  const nak = (reason: string, params: Record<string, unknown>): string =>
    nakWords({ code: 'illegal', message: '', reason, params }, people);
  expect(nak('no-match', { card: 'R5', top: 'B7', colour: 'blue' })).toBe(
    'Red 5 does not match Blue 7; the colour in force is blue.',
  );
  expect(nak('colour-due', { seat: 1 })).toBe('Nobody plays until Ana calls a colour.');
  expect(nak('colour-due', { seat: 0 })).toBe('Nobody plays until Mo calls a colour.');
  expect(nakWords({ code: 'illegal', message: '', reason: 'colour-due', params: { seat: 0 } }, { name: () => 'You' })).toBe(
    'Call a colour first.',
  );
  expect(nak('seat-taken', { name: 'Zoë', seat: 2 })).toBe('Zoë sits on seat 3.');
  expect(nak('deck-too-small', { where: 'hand_size', dealt: 201, cards: 108 })).toMatch(/^Cards dealt[^:]*: 201 cards/);
  expect(nak('not-ready', { names: ['Ana', 'Ben'] })).toBe('Not everybody is ready yet: Ana and Ben.');
});

test('the rule stands behind, and a reason that is not known yet is told in the English of the server', () => {
  expect(nakWords({ code: 'illegal', message: 'x', reason: 'not-your-turn', params: { seat: 0 }, rule: 'T1' })).toBe(
    'It is not your turn. (T1)',
  );
  expect(nakWords({ code: 'illegal', message: 'A new thing.', reason: 'not-yet-known' })).toBe('A new thing.');
  expect(refusedWords(new ApiError(409, 'full', 'x', null, null, 'full', {}))).toBe('No seat is free.');
  expect(refusedWords(new Error('oh'))).toBe('The server could not do that. Try again.');
});
