/** The seats that this browser holds, the tables where it holds them, and the name by which servers know it again. */

import { quietly, readStorage, recall, remember, writeStorage } from './storage';

/** A seat as the server gives it. */
export interface Seat {
  token: string;
  seat: number;
}

/** The seats of this browser at one table, each under a name of its own; `last` is the one taken last. */
interface HeldSeats {
  last: string | null;
  tokens: Record<string, string>;
  /** The token of a seat that was left: with it the same seat may be had again (V14). */
  left?: string;
}

const MAX_TABLES = 40;
const NO_SEATS: HeldSeats = { last: null, tokens: {} };

const key = (table: string): string => `lastcard.table.${table}`;

function heldSeats(table: string): HeldSeats {
  const text = readStorage('local', key(table));
  return (text ? quietly(() => JSON.parse(text) as HeldSeats) : null) ?? NO_SEATS;
}

function storeSeats(table: string, to: HeldSeats): void {
  const empty = !Object.keys(to.tokens).length && !to.left;
  writeStorage('local', key(table), empty ? null : JSON.stringify(to));
}

/** The name of this tab's seat; a tab that has none takes up the one that the browser had last. */
function seatOfTab(table: string): string | null {
  const own = readStorage('session', key(table));
  const { last, tokens } = heldSeats(table);
  return own !== null && own in tokens ? own : last;
}

/** The newest token of the seat that this tab holds at the table, else of the one that this browser held last. */
export function seatToken(table: string): string | null {
  const mine = seatOfTab(table);
  return mine === null ? null : (heldSeats(table).tokens[mine] ?? null);
}

/** A seat was taken. Two tabs may hold two seats, and two tabs may show one: each seat has its own name. */
export function rememberSeat(table: string, seat: Seat): void {
  const mine = randomName(8);
  const before = heldSeats(table);
  writeStorage('session', key(table), mine);
  storeSeats(table, { last: mine, tokens: { ...before.tokens, [mine]: seat.token } });
  noteTable(table);
}

/** The server gave the seat a new token; whichever tab greets next must have it. */
export function renewToken(table: string, token: string): void {
  const mine = seatOfTab(table);
  const before = heldSeats(table);
  if (mine === null || before.tokens[mine] === token) return;
  writeStorage('session', key(table), mine);
  storeSeats(table, { ...before, tokens: { ...before.tokens, [mine]: token } });
}

/** The seat is given up, or is no longer one's own; `left` if it may be had again. */
export function forgetSeat(table: string, left = false): void {
  const mine = seatOfTab(table);
  const before = heldSeats(table);
  writeStorage('session', key(table), null);
  const { [mine ?? '']: token, ...others } = before.tokens;
  storeSeats(table, {
    last: before.last === mine ? (Object.keys(others).at(-1) ?? null) : before.last,
    tokens: others,
    ...(left && token ? { left: token } : {}),
  });
  if (!Object.keys(others).length)
    writeStorage(
      'local',
      TABLES,
      recentTables()
        .filter((t) => t !== table)
        .join(' '),
    );
}

/** The token of a seat that was left at this table. */
export function leftToken(table: string): string | null {
  return heldSeats(table).left ?? null;
}

const TABLES = 'lastcard.tables';

/** The tables at which this browser has a seat, the latest first. */
export function recentTables(): string[] {
  return (readStorage('local', TABLES) ?? '').split(' ').filter(Boolean);
}

function noteTable(table: string): void {
  const all = [table, ...recentTables().filter((t) => t !== table)];
  for (const old of all.slice(MAX_TABLES)) writeStorage('local', key(old), null);
  writeStorage('local', TABLES, all.slice(0, MAX_TABLES).join(' '));
}

/** A name that this browser gives itself, so that who was banned is known again; it says nothing about the person. */
export function browserName(): string {
  const before = recall('browser');
  if (/^[A-Za-z0-9_-]{16,64}$/.test(before)) return before;
  const made = randomName(16);
  remember('browser', made);
  return made;
}

function randomName(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');
}
