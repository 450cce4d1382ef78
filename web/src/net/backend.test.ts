import { afterEach, expect, test, vi } from 'vitest';
import { forgetSeat, rememberSeat } from '../browser/seats';
import { request } from './backend';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

async function sent(path: string): Promise<unknown> {
  const fetch = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', fetch);
  await request(path);
  return (fetch.mock.calls[0]?.[1].headers as Record<string, string> | undefined)?.authorization;
}

test('what was played is asked for with the token of the seat, also of one that was left', async () => {
  rememberSeat('k7', { token: 'mine', seat: 1 });
  expect(await sent('/api/tables/k7/history')).toBe('Bearer mine');
  expect(await sent('/api/tables/k7/rounds/2/record')).toBe('Bearer mine');
  expect(await sent('/api/tables/k7/rounds/2/deal')).toBe('Bearer mine');
  forgetSeat('k7', true);
  expect(await sent('/api/tables/k7/matches/1/record')).toBe('Bearer mine');
});

test('no other address and no other table is shown the token', async () => {
  rememberSeat('k7', { token: 'mine', seat: 1 });
  expect(await sent('/api/tables/k7')).toBeUndefined();
  expect(await sent('/api/tables/other/history')).toBeUndefined();
  expect(await sent('/api/options')).toBeUndefined();
});
