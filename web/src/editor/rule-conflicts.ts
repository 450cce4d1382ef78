/** What of chosen rules cannot work together, said at the option at once; the server checks all of it when they are used. */

import { nakWords } from '../game/refusals';

/** The number of cards that an edition is played with as printed; blanks come on top when something is written on them. */
export const CARD_COUNTS: Record<string, number> = { 'classic': 108, 'blanks-112': 108, 'swap-112': 109 };
const BLANKS = 4;

/** How many cards there are at most. */
function most(of: (option: string) => unknown, edition: string, written: boolean): number {
  const { length: lost } = (of('lost') ?? []) as unknown[];
  const { length: replaced } = Object.keys(of('replace') ?? {});
  return ((CARD_COUNTS[edition] ?? Infinity) + (written ? BLANKS : 0)) * Number(of('decks') ?? 1) - lost + replaced;
}

/** For each option that conflicts with others, the sentence that says why; `of` gives what an option is set to. */
export function ruleConflicts(
  of: (option: string) => unknown,
  players: number,
  edition: string,
  written = false,
): Record<string, string> {
  const found: Record<string, string> = {};
  const against = (where: string, reason: string, rule: string, params: Record<string, unknown> = {}): void => {
    found[where] = nakWords({ code: 'rules', message: '', reason, rule, params: { where, ...params } });
  };
  if (of('deflect') === true && of('stacking') === 'none') against('deflect', 'deflect-alone', 'V2');
  const first = of('first_seat');
  if (typeof first === 'number' && first >= players) against('first_seat', 'no-first-seat', 'S4', { seat: first, players });
  const [dealt, cards] = [players * Number(of('hand_size') ?? 0) + 1, most(of, edition, written)];
  if (dealt > cards) against('hand_size', 'deck-too-small', 'D8', { dealt, cards });
  return found;
}
