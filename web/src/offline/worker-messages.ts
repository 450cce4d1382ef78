/** What the page and the worker that runs the rules say to each other. Beside the wire's own messages it is little. */

import type { PythonFile } from '../../sw-plugin';

export type { PythonFile };

/** A table that is wanted; `people` are the names of those who play, bots have the other seats. */
export interface LocalTableRequest {
  people: string[];
  edition?: string;
  players?: number;
  options?: Record<string, unknown>;
  teams?: number[][] | null;
  written?: Record<string, unknown> | null;
  auto_uno?: boolean;
}

export type ToWorker =
  | { do: 'load'; files: PythonFile[]; pace: number }
  | { do: 'open'; wish: LocalTableRequest }
  | { do: 'takeUp' }
  | { do: 'discard' }
  | { do: 'wire'; wire: number; text: string }
  | { do: 'ask'; n: number; what: string; wish: Record<string, unknown> };

export interface Fault {
  code: string;
  message: string;
  reason?: string;
  params?: Record<string, unknown>;
  rule?: string | null;
}

export type FromWorker =
  /** The number of bytes that have arrived. */
  | { said: 'progress'; bytes: number }
  /** Python runs; whether a game is kept here, and whether anything can be. */
  | { said: 'ready'; kept: boolean; storage: boolean }
  /** The table is there; the seats of its people and their names. */
  | { said: 'opened'; people: [number, string][] }
  | { said: 'wire'; wire: number; text: string }
  /** The worker is alive. */
  | { said: 'beat' }
  | { said: 'told'; n: number; data?: unknown; error?: Fault }
  | { said: 'storage' }
  | { said: 'fault'; error: Fault };
