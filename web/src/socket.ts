/** The connection to one table: hello, resending what was not acknowledged, and coming back after a loss. */

import { PROTO, type Command, type Doing, type ServerMessage } from './protocol';

export type Status =
  | { is: 'connecting' }
  | { is: 'open' }
  | { is: 'lost'; tries: number; again: number }
  | { is: 'gone'; code: string; message: string };

export interface Wire {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Settings {
  table: string;
  token: string | null;
  onMessage(message: ServerMessage): void;
  onStatus(status: Status): void;
  /** Opens a socket; tests give their own. */
  open?: () => Wire;
  newId?: () => string;
  /** Milliseconds without any message after which the connection counts as lost. */
  patience?: number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

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

export class Connection {
  private wire: Wire | null = null;
  private pending = new Map<string, Command>();
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private greeted = false;

  constructor(private readonly settings: Settings) {}

  /** Connect, or connect again at once. */
  connect = (): void => {
    clearTimeout(this.retry);
    this.drop();
    this.ended = false;
    this.settings.onStatus({ is: 'connecting' });
    const wire = (this.settings.open ?? openSocket)();
    this.wire = wire;
    this.greeted = false;
    wire.onopen = () => {
      const { table, token } = this.settings;
      wire.send(JSON.stringify({ t: 'hello', proto: PROTO, table, token }));
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

  /** Send a command seen at version `v`; it is kept until it is answered. Returns its id. */
  send(d: Doing, v: number): string {
    const command: Command = { t: 'cmd', id: (this.settings.newId ?? uuid)(), v, d };
    this.pending.set(command.id, command);
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
    if (message.t === 'ping') return this.wire?.send('{"t":"pong"}');
    if (message.t === 'pong') return;
    if (message.t === 'gone') {
      this.close();
      this.settings.onStatus({ is: 'gone', code: message.code, message: message.message });
      return;
    }
    if (message.t === 'ack' || (message.t === 'nak' && message.id)) this.pending.delete(message.id as string);
    this.settings.onMessage(message);
    if (message.t === 'snap') this.welcome();
  }

  /** The table answered: the tries start anew and what was not acknowledged is sent again under the same id. */
  private welcome(): void {
    this.tries = 0;
    this.greeted = true;
    this.settings.onStatus({ is: 'open' });
    for (const command of this.pending.values()) this.wire?.send(JSON.stringify(command));
  }

  private heard(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(), this.settings.patience ?? 45_000);
  }

  private lost(): void {
    if (this.ended) return;
    this.drop();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.settings.onStatus({ is: 'lost', tries: this.tries, again: Date.now() + wait });
    this.retry = setTimeout(this.connect, wait);
  }
}
