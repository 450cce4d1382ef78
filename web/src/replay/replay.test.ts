import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Moment, ReplayData } from '../generated/protocol';
import { addWords } from '../i18n/translate';
import words from '../i18n/words/en/replay.json';
import { ReplayPlayer } from './replay-player.svelte';
import { readAddress } from './record-source';
import { logUpTo, readPosition, stateAt, writePosition } from './snapshots';

addWords('en', words);

function view(hands: string[], top: string, over = false): Moment['view'] {
  return {
    table: {
      rules: { edition: 'classic' },
      seats: [0, 1],
      dealer: 1,
      phase: over ? { t: 'over', out: 0 } : { t: 'turn', seat: 0 },
      direction: 'left',
      top,
      colour: 'red',
      discard: '',
      window: null,
      called: [],
      jumpable: false,
      losing: [],
      passes: 0,
      report: null,
      times: [],
    },
    hands: hands.map((cards) => ({ cards, drawn: null, played_from: null, shown: [], reneged: false })),
    hidden: { pile: '?? ??', aside: null },
  } as unknown as Moment['view'];
}

const MATCH: Moment['match'] = {
  scores: [0, 0],
  target: 500,
  scoring: 'first-to',
  dealer: 1,
  round: 1,
  rounds: [],
  winner: null,
  eliminated: [],
  left: [],
  teams: null,
};
const moment = (act: string, events: object[], at: Moment['view']): Moment => ({
  line: 7,
  seat: 0,
  act,
  events: events as Moment['events'],
  view: at,
  awaited: [0],
  match: MATCH,
});

function data(round: number, seat: number | null): ReplayData {
  return {
    rules: { edition: 'classic', players: 2, options: {}, differences: {} },
    names: ['Ann', ''],
    date: null,
    rounds: [1, 2].map(() => ({ dealer: 1, moments: 3, over: true, out: 0, points: {}, scores: [0, 0], deal: null })),
    round,
    seat,
    moments: [
      moment(
        'deal',
        [
          { t: 'round-began', seats: [0, 1], dealer: 1, hands: [], pile: '' },
          { t: 'turned-up', card: 'R4' },
        ],
        view(['R7 G1', 'B2'], 'R4'),
      ),
      moment(
        'play R7',
        [{ t: 'played', seat: 0, cards: 'R7', colour: null, swap: null, uno: true, jump: false }],
        view(['G1', 'B2'], 'R7'),
      ),
      moment(
        'play G1',
        [{ t: 'played', seat: 0, cards: 'G1', colour: null, swap: null, uno: false, jump: false }],
        view(['', 'B2'], 'G1', true),
      ),
    ],
  };
}

test('an address names a round and a moment; nonsense is the beginning', () => {
  expect(readPosition('#round=2&at=37')).toEqual({ round: 2, at: 37 });
  expect(readPosition('#round=0&at=-3')).toEqual({ round: 1, at: 0 });
  expect(readPosition('#at=1e9')).toEqual({ round: 1, at: 0 });
  expect(readPosition(writePosition(4, 12))).toEqual({ round: 4, at: 12 });
});

test('an address names the record of a table’s round or match', () => {
  expect(readAddress('?table=k7q2&n=3')).toEqual({ code: 'k7q2', what: 'rounds', number: 3 });
  expect(readAddress('?table=k7q2&match=1')).toEqual({ code: 'k7q2', what: 'matches', number: 1 });
  expect(readAddress('?table=../x&n=3')).toBeNull();
  expect(readAddress('')).toBeNull();
});

test('a moment is the state of a table at which nobody is waited for', () => {
  const state = stateAt(data(1, 0), 1, 'snap', ['Ann', 'Seat 2']);
  expect(state).toMatchObject({ v: 3, you: 0, legal: [], awaited: [] });
  expect(state.log).toHaveLength(3);
  expect(logUpTo(data(1, 0).moments, 0).map((l) => l.v)).toEqual([1, 2]);
});

describe('the player', () => {
  const asked: [number, number | null][] = [];
  let player: ReplayPlayer;
  beforeEach(async () => {
    vi.useFakeTimers();
    asked.length = 0;
    player = new ReplayPlayer((round, seat) => (asked.push([round, seat]), Promise.resolve(data(round, seat))));
    await player.open(1, null, 0);
  });
  afterEach(() => {
    player.pause();
    vi.useRealTimers();
  });

  test('steps through the events, so that they can be seen to happen', () => {
    const seen: string[] = [];
    player.table.watch({ before: (events) => void seen.push(...events.map((e) => e.t)), after: () => undefined });
    player.go(1);
    expect(seen).toEqual(['played']);
    expect(player.table.top).toBe('R7');
    expect(player.table.log.lines.at(-1)?.text).toBe('Ann played Red 7 and said UNO.');
  });

  test('jumps anywhere, back as well', () => {
    player.go(2);
    expect(player.table.over).toBe(true);
    player.go(0);
    expect(player.table.top).toBe('R4');
    expect(player.table.log.lines).toHaveLength(2);
  });

  test('speaks to nobody, not even to whoever’s eyes are looked through', async () => {
    await player.change(1, 0);
    player.go(1);
    expect(player.table.log.lines.at(-1)?.text).toMatch(/^Ann /);
    expect(player.name(1)).toBe('Seat 2');
  });

  test('keeps the moment with other eyes, begins a new round, and asks for each once', async () => {
    player.go(1);
    await player.change(1, 1);
    expect([player.at, player.table.you]).toEqual([1, 1]);
    await player.change(2, 1);
    expect(player.at).toBe(0);
    await player.change(1, 1);
    expect(asked).toEqual([
      [1, null],
      [1, 1],
      [2, 1],
    ]);
  });

  test('goes on by itself to the end, faster when told so', () => {
    player.toggle();
    player.faster();
    expect(player.speed).toBe(2);
    vi.advanceTimersByTime(800);
    expect(player.at).toBe(1);
    vi.advanceTimersByTime(5000);
    expect([player.at, player.playing]).toEqual([2, false]);
  });
});
