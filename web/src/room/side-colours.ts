/** The two sides of a game with partners (M1, M4): each has a colour, and a shape for those who see no colours. */

import { SIGNS, type Colour } from '../game/cards';

export const SIDE_COLOURS: readonly Colour[] = ['red', 'blue'];
export const SIDE_SIGNS: readonly string[] = SIDE_COLOURS.map((c) => SIGNS[c]);

/** Which side a seat is on; null where everybody plays alone. */
export function sideOf(teams: readonly (readonly number[])[] | null | undefined, seat: number): number | null {
  const at = teams?.findIndex((team) => team.includes(seat)) ?? -1;
  return at < 0 ? null : at;
}
