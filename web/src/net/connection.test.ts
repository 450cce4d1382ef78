import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINOR } from '../generated/protocol';
import { Connection, uuid, type Status, type Wire } from './connection';
import type { ServerMessage } from './protocol';

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(): void {}
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const SNAP = { t: 'snap', v: 5, you: 0, view: null, legal: [], awaited: [], table: {}, log: [] };
let wires: FakeWire[];
let statuses: Status[];
let heard: ServerMessage[];
let token: string | null;

function start(): Connection {
  let n = 0;
  const connection = new Connection({
    table: 'abcd',
    token: () => token,
    onToken: (t) => (token = t),
    open: () => wires[wires.push(new FakeWire()) - 1] as FakeWire,
    newId: () => `id-${(n += 1)}`,
    onMessage: (m) => heard.push(m),
    onStatus: (s) => statuses.push(s),
  });
  connection.connect();
  wires[0]?.onopen?.();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  statuses = [];
  heard = [];
  token = 'secret';
});
afterEach(() => vi.useRealTimers());

test('the first message is a hello with the token', () => {
  start();
  expect(wires[0]?.sent).toEqual([{ t: 'hello', proto: 1, minor: MINOR, table: 'abcd', token: 'secret' }]);
});
test('a command goes out after the snapshot and waits for its answer', () => {
  const connection = start();
  connection.send({ t: 'act', action: 'draw' }, 5);
  expect(wires[0]?.sent).toHaveLength(1);
  wires[0]?.say(SNAP);
  expect(wires[0]?.sent[1]).toEqual({ t: 'cmd', id: 'id-1', v: 5, d: { t: 'act', action: 'draw' } });
  expect(connection.waiting).toBe(1);
  wires[0]?.say({ t: 'ack', id: 'id-1', v: 6 });
  expect(connection.waiting).toBe(0);
});
test('what was not acknowledged is sent again with the same id after a loss', () => {
  const connection = start();
  wires[0]?.say(SNAP);
  connection.send({ t: 'act', action: 'draw' }, 5);
  wires[0]?.onclose?.();
  expect(statuses.at(-1)).toMatchObject({ is: 'lost', tries: 1 });
  vi.advanceTimersByTime(1000);
  wires[1]?.onopen?.();
  wires[1]?.say(SNAP);
  expect(wires[1]?.sent.map((m) => m.id)).toEqual([undefined, 'id-1']);
});
test('a command that was refused is not sent again', () => {
  const connection = start();
  wires[0]?.say(SNAP);
  connection.send({ t: 'next' }, 5);
  wires[0]?.say({ t: 'nak', id: 'id-1', code: 'stale', message: 'late' });
  expect(connection.waiting).toBe(0);
  expect(heard.at(-1)).toMatchObject({ t: 'nak' });
});
test('the tries come less and less often, at most every ten seconds', () => {
  start();
  const waits: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    const before = Date.now();
    wires.at(-1)?.onclose?.();
    const status = statuses.at(-1);
    waits.push(status?.is === 'lost' ? status.again - before : -1);
    vi.advanceTimersByTime(10_001);
  }
  expect(waits[0]).toBeLessThan(700);
  expect(waits.at(-1)).toBeGreaterThan(5000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
});
test('a silent server counts as lost', () => {
  start();
  wires[0]?.say(SNAP);
  vi.advanceTimersByTime(15_001);
  expect(statuses.at(-1)?.is).toBe('lost');
});
test('a ping is answered with its nonce, a frame that is no JSON is passed over', () => {
  start();
  wires[0]?.say({ t: 'ping', n: 'k3v9' });
  wires[0]?.onmessage?.({ data: '{' });
  expect(wires[0]?.sent.at(-1)).toEqual({ t: 'pong', n: 'k3v9' });
  expect(heard).toEqual([]);
});
test('gone ends it: nothing is tried again', () => {
  start();
  wires[0]?.say({ t: 'gone', code: 'replaced', message: 'other tab' });
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
  expect(statuses.at(-1)).toEqual({ is: 'gone', code: 'replaced', message: 'other tab' });
});
test('ids are version 4 uuids', () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuid()).not.toBe(uuid());
});

test('a deal gets its contribution as soon as the commitment is seen, and the answer to it is no news', () => {
  start();
  const deal = {
    game: 'ab',
    number: 2,
    commitment: 'c',
    previous: 'd',
    contributions: [],
    dealt: false,
    void: false,
    secret: null,
  };
  wires[0]?.say({ ...SNAP, control: true, deal });
  const sent = wires[0]?.sent[1] as { t: string; d: object };
  expect(sent).toMatchObject({ t: 'cmd', id: 'id-1', v: 5, d: { t: 'contribute', number: 2 } });
  wires[0]?.say({ t: 'nak', id: 'id-1', code: 'illegal', message: 'The cards of round 2 have been dealt already.', v: 9 });
  expect(heard.map((m) => m.t)).toEqual(['snap']);
});

