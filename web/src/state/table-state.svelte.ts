/** The state of the table page: the last view from the server, what follows from it, and what the player has begun. */

import { tick } from 'svelte';
import { readCards, sortCards, type Colour } from '../game/cards';
import type { People } from '../game/describe';
import { held, keyed, type HeldCard } from './hand';
import { called } from '../game/names';
import { Legal, settle, type Action, type Next } from '../game/notation';
import { prefs } from '../browser/preferences.svelte';
import { nakWords } from '../game/refusals';
import { revealedAfter, type Revealed } from './revealed-hand';
import { statusLine } from './status-line';
import { Story } from './table-log.svelte';
import type { Doing, GameEvent, Logged, MatchInfo, ServerMessage, StateMessage, View } from '../net/protocol';
import { t } from '../i18n/translate';
import { writtenText } from '../game/written-rules';

/** So long after a catch the server takes no other. */
const CATCH_REST = 2000;

/** So long a refusal is shown to one who waits for others; on one's own turn it stands until something is done. */
const REFUSED_FOR = 7000;

/** Sees the page just before and just after it changes, with what happened: for motion and sound. */
export interface Watcher {
  before(events: readonly GameEvent[]): void;
  after(events: readonly GameEvent[]): void;
}

export type Asking = { what: 'colour'; colours: Colour[] } | { what: 'swap' | 'catch' | 'report'; seats: number[] };

/** The store; `act` is how it reaches the server, a plain function so that the gallery and tests can listen. */
export class Table {
  v = $state(0);
  you = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  legal = $state.raw(new Legal([]));
  awaited = $state.raw<number[]>([]);
  info = $state.raw<StateMessage['table'] | null>(null);
  /** What runs out: whose act is waited for, whose call still goes before a catch, how long one may jump in. */
  clock = $state.raw<StateMessage['clock']>(null);
  grace = $state.raw<StateMessage['grace']>(null);
  jumps = $state.raw<StateMessage['jumps']>(null);
  /** When that was heard, by `performance.now()`. */
  heardAt = $state(0);
  /** The seats that the table plays for until their person taps. */
  autopilot = $state.raw<number[]>([]);
  prompts = $state.raw<StateMessage['prompts']>([]);
  deal = $state.raw<StateMessage['deal']>(null);
  /** Whether this window plays the seat; another one may. */
  control = $state(true);
  /** A word to the player that is no answer to an act; shown for a while. */
  notice = $state('');
  /** Why the rules refused the last act, with the id of the rule; shown in the place of the status. */
  refused = $state.raw<{ readonly text: string } | null>(null);

  /** Whether the one who looks is spoken to: in a replay nobody is, not even whoever’s eyes are looked through. */
  addressed = true;

  selected = $state<string[]>([]);
  armed = $state(false);
  asking = $state<Asking | null>(null);
  /** The cards of an act that is on its way: they leave the hand for the eye at once. */
  leaving = $state.raw<string[]>([]);
  fresh = $state.raw<string[]>([]);
  /** Stands until it is put away, the player acts, or some turns have gone by. */
  revealed = $state.raw<Revealed | null>(null);
  /** Until when no catch can be made, by `performance.now()`; 0 if one can. */
  restUntil = $state(0);

  /** `asks` is whether it was sent only to hear why it cannot be done. */
  private last: { action: string; phase: string; asks: boolean } | null = null;
  /** The phase in which an act on turn went out that has no answer yet: a second press must not send a second one. */
  private unanswered: string | null = null;
  private wanted: { colour?: Colour; swap?: number } = {};
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;
  private freshTimer: ReturnType<typeof setTimeout> | undefined;
  private watchers: Watcher[] = [];
  private unseen: GameEvent[] = [];

  /** What has happened here. */
  readonly story: Story = new Story(this);

  constructor(private readonly act: (d: Doing, v: number) => void) {}

  // What the server says.

  receive(message: ServerMessage): void {
    if (message.t === 'snap' || message.t === 'state') this.show(message);
    else if (message.t === 'ev') this.append([{ v: message.v, e: message.e }]);
    else if (message.t === 'ack') this.unanswered = null;
    else if (message.t === 'nak') {
      this.unanswered = null;
      this.leaving = [];
      if (message.code !== 'stale') this.refuse(nakWords(message, this.people));
      else if (!this.again()) this.refuse(t('error.stale'));
    }
  }

