/** Every sentence of the log and of the status line says `You` to the reader where it may, never the third person. */

import { expect, test, vi } from 'vitest';
import { describeEvent, type People } from '../game/describe';
import { called } from '../game/names';
import type { GameEvent } from '../net/protocol';
import { addWords, setLanguageForTests, t, type Key } from './translate';

type Words = Record<string, string>;
const files = import.meta.glob<Words>('./words/*/*.json', { import: 'default', eager: true });
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'];
for (const [path, words] of Object.entries(files)) addWords(path.split('/')[2] ?? '', words);

const ME = 0;
/** Every event that names somebody: what the seats of its people are called, and the rest of it. */
const EVENTS: Record<string, { roles: string[]; rest?: Record<string, unknown> }[]> = {
  'round-began': [{ roles: ['dealer'] }],
  'turn-began': [{ roles: ['over'] }],
  'waiting': [{ roles: ['phase'] }],
  'played': [
    { roles: ['seat'], rest: { cards: 'R7', colour: null, swap: null, uno: false, jump: false } },
    { roles: ['seat', 'swap'], rest: { cards: 'WS', colour: 'red', uno: true, jump: false } },
    { roles: ['seat'], rest: { cards: 'R7', colour: null, swap: null, uno: true, jump: true } },
  ],
  'drew': ['turn', 'debt', 'challenge', 'uno', 'false-catch', 'suggestion', 'start', 'written'].map((why) => ({
    roles: ['seat'],
    rest: { cards: '?? ??', why },
  })),
  'kept': [{ roles: ['seat'] }],
  'passed': [{ roles: ['seat'] }],
  'colour-called': [{ roles: ['seat'], rest: { colour: 'blue' } }],
  'said-uno': [{ roles: ['seat'] }],
  'caught': [{ roles: ['by', 'seat'] }],
  'falsely-caught': [{ roles: ['by', 'seat'] }],
  'challenged': [
    { roles: ['by', 'accused'], rest: { guilty: true, hand: '' } },
    { roles: ['by', 'accused'], rest: { guilty: false, hand: '' } },
  ],
  'accepted': [{ roles: ['seat'] }],
  'hands-moved': [{ roles: ['hands'] }],
  'discarded': [{ roles: ['seat'], rest: { cards: 'R7' } }],
  'gave': [{ roles: ['seat', 'to'], rest: { given: 'R7', received: 'R7' } }],
  'shown': [{ roles: ['seat', 'to'] }],
  'judged': [{ roles: ['judge'] }],
  'dare-settled': [
    { roles: ['seat'], rest: { done: true } },
    { roles: ['seat'], rest: { done: false } },
  ],
  'charade-settled': [{ roles: ['winner', 'actor'] }, { roles: ['actor'], rest: { winner: null } }],
  'chose': [{ roles: ['seat', 'chosen'] }],
  'reported': [{ roles: ['by', 'seat'] }],
  'report-voted': [{ roles: ['seat'] }],
  'left': [{ roles: ['seat'] }],
  'host-changed': [{ roles: ['seat'] }],
  'kicked': [
    { roles: ['seat'], rest: { banned: true } },
    { roles: ['seat'], rest: { banned: false } },
  ],
  'muted': [
    { roles: ['seat'], rest: { on: true } },
    { roles: ['seat'], rest: { on: false } },
  ],
  'round-ended': [{ roles: ['out'] }],
};
/** Whose subject is a whole team or nobody; those that name nobody by a seat. */
const NAMELESS = [
  'deal-voided',
  'turned-up',
  'put-back',
  'reshuffled',
  'direction-turned',
  'rule-invoked',
  'cut-short',
  'report-settled',
  'seat-left',
  'seats-moved',
  'room-changed',
  'seat-taken',
];

/** How an event names a seat, for each of its roles. */
const PUT: Record<string, (seat: number) => unknown> = {
  over: (seat) => [seat],
  phase: (seat) => ({ t: 'judging', seat, text: '…' }),
  hands: (seat) => [
    [1, ''],
    [seat, ''],
  ],
};

