/** Written effects as a person composes them: the parts that there are, what each may be set to, and its sentence (H). */

import { addWords, sentences, t, tOr, type Key } from '../i18n/translate';
import words from '../i18n/words/en/editor.json';
import { dareText, type WrittenRule } from '../game/written-rules';

addWords('en', words);

/** An effect as the rules read it, such as `{draw: 2, who: 'next'}`. */
export type Effect = Record<string, unknown>;

export const WHO = ['next', 'previous', 'others', 'everyone', 'chosen', 'self', 'partner'] as const;
const ONE_OTHER = ['next', 'previous', 'chosen', 'partner'] as const;
export const WHAT = ['called-colour', 'red', 'yellow', 'green', 'blue', 'wild', 'number', 'word', 'any'] as const;
export const MAX_CARDS = 20;
export const MAX_EFFECTS = 12;
export const MAX_DEPTH = 3;
export const MAX_TEXT_LENGTH = 200;

/** A place of an effect that can be set. */
export type Slot =
  | { key: string; kind: 'choice'; values: readonly string[] }
  | { key: string; kind: 'number'; optional?: boolean }
  | { key: string; kind: 'text' }
  | { key: string; kind: 'effects' };

export interface Part {
  name: string;
  slots: Slot[];
  /** What it is when it is added. */
  fresh: Effect;
}

/** The parts of which a rule can be made, each with what can be set in it. */
export const PARTS: readonly Part[] = [
  {
    name: 'draw',
    slots: [
      { key: 'who', kind: 'choice', values: WHO },
      { key: 'draw', kind: 'number' },
    ],
    fresh: { draw: 2, who: 'next' },
  },
  {
    name: 'discard',
    slots: [
      { key: 'who', kind: 'choice', values: WHO },
      { key: 'discard', kind: 'choice', values: WHAT },
      { key: 'count', kind: 'number', optional: true },
    ],
    fresh: { discard: 'called-colour', who: 'self' },
  },
  {
    name: 'give',
    slots: [
      { key: 'who', kind: 'choice', values: WHO },
      { key: 'give', kind: 'number' },
      { key: 'to', kind: 'choice', values: [...ONE_OTHER, 'self'] },
    ],
    fresh: { give: 1, who: 'self', to: 'next' },
  },
  { name: 'skip', slots: [{ key: 'skip', kind: 'choice', values: WHO }], fresh: { skip: 'next' } },
  { name: 'reverse', slots: [], fresh: { reverse: true } },
  { name: 'swap', slots: [{ key: 'swap', kind: 'choice', values: ONE_OTHER }], fresh: { swap: 'chosen' } },
  { name: 'rotate', slots: [{ key: 'rotate', kind: 'choice', values: ['play', 'left', 'right'] }], fresh: { rotate: 'play' } },
  {
    name: 'show',
    slots: [
      { key: 'show', kind: 'choice', values: WHO },
      { key: 'to', kind: 'choice', values: WHO },
    ],
    fresh: { show: 'self', to: 'others' },
  },
  { name: 'call', slots: [], fresh: { call: 'colour' } },
  {
    name: 'dare',
    slots: [
      { key: 'who', kind: 'choice', values: WHO },
      { key: 'dare', kind: 'text' },
      { key: 'else', kind: 'effects' },
    ],
    fresh: { dare: '', who: 'next', else: [{ draw: 2, who: 'self' }] },
  },
  {
    name: 'charade',
    slots: [{ key: 'winner', kind: 'effects' }],
    fresh: { charade: true, winner: [{ discard: 'called-colour', who: 'self' }] },
  },
];

/** Which part an effect is. */
export function partOf(effect: Effect): Part | undefined {
  return PARTS.find((part) => part.name in effect);
}

/** How many effects there are in all, those inside dares and charades included. */
export function size(effects: readonly Effect[]): number {
  return effects.reduce((sum, e) => sum + 1 + size(inner(e)), 0);
}

function inner(effect: Effect): Effect[] {
  return effectsOf(effect.else ?? effect.winner);
}

/** Why the rule cannot be used, as a key of the catalogue; null if the server is likely to take it. */
export function faultOf(text: string, effects: readonly Effect[]): Key | null {
  if (!text.trim()) return 'editor.card.no.text';
  if (!effects.length) return 'editor.card.no.effect';
  if (size(effects) > MAX_EFFECTS) return 'editor.card.no.size';
  if (everywhere(effects).some((e) => 'dare' in e && !String(e.dare).trim())) return 'editor.card.no.dare';
  if (everywhere(effects).some((e) => e.discard === 'any' && typeof e.count !== 'number')) return 'editor.card.no.count';
  return null;
}

