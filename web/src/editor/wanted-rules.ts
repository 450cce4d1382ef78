/** Rules that somebody wants for a table, and those that this browser remembers. */

import type { RoomRequest } from '../net/api';
import { recall, remember } from '../browser/storage';

/** Rules that somebody wants: the edition, and what differs from its print. */
export interface WantedRules {
  edition: string;
  options: Record<string, unknown>;
  teams: number[][] | null;
  written: Record<string, unknown> | null;
}

export const PRINTED: WantedRules = { edition: 'classic', options: {}, teams: null, written: null };

/** The request for wanted rules, empty parts left out; two sides stay two sides when the number of seats changes, if possible. */
export function toRoomRequest(
  wanted: WantedRules,
  players: number,
): Pick<RoomRequest, 'edition' | 'players' | 'options' | 'teams' | 'written'> {
  const { edition, options, written } = wanted;
  const teams = wanted.teams && sides(players);
  return { edition, players, options, ...(teams ? { teams } : {}), ...(written ? { written } : {}) };
}

/** The rules by which was played last in that way, as this browser remembers them. */
export function storedRules(way: string): WantedRules {
  try {
    const found = JSON.parse(recall(`${way}.rules`)) as Partial<WantedRules> | null;
    return typeof found?.edition === 'string' ? { ...PRINTED, ...found } : PRINTED;
  } catch {
    return PRINTED;
  }
}

export function storeRules(way: string, wanted: WantedRules): void {
  remember(`${way}.rules`, JSON.stringify(wanted));
}

/** Two sides that sit alternately (M1, M4), or none where the number of seats makes none. */
export function sides(players: number): number[][] | null {
  if (players < 4 || players % 2) return null;
  return [0, 1].map((side) => Array.from({ length: players / 2 }, (_, i) => 2 * i + side));
}
