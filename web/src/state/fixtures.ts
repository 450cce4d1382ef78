/** Hand-written snapshots, one for each phase and for the corners of the layout: for the gallery and the tests. */

import type { GameEvent, MatchInfo, Phase, RulesData, SeatInfo, StateMessage, View, WrittenData } from '../net/protocol';

const NAMES = ['Mo', 'Ana', 'Ben', 'Chiara', 'Dmitri', 'Esperanza', 'Finn', 'Grażyna', 'Hugo', 'Ines'];

export interface Given {
  players?: number;
  you?: number | null;
  mine?: string;
  drawn?: View['hands'][number]['drawn'];
  counts?: number[];
  open?: string[];
  phase?: Phase;
  top?: View['table']['top'];
  colour?: View['table']['colour'];
  discard?: string;
  pile?: number;
  direction?: 'left' | 'right';
  legal?: string[];
  awaited?: number[];
  called?: number[];
  owing?: number[];
  losing?: number[];
  report?: View['table']['report'];
  events?: GameEvent[];
  match?: Partial<MatchInfo>;
  rules?: Partial<Omit<RulesData, 'written'>> & { written?: Record<string, Omit<WrittenData, 'effects'>> };
  seats?: Partial<SeatInfo>[];
  /** Who is not in the round although they have a seat. */
  absent?: number[];
  clock?: StateMessage['clock'];
  grace?: StateMessage['grace'];
  jumps?: StateMessage['jumps'];
  autopilot?: number[];
  prompts?: StateMessage['prompts'];
}

const unseen = (n: number): string => Array.from({ length: n }, () => '??').join(' ');

const HISTORY: GameEvent[] = [
  { t: 'round-began', seats: [0, 1, 2, 3], dealer: 3, hands: [], pile: '' },
  { t: 'turned-up', card: 'G3' },
  { t: 'played', seat: 0, cards: 'G7', colour: null, swap: null, uno: false, jump: false },
  { t: 'played', seat: 1, cards: 'R7', colour: null, swap: null, uno: false, jump: false },
  { t: 'drew', seat: 2, cards: '??', why: 'turn' },
  { t: 'kept', seat: 2 },
  { t: 'played', seat: 3, cards: 'R4', colour: null, swap: null, uno: false, jump: false },
];

function hands(given: Given, players: number): View['hands'] {
  return Array.from({ length: players }, (_, seat) => {
    if (given.open) return { cards: given.open[seat] ?? '', drawn: null, played_from: null, shown: [], reneged: false };
    const mine = seat === (given.you ?? 0) && given.you !== null;
    const cards = mine ? (given.mine ?? 'R2 R7 Y4 G1 B8 W') : unseen(given.counts?.[seat] ?? 5 + (seat % 3));
    return { cards, drawn: mine ? (given.drawn ?? null) : null, played_from: null, shown: [], reneged: false };
  });
}

