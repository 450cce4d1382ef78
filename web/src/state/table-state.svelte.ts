/** The state of the table page: the last view from the server, what follows from it, and what the player has begun. */

import { tick } from 'svelte';
import { readCards, sortCards, type Colour } from '../game/cards';
import type { People } from '../game/describe';
import { called } from '../game/names';
import { Legal } from '../game/notation';
import { nakWords } from '../game/refusals';
import { writtenText } from '../game/written-rules';
import { t } from '../i18n/translate';
import type { Doing, GameEvent, Logged, MatchInfo, ServerMessage, StateMessage, View } from '../net/protocol';
import { commandFor, isRace, nextSeat, opponentsOf, sameTeam, scoreOf } from './derive';
import { held, keyed, type HandCard } from './hand';
import { Notices } from './notices.svelte';
import { Selection } from './selection.svelte';
import { statusLine } from './status-line';
import { TableLog } from './table-log.svelte';

/** Sees the page just before and just after it changes, with what happened: for motion and sound. */
export interface Watcher {
  before(events: readonly GameEvent[]): void;
  after(events: readonly GameEvent[]): void;
}

/** The store; `send` is how it reaches the server, a plain function so that the gallery and tests can listen. */
export class TableState {
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
  receivedAt = $state(0);
  /** The seats that the table plays for until their person taps. */
  autopilot = $state.raw<number[]>([]);
  prompts = $state.raw<StateMessage['prompts']>([]);
  deal = $state.raw<StateMessage['deal']>(null);
  /** Whether this window plays the seat; another one may. */
  control = $state(true);
  /** Whether the one who looks is spoken to: in a replay nobody is, not even whoever’s eyes are looked through. */
  addressed = true;

  /** `asks` is whether it was sent only to hear why it cannot be done. */
  private last: { action: string; phase: string; asks: boolean } | null = null;
  /** The phase in which an act on turn went out that has no answer yet: a second press must not send a second one. */
  private unanswered: string | null = null;
  private watchers: Watcher[] = [];
  private unseen: GameEvent[] = [];

  readonly log: TableLog = new TableLog(this);
  readonly notices = new Notices();
  readonly selection: Selection = new Selection(this);

  constructor(private readonly send: (d: Doing, v: number) => void) {}

  // What the server says.

  receive(message: ServerMessage): void {
    if (message.t === 'snap' || message.t === 'state') this.show(message);
    else if (message.t === 'ev') this.append([{ v: message.v, e: message.e }]);
    else if (message.t === 'ack') this.unanswered = null;
    else if (message.t === 'nak') {
      this.unanswered = null;
      this.selection.leaving = [];
      if (message.code !== 'stale') this.notices.refuse(nakWords(message, this.people), this.myTurn);
      else if (!this.again()) this.notices.refuse(t('error.stale'), this.myTurn);
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
    this.send(this.commandOf(last.action), this.v);
    return true;
  }

  /** Names the phase that an act belongs to. */
  private get place(): string {
    return JSON.stringify([this.phase?.t, this.phase?.seat, this.top, this.mine.length]);
  }

  /** Take in a state; those who watch see the page before it changes and after. A snapshot after connecting is no news. */
  private show(message: StateMessage): void {
    const events = message.t === 'state' ? this.unseen : [];
    this.unseen = [];
    const watchers = events.length ? this.watchers : [];
    for (const watcher of watchers) watcher.before(events);
    this.take(message);
    if (watchers.length) void tick().then(() => watchers.forEach((watcher) => watcher.after(events)));
  }

  /** Watch every change; returns a function that ends it. */
  watch(watcher: Watcher): () => void {
    this.watchers = [...this.watchers, watcher];
    return () => (this.watchers = this.watchers.filter((w) => w !== watcher));
  }

  private take(message: StateMessage): void {
    const before = keyed(this.mine);
    const wasMyTurn = this.myTurn;
    if (message.t === 'snap') this.unanswered = null; // by another connection, which may not know of it
    this.selection.leaving = [];
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
    this.receivedAt = performance.now();
    this.autopilot = message.autopilot;
    this.prompts = message.prompts;
    this.deal = message.deal;
    if (message.log) this.log.reset(message.log);
    if (message.t === 'state')
      this.notices.markFresh(
        before,
        this.hand.map((c) => c.key),
      );
    this.selection.tidy();
    if (this.myTurn !== wasMyTurn) this.notices.refused = null;
  }

  private append(lines: readonly Logged[]): void {
    const news = this.log.append(lines);
    this.unseen.push(...news);
    for (const e of news) this.notices.follow(e, this.you);
  }

  // What follows.

  get seats(): number[] {
    return this.info?.seats.map((s) => s.seat) ?? [];
  }

  /** The others in turn order, from the seat after mine. */
  opponents = $derived(opponentsOf(this.info?.seats ?? [], this.you));
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

  hand = $derived<HandCard[]>(
    held({
      tokens: this.mine,
      drawn: this.drawn,
      drawnOnly: this.phase?.t === 'drawn' && this.myTurn,
      fresh: this.notices.fresh,
      verbFor: (token) => this.legal.verbFor(token),
    }),
  );

  /** The seat that moves after the one on turn. */
  next = $derived<number | null>(this.view && this.turn !== null && !this.over ? nextSeat(this.view.table, this.turn) : null);

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

  /** Whether texts call that seat `you`. */
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
    return scoreOf(this.match, seat);
  }

  /** Whether a seat scores together with mine (M1, M4). */
  sameSide(seat: number): boolean {
    return this.you !== null && seat !== this.you && sameTeam(this.info?.rules.teams ?? [], seat, this.you);
  }

  // What the player does.

  do(action: string): void {
    if (!isRace(action)) {
      if (this.unanswered === this.place) return;
      this.unanswered = this.place;
    }
    this.last = { action, phase: this.place, asks: false };
    this.notices.clear();
    this.selection.sent(action);
    this.send(this.commandOf(action), this.v);
  }

  private commandOf(action: string): Doing {
    return commandFor(action, this.grace?.key ?? this.jumps?.key);
  }

  command(d: Doing): void {
    this.send(d, this.v);
  }

  /**
   * Have the rules say why something cannot be done now: it is sent all the same, and the refusal says why. It can lead to
   * nothing else, because it names the version shown here, in which it is not legal.
   */
  askWhy(action: string): void {
    if (!this.phase || this.over || this.legal.has(action) || this.unanswered === this.place) return;
    this.last = { action, phase: this.place, asks: true };
    this.send({ t: 'act', action }, this.v);
  }
}