/** What claims to be effects, as far as it is; a link may hold anything. */
function effectsOf(value: unknown): Effect[] {
  return Array.isArray(value) ? value.filter((v): v is Effect => v !== null && typeof v === 'object') : [];
}

function everywhere(effects: readonly Effect[]): Effect[] {
  return effects.flatMap((e) => [e, ...everywhere(inner(e))]);
}

/** Whom `self` and others mean by where they sit or who chooses. */
const BY_SELF: readonly unknown[] = ['next', 'previous', 'chosen', 'partner'];

/** Whose part it is: inside a dare or charade `self` is whoever was dared or guessed it, and no longer who played the card. */
export function defaultFor(value: unknown, inside: boolean): string {
  if (inside && value === 'self') return 'inside';
  return inside && BY_SELF.includes(value) ? `inside.${String(value)}` : String(value);
}

/** The effect as a sentence, in the reader's language. */
export function sentence(effect: Effect, inside = false): string {
  const part = partOf(effect);
  if (!part) return '';
  const who = (value: unknown, key: string): string => tOr(`editor.${key}.${defaultFor(value, inside)}`, String(value));
  const subject = who(effect.who ?? 'self', 'who');
  const says = (key: 'swap' | 'again' | 'call' | 'charade'): Key => (inside ? `editor.says.${key}.inside` : `editor.says.${key}`);
  switch (part.name) {
    case 'draw':
      return t('editor.says.draw', { who: subject, count: Number(effect.draw) });
    case 'discard':
      return typeof effect.count === 'number'
        ? t('editor.says.discard.some', { who: subject, what: who(effect.discard, 'what.some'), count: effect.count })
        : t('editor.says.discard', { who: subject, what: who(effect.discard, 'what') });
    case 'give':
      return t('editor.says.give', { who: subject, to: who(effect.to, 'whom'), count: Number(effect.give) });
    case 'skip':
      return effect.skip === 'everyone' ? t(says('again')) : t('editor.says.skip', { who: who(effect.skip, 'who') });
    case 'reverse':
      return t('editor.says.reverse');
    case 'swap':
      return t(says('swap'), { with: who(effect.swap, 'whom') });
    case 'rotate':
      return who(effect.rotate, 'says.rotate');
    case 'show':
      return t('editor.says.show', { who: who(effect.show, 'who'), to: who(effect.to, 'whom') });
    case 'call':
      return t(says('call'));
    case 'dare':
      return t('editor.says.dare', { who: subject, dare: dareText(String(effect.dare)), otherwise: consequences(effect.else) });
    default:
      return t(says('charade'), { winner: consequences(effect.winner) });
  }
}

/** The penalty for failing a dare or guessing a charade, for somebody else or for the reader. */
function consequences(effects: unknown, reader = false): string {
  return sentences(effectsOf(effects).map((effect) => sentence(effect, !reader))) || t('editor.says.nothing');
}

/** A whole rule as sentences: what it is tied to, then each effect. */
export function ruleSentences(when: string, nth: number | null, effects: readonly Effect[]): string[] {
  const tied =
    nth === null
      ? t(when === 'draw' ? 'editor.when.draw.says' : 'editor.when.play.says')
      : t(when === 'draw' ? 'editor.when.draw.nth' : 'editor.when.play.nth', { nth });
  return [tied, ...effects.map((effect) => sentence(effect))];
}

/** What a written rule does, in sentences; nothing of one whose effects are not known. */
export function ruleText(rule: WrittenRule): string[] {
  return effectsOf(rule.effects).length ? ruleSentences(rule.when ?? 'play', rule.nth ?? null, effectsOf(rule.effects)) : [];
}

/** The penalty for failing a dare that these rules have on a card; empty if there is no such dare. */
export function darePenalty(rules: readonly WrittenRule[], dare: string, reader: boolean): string {
  const found = everywhere(rules.flatMap((rule) => rule.effects ?? [])).find((effect) => effect.dare === dare);
  return found ? t('editor.says.failed', { otherwise: consequences(found.else, reader) }) : '';
}