  /**
   * The table moved on while the command was on its way. If the phase is still the same one (somebody called UNO, say)
   * and the action still legal, the player still wants it: it is sent once more. Why a card could not be played at a table
   * that has moved on is of no interest any more.
   */
  private again(): boolean {
    const last = this.last;
    this.last = null;
    if (last?.asks) return true;
    if (!last || last.phase !== this.place || !this.legal.has(last.action)) return false;
    this.act(this.acting(last.action), this.v);
    return true;
  }

  /** Names the phase that an act belongs to. */
  private get place(): string {
    return JSON.stringify([this.phase?.t, this.phase?.seat, this.top, this.mine.length]);
  }

  /** Take in a state; those who watch see the page before it changes and after. What is read anew on coming is no news. */
  private show(message: StateMessage): void {
    const events = message.t === 'state' ? this.unseen : [];
    this.unseen = [];
    const watchers = events.length ? this.watchers : [];
    for (const watcher of watchers) watcher.before(events);
    this.take(message);
    if (watchers.length) void tick().then(() => watchers.forEach((watcher) => watcher.after(events)));
  }

  /** Be told of every change; the answer ends it. */
  watch(watcher: Watcher): () => void {
    this.watchers = [...this.watchers, watcher];
    return () => (this.watchers = this.watchers.filter((w) => w !== watcher));
  }

  private take(message: StateMessage): void {
    const before = this.mine;
    const wasMyTurn = this.myTurn;
    if (message.t === 'snap') this.unanswered = null; // by another connection, which may not know of it
    this.leaving = [];
    this.v = message.v;
    if (message.you !== undefined) this.you = message.you;
    this.view = message.view;
    this.control = message.control;
    // in a window that only looks on, nothing may be done
    this.legal = new Legal(message.control ? message.legal : []);
    this.awaited = message.awaited;
    this.info = message.table;
    this.clock = message.clock;
    this.grace = message.grace;
    this.jumps = message.jumps;
    this.heardAt = performance.now();
    this.autopilot = message.autopilot;
    this.prompts = message.prompts;
    this.deal = message.deal;
    if (message.log) this.story.begin(message.log);
    if (message.t === 'state') this.markFresh(before);
    this.tidy();
    if (this.myTurn !== wasMyTurn) this.refused = null;
  }

  private append(lines: readonly Logged[]): void {
    const news = this.story.append(lines);
    this.unseen.push(...news);
    for (const e of news) this.revealed = revealedAfter(e, this.revealed, this.you);
  }

  /** New cards are marked for three seconds. */
  private markFresh(before: string[]): void {
    const now = this.hand.map((c) => c.key);
    const known = new Set(keyed(before));
    const fresh = now.filter((k) => !known.has(k));
    if (!fresh.length || fresh.length === now.length) return;
    this.fresh = fresh;
    clearTimeout(this.freshTimer);
    this.freshTimer = setTimeout(() => (this.fresh = []), 3000);
  }

  /** Drop what the player had begun and the new state no longer allows. */
  private tidy(): void {
    const held = new Map(this.hand.map((c) => [c.key, c]));
    const kept = this.selected.filter((k) => held.get(k)?.verb);
    const tokens = kept.map((k) => held.get(k)?.token ?? '');
    this.selected = this.legal.using(tokens).length || this.legal.extends(tokens.slice(0, -1), tokens.at(-1) ?? '') ? kept : [];
    if (!this.canArm) this.armed = false;
    const ask = this.asking;
    if (!ask) return;
    const holds = ask.what === 'catch' || ask.what === 'report' ? this.legal.of(ask.what).length : this.selected.length;
    if (!holds && !(ask.what === 'swap' && this.calling.length)) this.asking = null;
    if (!this.asking) this.wanted = {};
  }