test('coming back it says where it left off, and shows the seat’s newest token', () => {
  start();
  wires[0]?.say({ ...SNAP, token: 'renewed' });
  wires[0]?.say({ t: 'ev', v: 6, e: { t: 'hidden' } });
  wires[0]?.onclose?.();
  vi.advanceTimersByTime(1000);
  wires[1]?.onopen?.();
  expect(wires[1]?.sent).toEqual([{ t: 'hello', proto: 1, minor: MINOR, table: 'abcd', token: 'renewed', since: 6 }]);
});
test('where an event is missing it comes back for a snapshot', () => {
  start();
  wires[0]?.say(SNAP);
  wires[0]?.say({ t: 'ev', v: 8, e: { t: 'hidden' } });
  vi.advanceTimersByTime(1000);
  wires[1]?.onopen?.();
  expect(wires[1]?.sent[0]).not.toHaveProperty('since');
  expect(heard.map((m) => m.t)).toEqual(['snap']);
});
test.each(['storage', 'busy'])(
  'what the server could not take (%s) is sent again under the same id, and only five times',
  (code) => {
    const connection = start();
    wires[0]?.say(SNAP);
    connection.send({ t: 'next' }, 5);
    for (let i = 0; i < 6; i += 1) {
      wires[0]?.say({ t: 'nak', id: 'id-1', code, message: 'later' });
      vi.advanceTimersByTime(2000);
    }
    expect(wires[0]?.sent.filter((m) => m.id === 'id-1')).toHaveLength(6);
    expect(heard.at(-1)).toMatchObject({ t: 'nak', code });
    expect(connection.waiting).toBe(0);
  },
);
test('a server that stops takes nothing more and closes: on the next connection everything goes out again in its order', () => {
  const connection = start();
  wires[0]?.say(SNAP);
  connection.send({ t: 'act', action: 'draw' }, 5);
  connection.send({ t: 'say', phrase: 'nice' }, 5);
  wires[0]?.say({ t: 'nak', id: 'id-1', code: 'busy', message: 'The table is being put away.' });
  wires[0]?.onclose?.();
  vi.advanceTimersByTime(1000);
  wires[1]?.onopen?.();
  expect(wires[1]?.sent.map((m) => m.id)).toEqual([undefined]);
  wires[1]?.say(SNAP);
  expect(wires[1]?.sent.map((m) => m.id)).toEqual([undefined, 'id-1', 'id-2']);
  wires[1]?.say({ t: 'ack', id: 'id-1', v: 6 });
  wires[1]?.say({ t: 'ack', id: 'id-2', v: 6 });
  vi.advanceTimersByTime(5000);
  expect(wires[1]?.sent).toHaveLength(3);
  expect(heard.filter((m) => m.t === 'nak')).toEqual([]);
});
test('a table that changes its server is tried again; one that was never reached is said to be busy', () => {
  const connection = start();
  wires[0]?.say(SNAP);
  connection.send({ t: 'next' }, 5);
  wires[0]?.onclose?.();
  vi.advanceTimersByTime(1000);
  wires[1]?.say({ t: 'gone', code: 'busy', message: 'elsewhere' });
  expect(statuses.at(-1)).toMatchObject({ is: 'lost', tries: 2 });
  vi.advanceTimersByTime(2000);
  wires[2]?.say(SNAP);
  expect(wires[2]?.sent.map((m) => m.id)).toEqual(['id-1']);
  wires = [];
  start();
  wires[0]?.say({ t: 'gone', code: 'busy', message: 'full' });
  expect(statuses.at(-1)).toMatchObject({ is: 'gone', code: 'busy' });
});
test('a connection that is doubted must answer soon', () => {
  const connection = start();
  wires[0]?.say(SNAP);
  connection.probe();
  expect(wires[0]?.sent.at(-1)).toEqual({ t: 'ping' });
  vi.advanceTimersByTime(4001);
  expect(statuses.at(-1)?.is).toBe('lost');
});
test('while it is lost it stays lost until the table answers, and says since when', () => {
  start();
  wires[0]?.say(SNAP);
  const at = Date.now();
  wires[0]?.onclose?.();
  vi.advanceTimersByTime(1000);
  wires[1]?.onclose?.();
  expect(statuses.map((s) => s.is)).toEqual(['connecting', 'open', 'lost', 'lost']);
  expect(statuses.at(-1)).toMatchObject({ since: at, tries: 2 });
});