/** The events in which the reader has one of the roles, others the rest of them. */
const CASES = Object.entries(EVENTS).flatMap(([kind, ways]) =>
  ways.flatMap(({ roles, rest }) =>
    roles.map((mine) => {
      const seats = Object.fromEntries(
        roles.map((role) => [role, (PUT[role] ?? ((seat: number) => seat))(role === mine ? ME : 2)]),
      );
      return { name: `${kind}: ${mine}`, event: { t: kind, ...rest, ...seats } as unknown as GameEvent };
    }),
  ),
);

const NAMES = ['Mo', 'Ana', 'Ben'];
const people = (reader: number | null): People => ({
  ...called(
    (seat) => NAMES[seat] ?? '',
    (seat) => seat === reader,
  ),
  written: () => '',
});

/** The word for the reader, as it begins a sentence, anywhere but at the beginning of one. */
function misplaced(text: string, you: string): boolean {
  return [...text.matchAll(new RegExp(`(?<!\\p{L})${you}(?!\\p{L})`, 'gu'))].some(
    ({ index }) => index > 0 && !/[.!?:]\s$/u.test(text.slice(0, index)),
  );
}

test('every event that the log tells is among these', async () => {
  const source = await vi.importActual<{ default: string }>('../game/describe?raw');
  const told = [...source.default.slice(source.default.indexOf('const TELLERS')).matchAll(/^ {2}'([a-z-]+)':/gm)].map(
    ([, kind]) => kind ?? '',
  );
  expect(told.filter((kind) => !(kind in EVENTS) && !NAMELESS.includes(kind))).toEqual([]);
});

test.each(LANGUAGES)('%s addresses the reader in every line of the log', (language) => {
  setLanguageForTests(language);
  const you = t('you');
  const wrong = CASES.flatMap(({ name, event }) => {
    const text = describeEvent(event, people(ME)) ?? '';
    const third = (describeEvent(event, people(null)) ?? '').replaceAll('Mo', you);
    const bad: string[] = [];
    if (!text || text.includes('Mo') || text.includes('{{')) bad.push('the name is left');
    if (language !== 'ja' && misplaced(text, you)) bad.push('You in the middle');
    // verbs know persons; where the seats are only listed nothing changes
    if (['de', 'fr', 'es'].includes(language) && text === third && !event.t.startsWith('hands')) bad.push('a third person');
    return bad.map((what) => `${name}: ${what}: ${text}`);
  });
  setLanguageForTests('en');
  expect(wrong).toEqual([]);
});

const STATUS = ['turn', 'turn.next', 'drawn', 'calling', 'answering', 'owing', 'judging', 'acting', 'choosing', 'picking'];

test.each(LANGUAGES)('%s addresses the reader in the status line and in what is read out', (language) => {
  setLanguageForTests(language);
  const [you, your] = [t('you'), t('your')];
  const of = (reader: boolean): [string, string][] => {
    const params = { name: reader ? you : 'Mo', whose: reader ? your : t('possessive', { name: 'Mo' }), debt: 4, count: 3 };
    const keys = [...STATUS.map((key) => `status.other.${key}`), 'say.time', 'say.catch', 'reveal.bluff', 'reveal.honest'];
    return keys.map((key) => [key, t(key as Key, params)]);
  };
  const others = new Map(of(false));
  const wrong = of(true).flatMap(([key, text]) => {
    const third = (others.get(key) ?? '').replaceAll('Mo', you);
    const bad = language !== 'ja' && (misplaced(text, you) || (language === 'en' && /^You \p{L}+s\b/u.test(text)));
    const same = ['de', 'es'].includes(language) && text === third && !text.startsWith(`${you}:`);
    return bad || same ? [`${key}: ${text}`] : [];
  });
  setLanguageForTests('en');
  expect(wrong).toEqual([]);
});

test('the reader comes first where several are named', () => {
  expect(people(2).together([1, 2])).toBe('You and Ana');
  expect(people(null).together([1, 2])).toBe('Ana and Ben');
});
