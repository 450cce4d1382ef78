/** A replay as messages of a table: what the server would have sent at each moment. */

import type { Moment, ReplayData } from '../generated/protocol';
import type { GameEvent, Logged, StateMessage, View } from '../net/protocol';

/** The version after each moment: events count from 1 as at a table. */
export function versions(moments: readonly Moment[]): number[] {
  let v = 0;
  return moments.map((moment) => (v += moment.events.length));
}

/** The events up to and with a moment. */
export function logUpTo(moments: readonly Moment[], at: number): Logged[] {
  return moments
    .slice(0, at + 1)
    .flatMap((moment) => moment.events)
    .map((e, i) => ({ v: i + 1, e: e as unknown as GameEvent }));
}

/** The table at a moment. Nobody is waited for: it is looked at, not played. */
export function stateAt(data: ReplayData, at: number, t: 'snap' | 'state', names: readonly string[]): StateMessage {
  const moment = data.moments[at] as Moment;
  return {
    t,
    v: versions(data.moments)[at] ?? 0,
    you: data.seat,
    control: true,
    view: moment.view as unknown as View,
    legal: [],
    awaited: [],
    table: {
      table: '',
      state: 'playing',
      seats: names.map((name, seat) => ({
        seat,
        name,
        kind: moment.match.left.includes(seat) ? 'gone' : 'person',
        connected: true,
      })),
      ended: false,
      open: 0,
      host: null,
      ready: [],
      muted: [],
      terms: 0,
      clock: null,
      room: {
        bots: false,
        clock: null,
        autostart: false,
        draw: false,
        spectators: true,
        spectator_delay: 0,
        grace_ms: 1000,
        auto_uno: false,
        chat: false,
      },
      match: moment.match,
      rules: data.rules,
    },
    clock: null,
    grace: null,
    jumps: null,
    autopilot: [],
    prompts: [],
    deal: null,
    ...(t === 'snap' ? { log: logUpTo(data.moments, at) } : {}),
  };
}

/** Which moment of which round an address names (`#round=2&at=37`); what it does not say is the first. */
export function readPosition(hash: string): { round: number; at: number } {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string, otherwise: number): number => {
    const text = found.get(name) ?? '';
    return /^\d{1,5}$/.test(text) ? Number(text) : otherwise;
  };
  return { round: Math.max(1, number('round', 1)), at: number('at', 0) };
}

export const writePosition = (round: number, at: number): string => `#round=${round}&at=${at}`;
