/** The rules in this browser: a worker that runs them, and connections to it that look to the page like sockets. */

import { ApiError } from '../net/api';
import { prefs, type Pace } from '../browser/preferences.svelte';
import type { Wire } from '../net/connection';
import { FILES } from './python-files';
import type { Fault, FromWorker, ToWorker, LocalTableRequest } from './worker-messages';

/** How long bots think, in seconds, by how fast the player wants things to move. */
const BOTS_THINK: Record<Pace, number> = { 0: 0.3, 1: 0.9, 2: 0.5 };

export interface Port {
  postMessage(message: ToWorker): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  terminate(): void;
}

const start = (): Port =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'lastcard' }) as unknown as Port;

/** The people of the table that is open: their seats and names. */
export type LocalPeople = { seat: number; name: string }[];

export class Engine {
  /** Whether a game is kept here from before, and whether anything can be kept. */
  kept = false;
  storage = true;
  /** Whether a table is open. */
  opened = false;
  /** The game cannot be kept any more. */
  onStorage: () => void = () => undefined;

  private readonly wires = new Map<number, LocalWire>();
  private readonly asked = new Map<number, { yes(data: unknown): void; no(error: Error): void }>();
  private opening: { yes(people: LocalPeople): void; no(error: Error): void } | null = null;
  private number = 0;

  private constructor(private readonly port: Port) {}

  /** Fetch what is missing and start; `progress` is called with the number of bytes that are there. */
  static load(progress: (bytes: number) => void, pace = BOTS_THINK[prefs.pace], port: Port = start()): Promise<Engine> {
    const engine = new Engine(port);
    return new Promise((yes, no) => {
      port.onerror = () => no(new ApiError(0, 'python', ''));
      port.onmessage = ({ data }) => {
        if (data.said === 'progress') progress(data.bytes);
        else if (data.said === 'fault') no(problem(data.error));
        else if (data.said === 'ready') {
          Object.assign(engine, { kept: data.kept, storage: data.storage });
          port.onmessage = (event) => engine.hear(event.data);
          port.onerror = () => engine.lose();
          yes(engine);
        }
      };
      port.postMessage({ do: 'load', files: [...FILES], pace });
    });
  }

  /** A new table; the one before is forgotten. */
  open(wish: LocalTableRequest): Promise<LocalPeople> {
    return this.begin({ do: 'open', wish });
  }

  /** The table that is kept here. */
  takeUp(): Promise<LocalPeople> {
    return this.begin({ do: 'takeUp' });
  }

  /** Forget the table. */
  discard(): void {
    this.kept = this.opened = false;
    this.port.postMessage({ do: 'discard' });
  }

  /** What a server answers over HTTP: options, history, a record, a replay. */
  ask<T>(what: 'options' | 'history' | 'round' | 'match' | 'deal' | 'replay', wish: Record<string, unknown> = {}): Promise<T> {
    const n = (this.number += 1);
    return new Promise<T>((yes, no) => {
      this.asked.set(n, { yes: (data) => yes(data as T), no });
      this.port.postMessage({ do: 'ask', n, what, wish });
    });
  }

  /** A connection to the table, as `Connection` opens them. */
  wire = (): Wire => {
    const n = (this.number += 1);
    const made = new LocalWire(
      (text) => this.port.postMessage({ do: 'wire', wire: n, text }),
      () => this.wires.delete(n),
    );
    this.wires.set(n, made);
    queueMicrotask(() => made.onopen?.());
    return made;
  };

  close(): void {
    this.port.terminate();
  }

  private begin(message: ToWorker): Promise<LocalPeople> {
    return new Promise((yes, no) => {
      this.opening = { yes, no };
      this.port.postMessage(message);
    });
  }

  private hear(message: FromWorker): void {
    switch (message.said) {
      case 'opened':
        this.kept = this.opened = true;
        this.opening?.yes(message.people.map(([seat, name]) => ({ seat, name })));
        this.opening = null;
        break;
      case 'wire':
        this.wires.get(message.wire)?.onmessage?.({ data: message.text });
        break;
      case 'beat':
        for (const wire of this.wires.values()) wire.onmessage?.({ data: BEAT });
        break;
      case 'told':
        if (message.error) this.asked.get(message.n)?.no(problem(message.error));
        else this.asked.get(message.n)?.yes(message.data);
        this.asked.delete(message.n);
        break;
      case 'storage':
        this.storage = false;
        this.onStorage();
        break;
      case 'fault':
        if (this.opening) this.opening.no(problem(message.error));
        else this.lose();
        this.opening = null;
        break;
    }
  }

  /** Something went wrong inside: the connections come back and get the table's state. */
  private lose(): void {
    for (const wire of [...this.wires.values()]) wire.onclose?.();
  }
}

/** A ping, so that the connection knows that the worker is alive. */
const BEAT = JSON.stringify({ t: 'ping', n: 'beat' });

class LocalWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    readonly send: (text: string) => void,
    private readonly gone: () => void,
  ) {}

  close(): void {
    this.send(JSON.stringify({ t: 'bye' }));
    this.gone();
  }
}

function problem(error: Fault): ApiError {
  return new ApiError(0, error.code, error.message, error.rule ?? null, null, error.reason, error.params);
}