/** A snapshot as the server would send it. */
export function snapshot(given: Given): StateMessage {
  const players = given.players ?? 4;
  const seats = Array.from({ length: players }, (_, i) => i);
  const phase = given.phase ?? { t: 'turn', seat: 0 };
  const rules = { edition: 'classic', players, options: {}, differences: {}, ...given.rules } as RulesData &
    View['table']['rules'];
  const events = given.events ?? HISTORY;
  return {
    t: 'snap',
    v: 40 + events.length,
    you: given.you === undefined ? 0 : given.you,
    view: {
      table: {
        rules,
        seats: seats.filter((seat) => !given.absent?.includes(seat)),
        dealer: players - 1,
        phase,
        direction: given.direction ?? 'left',
        top: given.top === undefined ? 'R4' : given.top,
        colour: given.colour === undefined ? 'red' : given.colour,
        discard: given.discard ?? 'G3 G7 R7',
        window: given.owing ? { t: 'window', owing: given.owing, old: [], settled: [] } : null,
        called: given.called ?? [],
        jumpable: false,
        losing: given.losing ?? [],
        passes: 0,
        report: given.report ?? null,
        times: [],
      },
      hands: hands(given, players),
      hidden: { pile: unseen(given.pile ?? 68), aside: null },
    },
    legal: given.legal ?? [],
    awaited: given.awaited ?? (phase.seat == null ? [] : [phase.seat]),
    table: {
      table: 'K7Q2MX',
      state: 'playing',
      seats: seats.map((seat) => ({
        seat,
        name: NAMES[seat] ?? '',
        kind: seat === 0 ? 'person' : 'bot',
        connected: true,
        ...given.seats?.[seat],
      })),
      ended: false,
      open: 0,
      host: 0,
      ready: [0],
      muted: [],
      terms: 1,
      clock: null,
      room: {
        bots: true,
        clock: 30,
        autostart: true,
        draw: false,
        spectators: true,
        spectator_delay: 0,
        grace_ms: 1000,
        auto_uno: false,
        chat: false,
      },
      match: {
        scores: seats.map(() => 0),
        target: 500,
        scoring: 'first-to',
        dealer: players - 1,
        round: 1,
        rounds: [],
        winner: null,
        eliminated: [],
        left: [],
        teams: null,
        ...given.match,
      },
      rules,
    },
    clock: given.clock ?? null,
    grace: given.grace ?? null,
    jumps: given.jumps ?? null,
    autopilot: given.autopilot ?? [],
    prompts: given.prompts ?? [],
    deal: null,
    control: given.you !== null,
    log: events.map((e, i) => ({ v: 41 + i, e })),
  };
}

const W_COLOURS = ['red', 'yellow', 'green', 'blue'];
const wild = (card: string, tail = ''): string[] => W_COLOURS.map((c) => `play ${card} ${c}${tail}`);
const REPORTS = ['report 1', 'report 2', 'report 3'];
const SPREAD = 'R0 R2 R2 R5 R9 RS R+2 Y1 Y1 Y3 Y7 Y8 YR G0 G2 G4 G6 G6 G9 GS G+2 B1 B3 B3 B5 B7 B8 BR W W W+4';
const deal = (n: number): string => [...SPREAD.split(' '), ...SPREAD.split(' ')].slice(0, n).join(' ');
const plays = (cards: string): string[] => cards.split(' ').map((c) => `play ${c}`);

