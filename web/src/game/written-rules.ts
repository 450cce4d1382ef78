/** Rules that a table wrote on cards: the ready-made ones, which are known again in every language, and the words of all. */

import { english, t, type Key } from '../i18n/translate';

/** A written rule as the server has it, or as it comes in a link. */
export interface WrittenRule {
  text: string;
  when?: string;
  nth?: number | null;
  effects?: Record<string, unknown>[];
}

/** What the ready-made cards do (H1–H6), by the key of their sentence. */
const EFFECTS: Record<string, () => Record<string, unknown>[]> = {
  situps: () => [{ dare: english('written.situps.dare'), who: 'next', else: [{ draw: 3, who: 'self' }] }],
  sing: () => [{ dare: english('written.sing.dare'), who: 'next', else: [{ draw: 2, who: 'self' }] }],
  drawTwo: () => [{ draw: 2, who: 'others' }],
  noWilds: () => [{ discard: 'wild', who: 'others' }],
  charade: () => [{ charade: true, winner: [{ discard: 'called-colour', who: 'self' }] }],
  again: () => [{ skip: 'everyone' }],
};
const DARES: Key[] = ['written.situps.dare', 'written.sing.dare'];

/** The ready-made cards that there are. */
export const READY_MADE = Object.keys(EFFECTS);

/** What is written on a ready-made card, in the reader's language. */
export function readyText(name: string): string {
  return t(`written.${name}` as Key);
}

/** A ready-made card: in English whoever writes it, so that each reader's page knows it again. */
export function readyMade(name: string, token: string): WrittenRule {
  // A coloured blank calls no colour by itself, and the charade speaks of the colour called (H5).
  const call = name === 'charade' && token.endsWith('*') ? [{ call: 'colour' }] : [];
  return { text: english(`written.${name}` as Key), effects: [...call, ...(EFFECTS[name]?.() ?? [])] };
}

/** Which ready-made card a rule is, if it says and does the same. */
export function readyName(rule: WrittenRule): string | undefined {
  if (rule.when === 'draw' || (rule.nth ?? null) !== null) return undefined;
  return READY_MADE.find((name) => ['R*', 'WC1'].some((token) => same(readyMade(name, token), rule)));
}

function same(a: WrittenRule, b: WrittenRule): boolean {
  return a.text === b.text && ordered(a.effects) === ordered(b.effects);
}

/** As text that does not depend on the order of keys. */
function ordered(effects: unknown): string {
  const sorted = (_: string, v: unknown): unknown =>
    v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v;
  return JSON.stringify(effects, sorted) ?? '';
}

/** The text on the card, a ready-made one in the reader's language. */
export function writtenText(rule: WrittenRule): string {
  const name = readyName(rule);
  return name ? readyText(name) : rule.text;
}

/** The words of a dare, a ready-made one in the reader's language. */
export function dareText(text: string): string {
  const known = DARES.find((key) => english(key) === text);
  return known ? t(known) : text;
}
