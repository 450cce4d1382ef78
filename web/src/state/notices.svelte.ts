/** What the page shows a player for a while: messages, refusals, a hand that was revealed, marks on new cards. */

import type { GameEvent } from '../net/protocol';
import { revealedAfter, type Revealed } from './revealed-hand';

/** How long a message is shown, and a mark on new cards, in milliseconds. */
const MESSAGE_MS = 5000;
const FRESH_MS = 3000;

/** How long a refusal is shown to a player who waits for others; on the player's own turn it stays until something is done. */
const REFUSAL_MS = 7000;

export class Notices {
  /** A message to the player that does not answer an act. */
  message = $state('');
  /** Why the rules refused the last act, with the id of the rule; shown in the place of the status. */
  refused = $state.raw<{ readonly text: string } | null>(null);
  /** Shown until the player closes it or acts, or some turns have gone by. */
  revealed = $state.raw<Revealed | null>(null);
  /** The keys of cards that came just now. */
  fresh = $state.raw<string[]>([]);

  private messageTimer: ReturnType<typeof setTimeout> | undefined;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;
  private freshTimer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.message = text;
    clearTimeout(this.messageTimer);
    this.messageTimer = setTimeout(() => (this.message = ''), MESSAGE_MS);
  }

  refuse(text: string, myTurn: boolean): void {
    this.refused = { text };
    clearTimeout(this.refusedTimer);
    if (!myTurn) this.refusedTimer = setTimeout(() => (this.refused = null), REFUSAL_MS);
  }

  /** The player acts: nothing that was shown before matters any more. */
  clear(): void {
    this.message = '';
    this.refused = null;
    this.revealed = null;
  }

  /** An event may show this player a hand, or end its showing. */
  follow(event: GameEvent, you: number | null): void {
    this.revealed = revealedAfter(event, this.revealed, you);
  }

  /** Mark the keys in `hand` that are not in `before`; a hand that is all new is not marked. */
  markFresh(before: readonly string[], hand: readonly string[]): void {
    const fresh = hand.filter((key) => !before.includes(key));
    if (!fresh.length || fresh.length === hand.length) return;
    this.fresh = fresh;
    clearTimeout(this.freshTimer);
    this.freshTimer = setTimeout(() => (this.fresh = []), FRESH_MS);
  }
}
