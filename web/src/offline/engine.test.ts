import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../net/api';
import { Connection, type Status } from '../net/connection';
import { Engine, type Port } from './engine';
import { localQuery } from './local-backend';
import { lockTab } from './tab-lock';
import type { FromWorker, ToWorker } from './worker-messages';
import { warnOfLostStorage } from './storage-warning';
import { isMetered } from './availability';
import { ownBuild, update } from '../browser/updates.svelte';

/** A worker whose words the test gives. */
class Double implements Port {
  sent: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  postMessage = (message: ToWorker): void => void this.sent.push(message);
  terminate = (): void => void (this.ended = true);
  say = (data: FromWorker): void => this.onmessage?.({ data });
  get wired(): { t: string }[] {
    return this.sent.flatMap((m) => (m.do === 'wire' ? [JSON.parse(m.text) as { t: string }] : []));
  }
}

async function started(): Promise<{ engine: Engine; worker: Double; progress: number[] }> {
  const worker = new Double();
  const progress: number[] = [];
  const loading = Engine.load((bytes) => progress.push(bytes), 0.1, worker);
  worker.say({ said: 'progress', bytes: 7 });
  worker.say({ said: 'ready', kept: true, storage: true });
  return { engine: await loading, worker, progress };
}

describe('the engine', () => {
  it('tells how much is there and whether a game is kept', async () => {
    const { engine, progress } = await started();
    expect(progress).toEqual([7]);
    expect(engine.kept).toBe(true);
  });

  it('says why it could not start', async () => {
    const worker = new Double();
    const loading = Engine.load(() => undefined, 0.1, worker);
    worker.say({ said: 'fault', error: { code: 'python', message: 'no WebAssembly' } });
    await expect(loading).rejects.toThrow('no WebAssembly');
  });

  it('opens a table, and is told why rules cannot be', async () => {
    const { engine, worker } = await started();
    const good = engine.open({ people: ['Ana'] });
    worker.say({ said: 'opened', people: [[0, 'Ana']] });
    expect(await good).toEqual([{ seat: 0, name: 'Ana' }]);
    const bad = engine.open({ people: ['Ana'] });
    worker.say({ said: 'fault', error: { code: 'rules', message: 'no', rule: 'V2' } });
    await expect(bad).rejects.toMatchObject({ code: 'rules', rule: 'V2' });
  });

  it('answers questions by their number', async () => {
    const { engine, worker } = await started();
    const first = engine.ask('options');
    const second = engine.ask('round', { number: 1 });
    const [a, b] = worker.sent.filter((m) => m.do === 'ask').map((m) => m.n);
    worker.say({ said: 'told', n: b ?? 0, error: { code: 'playing', message: 'not yet' } });
    worker.say({ said: 'told', n: a ?? 0, data: { editions: [] } });
    expect(await first).toEqual({ editions: [] });
    await expect(second).rejects.toBeInstanceOf(ApiError);
  });

  it('is to a connection what a server is: greeting, beats, and coming back when something went wrong', async () => {
    const { engine, worker } = await started();
    const said: Status['is'][] = [];
    const connection = new Connection({
      table: 'solo',
      token: () => '0',
      onMessage: () => undefined,
      onStatus: (s) => said.push(s.is),
      open: engine.wire,
    });
    connection.connect();
    await Promise.resolve();
    expect(worker.wired[0]).toMatchObject({ t: 'hello', token: '0' });
    worker.say({ said: 'beat' });
    expect(worker.wired.at(-1)).toEqual({ t: 'pong', n: 'beat' });
    worker.say({ said: 'fault', error: { code: 'python', message: 'oh' } });
    expect(said.at(-1)).toBe('lost');
    connection.close();
    expect(worker.wired.at(-1)).toEqual({ t: 'bye' });
  });
});

describe('what a server answers over HTTP', () => {
  it('is answered here for the table that is played here, and nothing of other tables', () => {
    expect(localQuery('/api/tables/solo/history')).toEqual(['history', {}]);
    expect(localQuery('/api/tables/solo/rounds/2/record')).toEqual(['round', { number: 2 }]);
    expect(localQuery('/api/tables/solo/rounds/2/deal')).toEqual(['deal', { number: 2 }]);
    expect(localQuery('/api/tables/solo/matches/1/record')).toEqual(['match', { number: 1 }]);
    expect(localQuery('/api/replay', { record: 'x' })).toEqual(['replay', { record: 'x' }]);
    expect(localQuery('/api/tables/solo')).toBeNull();
    expect(localQuery('/api/tables/k7q2/history')).toBeNull();
  });
});

describe('where storage is refused', () => {
  it('the game says so once', () => {
    const say = vi.fn();
    const engine = { storage: true, onStorage: () => undefined };
    warnOfLostStorage(engine, say);
    engine.onStorage();
    engine.onStorage();
    expect(say).toHaveBeenCalledTimes(1);
  });
});

describe('one tab at a time', () => {
  it('has the game; without locks everybody may', async () => {
    expect(await lockTab(undefined)).toBeTypeOf('function');
    const taken = {
      request: (_n: string, _o: object, work: (lock: null) => unknown) => Promise.resolve(work(null)),
    } as unknown as LockManager;
    expect(await lockTab(taken)).toBeNull();
  });
});

describe('metered connections', () => {
  it('are those that save data, are slow or cellular', () => {
    expect(isMetered({ saveData: true })).toBe(true);
    expect(isMetered({ type: 'cellular' })).toBe(true);
    expect(isMetered({ effectiveType: '3g' })).toBe(true);
    expect(isMetered({ effectiveType: '4g' })).toBe(false);
  });
});

describe('a newer build', () => {
  it('is one of another name than the page’s script', () => {
    document.head.innerHTML = '<script type="module" src="/assets/index-Ab1.js"></script>';
    expect(ownBuild()).toBe('index-Ab1');
    update.heard('');
    update.heard('index-Ab1.0123');
    expect(update.ready).toBe(false);
    update.heard('index-Cd2.0123');
    expect(update.ready).toBe(true);
  });
});
