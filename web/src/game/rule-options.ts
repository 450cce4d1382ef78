/** Options of the rules in words: their names and values, the catalogue first, the server's own words otherwise. */

import type { RulesData } from '../net/protocol';
import { list, t, tOr } from '../i18n/translate';

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

/** What of the rules is not as printed, by the names of options, `teams` and the cards that are written on. */
export function changedOptions(rules: Pick<RulesData, 'differences' | 'teams' | 'written'>): string[] {
  return [...Object.keys(rules.differences), ...(rules.teams?.length ? ['teams'] : []), ...Object.keys(rules.written ?? {})];
}
