/** Names of people: the reader is `You`; a line of the log keeps the name of its time when somebody else takes the seat. */

import type { People } from './describe';
import type { GameEvent } from '../net/protocol';
import { list, t } from '../i18n/translate';

/** People by their names, and the reader as `You`, who comes first where several are named. */
export function called(
  nameOf: (seat: number) => string,
  isReader: (seat: number) => boolean,
): Pick<People, 'name' | 'whose' | 'together'> {
  const name = (seat: number): string => (isReader(seat) ? t('you') : nameOf(seat));
  return {
    name,
    whose: (seat) => (isReader(seat) ? t('your') : t('possessive', { name: nameOf(seat) })),
    together: (seats) => list([...seats.filter(isReader), ...seats.filter((seat) => !isReader(seat))].map(name)),
  };
}

export class Names {
  private known = new Map<number, string>();

  /** Go on from the names that others knew. */
  constructor(before?: Names) {
    if (before) this.known = new Map(before.known);
  }

  /** The name of the seat at this point of the log, if known. */
  at(seat: number): string | undefined {
    return this.known.get(seat);
  }

  follow(e: GameEvent): void {
    if (e.t === 'seat-taken') this.known.set(e.seat as number, String(e.name));
    else if (e.t === 'seats-moved') {
      const before = this.known;
      this.known = new Map(
        (e.order as number[]).flatMap((was, now) => (before.has(was) ? [[now, before.get(was) ?? ''] as const] : [])),
      );
    }
  }
}
