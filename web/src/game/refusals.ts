/**
 * Why something was refused, in the reader's words: the sentence of the reason, filled in with what the server says about it;
 * the server's own English where a newer server has a reason that this page does not know.
 */

import { ApiError } from '../net/api';
import { COLOURS, type Colour } from './cards';
import { cardName, colourName, type People } from './describe';
import { addWords, list, t, tOr } from '../i18n/translate';
import type { Params } from '../i18n/catalogues';
import words from '../i18n/words/en/reasons.json';

addWords('en', words);

/** What a nak, a gone or an error says. */
export interface Refused {
  code: string;
  message: string;
  reason?: string | undefined;
  params?: Record<string, unknown> | undefined;
  /** The rulebook’s id where a rule forbids it. */
  rule?: string | null | undefined;
}

/** The sentence for an answer of the server that is no success. */
export function refusedWords(error: unknown): string {
  return error instanceof ApiError ? nakWords(error) : t('room.refused.fault');
}

/** The sentence for a command that was refused; at a table, seats are named by their people. */
export function nakWords(refused: Refused, people?: Pick<People, 'name'>): string {
  const { code, message, reason, params = {} } = refused;
  const otherwise = tOr(`room.refused.${code}`, message);
  const text = reason ? tOr(`reason.${reason}`, otherwise, filling(params, people)) : otherwise;
  return refused.rule ? `${text} (${refused.rule})` : text;
}

/** What the server says about it, as the sentence has it: seats by name and by number, cards and colours by their words. */
function filling(params: Record<string, unknown>, people?: Pick<People, 'name'>): Params {
  const found: Params = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'seat' && typeof value === 'number') {
      found.number = value + 1;
      found.seat = people?.name(value) ?? tOr('reason.seat', String(value + 1), { number: value + 1 });
    } else if (Array.isArray(value)) found[name] = list(value.map(String));
    else if (typeof value === 'number') found[name] = value;
    else found[name] = (WORDS[name] ?? String)(String(value));
  }
  return found;
}

const WORDS: Record<string, (value: string) => string> = {
  card: cardName,
  top: cardName,
  colour: (value) => (COLOURS.includes(value as Colour) ? colourName(value as Colour) : value),
  where: optionName,
  edition: (value) => tOr(`room.edition.${value}`, value),
  scoring: (value) => tOr(`scoring.${value}`, value),
};

/** The name of an option, or of the card whose written rule it is. */
function optionName(where: string): string {
  const card = /^written\.([^.]+)/.exec(where)?.[1];
  return card ? cardName(card) : tOr(`option.${where}`, where);
}
