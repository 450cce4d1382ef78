/** What has happened at a table: the log as it was heard, its lines by the names of the moment, and what follows from both. */

import { describeEvent, type People } from '../game/describe';
import { called, Names } from '../game/names';
import { notesOf, type Note } from './seat-notes';
import type { GameEvent, Logged } from '../net/protocol';

const MAX_ENTRIES = 200;

/** Events that get one line however often they happen in a row: the present terms are shown elsewhere. */
const SAID_ONCE: readonly string[] = ['room-changed'];

export interface LogLine {
  v: number;
  text: string;
}

/** Whose names the lines go by now, and to whom they speak. */
export interface Naming {
  readonly people: People;
  nameOf(seat: number): string;
  isReader(seat: number): boolean;
}

export class TableLog {
  entries = $state.raw<Logged[]>([]);
  /** Who sat where before the first line of the log. */
  private earlier = new Names();

  constructor(private readonly naming: Naming) {}

  /** Start repeated with the log that the server sends on connecting. */
  reset(log: readonly Logged[]): void {
    this.entries = log.slice(-MAX_ENTRIES);
    this.earlier = new Names();
  }

  /** Take in what was not heard before; the answer is that. */
  append(lines: readonly Logged[]): GameEvent[] {
    const last = this.entries.at(-1)?.v ?? -1;
    const added = lines.filter((l) => l.v > last);
    const all = [...this.entries, ...added];
    for (const { e } of all.slice(0, -MAX_ENTRIES)) this.earlier.follow(e);
    this.entries = all.slice(-MAX_ENTRIES);
    return added.map((l) => l.e);
  }

  lines = $derived.by<LogLine[]>(() => {
    const names = new Names(this.earlier);
    let before = '';
    return this.entries.flatMap(({ v, e }) => {
      const text = describeEvent(e, this.peopleAt(names));
      names.follow(e);
      const repeated = SAID_ONCE.includes(e.t) && e.t === before;
      if (text) before = e.t;
      return text && !repeated ? [{ v, text }] : [];
    });
  });

  /** People by the names of that point of the log. */
  private peopleAt(names: Names): People {
    const { naming } = this;
    const name = (seat: number): string => names.at(seat) ?? naming.nameOf(seat);
    const mine = (seat: number): boolean => naming.isReader(seat) && name(seat) === naming.nameOf(seat);
    return { ...naming.people, ...called(name, mine) };
  }

  /** What each seat did or suffered last, in a word or two, until its next turn. */
  notes = $derived.by<Map<number, Note>>(() => notesOf(this.entries));

  /** How the last round ended. */
  result = $derived.by<GameEvent | null>(() => this.entries.findLast(({ e }) => e.t === 'round-ended')?.e ?? null);
}
