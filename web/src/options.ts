/** Options of the rules in words: their names and values, the catalogue first, the server's own words otherwise. */

import { list, t, tOr } from './words';

export function optionName(name: string): string {
  return tOr(`option.${name}`, name.replaceAll('_', ' '));
}

export function optionValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return t('value.none');
  if (typeof value === 'boolean') return t(value ? 'value.on' : 'value.off');
  if (Array.isArray(value)) return value.length ? list(value.map(String)) : t('value.none');
  if (typeof value === 'object') {
    const pairs = Object.entries(value);
    return pairs.length ? pairs.map(([k, v]) => `${k}=${String(v)}`).join(' ') : t('value.none');
  }
  if (name === 'scoring') return tOr(`scoring.${String(value)}`, String(value));
  return tOr(`option.${name}.${String(value)}`, String(value));
}

/** Cards or stand-ins from what was typed: a list of tokens, or a map of blanks to the cards they stand for (D5). */
export function readTokens(type: string, text: string): unknown {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (type !== 'replacements') return words;
  return Object.fromEntries(words.map((w) => [w.split('=')[0] ?? '', w.split('=')[1] ?? '']));
}

/** The presets that may be written on a blank card (H1–H6), by the key of their sentence. */
export const WRITTEN: Record<string, (say: (key: string) => string) => unknown[]> = {
  situps: (say) => [{ dare: say('written.situps.dare'), who: 'next', else: [{ draw: 3, who: 'self' }] }],
  sing: (say) => [{ dare: say('written.sing.dare'), who: 'next', else: [{ draw: 2, who: 'self' }] }],
  drawTwo: () => [{ draw: 2, who: 'others' }],
  noWilds: () => [{ discard: 'wild', who: 'others' }],
  charade: () => [{ charade: true, winner: [{ discard: 'called-colour', who: 'self' }] }],
  again: () => [{ skip: 'everyone' }],
};
