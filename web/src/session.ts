/** What the browser remembers: the player's name, the seat's token of each table, a few settings. */

export interface Seat {
  token: string;
  seat: number;
}

function key(table: string): string {
  return `lastcard.table.${table}`;
}

/** Storage may be switched off or full; the game goes on without it. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** The seat that this tab holds, else the one that this browser held last. */
export function recallSeat(table: string): Seat | null {
  const text = quietly(() => sessionStorage.getItem(key(table)) ?? localStorage.getItem(key(table)));
  return text ? quietly(() => JSON.parse(text) as Seat) : null;
}

/** Two tabs may hold two seats, so a tab's own token is kept apart and comes first. */
export function rememberSeat(table: string, seat: Seat): void {
  quietly(() => sessionStorage.setItem(key(table), JSON.stringify(seat)));
  quietly(() => localStorage.setItem(key(table), JSON.stringify(seat)));
}

export function forgetSeat(table: string): void {
  quietly(() => sessionStorage.removeItem(key(table)));
  quietly(() => localStorage.removeItem(key(table)));
}

export function recall(name: string, otherwise = ''): string {
  return quietly(() => localStorage.getItem(`lastcard.${name}`)) ?? otherwise;
}

export function remember(name: string, value: string): void {
  quietly(() => localStorage.setItem(`lastcard.${name}`, value));
}
