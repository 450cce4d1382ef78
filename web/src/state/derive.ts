/** What follows from a table's state, as pure functions: who sits where, who is next, and what a player's act becomes. */

import type { Doing, MatchInfo, Phase, SeatInfo, View } from '../net/protocol';
import type { Legal } from '../game/notation';
import type { HandCard } from './hand';

/** Seats in turn order to the left, from the one after `you` (or seat 0 for a spectator), `you` left out. */
export function opponentsOf(all: readonly SeatInfo[], you: number | null): SeatInfo[] {
  const from = you === null ? 0 : you + 1;
  return [...all.slice(from), ...all.slice(0, from)].filter((s) => s.seat !== you);
}

/** The seat that moves after the one on turn; those who lose their turn are skipped. */
export function nextSeat(table: View['table'], turn: number): number | null {
  const ring = table.direction === 'left' ? table.seats : [...table.seats].reverse();
  const at = ring.indexOf(turn);
  for (let step = 1; step < ring.length; step += 1) {
    const seat = ring[(at + step) % ring.length];
    if (seat !== undefined && !table.losing.includes(seat)) return seat;
  }
  return null;
}

/** The points of a seat, or of its team, so far. */
export function scoreOf(match: MatchInfo | null, seat: number): number {
  const team = (match?.teams ?? []).findIndex((t) => t.includes(seat));
  return match?.scores[team < 0 ? seat : team] ?? 0;
}

/** Whether two seats score together (M1, M4). */
export function sameTeam(teams: readonly (readonly number[])[], a: number, b: number): boolean {
  return teams.some((t) => t.includes(a) && t.includes(b));
}

/** What others may do at the same time, or what one may say more than once. */
const RACE = /^(uno|catch|jump|report|uphold|dismiss|done|failed)\b/;

export function isRace(action: string): boolean {
  return RACE.test(action);
}

/** The command for an action; a catch or jump shows by the key of its race that this race was seen. */
export function commandFor(action: string, raceKey: string | undefined): Doing {
  const key = /^(catch|jump) /.test(action) ? raceKey : undefined;
  return key ? { t: 'act', action, key } : { t: 'act', action };
}

/** The verb for a card of the hand that is picked in this phase. */
export function pickVerb(phase: Phase | null, myTurn: boolean): string {
  if (phase?.t !== 'picking' || !myTurn) return 'play';
  return typeof phase.to === 'number' ? 'give' : 'discard';
}

/** The selected keys that the legal list still allows to be played together; none if it does not. */
export function stillPlayable(selected: readonly string[], hand: readonly HandCard[], legal: Legal): string[] {
  const held = new Map(hand.map((c) => [c.key, c]));
  const keys = selected.filter((k) => held.get(k)?.verb);
  const tokens = keys.map((k) => held.get(k)?.token ?? '');
  return legal.using(tokens).length || legal.extends(tokens.slice(0, -1), tokens.at(-1) ?? '') ? keys : [];
}
