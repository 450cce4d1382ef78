/** What goes over the wire, protocol 1: the public state as a seat may see it, and the messages around it. */

import type { Colour } from './cards';

export const PROTO = 1;

export interface Phase {
  t: string;
  seat?: number;
  accused?: number;
  debt?: number;
  before?: Colour | null;
  kind?: string;
  swap?: boolean;
  text?: string;
  count?: number;
  to?: number | null;
  effect?: { t: string };
  votes?: [number, boolean][];
  out?: number | null;
}

export interface RulesData {
  edition: string;
  players: number;
  teams?: number[][];
  written?: Record<string, { text: string; when: string }>;
  options?: Record<string, unknown>;
  differences?: Record<string, unknown>;
}

export interface View {
  table: {
    rules: RulesData;
    seats: number[];
    dealer: number;
    phase: Phase;
    direction: 'left' | 'right';
    top: string | null;
    colour: Colour | null;
    discard: string;
    window: { owing: number[]; old: number[]; settled: number[] } | null;
    called: number[];
    jumpable: boolean;
    losing: number[];
    report: { accuser: number; accused: number; votes: [number, boolean][] } | null;
  };
  hands: { cards: string; drawn: string | null; played_from?: string | null; shown?: [number, string][] }[];
  hidden: { pile: string };
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'person' | 'bot' | 'open' | 'gone';
  connected: boolean;
}

export interface MatchInfo {
  scores: number[];
  target: number;
  scoring: string;
  dealer: number;
  round: number;
  winner: number | null;
  eliminated: number[];
  left?: number[];
  teams: number[][] | null;
}

export interface Summary {
  table: string;
  state: string;
  seats: SeatInfo[];
  open: number;
}

export interface TableInfo extends Summary {
  /** None before the first deal. */
  match: MatchInfo | null;
  rules: RulesData;
}

/** An event as this viewer may see it; the fields depend on `t`. */
export interface GameEvent {
  t: string;
  [field: string]: unknown;
}

export interface Logged {
  v: number;
  e: GameEvent;
}

export interface StateMessage {
  t: 'snap' | 'state';
  v: number;
  you?: number | null;
  view: View | null;
  legal: string[];
  awaited: number[];
  table: TableInfo;
  log?: Logged[];
}

export type ServerMessage =
  | StateMessage
  | { t: 'ev'; v: number; e: GameEvent }
  | { t: 'ack'; id: string; v: number }
  | { t: 'nak'; id: string | null; code: string; message: string; rule?: string | null; v?: number }
  | { t: 'ping' | 'pong' }
  | { t: 'gone'; code: string; message: string };

export type Doing = { t: 'act'; action: string } | { t: 'next' } | { t: 'rematch' } | { t: 'leave' };

export interface Command {
  t: 'cmd';
  id: string;
  v: number;
  d: Doing;
}

export interface OptionInfo {
  name: string;
  rule: string;
  doc: string;
  type: 'choice' | 'bool' | 'number' | 'cards' | 'replacements';
  values?: (string | number)[];
  least?: number;
  most?: number;
  optional?: boolean;
}

export interface Options {
  editions: { name: string; title: string; summary: string; options: Record<string, unknown> }[];
  options: OptionInfo[];
}
