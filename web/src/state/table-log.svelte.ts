/** What has happened at a table: the log as it was heard, its lines by the names of the moment, and what follows from both. */

import { tell, type People } from '../game/describe';
import { called, Names } from '../game/names';
import { notesOf, type Note } from './seat-notes';
import type { GameEvent, Logged } from '../net/protocol';

const LOG_LENGTH = 200;

/** What is told once however often it happens in a row: what the terms are now is seen elsewhere. */
const FOLDED: readonly string[] = ['room-changed'];

export interface Line {
  v: number;
  text: string;
}

/** Whose names the lines go by now, and to whom they speak. */
export interface Company {
  readonly people: People;
  nameOf(seat: number): string;
  isReader(seat: number): boolean;
}

export class Story {
  log = $state.raw<Logged[]>([]);
  /** Who sat where before the first line of the log. */
  private earlier = new Names();

  constructor(private readonly company: Company) {}

  /** Begin anew with what the server tells on coming. */
  begin(log: readonly Logged[]): void {
    this.log = log.slice(-LOG_LENGTH);
    this.earlier = new Names();
  }

  /** Take in what was not heard before; the answer is that. */
  append(lines: readonly Logged[]): GameEvent[] {
    const last = this.log.at(-1)?.v ?? -1;
    const added = lines.filter((l) => l.v > last);
    const all = [...this.log, ...added];
    for (const { e } of all.slice(0, -LOG_LENGTH)) this.earlier.follow(e);
    this.log = all.slice(-LOG_LENGTH);
    return added.map((l) => l.e);
  }

  lines = $derived.by<Line[]>(() => {
    const names = new Names(this.earlier);
    let before = '';
    return this.log.flatMap(({ v, e }) => {
      const text = tell(e, this.peopleThen(names));
      names.follow(e);
      const again = FOLDED.includes(e.t) && e.t === before;
      if (text) before = e.t;
      return text && !again ? [{ v, text }] : [];
    });
  });

  /** People by the names of that point of the log. */
  private peopleThen(names: Names): People {
    const { company } = this;
    const name = (seat: number): string => names.at(seat) ?? company.nameOf(seat);
    const mine = (seat: number): boolean => company.isReader(seat) && name(seat) === company.nameOf(seat);
    return { ...company.people, ...called(name, mine) };
  }

  /** What each seat did or suffered last, in a word or two, until its next turn. */
  notes = $derived.by<Map<number, Note>>(() => notesOf(this.log));

  /** How the last round ended. */
  result = $derived.by<GameEvent | null>(() => this.log.findLast(({ e }) => e.t === 'round-ended')?.e ?? null);
}