  say(text: string): void {
    this.notice = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = ''), 5000);
  }

  private refuse(text: string): void {
    this.refused = { text };
    clearTimeout(this.refusedTimer);
    if (!this.myTurn) this.refusedTimer = setTimeout(() => (this.refused = null), REFUSED_FOR);
  }

  // What follows.

  get seats(): number[] {
    return this.info?.seats.map((s) => s.seat) ?? [];
  }

  /** Seats in turn order to the left, from the one after mine (or seat 0 for a spectator), mine left out. */
  opponents = $derived.by(() => {
    const all = this.info?.seats ?? [];
    const from = this.you === null ? 0 : this.you + 1;
    return [...all.slice(from), ...all.slice(0, from)].filter((s) => s.seat !== this.you);
  });

  phase = $derived(this.view?.table.phase ?? null);
  match = $derived<MatchInfo | null>(this.info?.match ?? null);
  over = $derived(this.phase?.t === 'over');
  turn = $derived(this.phase?.seat ?? null);
  myTurn = $derived(this.you !== null && this.control && this.awaited.includes(this.you) && !this.over);
  colour = $derived<Colour | null>(this.view?.table.colour ?? null);
  top = $derived(this.view?.table.top ?? null);
  pile = $derived(readCards(this.view?.hidden.pile).length);
  debt = $derived(this.phase?.debt ?? 0);
  mine = $derived(this.you === null ? [] : sortCards(readCards(this.view?.hands[this.you]?.cards)));
  drawn = $derived(this.you === null ? null : (this.view?.hands[this.you]?.drawn ?? null));
  calling = $derived(this.legal.of('colour'));
  canArm = $derived(this.legal.actions.some((a) => a.uno && a.cards.length > 0));
  canSayUno = $derived(this.legal.has('uno'));
  /** Whether I owe a call right now, so that it must go out at once instead of with a card. */
  owing = $derived(this.you !== null && (this.view?.table.window?.owing.includes(this.you) ?? false));
  catchable = $derived(this.legal.seats('catch'));
  /** Those who really owe a call; with V7 the legal list names others as well. */
  owingSeats = $derived(this.catchable.filter((s) => this.view?.table.window?.owing.includes(s)));

  hand = $derived<HeldCard[]>(
    held({
      tokens: this.mine,
      drawn: this.drawn,
      drawnOnly: this.phase?.t === 'drawn' && this.myTurn,
      fresh: this.fresh,
      verbFor: (token) => this.legal.verbFor(token),
    }),
  );

  chosen = $derived(this.selected.map((k) => this.hand.find((c) => c.key === k)?.token ?? '').filter(Boolean));
  ready = $derived(this.chosen.length > 0 && this.legal.using(this.chosen).length > 0);
  chosenVerb = $derived(this.legal.using(this.chosen)[0]?.verb ?? 'play');

  /** The seat that moves after the one on turn, those who lose their turn passed over. */
  next = $derived.by<number | null>(() => {
    const table = this.view?.table;
    if (!table || this.turn === null || this.over) return null;
    const ring = table.direction === 'left' ? table.seats : [...table.seats].reverse();
    const at = ring.indexOf(this.turn);
    for (let step = 1; step < ring.length; step += 1) {
      const seat = ring[(at + step) % ring.length];
      if (seat !== undefined && !table.losing.includes(seat)) return seat;
    }
    return null;
  });

  people: People = {
    ...called(
      (seat) => this.nameOf(seat),
      (seat) => this.isReader(seat),
    ),
    written: (token) => {
      const rule = this.info?.rules.written?.[token];
      return rule ? writtenText(rule) : '';
    },
  };

  /** Whether that seat is told of as `you`. */
  isReader(seat: number): boolean {
    return this.addressed && seat === this.you;
  }

  /** The name of the seat’s player now. */
  nameOf(seat: number): string {
    return this.info?.seats.find((s) => s.seat === seat)?.name || t('seat.open');
  }

  status = $derived.by<string>(() => statusLine(this));

  /** An option of the rules where it differs from the edition; undefined where it is as printed. */
  option(name: string): unknown {
    return this.info?.rules.differences?.[name] ?? this.info?.rules.options?.[name];
  }

  /** The points of a seat, or of its team, so far. */
  score(seat: number): number {
    const teams = this.match?.teams ?? [];
    const team = teams.findIndex((t) => t.includes(seat));
    return this.match?.scores[team < 0 ? seat : team] ?? 0;
  }

  /** Whether a seat scores together with mine (M1, M4). */
  sameSide(seat: number): boolean {
    const teams = this.info?.rules.teams ?? [];
    return this.you !== null && seat !== this.you && teams.some((t) => t.includes(seat) && t.includes(this.you ?? -1));
  }

  // What the player does.

  do(action: string): void {
    if (!RACE.test(action)) {
      if (this.unanswered === this.place) return;
      this.unanswered = this.place;
    }
    this.last = { action, phase: this.place, asks: false };
    this.notice = '';
    this.refused = null;
    this.leaving = this.selected;
    this.revealed = null;
    if (action.startsWith('catch')) this.rest();
    this.selected = [];
    this.armed = false;
    this.asking = null;
    this.wanted = {};
    this.act(this.acting(action), this.v);
  }

  /** The act as it is sent: a catch or jump shows by its key that the race it is for was seen. */
  private acting(action: string): Doing {
    const key = /^(catch|jump) /.test(action) ? (this.grace?.key ?? this.jumps?.key) : undefined;
    return key ? { t: 'act', action, key } : { t: 'act', action };
  }

  command(d: Doing): void {
    this.act(d, this.v);
  }

  /** A card was tapped: raise it, add it to several, put it down, or play it. */
  tap(card: HeldCard): void {
    if (!card.verb) {
      this.selected = [];
      this.refused = null;
      this.askWhy(`${this.picks} ${card.token}`);
      return;
    }
    this.refused = null;
    const at = this.selected.indexOf(card.key);
    // one that may only follow (V9) cannot be played by the second tap, which puts it down
    if (at >= 0 && (this.selected.length > 1 || !this.ready)) this.selected = this.selected.filter((k) => k !== card.key);
    else if (at >= 0) this.playSelected();
    else if (this.selected.length && card.verb === 'play' && this.legal.extends(this.chosen, card.token)) {
      this.selected = [...this.selected, card.key];
    } else {
      this.selected = [card.key];
      if (prefs.oneTap && !this.legal.extends([], card.token)) this.playSelected();
    }
  }

  /** A card was pressed by key: it is played at once, unless others may go with it. */
  press(card: HeldCard): void {
    if (!card.verb || this.selected.length || this.legal.extends([], card.token)) return this.tap(card);
    this.selected = [card.key];
    this.playSelected();
  }

  /**
   * Have the rules say why something cannot be done now: it is sent all the same, and the refusal says why. It can lead to
   * nothing else, for it stands for the version that is shown here, in which it is not lawful.
   */
  askWhy(action: string): void {
    if (!this.phase || this.over || this.legal.has(action) || this.unanswered === this.place) return;
    this.last = { action, phase: this.place, asks: true };
    this.act({ t: 'act', action }, this.v);
  }

  /** What is done with a card of the hand in this phase. */
  private get picks(): string {
    if (this.phase?.t !== 'picking' || !this.myTurn) return 'play';
    return typeof this.phase.to === 'number' ? 'give' : 'discard';
  }

  putDown(): void {
    this.refused = null;
    this.selected = [];
    this.asking = null;
    this.wanted = {};
  }

  /** Play what is raised, asking for colour and player where the legal list leaves them open. */
  playSelected(): void {
    this.goOn(this.legal.using(this.chosen));
  }

  chooseColour(colour: Colour): void {
    this.wanted.colour = colour;
    this.goOn(this.selected.length ? this.legal.using(this.chosen) : this.calling);
  }

  choosePlayer(seat: number): void {
    const what = this.asking?.what;
    if (what === 'catch' || what === 'report') return this.do(`${what} ${seat}`);
    this.wanted.swap = seat;
    this.goOn(this.selected.length ? this.legal.using(this.chosen) : this.calling);
  }

  private goOn(actions: readonly Action[]): void {
    const next: Next = settle(actions, { ...this.wanted, uno: this.armed });
    if (!next) return;
    if ('send' in next) this.do(next.send);
    else if (next.ask === 'colour') this.asking = { what: 'colour', colours: next.colours };
    else this.asking = { what: 'swap', seats: next.seats };
  }

  pressUno(): void {
    if (this.canSayUno && (this.owing || !this.canArm)) this.do('uno');
    else if (this.canArm) this.armed = !this.armed;
  }

  pressCatch(): void {
    if (this.restUntil) return;
    const seats = this.owingSeats.length === 1 ? this.owingSeats : this.catchable;
    if (seats.length === 1) this.do(`catch ${seats[0]}`);
    else if (seats.length) this.asking = { what: 'catch', seats };
  }

  /** After a catch the button rests, as the server would have it. */
  private rest(): void {
    this.restUntil = performance.now() + CATCH_REST;
    setTimeout(() => (this.restUntil = 0), CATCH_REST);
  }
}

/** What others may do at the same time, or what one may say more than once. */
const RACE = /^(uno|catch|jump|report|uphold|dismiss|done|failed)\b/;