/** The fixtures by name; each phase of the core has at least one. */
export const FIXTURES: Record<string, StateMessage> = {
  'turn': snapshot({ phase: { t: 'turn', seat: 0 }, legal: ['play R2', 'play R7', 'play Y4', ...wild('W'), 'draw', ...REPORTS] }),
  'turn-other': snapshot({ phase: { t: 'turn', seat: 2 }, direction: 'right', losing: [1], legal: REPORTS }),
  'turn-nothing': snapshot({ phase: { t: 'turn', seat: 0 }, mine: 'G1 B8', legal: ['draw'] }),
  'uno-arm': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: 'R7 W',
    called: [2],
    counts: [2, 6, 1, 4],
    legal: ['play R7', 'play R7 uno', ...wild('W'), ...wild('W', ' uno'), 'draw', 'uno'],
  }),
  'uno-owing': snapshot({ phase: { t: 'turn', seat: 1 }, mine: 'W', owing: [0], legal: ['uno'] }),
  'catch': snapshot({
    phase: { t: 'turn', seat: 0 },
    owing: [3],
    counts: [6, 5, 7, 1],
    legal: ['catch 3', 'play R2', 'play R7', 'draw'],
  }),
  'drawn': snapshot({ phase: { t: 'drawn', seat: 0 }, mine: 'R2 R7 Y4 G1 B8 W R9', drawn: 'R9', legal: ['play R9', 'pass'] }),
  'calling': snapshot({
    phase: { t: 'calling', seat: 0, swap: false },
    top: 'W',
    colour: null,
    discard: '',
    legal: W_COLOURS.map((c) => `colour ${c}`),
  }),
  'calling-swap': snapshot({
    phase: { t: 'calling', seat: 0, swap: true },
    top: 'WS',
    colour: null,
    discard: '',
    rules: { edition: 'swap-112' },
    legal: W_COLOURS.flatMap((c) => [1, 2, 3].map((s) => `colour ${c} swap ${s}`)),
  }),
  'answering': snapshot({
    phase: { t: 'answering', seat: 0, accused: 3, debt: 4, before: 'red' },
    top: 'W+4',
    colour: 'blue',
    legal: ['challenge', 'accept'],
  }),
  'answering-other': snapshot({
    phase: { t: 'answering', seat: 2, accused: 1, debt: 4, before: 'red' },
    top: 'W+4',
    colour: 'yellow',
  }),
  'owing': snapshot({
    phase: { t: 'owing', seat: 0, debt: 6, kind: '+2' },
    mine: 'R2 G+2 B8 BR W',
    top: 'B+2',
    colour: 'blue',
    rules: { differences: { stacking: 'same', deflect: true } },
    legal: ['play G+2', 'play BR', 'draw'],
  }),
  'judging': snapshot({
    phase: { t: 'judging', seat: 2, text: 'Do three sit-ups', votes: [] },
    top: 'WC1',
    colour: 'green',
    rules: { edition: 'swap-112', written: { WC1: { text: 'Three sit-ups or draw three', when: 'play' } } },
    legal: ['done', 'failed'],
    awaited: [0, 1, 3],
    prompts: [{ kind: 'dare', seat: 2, text: 'Do three sit-ups', judges: [0, 1, 3], voted: 1, needed: 2, left_ms: 24000 }],
  }),
  'judged': snapshot({
    phase: { t: 'judging', seat: 0, text: 'Sing a song', votes: [[1, null]] },
    top: 'G*',
    colour: 'green',
    rules: { written: { 'G*': { text: 'Sing or draw two', when: 'play' } } },
    legal: ['failed'],
    awaited: [2, 3],
  }),
  'acting': snapshot({
    phase: { t: 'acting', seat: 0 },
    top: 'WC',
    colour: 'blue',
    legal: ['guessed 1', 'guessed 2', 'guessed 3', 'guessed none'],
  }),
  'choosing': snapshot({
    phase: { t: 'choosing', seat: 0 },
    top: 'B*',
    colour: 'blue',
    legal: ['choose 1', 'choose 2', 'choose 3'],
  }),
  'picking': snapshot({
    phase: { t: 'picking', seat: 0, effect: { t: 'give', count: 2, who: 'self', to: 'chosen' }, count: 2, to: 2 },
    top: 'Y*',
    colour: 'yellow',
    legal: ['R2', 'R7', 'Y4', 'G1', 'B8', 'W'].map((c) => `give ${c}`),
  }),
  'swap': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: 'R7 B8',
    rules: { differences: { seven_zero: true } },
    legal: ['play R7 swap 1', 'play R7 swap 2', 'play R7 swap 3', 'draw'],
  }),
  'jump': snapshot({
    phase: { t: 'turn', seat: 2 },
    mine: 'R4 R7 Y4 B8 W',
    rules: { differences: { jump_in: 'numbers' } },
    legal: ['jump R4', ...REPORTS],
  }),
  'several': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: 'R7 Y7 G7 B2 B7',
    rules: { differences: { multi_play: true } },
    legal: [
      'play R7',
      'play R7 Y7',
      'play R7 G7',
      'play R7 B7',
      'play R7 G7 Y7',
      'play R7 Y7 G7',
      'play R7 B7 G7',
      'play R7 G7 B7',
      'draw',
    ],
  }),
  'report': snapshot({
    phase: { t: 'turn', seat: 3 },
    report: { t: 'open-report', accuser: 1, accused: 2, votes: [] },
    legal: ['uphold', 'dismiss'],
  }),
  'over': snapshot({
    phase: { t: 'over', out: 1 },
    open: ['R2 R7 Y4 W', '', 'G9 BS', 'Y1 Y2 Y3 Y4 G5 G6 W+4'],
    events: [...HISTORY, { t: 'round-ended', out: 1, hands: [], points: [[1, 163]], scored: true }],
    match: { scores: [40, 203, 88, 0], round: 3 },
  }),
  'over-match': snapshot({
    phase: { t: 'over', out: 0 },
    open: ['', 'R1 R2 R3 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 B+2 BS', 'W W+4', 'G0'],
    events: [...HISTORY, { t: 'round-ended', out: 0, hands: [], points: [[0, 213]], scored: true }],
    match: { scores: [521, 203, 88, 12], round: 7, winner: 0 },
  }),
  'over-teams': snapshot({
    phase: { t: 'over', out: 2 },
    open: ['R2', 'W Y3', '', 'G9 BS B2'],
    events: [...HISTORY, { t: 'round-ended', out: 2, hands: [], points: [[0, 84]], scored: true }],
    match: {
      scores: [284, 190],
      round: 4,
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
    rules: {
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
  }),
  'time-short': snapshot({
    phase: { t: 'turn', seat: 0 },
    legal: ['play R2', 'play R7', 'draw'],
    clock: { seat: 0, left_ms: 8400, total_ms: 30000, paused: true, pause_ms: null },
    autopilot: [2],
    seats: [{}, { kind: 'person', connected: false }, { kind: 'person' }, { kind: 'person' }],
  }),
  'grace': snapshot({
    phase: { t: 'turn', seat: 2 },
    counts: [6, 1, 7, 3],
    owing: [1],
    legal: ['catch 1'],
    grace: { seat: 1, left_ms: 700, key: 'g' },
    clock: { seat: 2, left_ms: 21000, total_ms: 30000, paused: true, pause_ms: 17000 },
    seats: [{}, { kind: 'person' }, { kind: 'person', connected: false }, {}],
  }),
  'sides-and-out': snapshot({
    players: 6,
    phase: { t: 'turn', seat: 1 },
    absent: [2, 5],
    rules: {
      teams: [
        [0, 2, 4],
        [1, 3, 5],
      ],
    },
    match: {
      scores: [284, 190],
      teams: [
        [0, 2, 4],
        [1, 3, 5],
      ],
      eliminated: [],
      left: [5],
    },
    seats: [{}, {}, {}, {}, {}, { kind: 'gone', connected: false }],
  }),
  'befallen': snapshot({
    phase: { t: 'turn', seat: 0 },
    top: 'W+4',
    colour: 'green',
    counts: [6, 9, 3, 12],
    events: [
      { t: 'round-began', seats: [0, 1, 2, 3], dealer: 3, hands: [], pile: '' },
      {
        t: 'hands-moved',
        hands: [
          [2, '?? ?? ??'],
          [3, '??'],
        ],
      },
      { t: 'caught', by: 0, seat: 1 },
      { t: 'drew', seat: 1, cards: '?? ??', why: 'uno' },
      { t: 'played', seat: 2, cards: 'W+4', colour: 'green', swap: null, uno: false, jump: false },
      { t: 'accepted', seat: 3 },
      { t: 'drew', seat: 3, cards: '?? ?? ?? ??', why: 'debt' },
      { t: 'turn-began', seat: 0, over: [3] },
    ],
    legal: ['play G1', 'draw'],
  }),
  'spectator': snapshot({ phase: { t: 'turn', seat: 2 }, you: null }),
  'hand-1': snapshot({ phase: { t: 'turn', seat: 0 }, mine: 'R7', players: 2, legal: ['play R7', 'draw'] }),
  'hand-7': snapshot({ phase: { t: 'turn', seat: 0 }, mine: deal(7), legal: [...plays('R0 R2 R5 R9 RS R+2'), 'draw'] }),
  'hand-14': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: deal(14),
    players: 6,
    legal: [...plays('R0 R2 R5 R9 RS R+2'), 'draw'],
  }),
  'hand-15': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: deal(15),
    players: 8,
    legal: [...plays('R0 R2 R5 R9 RS R+2'), 'draw'],
  }),
  'hand-40': snapshot({
    phase: { t: 'turn', seat: 0 },
    mine: deal(40),
    players: 10,
    called: [4],
    legal: [...plays('R0 R2 R5 R9 RS R+2'), ...wild('W'), 'draw'],
  }),
};
