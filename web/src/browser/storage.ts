/** What the browser remembers: the player's name, the seats that it holds, a few settings. */

/** A seat as the server gives it. */
export interface Seat {
  token: string;
  seat: number;
}

/** The seats of this browser at one table, each under a name of its own; `last` is the one taken last. */
interface Held {
  last: string | null;
  tokens: Record<string, string>;
  /** The token of a seat that was left: with it the same seat may be had again (V14). */
  left?: string;
}

const MOST_TABLES = 40;
const NOTHING: Held = { last: null, tokens: {} };

/** Where storage is refused, this page remembers, and its entry in the history, which a reload keeps. */
const memory = new Map<string, string>();

function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Whether the browser keeps anything for this page. */
export function storageWorks(): boolean {
  return (
    quietly(() => {
      localStorage.setItem('lastcard.probe', '1');
      localStorage.removeItem('lastcard.probe');
      return true;
    }) ?? false
  );
}

function kept(where: 'local' | 'session', name: string): string | null {
  const store = (): Storage => (where === 'local' ? localStorage : sessionStorage);
  const found = quietly(() => store().getItem(name));
  return found ?? memory.get(`${where} ${name}`) ?? inHistory()[`${where} ${name}`] ?? null;
}

function keep(where: 'local' | 'session', name: string, value: string | null): void {
  const store = (): Storage => (where === 'local' ? localStorage : sessionStorage);
  const done = quietly(() => {
    if (value === null) store().removeItem(name);
    else store().setItem(name, value);
    return true;
  });
  const known = `${where} ${name}`;
  if (done) memory.delete(known);
  else if (value === null) memory.delete(known);
  else memory.set(known, value);
  if (!done) quietly(() => history.replaceState({ ...(history.state as object | null), kept: Object.fromEntries(memory) }, ''));
}

function inHistory(): Record<string, string> {
  const state = quietly(() => history.state as { kept?: Record<string, string> } | null);
  return state?.kept ?? {};
}

const key = (table: string): string => `lastcard.table.${table}`;

function held(table: string): Held {
  const text = kept('local', key(table));
  return (text ? quietly(() => JSON.parse(text) as Held) : null) ?? NOTHING;
}

function hold(table: string, to: Held): void {
  const empty = !Object.keys(to.tokens).length && !to.left;
  keep('local', key(table), empty ? null : JSON.stringify(to));
}

/** The name of this tab's seat; a tab that has none takes up the one that the browser had last. */
function sitting(table: string): string | null {
  const own = kept('session', key(table));
  const { last, tokens } = held(table);
  return own !== null && own in tokens ? own : last;
}

/** The newest token of the seat that this tab holds at the table, else of the one that this browser held last. */
export function seatToken(table: string): string | null {
  const mine = sitting(table);
  return mine === null ? null : (held(table).tokens[mine] ?? null);
}

/** A seat was taken. Two tabs may hold two seats, and two tabs may show one: each seat has its own name. */
export function rememberSeat(table: string, seat: Seat): void {
  const mine = randomName(8);
  const before = held(table);
  keep('session', key(table), mine);
  hold(table, { last: mine, tokens: { ...before.tokens, [mine]: seat.token } });
  noteTable(table);
}

/** The server gave the seat a new token; whichever tab greets next must have it. */
export function renewToken(table: string, token: string): void {
  const mine = sitting(table);
  const before = held(table);
  if (mine === null || before.tokens[mine] === token) return;
  keep('session', key(table), mine);
  hold(table, { ...before, tokens: { ...before.tokens, [mine]: token } });
}

/** The seat is given up, or is no longer one's own; `left` if it may be had again. */
export function forgetSeat(table: string, left = false): void {
  const mine = sitting(table);
  const before = held(table);
  keep('session', key(table), null);
  const { [mine ?? '']: token, ...others } = before.tokens;
  hold(table, {
    last: before.last === mine ? (Object.keys(others).at(-1) ?? null) : before.last,
    tokens: others,
    ...(left && token ? { left: token } : {}),
  });
  if (!Object.keys(others).length)
    keep(
      'local',
      TABLES,
      recentTables()
        .filter((t) => t !== table)
        .join(' '),
    );
}

/** The token of a seat that was left at this table. */
export function leftToken(table: string): string | null {
  return held(table).left ?? null;
}

const TABLES = 'lastcard.tables';

/** The tables at which this browser has a seat, the latest first. */
export function recentTables(): string[] {
  return (kept('local', TABLES) ?? '').split(' ').filter(Boolean);
}

function noteTable(table: string): void {
  const all = [table, ...recentTables().filter((t) => t !== table)];
  for (const old of all.slice(MOST_TABLES)) keep('local', key(old), null);
  keep('local', TABLES, all.slice(0, MOST_TABLES).join(' '));
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

export function recall(name: string, otherwise = ''): string {
  return kept('local', `lastcard.${name}`) ?? otherwise;
}

export function remember(name: string, value: string): void {
  keep('local', `lastcard.${name}`, value);
}
