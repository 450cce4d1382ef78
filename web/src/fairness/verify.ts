/** Checks a deal that the server describes, as `lastcard verify` does with a record; loaded on demand. */

import { commit, firstLink, shuffled, stream, type Contribution } from './deal';
import type { SeenDeal } from './seen-deals';

/** The answer of `GET /api/tables/{table}/rounds/{number}/deal`; from the secret on only when the round is over. */
export interface DealAnswer {
  game: string;
  number: number;
  rules: string;
  previous: string;
  commitment: string;
  contributions: Contribution[];
  stage: 'sealed' | 'dealt' | 'opened' | 'void';
  secret: string | null;
  dealer: number | null;
  draws: [number, string][][];
  order: string;
  shuffles: string[];
}

/** What was checked; the page has words for each. */
export type Check =
  | 'opened' // the secret was published
  | 'shown' // the commitment is the one that this page was shown before the cards
  | 'mine' // my contribution is among those used
  | 'link' // it hangs on the commitment before, or on the game's name
  | 'commitment' // it is the hash of secret, game, round, rules and the commitment before
  | 'people' // somebody contributed: otherwise the server alone made the order
  | 'draws' // the cards drawn for the deal follow
  | 'order' // the order of the deck follows
  | 'shuffle'; // a later shuffle follows; `at` says which

export interface Finding {
  check: Check;
  /** null where the page cannot know it. */
  holds: boolean | null;
  at?: number;
}

/**
 * Everything that can be checked of a deal. `before` is the deal before it at the same table, `seen` what this page kept
 * of it before the cards came, `you` the seat of whoever looks.
 */
export function verify(deal: DealAnswer, before: DealAnswer | null, seen: SeenDeal | null, you: number | null): Finding[] {
  const found: Finding[] = [{ check: 'shown', holds: seen ? seen.commitment === deal.commitment : null }];
  if (seen?.value && you !== null) {
    const used = deal.contributions.find((c) => c.seat === you)?.value;
    found.push({ check: 'mine', holds: used === seen.value });
  }
  found.push({ check: 'link', holds: linked(deal, before) });
  found.push({ check: 'people', holds: deal.contributions.some((c) => c.value.length === 32) ? true : null });
  if (deal.secret === null) return [...found, { check: 'opened', holds: false }];
  const made = commit(deal.secret, deal.game, deal.number, deal.rules, deal.previous);
  found.push({ check: 'commitment', holds: made === deal.commitment });
  if (deal.dealer === null) return found; // called off: no card was dealt
  return [...found, ...outcomes(deal, deal.secret)];
}

function linked(deal: DealAnswer, before: DealAnswer | null): boolean | null {
  if (deal.previous === firstLink(deal.game)) return true;
  if (before) return before.game === deal.game && before.number === deal.number - 1 && before.commitment === deal.previous;
  return deal.number === 1 ? false : null;
}

function outcomes(deal: DealAnswer, secret: string): Finding[] {
  const again = (cards: readonly string[], label: string): string[] => shuffled(cards, stream(secret, deal.contributions, label));
  const order = cards(deal.order);
  const found: Finding[] = [];
  if (deal.draws.length) found.push({ check: 'draws', holds: drawn(deal.draws, order, again) });
  found.push({ check: 'order', holds: same(again(order, 'deal'), order) });
  deal.shuffles.forEach((told, i) => {
    found.push({ check: 'shuffle', at: i + 1, holds: same(again(cards(told), `shuffle ${i + 1}`), cards(told)) });
  });
  return found;
}

/** Cards are drawn from the start of an order of their own; when too few are left, all go back and are shuffled (S2). */
function drawn(
  draws: DealAnswer['draws'],
  deck: readonly string[],
  again: (cards: readonly string[], label: string) => string[],
): boolean {
  let rest = again(deck, 'dealer');
  let shuffles = 0;
  return draws.every((draw) => {
    if (rest.length < draw.length) rest = again(deck, `dealer ${(shuffles += 1)}`);
    return same(
      rest.splice(0, draw.length),
      draw.map(([, card]) => card),
    );
  });
}

const cards = (text: string): string[] => text.split(' ').filter(Boolean);
const same = (a: readonly string[], b: readonly string[]): boolean => a.length > 0 && a.join(' ') === b.join(' ');
