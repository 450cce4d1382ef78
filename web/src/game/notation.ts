/** Actions in the notation (`play W red uno`): read from the server's legal list, never invented here. */

import { COLOURS, type Colour } from './cards';

export interface Action {
  /** The action as the server wrote it and as it is sent back. */
  raw: string;
  verb: string;
  cards: string[];
  colour: Colour | null;
  swap: number | null;
  uno: boolean;
  /** The seat named by catch, report, choose, guessed; null also for `guessed none`. */
  seat: number | null;
}

const WITH_CARDS = ['play', 'jump', 'discard', 'give'];

/** Read one action. */
export function readAction(raw: string): Action {
  const words = raw.split(' ').filter(Boolean);
  const verb = words.shift() ?? '';
  const action: Action = { raw, verb, cards: [], colour: null, swap: null, uno: false, seat: null };
  if (words.at(-1) === 'uno') {
    action.uno = true;
    words.pop();
  }
  const swap = words.indexOf('swap');
  if (swap >= 0) action.swap = Number(words.splice(swap, 2)[1]);
  const last = words.at(-1);
  if (last && (COLOURS as readonly string[]).includes(last)) action.colour = words.pop() as Colour;
  if (WITH_CARDS.includes(verb)) action.cards = words;
  else if (words[0] !== undefined && /^\d+$/.test(words[0])) action.seat = Number(words[0]);
  return action;
}

/** Whether `part` is among `whole`, equal cards counted. */
export function within(part: readonly string[], whole: readonly string[]): boolean {
  const rest = [...whole];
  return part.every((token) => {
    const at = rest.indexOf(token);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** The legal list, sorted into what the page asks of it. */
export class Legal {
  readonly actions: Action[];

  constructor(readonly raws: readonly string[]) {
    this.actions = raws.map(readAction);
  }

  has(raw: string): boolean {
    return this.raws.includes(raw);
  }

  of(verb: string): Action[] {
    return this.actions.filter((a) => a.verb === verb);
  }

  /** The seats that an action with this verb may name. */
  seats(verb: string): number[] {
    return this.of(verb).flatMap((a) => (a.seat === null ? [] : [a.seat]));
  }

  /** What may be done with a card on its own, the colour, swap and UNO left open: its verb, or null. */
  verbFor(token: string): string | null {
    const found = this.actions.filter((a) => a.cards[0] === token || a.cards.includes(token));
    for (const verb of WITH_CARDS) if (found.some((a) => a.verb === verb)) return verb;
    return null;
  }

  /** Whether the cards could grow, card by card, into a legal play of several (V9). */
  extends(selected: readonly string[], token: string): boolean {
    const wanted = [...selected, token];
    return this.of('play').some((a) => a.cards.length >= wanted.length && a.cards.length > 1 && within(wanted, a.cards));
  }

  /**
   * The legal actions that use exactly the selected cards, the order tapped kept as far as it is legal: the last
   * tapped lies on top if it may, the first tapped leads if it may.
   */
  using(selected: readonly string[]): Action[] {
    const same = this.actions.filter((a) => a.cards.length === selected.length && within(selected, a.cards));
    const verb = WITH_CARDS.find((v) => same.some((a) => a.verb === v));
    const fits = same.filter((a) => a.verb === verb);
    const top = fits.filter((a) => a.cards.at(-1) === selected.at(-1));
    const lead = top.filter((a) => a.cards[0] === selected[0]);
    const best = lead.length ? lead : top.length ? top : fits;
    const order = best[0]?.cards.join(' ');
    return best.filter((a) => a.cards.join(' ') === order);
  }
}

export interface PlayChoices {
  colour?: Colour;
  swap?: number;
  uno: boolean;
}

export type Next = { ask: 'colour'; colours: Colour[] } | { ask: 'swap'; seats: number[] } | { send: string } | null;

/** From actions that differ in colour, swap and UNO only: what must still be asked, or the action to send. */
export function settle(actions: readonly Action[], wanted: PlayChoices): Next {
  let left = [...actions];
  if (!left.length) return null;
  if (left.some((a) => a.colour)) {
    const colours = COLOURS.filter((c) => left.some((a) => a.colour === c));
    if (!wanted.colour) return { ask: 'colour', colours };
    left = left.filter((a) => a.colour === wanted.colour);
  }
  if (left.some((a) => a.swap !== null)) {
    const seats = [...new Set(left.flatMap((a) => (a.swap === null ? [] : [a.swap])))];
    if (wanted.swap === undefined) return { ask: 'swap', seats };
    left = left.filter((a) => a.swap === wanted.swap);
  }
  const said = left.find((a) => a.uno === wanted.uno) ?? left[0];
  return said ? { send: said.raw } : null;
}
