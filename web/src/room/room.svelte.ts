/** What belongs to a room beside its table: how one comes to it, what was changed, who says what. */

import { fetchTable } from '../net/api';
import type { Refused } from '../game/refusals';
import type { Command, Doing, ServerMessage, StateMessage } from '../net/protocol';
import type { TableState } from '../state/table-state.svelte';
import type { Terms } from '../editor/terms';
import { Talk } from './talk.svelte';

export interface Invitation {
  code: string;
  link: string;
  /** Whether the link works on the server’s own machine only. */
  local: boolean;
}

/** So long after a change nobody can agree by a tap that was meant for what stood there before. */
const LOOK_FIRST = 900;

export class Room {
  invitation = $state.raw<Invitation | null>(null);
  /** To what this person agreed, where that was changed since; null where they agree to what is in force (H9). */
  before = $state.raw<Terms | null>(null);
  /** Whether the rules were changed this very moment. */
  justChanged = $state(false);
  /** A spectator who sees the table late, and nothing yet: when there will be something, by `Date.now()`. */
  waitsUntil = $state<number | null>(null);
  /** The server has another build of the page than this one. */
  newer = $state(false);
  readonly talk: Talk;

  private agreed: Terms | null = null;
  private terms = 0;
  private readonly asked = new Map<string, (refused: Refused | null) => void>();

  /** `send` sends a command as one who has seen that version, and gives its id. */
  constructor(
    readonly name: string,
    readonly table: TableState,
    private readonly send: (d: Doing, v: number) => Command['id'] | undefined,
  ) {
    this.talk = new Talk(
      () => table.you,
      (seat) => table.nameOf(seat),
    );
  }

  receive(message: ServerMessage): void {
    this.talk.receive(message);
    if (message.t === 'wait') this.waitsUntil = Date.now() + message.left_ms;
    if (message.t === 'snap' || message.t === 'state') this.follow(message);
  }

  private follow({ table, you }: StateMessage): void {
    this.waitsUntil = null;
    const now: Terms = { rules: table.rules, room: table.room };
    const isNew = this.terms > 0 && table.terms !== this.terms;
    this.terms = table.terms;
    const agrees = you !== null && you !== undefined && table.ready.includes(you);
    if (isNew) this.wasChanged(now);
    if (!isNew && agrees) this.before = null;
    if (!this.before) this.agreed = now;
  }

  private wasChanged(now: Terms): void {
    this.before = this.agreed && !same(this.agreed, now) ? this.agreed : null;
    this.justChanged = true;
    setTimeout(() => (this.justChanged = false), LOOK_FIRST);
  }

  /** Ask for something; a refusal is said to the player as for any act. */
  do(d: Doing): void {
    this.table.command(d);
  }

  /** Ask for something and wait: null if it was done, else why not. */
  ask(d: Doing): Promise<Refused | null> {
    return new Promise((answer) => {
      const id = this.send(d, this.table.v);
      if (id !== undefined) this.asked.set(id, answer);
    });
  }

  /** Whether the message answers something that was asked by `ask`. */
  answers(message: ServerMessage): boolean {
    if (message.t !== 'ack' && message.t !== 'nak') return false;
    const answer = this.asked.get(message.id ?? '');
    if (!answer) return false;
    this.asked.delete(message.id ?? '');
    answer(message.t === 'ack' ? null : message);
    return true;
  }

  /** These are the rules and the room that the person was shown and took a seat under (H9). */
  wasShown(terms: Terms, version: number): void {
    this.agreed = terms;
    this.terms = version;
  }

  /** The code and the link, once; without them the page’s own address is the invitation. */
  async invite(): Promise<void> {
    if (this.invitation) return;
    try {
      const found = await fetchTable(this.name);
      if (found.code && found.invite) this.invitation = { code: found.code, link: found.invite, local: found.local ?? false };
    } catch {
      // the link in the address bar does as well
    }
  }

  /** Whether there is anybody to talk to: another person at the table. */
  get company(): boolean {
    return this.table.info?.seats.some((s) => s.kind === 'person' && s.seat !== this.table.you) ?? false;
  }

  get host(): boolean {
    return this.table.you !== null && this.table.info?.host === this.table.you;
  }

  get link(): string {
    return this.invitation?.link ?? `${location.origin}/t/${this.name}`;
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A code as it is read aloud and typed: `K7Q 2MX`. */
export function shownCode(code: string): string {
  const signs = code.toUpperCase();
  return signs.length === 6 ? `${signs.slice(0, 3)} ${signs.slice(3)}` : signs;
}

/** What somebody typed or pasted to join: a room’s code, or the name of a table in a link; null if it is neither. */
export function readInvitation(text: string): { code: string } | { table: string } | null {
  const typed = text.trim();
  const link = /\/t\/([A-Za-z0-9_-]{4,64})\/?(?:[?#].*)?$/.exec(typed)?.[1];
  if (link) return { table: link };
  const signs = typed.replace(/[\s-]/g, '');
  if (/^[0-9A-Za-z]{6}$/.test(signs)) return { code: signs };
  return /^[0-9a-z]{7,32}$/.test(typed) ? { table: typed } : null;
}
