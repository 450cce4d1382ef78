/** The connection to one table: hello, resending what was not acknowledged, and coming back to where one left off. */

import { Shares } from '../fairness/shares';
import { MINOR, PROTO, type Command, type Doing, type ServerMessage } from './protocol';

export type Status =
  | { is: 'connecting' }
  | { is: 'open' }
  /** `since`: when the connection was lost; `again`: when it is tried next. */
  | { is: 'lost'; tries: number; since: number; again: number }
  | { is: 'gone'; code: string; message: string; reason?: string; params?: Record<string, unknown> };

export interface Wire {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface ConnectionOptions {
  table: string;
  /** The seat's newest token at the time of each greeting, null to look on. */
  token(): string | null;
  /** The name of this browser, by which a ban is known again; none where nobody can be banned. */
  browser?(): string;
  /** The server renewed it. */
  onToken?(token: string): void;
  onMessage(message: ServerMessage): void;
  onStatus(status: Status): void;
  /** Opens a socket; tests give their own. */
  open?: () => Wire;
  newId?: () => string;
  /** Milliseconds without any message after which the connection counts as lost; the server pings every five seconds. */
  patience?: number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** How soon a sign of life must follow when there is reason to doubt the connection. */
const PROBE = 4000;
/** Why the server did not take a command just now: it could not keep it, or the table is being put away. */
const LATER = ['storage', 'busy'];
/** How long to wait before sending it again, and how often. */
const LATER_WAIT = 1500;
const LATER_TRIES = 5;

function openSocket(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Wire;
}

/** `crypto.randomUUID` is missing on a plain-HTTP address of the local network, so the bits are put together here. */
export function uuid(): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = ((b[6] ?? 0) & 0x0f) | 0x40;
  b[8] = ((b[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

interface Pending {
  command: Command;
  tries: number;
}

export class Connection {
  private wire: Wire | null = null;
  private pending = new Map<string, Pending>();
  private tries = 0;
  private lostAt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private greeted = false;
  /** The last version of the table that this page has seen. */
  private seen: number | null = null;
  private readonly shares = new Shares((d, v) => this.send(d, v));

  constructor(private readonly settings: ConnectionOptions) {}

  /** Connect, or connect again at once. */
  connect = (): void => {
    clearTimeout(this.retry);
    this.drop();
    this.ended = false;
    if (!this.lostAt) this.settings.onStatus({ is: 'connecting' });
    const wire = (this.settings.open ?? openSocket)();
    this.wire = wire;
    this.greeted = false;
    wire.onopen = () => {
      const { table, token, browser } = this.settings;
      const since = this.seen === null ? {} : { since: this.seen };
      wire.send(
        JSON.stringify({
          t: 'hello',
          proto: PROTO,
          minor: MINOR,
          table,
          token: token(),
          ...since,
          ...(browser ? { browser: browser() } : {}),
        }),
      );
      this.heard();
    };
    wire.onmessage = (event) => {
      if (wire === this.wire) this.receive(String(event.data));
    };
    wire.onclose = () => {
      if (wire === this.wire) this.lost();
    };
    this.heard();
  };

  /** The network may have changed, or the page slept: come back now, or make sure that the server is still there. */
  probe(): void {
    if (this.ended) return;
    if (!this.greeted) return this.connect();
    this.wire?.send(JSON.stringify({ t: 'ping' }));
    this.heard(PROBE);
  }

  /** Send a command seen at version `v`; it is kept until it is answered. Returns its id. */
  send(d: Doing, v: number): string {
    const command: Command = { t: 'cmd', id: (this.settings.newId ?? uuid)(), v, d };
    this.pending.set(command.id, { command, tries: 0 });
    if (this.greeted) this.wire?.send(JSON.stringify(command));
    return command.id;
  }

  /** How many commands wait for their answer. */
  get waiting(): number {
    return this.pending.size;
  }

  /** Close for good. */
  close(): void {
    this.ended = true;
    clearTimeout(this.retry);
    this.drop();
  }

  private drop(): void {
    clearTimeout(this.watch);
    const wire = this.wire;
    this.wire = null;
    this.greeted = false;
    if (wire) {
      wire.onopen = wire.onmessage = wire.onclose = null;
      wire.close();
    }
  }

  private receive(data: string): void {
    this.heard();
    let message: ServerMessage;
    try {
      message = JSON.parse(data) as ServerMessage;
    } catch {
      return; // a frame that is no JSON tells nothing; the next snapshot puts things right
    }
    if (message.t === 'ping') return this.wire?.send(JSON.stringify({ t: 'pong', n: message.n }));
    if (message.t === 'pong') return;
    // a table that was here a moment ago is changing its server: it comes back
    if (message.t === 'gone' && message.code === 'busy' && this.seen !== null) return this.lost();
    if (message.t === 'gone') {
      const { code, message: words, reason, params } = message;
      this.close();
      this.settings.onStatus({ is: 'gone', code, message: words, reason, params });
      return;
    }
    if (message.t === 'nak' && LATER.includes(message.code) && this.later(message.id)) return;
    if (message.t === 'ack' || (message.t === 'nak' && message.id)) this.pending.delete(message.id as string);
    if (this.shares.answered(message)) return;
    if (message.t === 'ev' && this.seen !== null && message.v > this.seen + 1) return this.gap();
    if (message.t === 'ev') this.seen = message.v;
    if (message.t === 'state' || message.t === 'snap') this.note(message);
    this.settings.onMessage(message);
    if (message.t === 'snap' || message.t === 'wait') this.welcome();
    if (message.t === 'snap' || message.t === 'state') this.shares.see(message);
  }

  /** Something is missing in between: come back for a snapshot. */
  private gap(): void {
    this.seen = null;
    this.lost();
  }

  /** The table's version, and the seat’s newest token: it must be kept before anything else is done with it. */
  private note(message: { t: string; v: number; token?: string | null }): void {
    this.seen = message.v;
    if (message.t === 'snap' && message.token) this.settings.onToken?.(message.token);
  }

  /** The table answered: the count of tries starts again and what was not acknowledged is sent again under the same id. */
  private welcome(): void {
    this.tries = 0;
    this.lostAt = 0;
    this.greeted = true;
    this.settings.onStatus({ is: 'open' });
    for (const { command } of this.pending.values()) this.wire?.send(JSON.stringify(command));
  }

  /** The server did not take a command: send it again under the same id in a while; false if that is enough. */
  private later(id: string | null): boolean {
    const held = id === null ? undefined : this.pending.get(id);
    if (!held || held.tries >= LATER_TRIES) return false;
    held.tries += 1;
    setTimeout(() => {
      if (this.greeted && this.pending.has(held.command.id)) this.wire?.send(JSON.stringify(held.command));
    }, LATER_WAIT);
    return true;
  }

  private heard(within = this.settings.patience ?? 15_000): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(), within);
  }

  private lost(): void {
    if (this.ended) return;
    this.drop();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.lostAt ||= Date.now();
    this.settings.onStatus({ is: 'lost', tries: this.tries, since: this.lostAt, again: Date.now() + wait });
    this.retry = setTimeout(this.connect, wait);
  }
}
