/** What people agree to before a match (H9): the rules and the room, what is unusual in them, and what was changed. */

import type { RoomRequest } from '../net/api';
import { cardName } from '../game/describe';
import { ruleText } from './effects';
import { changedOptions, optionName, optionValue } from '../game/rule-options';
import type { RulesData, TableInfo } from '../net/protocol';
import { sentences, t, tOr, type Key } from '../i18n/translate';
import { writtenText, type WrittenRule } from '../game/written-rules';
import { sides, type WantedRules } from './wanted-rules';

export type RoomSettings = TableInfo['room'];
export interface Terms {
  rules: RulesData;
  room: RoomSettings;
}

/** The server's defaults for a room, which need not be mentioned. */
export const USUAL: RoomSettings = {
  clock: 30,
  bots: true,
  autostart: true,
  draw: false,
  spectators: true,
  spectator_delay: 0,
  grace_ms: 1000,
  auto_uno: false,
  chat: false,
};

/** What is wanted, as rules are shown; two sides stay two sides when the number of seats changes, where it can make them. */
export function rulesFor(wanted: WantedRules, players: number): RulesData {
  const { edition, options, written } = wanted;
  return {
    edition,
    players,
    options,
    differences: options,
    teams: wanted.teams && sides(players),
    written: written as RulesData['written'],
  };
}

/** Seconds for an act; none, and three times the usual for those who like it relaxed. */
export const CLOCKS: (number | null)[] = [null, 15, 30, 60, 90];
export const GRACES = [500, 1000, 1500, 2000, 3000];
export const DELAYS = [0, 15, 30, 60, 120, 300];

export function settingName(name: keyof RoomSettings): string {
  return t(`room.set.${name}` as Key);
}

export function settingValue(name: keyof RoomSettings, value: unknown): string {
  if (name === 'clock') return value === null ? t('room.set.clock.none') : t('room.seconds', { count: Number(value) });
  if (name === 'grace_ms') return t('room.seconds', { count: Number(value) / 1000 });
  if (name === 'spectator_delay')
    return Number(value) === 0 ? t('room.set.delay.none') : t('room.seconds', { count: Number(value) });
  return t(value === true ? 'value.on' : 'value.off');
}

export interface Term {
  key: string;
  name: string;
  value: string;
  /** What it was before, or is in print. */
  before?: string;
  /** What it does, in sentences. */
  says?: string[];
}

/** How many seats a side of a game with sides has: two are partners, more are a side. */
export function sidesWord(rules: Pick<RulesData, 'teams' | 'players'>): string {
  if (!rules.teams?.length) return t('room.sides.none');
  return t(rules.players === 4 ? 'room.sides.partners' : 'room.sides.two');
}

/** What of the rules is not as printed, in words. */
export function differences(rules: RulesData): Term[] {
  return changedOptions(rules).map((key) => {
    const written = rules.written?.[key];
    if (written) return { key, name: cardName(key), value: writtenText(written), says: ruleText(written) };
    if (key === 'teams') return { key, name: t('room.sides'), value: sidesWord(rules) };
    return { key, name: optionName(key), value: optionValue(key, rules.differences[key]) };
  });
}

/** All of a written rule on one line: the text on the card, and what it does. */
function writtenWhole(rule: WrittenRule | undefined): string {
  return rule ? sentences([t('room.writtenText', { text: writtenText(rule) }), ...ruleText(rule)]) : t('room.unwritten');
}

/** What of the room is unusual and matters for the play (how it starts does not), in words. */
export function unusual(room: RoomSettings): Term[] {
  return settings(room).filter(
    (point) => point.key !== 'autostart' && room[point.key as keyof RoomSettings] !== USUAL[point.key as keyof RoomSettings],
  );
}

/** Every setting of the room in words. */
export function settings(room: RoomSettings): Term[] {
  return (Object.keys(USUAL) as (keyof RoomSettings)[]).map((name) => ({
    key: name,
    name: settingName(name),
    value: settingValue(name, room[name]),
  }));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What was changed from the one to the other, in words; everybody must agree to it again (H9). */
export function changes(before: Terms, after: Terms): Term[] {
  const found: Term[] = [];
  const add = (key: string, name: string, from: string, to: string): void => {
    if (from !== to) found.push({ key, name, before: from, value: to });
  };
  add('edition', t('home.edition'), editionName(before.rules.edition), editionName(after.rules.edition));
  add('players', t('room.seats'), String(before.rules.players), String(after.rules.players));
  add('teams', t('room.sides'), sidesWord(before.rules), sidesWord(after.rules));
  const options = (terms: Terms): Record<string, unknown> => terms.rules.differences;
  for (const name of new Set([...Object.keys(options(before)), ...Object.keys(options(after))])) {
    add(name, optionName(name), printedOr(options(before), name), printedOr(options(after), name));
  }
  const written = (terms: Terms, token: string): string => writtenWhole(terms.rules.written?.[token]);
  for (const token of new Set([...Object.keys(before.rules.written ?? {}), ...Object.keys(after.rules.written ?? {})])) {
    add(token, cardName(token), written(before, token), written(after, token));
  }
  for (const name of Object.keys(USUAL) as (keyof RoomSettings)[]) {
    if (same(before.room[name], after.room[name])) continue;
    add(name, settingName(name), settingValue(name, before.room[name]), settingValue(name, after.room[name]));
  }
  return found;
}

function printedOr(options: Record<string, unknown>, name: string): string {
  return name in options ? optionValue(name, options[name]) : t('room.asPrinted');
}

export function editionName(name: string): string {
  return tOr(`room.edition.${name}`, name);
}

/** The request for a table with the same rules and room, except for what `otherwise` changes. */
export function roomRequestFor(terms: Terms, otherwise: Partial<RoomRequest> = {}): RoomRequest {
  const { edition, players, options, teams, written } = terms.rules;
  const wish: RoomRequest = {
    edition,
    players,
    options,
    ...(teams?.length ? { teams } : {}),
    ...(written ? { written } : {}),
    ...terms.room,
    ...otherwise,
  };
  if (wish.teams && wish.players !== players) wish.teams = sides(wish.players);
  return wish;
}
