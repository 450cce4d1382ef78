/** The table of the lesson: what the page shows of it, put together as a server would. */

import type { Colour } from '../game/cards';
import type { MatchInfo, Phase, RulesData, StateMessage, View } from '../net/protocol';

export interface LessonScene {
  mine: string[];
  /** How many cards the others have, or at the end which. */
  others: [number | string[], number | string[]];
  top: string;
  colour: Colour;
  discard: string[];
  pile: number;
  phase: Phase;
  legal: string[];
  drawn: string | null;
  owing: boolean;
  called: number[];
}

const RULES: RulesData = { edition: 'classic', players: 3, options: {}, differences: {} };
const ROOM = {
  bots: true,
  clock: null,
  autostart: false,
  draw: false,
  spectators: false,
  spectator_delay: 0,
  grace_ms: 1000,
  auto_uno: false,
  chat: false,
};
const MATCH: MatchInfo = {
  scores: [0, 0, 0],
  target: 500,
  scoring: 'first-to',
  dealer: 2,
  round: 1,
  rounds: [],
  winner: null,
  eliminated: [],
  left: [],
  teams: null,
};

const backs = (n: number): string => Array.from({ length: n }, () => '??').join(' ');
const seen = (hand: number | string[]): string => (typeof hand === 'number' ? backs(hand) : hand.join(' '));
const hand = (cards: string, drawn: string | null = null): View['hands'][number] =>
  ({ cards, drawn, played_from: null, shown: [], reneged: false }) as View['hands'][number];

/** The scene as the state of a table at version `v`. */
export function message(scene: LessonScene, v: number, t: 'snap' | 'state', names: readonly string[]): StateMessage {
  const { phase } = scene;
  const view = {
    table: {
      rules: RULES,
      seats: [0, 1, 2],
      dealer: 2,
      phase,
      direction: 'left',
      top: scene.top,
      colour: scene.colour,
      discard: scene.discard.join(' '),
      window: scene.owing ? { t: 'window', owing: [0], old: [], settled: [] } : null,
      called: scene.called,
      jumpable: false,
      losing: [],
      passes: 0,
      report: null,
      times: [],
    },
    hands: [hand(scene.mine.join(' '), scene.drawn), hand(seen(scene.others[0])), hand(seen(scene.others[1]))],
    hidden: { pile: backs(scene.pile), aside: null },
  } as unknown as View;
  return {
    t,
    v,
    you: 0,
    control: true,
    view,
    legal: scene.legal,
    awaited: phase.seat === undefined ? [] : [phase.seat],
    table: {
      table: '',
      state: 'playing',
      seats: names.map((name, seat) => ({ seat, name, kind: seat ? 'bot' : 'person', connected: true })),
      ended: false,
      open: 0,
      host: 0,
      ready: [0],
      muted: [],
      terms: 1,
      clock: null,
      room: ROOM,
      match: MATCH,
      rules: RULES,
    },
    clock: null,
    grace: null,
    jumps: null,
    autopilot: [],
    prompts: [],
    deal: null,
    ...(t === 'snap' ? { log: [] } : {}),
  };
}
