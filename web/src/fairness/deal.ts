/** The order of a deal, as docs/deals.md says byte by byte: the same as `lastcard.dealing`. */

import { fromHex, toHex } from './hex';
import { sha256 } from './sha256';
import { Shake256 } from './shake256';

const DOMAIN = 'lastcard deal 1';

/** Seat, and 32 hex digits, `bot` or `absent`. */
export interface Contribution {
  seat: number;
  value: string;
}

const text = new TextEncoder();

/** The domain and the parts, each after its length as four bytes, the most significant first. */
function framed(...parts: (string | Uint8Array)[]): Uint8Array {
  const all = [DOMAIN, ...parts].flatMap((part) => {
    const bytes = typeof part === 'string' ? text.encode(part) : part;
    return [0, 0, bytes.length >> 8, bytes.length & 255, ...bytes];
  });
  return Uint8Array.from(all);
}

export function rulesDigest(rules: string): Uint8Array {
  return sha256(framed('rules', rules));
}

/** What the first commitment of a game has before it. */
export function firstLink(game: string): string {
  return toHex(sha256(framed('first', game)));
}

export function commit(secret: string, game: string, number: number, rules: string, previous: string): string {
  const parts = ['commit', fromHex(secret), game, String(number), rulesDigest(rules), fromHex(previous)];
  return toHex(sha256(framed(...parts)));
}

/** Whole numbers below a bound, each equally likely. */
export function stream(secret: string, given: readonly Contribution[], label: string): (bound: number) => number {
  const shares = [...given]
    .sort((a, b) => a.seat - b.seat)
    .flatMap(({ seat, value }) => {
      const mark = value === 'bot' || value === 'absent';
      return [String(seat), mark ? value : fromHex(value)];
    });
  const source = new Shake256(framed('stream', fromHex(secret), label, ...shares));
  return (bound) => {
    const limit = 65536 - (65536 % bound);
    for (;;) {
      const word = source.byte() * 256 + source.byte();
      if (word < limit) return word % bound;
    }
  };
}

/** The cards in the order that the numbers give; they are sorted by their tokens first. */
export function shuffled(cards: readonly string[], below: (bound: number) => number): string[] {
  const order = [...cards].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const at = below(last + 1);
    [order[last], order[at]] = [order[at] ?? '', order[last] ?? ''];
  }
  return order;
}
