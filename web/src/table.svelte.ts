/** The state of the table page: the last view from the server, what follows from it, and what the player has begun. */

import { readCards, sortCards, type Colour } from './cards';
import { cardName, matchWords, tell, type People } from './describe';
import { Legal, settle, type Action, type Next } from './notation';
import type { Doing, GameEvent, Logged, MatchInfo, ServerMessage, StateMessage, View } from './protocol';
import { recall, remember } from './session';
import { t } from './words';

const LOG_LENGTH = 200;

export interface HeldCard {
  /** Token and which of the equal ones: stays the same while the card stays in the hand. */
  key: string;
  token: string;
  verb: string | null;
  drawn: boolean;
  fresh: boolean;
}

export interface Line {
  v: number;
  text: string;
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
  log = $state.raw<Logged[]>([]);
  /** What the server refused, or another word to the player; shown for a while. */
  notice = $state('');

  selected = $state<string[]>([]);
  armed = $state(false);
  asking = $state<Asking | null>(null);
  sent = $state(false);
  oneTap = $state(recall('oneTap') === 'yes');
  fresh = $state.raw<string[]>([]);

  private last: { action: string; phase: string } | null = null;
  private wanted: { colour?: Colour; swap?: number } = {};
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private freshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly act: (d: Doing, v: number) => void) {}

  // What the server says.

  receive(message: ServerMessage): void {
    if (message.t === 'snap' || message.t === 'state') this.take(message);
    else if (message.t === 'ev') this.append([{ v: message.v, e: message.e }]);
    else if (message.t === 'ack') this.sent = false;
    else if (message.t === 'nak') {
      this.sent = false;
      if (message.code !== 'stale') this.say(message.message);
      else if (!this.again()) this.say(t('error.stale'));
    }
  }

  /**
   * The table moved on while the command was on its way. If the phase is still the same one (somebody called UNO, say)
   * and the action still legal, the player still wants it: it is sent once more.
   */
  private again(): boolean {
    const last = this.last;
    this.last = null;
    if (!last || last.phase !== this.place || !this.legal.has(last.action)) return false;
    this.act({ t: 'act', action: last.action }, this.v);
    return true;
  }

  /** Names the phase that an act belongs to. */
  private get place(): string {
    return JSON.stringify([this.phase?.t, this.phase?.seat, this.top, this.mine.length]);
  }

  private take(message: StateMessage): void {
    const before = this.mine;
    this.v = message.v;
    if (message.you !== undefined) this.you = message.you;
    this.view = message.view;
    this.legal = new Legal(message.legal);
    this.awaited = message.awaited;
    this.info = message.table;
    if (message.log) this.log = message.log.slice(-LOG_LENGTH);
    if (message.t === 'state') this.markFresh(before);
    this.tidy();
  }

  private append(lines: Logged[]): void {
    const last = this.log.at(-1)?.v ?? -1;
    this.log = [...this.log, ...lines.filter((l) => l.v > last)].slice(-LOG_LENGTH);
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
  myTurn = $derived(this.you !== null && this.awaited.includes(this.you) && !this.over);
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

  hand = $derived.by<HeldCard[]>(() => {
    const keys = keyed(this.mine);
    const drawnKey = this.drawn ? keys[this.mine.lastIndexOf(this.drawn)] : undefined;
    const verbs = new Map<string, string | null>();
    return this.mine.map((token, i) => {
      const key = keys[i] ?? token;
      if (!verbs.has(token)) verbs.set(token, this.legal.verbFor(token));
      const live = this.phase?.t !== 'drawn' || !this.myTurn || verbs.get(token) === 'jump' || key === drawnKey;
      return {
        key,
        token,
        verb: live ? (verbs.get(token) ?? null) : null,
        drawn: key === drawnKey,
        fresh: this.fresh.includes(key),
      };
    });
  });

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

  lines = $derived.by<Line[]>(() =>
    this.log.flatMap(({ v, e }) => {
      const text = tell(e, this.people);
      return text ? [{ v, text }] : [];
    }),
  );

  result = $derived.by<GameEvent | null>(() => this.log.findLast(({ e }) => e.t === 'round-ended')?.e ?? null);

  people: People = {
    name: (seat) => (seat === this.you ? t('you') : this.nameOf(seat)),
    whose: (seat) => (seat === this.you ? t('your') : t('possessive', { name: this.nameOf(seat) })),
    written: (token) => this.info?.rules.written?.[token]?.text ?? '',
  };

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
    this.sent = true;
    this.last = { action, phase: this.place };
    this.notice = '';
    this.selected = [];
    this.armed = false;
    this.asking = null;
    this.wanted = {};
    this.act({ t: 'act', action }, this.v);
  }

  command(d: Doing): void {
    this.act(d, this.v);
  }

  /** A card was tapped: raise it, add it to several, put it down, or play it. */
  tap(card: HeldCard): void {
    if (!card.verb) {
      this.selected = [];
      return;
    }
    const at = this.selected.indexOf(card.key);
    if (at >= 0 && this.selected.length > 1) this.selected = this.selected.filter((k) => k !== card.key);
    else if (at >= 0) this.playSelected();
    else if (this.selected.length && card.verb === 'play' && this.legal.extends(this.chosen, card.token)) {
      this.selected = [...this.selected, card.key];
    } else {
      this.selected = [card.key];
      if (this.oneTap && !this.legal.extends([], card.token)) this.playSelected();
    }
  }

  putDown(): void {
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
    const seats = this.owingSeats.length === 1 ? this.owingSeats : this.catchable;
    if (seats.length === 1) this.do(`catch ${seats[0]}`);
    else if (seats.length) this.asking = { what: 'catch', seats };
  }

  setOneTap(on: boolean): void {
    this.oneTap = on;
    remember('oneTap', on ? 'yes' : 'no');
  }
}

