/** What the player has begun and not yet sent: raised cards, an armed UNO, a question for a colour or a player. */

import { prefs } from '../browser/preferences.svelte';
import type { Colour } from '../game/cards';
import { settle, type Action, type Legal, type Next } from '../game/notation';
import type { Phase } from '../net/protocol';
import { pickVerb, stillPlayable } from './derive';
import type { HandCard } from './hand';
import type { Notices } from './notices.svelte';

/** How long after a catch the server takes no other, in milliseconds. */
const CATCH_REST_MS = 2000;

export type Asking = { what: 'colour'; colours: Colour[] } | { what: 'swap' | 'catch' | 'report'; seats: number[] };

/** The table as far as a selection depends on it, and how an act is sent. */
export interface SelectionTable {
  readonly phase: Phase | null;
  readonly myTurn: boolean;
  readonly hand: readonly HandCard[];
  readonly legal: Legal;
  readonly calling: readonly Action[];
  readonly canArm: boolean;
  readonly canSayUno: boolean;
  readonly owing: boolean;
  readonly catchable: number[];
  readonly owingSeats: number[];
  readonly notices: Notices;
  do(action: string): void;
  askWhy(action: string): void;
}

export class Selection {
  /** The keys of the raised cards, in the order in which they were raised. */
  keys = $state<string[]>([]);
  armed = $state(false);
  asking = $state<Asking | null>(null);
  /** The cards of an act that was sent: they leave the hand on the screen at once. */
  leaving = $state.raw<string[]>([]);
  /** Until when no catch can be made, by `performance.now()`; 0 if one can. */
  restUntil = $state(0);
  private wanted: { colour?: Colour; swap?: number } = {};

  constructor(private readonly table: SelectionTable) {}

  tokens = $derived.by<string[]>(() =>
    this.keys.map((k) => this.table.hand.find((c) => c.key === k)?.token ?? '').filter(Boolean),
  );
  ready = $derived.by<boolean>(() => this.tokens.length > 0 && this.table.legal.using(this.tokens).length > 0);
  verb = $derived.by<string>(() => this.table.legal.using(this.tokens)[0]?.verb ?? 'play');

  /** A card was tapped: raise it, add it to several, put it down, or play it. */
  tap(card: HandCard): void {
    if (!card.verb) {
      this.keys = [];
      this.table.notices.refused = null;
      this.table.askWhy(`${pickVerb(this.table.phase, this.table.myTurn)} ${card.token}`);
      return;
    }
    this.table.notices.refused = null;
    const at = this.keys.indexOf(card.key);
    // one that may only follow (V9) cannot be played by the second tap, which puts it down
    if (at >= 0 && (this.keys.length > 1 || !this.ready)) this.keys = this.keys.filter((k) => k !== card.key);
    else if (at >= 0) this.playSelected();
    else if (this.keys.length && card.verb === 'play' && this.table.legal.extends(this.tokens, card.token)) {
      this.keys = [...this.keys, card.key];
    } else {
      this.keys = [card.key];
      if (prefs.oneTap && !this.table.legal.extends([], card.token)) this.playSelected();
    }
  }

  /** A card was pressed by key: it is played at once, unless others may go with it. */
  press(card: HandCard): void {
    if (!card.verb || this.keys.length || this.table.legal.extends([], card.token)) return this.tap(card);
    this.keys = [card.key];
    this.playSelected();
  }

  putDown(): void {
    this.table.notices.refused = null;
    this.keys = [];
    this.asking = null;
    this.wanted = {};
  }

  /** Play what is raised, asking for colour and player where the legal list leaves them open. */
  playSelected(): void {
    this.resolve(this.table.legal.using(this.tokens));
  }

  chooseColour(colour: Colour): void {
    this.wanted.colour = colour;
    this.resolve(this.keys.length ? this.table.legal.using(this.tokens) : this.table.calling);
  }

  choosePlayer(seat: number): void {
    const what = this.asking?.what;
    if (what === 'catch' || what === 'report') return this.table.do(`${what} ${seat}`);
    this.wanted.swap = seat;
    this.resolve(this.keys.length ? this.table.legal.using(this.tokens) : this.table.calling);
  }

  private resolve(actions: readonly Action[]): void {
    const next: Next = settle(actions, { ...this.wanted, uno: this.armed });
    if (!next) return;
    if ('send' in next) this.table.do(next.send);
    else if (next.ask === 'colour') this.asking = { what: 'colour', colours: next.colours };
    else this.asking = { what: 'swap', seats: next.seats };
  }

  pressUno(): void {
    if (this.table.canSayUno && (this.table.owing || !this.table.canArm)) this.table.do('uno');
    else if (this.table.canArm) this.armed = !this.armed;
  }

  pressCatch(): void {
    if (this.restUntil) return;
    const seats = this.table.owingSeats.length === 1 ? this.table.owingSeats : this.table.catchable;
    if (seats.length === 1) this.table.do(`catch ${seats[0]}`);
    else if (seats.length) this.asking = { what: 'catch', seats };
  }

  /** An act was sent: what was begun is done with. */
  sent(action: string): void {
    this.leaving = this.keys;
    if (action.startsWith('catch')) this.rest();
    this.keys = [];
    this.armed = false;
    this.asking = null;
    this.wanted = {};
  }

  /** Drop what the player had begun and the new state no longer allows. */
  tidy(): void {
    const { legal, hand, canArm, calling } = this.table;
    this.keys = stillPlayable(this.keys, hand, legal);
    if (!canArm) this.armed = false;
    const ask = this.asking;
    if (!ask) return;
    const holds = ask.what === 'catch' || ask.what === 'report' ? legal.of(ask.what).length : this.keys.length;
    if (!holds && !(ask.what === 'swap' && calling.length)) this.asking = null;
    if (!this.asking) this.wanted = {};
  }

  /** After a catch the button rests, as the server would have it. */
  private rest(): void {
    this.restUntil = performance.now() + CATCH_REST_MS;
    setTimeout(() => (this.restUntil = 0), CATCH_REST_MS);
  }
}
