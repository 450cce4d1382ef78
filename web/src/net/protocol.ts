/** What goes over the wire, under the names that the page uses; the types are made from the server's (`generated/protocol`). */

import type {
  Cmd,
  Ev,
  MatchData,
  OptionData,
  OptionsData,
  Phase as AnyPhase,
  Round,
  RulesData,
  SeatData,
  ServerMessage as AnyMessage,
  Snap,
  State,
  Summary,
  Table,
  TableData,
  WrittenData,
} from '../generated/protocol';

export { MINOR, PROTO } from '../generated/protocol';
export type { RulesData, Summary, WrittenData };

type Keys<U> = U extends unknown ? keyof U : never;
type Value<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** Any of the alternatives, to be read without asking first which: what only some of them have may be missing. */
export type Loose<U extends { t: string }> = { t: U['t'] } & { [K in Exclude<Keys<U>, 't'>]?: Value<U, K> };

export type Phase = Loose<AnyPhase>;
export type View = Omit<Round, 'table'> & { table: Omit<Table, 'phase'> & { phase: Phase } };
export type SeatInfo = SeatData;
export type MatchInfo = MatchData;
export type TableInfo = TableData;
export type OptionInfo = OptionData;
export type Options = OptionsData;
export type Command = Cmd;
export type Doing = Cmd['d'];

/** An event as this viewer may see it. */
export type GameEvent = Loose<Ev['e']>;

export interface Logged {
  v: number;
  e: GameEvent;
}

export type StateMessage = Omit<State, 't' | 'view'> &
  Partial<Omit<Snap, keyof State | 'log'>> & { t: 'snap' | 'state'; view: View | null; log?: Logged[] | null };

export type ServerMessage = StateMessage | { t: 'ev'; v: number; e: GameEvent } | Exclude<AnyMessage, State | Snap | Ev>;

/** `GET /api/tables/{table}/history`: every match with its rounds that are over. */
export interface HistoryInfo {
  matches: PlayedMatch[];
  /** The number of the round that is being played. */
  playing: number | null;
}

export interface PlayedMatch {
  number: number;
  rules: RulesData;
  names: string[];
  scores: number[];
  winner: number | null;
  eliminated: number[];
  left: number[];
  over: boolean;
  rounds: {
    number: number;
    dealer: number;
    seats: number[];
    out: number | null;
    points: Record<string, number>;
    scores: number[];
  }[];
}
