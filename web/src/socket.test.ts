import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection, uuid, type Status, type Wire } from './socket';
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

function start(): Connection {
  let n = 0;
  const connection = new Connection({
    table: 'abcd',
    token: 'secret',
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
});
afterEach(() => vi.useRealTimers());

test('the first message is a hello with the token', () => {
  start();
  expect(wires[0]?.sent).toEqual([{ t: 'hello', proto: 1, table: 'abcd', token: 'secret' }]);
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
  vi.advanceTimersByTime(45_001);
  expect(statuses.at(-1)?.is).toBe('lost');
});
test('a ping is answered, a frame that is no JSON is passed over', () => {
  start();
  wires[0]?.say({ t: 'ping' });
  wires[0]?.onmessage?.({ data: '{' });
  expect(wires[0]?.sent.at(-1)).toEqual({ t: 'pong' });
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
