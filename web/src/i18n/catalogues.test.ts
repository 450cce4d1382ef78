/** Every language has what English has: the same keys, forms for numbers as it needs them, the same things to fill in. */

import { expect, test } from 'vitest';

type Words = Record<string, string>;

const files = import.meta.glob<Words>('./words/*/*.json', { import: 'default', eager: true });
const languages = [...new Set(Object.keys(files).map((path) => path.split('/')[2] ?? ''))].filter((name) => name !== 'en');

/** Words that are the same in another language; a text of nothing else may be left as it is. */
const SAME: Record<string, string[]> = {
  all: ['Lastcard', 'UNO', 'Ana', 'Ben', 'K7Q', '2MX', 'Tab', 'Esc', 's', 'MB', 'QR', 'challenge', 'V1', 'last', 'card'],
  de: ['Bot', 'Bots', 'Autopilot', 'Normal', 'Partner', 'Name', 'Teams'],
  es: ['Normal', 'Bot', 'bot', 'Bots', 'bots', 'No', 'Total'],
  fr: [
    'Normal',
    'Bot',
    'bot',
    'Bots',
    'bots',
    'Menu',
    'Scores',
    'Total',
    'point',
    'points',
    'Points',
    'Secret',
    'Pause',
    'Moment',
  ],
};

const PLURAL = /_(zero|one|two|few|many|other)$/;
const READER = /_(you|[a-z]+You)$/;
/** A colour beside a card whose name it agrees with. */
const AGREES = /^(colour\.\w+)_(R|\*)$/;

const words = (language: string): Words =>
  Object.assign(
    {},
    ...Object.entries(files)
      .filter(([path]) => path.startsWith(`./words/${language}/`))
      .map(([, file]) => file),
  );
const english = words('en');
const number = (key: string): string => {
  const stem = key.replace(PLURAL, '');
  return `${stem.replace(READER, '')}_other` in english ? stem : key; // `seven_zero` is no form
};
/** The key without the ending of a number, of the reader or of a card; English has forms for the reader as well. */
const base = (key: string): string => {
  const stem = number(key).replace(READER, '').replace(AGREES, '$1');
  return stem in english || `${stem}_other` in english ? stem : number(key);
};
const filled = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map((found) => found[1] ?? ''))].sort();
const sorted = (items: Iterable<string>): string[] => [...new Set(items)].sort();
const numbered = new Set(
  Object.keys(english)
    .filter((key) => number(key) !== key)
    .map(number),
);

test('there are other languages, each with the files of English', () => {
  const names = (language: string): string[] =>
    Object.keys(files)
      .filter((path) => path.startsWith(`./words/${language}/`))
      .map((path) => path.split('/')[3] ?? '')
      .sort();
  expect(languages.length).toBeGreaterThan(0);
  for (const language of languages) expect([language, names(language)]).toEqual([language, names('en')]);
});

test.each(languages)('%s has the keys of English, and none besides but forms for the reader and for cards', (language) => {
  expect(sorted(Object.keys(words(language)).map(base))).toEqual(sorted(Object.keys(english).map(base)));
  const plain = Object.keys(words(language)).map(number);
  expect(sorted(Object.keys(english).map(base)).filter((key) => !plain.includes(key))).toEqual([]);
});

test.each(languages)('%s has the forms that its numbers need, and no others', (language) => {
  const have = words(language);
  const needs = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const found = new Map<string, string[]>();
  for (const key of Object.keys(have))
    found.set(number(key), [...(found.get(number(key)) ?? []), key.slice(number(key).length + 1)]);
  const wrong = [...found].flatMap(([key, forms]) => {
    const zero = `${key}_zero` in english ? ['zero'] : [];
    const wanted = numbered.has(key.replace(READER, '')) ? sorted([...needs, ...zero]) : [''];
    return sorted(forms).join() === wanted.join() ? [] : [`${key}: ${sorted(forms).join()}, not ${wanted.join()}`];
  });
  expect(wrong).toEqual([]);
});

test.each(languages)('%s fills in what English fills in', (language) => {
  const wrong = Object.entries(words(language)).flatMap(([key, text]) => {
    const of = base(key);
    const source = english[of] ?? english[`${of}_other`] ?? english[key] ?? '';
    const whole = filled(source);
    const given = filled(text);
    // a form for one number may leave it out, one for the reader the name
    const one = number(key) !== key && !key.endsWith('_other') && !key.endsWith('_many');
    const reader = READER.exec(number(key))?.[1];
    const param = number(key) === of ? '' : reader === 'you' ? 'name' : (reader ?? '').replace(/You$/, '');
    const needed = whole.filter(
      (name) => !(one && name === 'count') && name !== param && !(param === 'name' && name === 'whose'),
    );
    const allowed = one ? [...whole, 'count'] : whole;
    return needed.every((name) => given.includes(name)) && given.every((name) => allowed.includes(name))
      ? []
      : [`${key}: ${text}`];
  });
  expect(wrong).toEqual([]);
});

test.each(languages)('%s has no English left and nothing empty', (language) => {
  const same = new Set([...(SAME.all ?? []), ...(SAME[language] ?? [])]);
  const left = Object.entries(words(language)).flatMap(([key, text]) => {
    if (!text.trim()) return [`${key} is empty`];
    if (text.trim() !== english[key]?.trim()) return [];
    const spoken = text.replaceAll(/\{\{[^}]*\}\}/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
    return spoken.every((word) => same.has(word)) ? [] : [`${key}: ${text}`];
  });
  expect(left).toEqual([]);
});

/** Put together from a part that is named elsewhere, as RulesForm does with the names of its groups. */
const PUT_TOGETHER = ['home.house.hint', 'home.print.hint'];

test('every text is said somewhere: its key, or what such keys are put together by, stands in the source', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const source = Object.values(sources).join('\n');
  const whole = new Set([...source.matchAll(/'([\w.+*?-]+)'/g)].map(([, key]) => key ?? ''));
  const made = [...source.matchAll(/`([a-z]+\.[\w.]*\$\{[^`]*)`/g)].map(
    ([, text]) =>
      new RegExp(
        `^${(text ?? '')
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.+')}$`,
      ),
  );
  const plain = (key: string): string[] => [
    key,
    key.replace(PLURAL, ''),
    key.replace(READER, ''),
    key.replace(PLURAL, '').replace(READER, ''),
  ];
  const said = (key: string): boolean =>
    PUT_TOGETHER.includes(key) || plain(key).some((name) => whole.has(name) || made.some((pattern) => pattern.test(name)));
  expect(Object.keys(english).filter((key) => !said(key))).toEqual([]);
});