/** Keys for cards of which several may be equal. */
function keyed(tokens: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return tokens.map((token) => {
    const n = (seen.get(token) ?? 0) + 1;
    seen.set(token, n);
    return `${token}#${n}`;
  });
}

const MINE: Record<string, (table: Table) => string> = {
  turn: (table) => {
    if (table.legal.of('play').length === 0) return t('status.turn.nothing');
    const match = matchWords(table.top, table.colour);
    return match ? t('status.turn', { match }) : t('status.turn.any');
  },
  drawn: (table) => {
    const card = table.drawn ? cardName(table.drawn) : '';
    return t(!table.legal.has('pass') ? 'status.drawn.must' : 'status.drawn', { card });
  },
  calling: (table) => t(table.phase?.swap ? 'status.calling.swap' : 'status.calling'),
  answering: () => t('status.answering'),
  owing: (table) => t('status.owing', { debt: table.debt }),
  judging: (table) => t(table.turn === table.you ? 'status.judged' : 'status.judging'),
  acting: () => t('status.acting'),
  choosing: () => t('status.choosing'),
  picking: (table) => t(table.phase?.effect?.t === 'give' ? 'status.picking.give' : 'status.picking.discard'),
};

function statusLine(table: Table): string {
  const phase = table.phase;
  if (!table.info) return t('net.connecting');
  if (!phase || table.info.state === 'waiting') return t('status.waiting', { count: table.info.open });
  if (phase.t === 'over') return t((table.match?.winner ?? null) === null ? 'status.over' : 'status.matchOver');
  const judges = phase.t === 'judging' && table.legal.has('done');
  if (table.myTurn || judges) return MINE[phase.t]?.(table) ?? '';
  if (table.legal.of('jump').length) return t('status.jump');
  const seat = phase.seat ?? 0;
  const params = { name: table.people.name(seat), whose: table.people.whose(seat), debt: phase.debt ?? 0 };
  const words: Record<string, () => string> = {
    turn: () => t(table.you !== null && table.next === table.you ? 'status.other.turn.next' : 'status.other.turn', params),
    drawn: () => t('status.other.drawn', params),
    calling: () => t('status.other.calling', params),
    answering: () => t('status.other.answering', params),
    owing: () => t('status.other.owing', params),
    judging: () => t('status.other.judging', params),
    acting: () => t('status.other.acting', params),
    choosing: () => t('status.other.choosing', params),
    picking: () => t('status.other.picking', params),
  };
  return words[phase.t]?.() ?? '';
}
