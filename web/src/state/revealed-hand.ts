/** A hand that was shown to this player alone: what shows it, and for how long. */

import type { GameEvent } from '../net/protocol';

export interface Revealed {
  seat: number;
  cards: string;
  /** How the challenge went for which it was shown; null if a written rule showed it. */
  guilty: boolean | null;
  /** How many turns have begun since. */
  turns: number;
}

const MAX_TURNS = 3;

/** What is shown after the event, to the player in that seat. */
export function revealedAfter(e: GameEvent, before: Revealed | null, you: number | null): Revealed | null {
  if (e.t === 'round-began' || e.t === 'round-ended') return null;
  if (e.t === 'turn-began') return before && before.turns < MAX_TURNS ? { ...before, turns: before.turns + 1 } : null;
  if (!e.hand || e.hand.includes('?')) return before;
  if (e.t === 'challenged' && e.by === you)
    return { seat: e.accused as number, cards: e.hand, guilty: e.guilty ?? null, turns: 0 };
  if (e.t === 'shown' && e.to === you) return { seat: e.seat as number, cards: e.hand, guilty: null, turns: 0 };
  return before;
}
