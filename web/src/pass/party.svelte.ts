/** Several people at one device: each has a seat of their own at the server, and this page holds all of them. */

import { joinTable, openTable } from '../net/api';
import type { Doing, ServerMessage } from '../net/protocol';
import { toRoomRequest, type WantedRules } from '../editor/wanted-rules';
import { recall, remember } from '../browser/storage';
import { Connection, type Status, type Wire } from '../net/connection';
import { TableState } from '../state/table-state.svelte';

interface StoredParty {
  table: string;
  seats: { seat: number; name: string; token: string }[];
}

export interface PartyRequest {
  names: string[];
  bots: number;
  rules: WantedRules;
}

const PARTY_KEY = 'pass';

/** The table that was last played at this device, if it is still known. */
export function storedParty(): StoredParty | null {
  try {
    const found = JSON.parse(recall(PARTY_KEY)) as StoredParty;
    return found.seats.length ? found : null;
  } catch {
    return null;
  }
}

/** Open a table and sit everybody down; ApiError. */
export async function openParty(wish: PartyRequest): Promise<StoredParty> {
  const [first = '', ...others] = wish.names;
  const players = wish.names.length + wish.bots;
  // nobody waits elsewhere, and a device that is handed on takes its time
  const room = { ...toRoomRequest(wish.rules, players), bots: wish.bots > 0, autostart: false, spectators: true, clock: null };
  const made = await openTable({ name: first, ...room, now: false });
  const seats = [{ seat: made.seat, name: first, token: made.token }];
  for (const name of others) {
    const joined = await joinTable(made.table, { name, browser: null });
    seats.push({ seat: joined.seat, name, token: joined.token });
  }
  const party = { table: made.table, seats };
  remember(PARTY_KEY, JSON.stringify(party));
  return party;
}

/** One of the people: their seat, and the table as they see it. */
export class PartyPlayer {
  readonly table: TableState;
  private connection: Connection;

  constructor(
    code: string,
    readonly seat: number,
    readonly name: string,
    public token: string,
    kept: () => void,
    status: (status: Status) => void,
    open?: () => Wire,
  ) {
    this.table = new TableState((d, v) => void this.connection.send(d, v));
    this.connection = new Connection({
      table: code,
      token: () => this.token,
      onToken: (token) => {
        this.token = token;
        kept();
      },
      onMessage: (message: ServerMessage) => this.table.receive(message),
      onStatus: status,
      ...(open ? { open } : {}),
    });
    this.connection.connect();
  }

  send(d: Doing): void {
    this.connection.send(d, this.table.v);
  }

  close(): void {
    this.connection.close();
  }

  again(): void {
    this.connection.connect();
  }
}

/** Everybody at the device. What all may see comes over a connection without a seat; it decides whose turn it is. */
export class Party {
  readonly players: PartyPlayer[];
  readonly open = new TableState(() => undefined);
  net = $state.raw<Status>({ is: 'connecting' });
  /** Whose hand lies open on the screen, null if nobody's. */
  holding = $state<number | null>(null);

  private looking: Connection;
  private readonly code: string;

  /** `local` opens connections to a table that is played without a server, and keeps itself. */
  constructor(
    kept: StoredParty,
    private readonly local?: () => Wire,
  ) {
    this.code = kept.table;
    const keep = (): void => this.keep();
    const status = (s: Status): void => this.heard(s);
    this.players = kept.seats.map((p) => new PartyPlayer(kept.table, p.seat, p.name, p.token, keep, status, local));
    this.looking = new Connection({
      table: kept.table,
      token: () => null,
      onMessage: (message) => {
        this.open.receive(message);
        this.start();
      },
      onStatus: status,
      ...(local ? { open: local } : {}),
    });
    this.looking.connect();
  }

  /** The worst that any of the connections says. */
  private heard(status: Status): void {
    if (status.is === 'gone' || this.net.is === 'gone') this.net = this.net.is === 'gone' ? this.net : status;
    else this.net = status;
  }

  private keep(): void {
    if (this.local) return;
    const seats = this.players.map(({ seat, name, token }) => ({ seat, name, token }));
    remember(PARTY_KEY, JSON.stringify({ table: this.code, seats }));
  }

  /** The cards are dealt once everybody has come. */
  private start(): void {
    const info = this.open.info;
    const host = this.players.find((p) => p.seat === info?.host);
    const all = this.players.every((p) => p.table.info !== null);
    if (info?.state === 'waiting' && host && all && !this.started) {
      this.started = true;
      host.send({ t: 'start' });
    }
  }
  private started = false;

  /** Who is asked next: whoever holds the device if they are, else the first of those at it who is; null while bots play. */
  wanted = $derived.by<PartyPlayer | null>(() => {
    if (this.open.over) return null;
    const asked = this.players.filter((p) => this.open.awaited.includes(p.seat));
    return asked.find((p) => p.seat === this.holding) ?? asked[0] ?? null;
  });

  /** Whoever the device must go to before anything more is shown. */
  next = $derived<PartyPlayer | null>(this.wanted !== null && this.wanted.seat !== this.holding ? this.wanted : null);

  /** The table that is shown: that of whoever holds the device; between rounds one that lies open for all. */
  shown = $derived.by<TableState>(() => {
    const holder = this.players.find((p) => p.seat === this.holding);
    const any = this.players[0]?.table;
    if (any?.over && this.open.over) return holder?.table.over ? holder.table : any;
    return holder && !this.next ? holder.table : this.open;
  });

  /** Those who may still call UNO although the device goes on. */
  late = $derived.by<PartyPlayer[]>(() => this.players.filter((p) => p.table.owing && p.table.canSayUno));

  reveal(player: PartyPlayer): void {
    this.holding = player.seat;
  }

  hide(): void {
    this.holding = null;
  }

  again(): void {
    this.looking.connect();
    this.players.forEach((p) => p.again());
  }

  close(): void {
    this.looking.close();
    this.players.forEach((p) => p.close());
  }

  /** End the table: everybody leaves. */
  leave(): void {
    this.players.forEach((p) => p.send({ t: 'leave' }));
    if (!this.local) remember(PARTY_KEY, '');
  }
}
