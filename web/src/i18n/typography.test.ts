/** Every language has its own typography of spaces, quotes and marks; and no name precedes a word that it would shorten. */

import { afterEach, expect, test } from 'vitest';
import { cardName } from '../game/describe';
import { addWords, setLanguageForTests } from './translate';

type Words = Record<string, string>;
const files = import.meta.glob<Words>('./words/*/*.json', { import: 'default', eager: true });
for (const [path, words] of Object.entries(files)) addWords(path.split('/')[2] ?? '', words);

afterEach(() => {
  setLanguageForTests('en');
});

/** All texts of a language that the pattern fits, what is filled in aside. */
function found(language: string, wrong: (text: string) => boolean, but: readonly string[] = []): string[] {
  return Object.entries(files)
    .filter(([path]) => path.startsWith(`./words/${language}/`))
    .flatMap(([, words]) => Object.entries(words))
    .filter(([key, text]) => !but.includes(key) && wrong(text))
    .map(([key, text]) => `${key}: ${text}`);
}

const bare = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, '○');
const counts = (text: string, sign: string): number => text.split(sign).length;

test.each(['en', 'de', 'fr', 'es', 'ja'])('%s has no quotes, apostrophes and dots of a typewriter', (language) => {
  expect(found(language, (text) => /["']|\.\.\./.test(text))).toEqual([]);
});

test('French has its spaces: a narrow one before ; ! ?, a full one before : and within « »', () => {
  expect(found('fr', (text) => /(?<!\u202f)[;!?]|(?<!\u00a0)[:»]|«(?!\u00a0)/.test(text))).toEqual([]);
});

test('no name stands in French behind a word that would lose its vowel', () => {
  const people = 'name|names|by|whose|winner|chosen|to|seat|who|with|dealer';
  expect(
    found('fr', (text) =>
      new RegExp(`(?<!\\p{L})(de|que|jusque|lorsque|puisque|se|ne) \\{\\{(${people})\\}\\}`, 'iu').test(text),
    ),
  ).toEqual([]);
});

test('Spanish opens every question and every call', () => {
  expect(found('es', (text) => counts(text, '?') !== counts(text, '¿') || counts(text, '!') !== counts(text, '¡'))).toEqual([]);
});

test('Japanese has its own marks, and no spaces between its words', () => {
  const foreign = ['room.invite.local', 'rulebook.search.example']; // a command, and words of the English rulebook
  expect(found('ja', (text) => /[,.!?:;()]|[ぁ-んァ-ヶ一-龠] [ぁ-んァ-ヶ一-龠]/.test(bare(text)), foreign)).toEqual([]);
});

test('a colour agrees with the name of its card', () => {
  const cards = ['G7', 'GR', 'B*', 'YS', 'R*'];
  setLanguageForTests('fr');
  expect(cards.map(cardName)).toEqual([
    '7 vert',
    'Inversion verte',
    'Carte vierge bleue',
    'Passe ton tour jaune',
    'Carte vierge rouge',
  ]);
  setLanguageForTests('es');
  expect(cards.map(cardName)).toEqual([
    '7 verde',
    'Cambio de sentido verde',
    'Carta en blanco azul',
    'Salto amarillo',
    'Carta en blanco roja',
  ]);
});

test('no component sets a mark behind a text by itself: every language has its own', () => {
  const sources = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
  const glued = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/\bt\([^{}]*\)\}\s?[:;!?][^{}<"]*/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(glued).toEqual([]);
});
