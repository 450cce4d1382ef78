/** A record that is shown: which round, which moment, through whose eyes, and how fast it goes on by itself. */

import type { ReplayData } from '../generated/protocol';
import { TableState } from '../state/table-state.svelte';
import { t } from '../i18n/translate';
import { stateAt, versions } from './snapshots';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** So long a moment is looked at, at single speed. */
const PACE = 1400;

export class ReplayPlayer {
  data = $state.raw<ReplayData | null>(null);
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  readonly table = new TableState(() => undefined);

  private known = new Map<string, ReplayData>();
  private clock: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** `fetch` has the rules play the record: a round as a seat saw it. */
  constructor(private readonly fetch: (round: number, seat: number | null) => Promise<ReplayData>) {
    this.table.addressed = false;
  }

  name(seat: number): string {
    return this.data?.names[seat] || t('replay.seat', { number: seat + 1 });
  }

  get last(): number {
    return (this.data?.moments.length ?? 1) - 1;
  }

  /** Show a round as a seat saw it, at a moment; the errors are those of `fetch`. */
  async open(round: number, seat: number | null, at: number): Promise<void> {
    const mine = (this.asked += 1);
    const key = `${round} ${seat}`;
    const found = this.known.get(key) ?? (await this.fetch(round, seat));
    this.known.set(key, found);
    if (mine !== this.asked) return;
    this.data = found;
    this.jump(Math.min(at, found.moments.length - 1));
  }

  /** Another round or other eyes; the moment stays where only the eyes change. */
  change(round: number, seat: number | null): Promise<void> {
    return this.open(round, seat, round === this.data?.round ? this.at : 0);
  }

  /** To a moment: the next one comes about as it did, any other is simply there. */
  go(to: number): void {
    const at = Math.max(0, Math.min(this.last, to));
    if (!this.data || at === this.at) return;
    if (at === this.at + 1) this.step(at);
    else this.jump(at);
  }

  private jump(at: number): void {
    if (!this.data) return;
    this.at = at;
    this.table.receive(stateAt(this.data, at, 'snap', this.names()));
  }

  private step(at: number): void {
    if (!this.data) return;
    this.at = at;
    const v = versions(this.data.moments)[at - 1] ?? 0;
    this.data.moments[at]?.events.forEach((e, i) => this.table.receive({ t: 'ev', v: v + i + 1, e: e as never }));
    this.table.receive(stateAt(this.data, at, 'state', this.names()));
  }

  private names(): string[] {
    return (this.data?.names ?? []).map((_, seat) => this.name(seat));
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.jump(0);
    this.playing = true;
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.clock);
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed as (typeof SPEEDS)[number]) + 1) % SPEEDS.length] ?? 1;
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at >= this.last) this.pause();
      else this.wait();
    }, PACE / this.speed);
  }
}
