import { beforeEach, expect, test, vi } from 'vitest';
import { browserName, forgetSeat, leftToken, recentTables, rememberSeat, renewToken, seatToken } from './seats';
import { recall, remember, storageWorks } from './storage';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '');
});

/** As another tab of the same browser sees it. */
function inAnotherTab<T>(work: () => T): T {
  const mine = { ...sessionStorage };
  sessionStorage.clear();
  const found = work();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(mine)) sessionStorage.setItem(key, String(value));
  return found;
}

test('a seat is found again by this tab and by a new one', () => {
  rememberSeat('aaaa', { token: 't1', seat: 2 });
  expect(seatToken('aaaa')).toBe('t1');
  expect(inAnotherTab(() => seatToken('aaaa'))).toBe('t1');
  expect(seatToken('bbbb')).toBeNull();
});
test('two tabs may hold two seats of one table', () => {
  rememberSeat('aaaa', { token: 'mine', seat: 0 });
  inAnotherTab(() => rememberSeat('aaaa', { token: 'theirs', seat: 1 }));
  expect(seatToken('aaaa')).toBe('mine');
});
test('a token renewed by one tab is the one that the other tab of that seat shows next', () => {
  rememberSeat('aaaa', { token: 't1', seat: 0 });
  inAnotherTab(() => renewToken('aaaa', 't2'));
  expect(seatToken('aaaa')).toBe('t2');
});
test('a renewed token does not touch the seat of another tab', () => {
  rememberSeat('aaaa', { token: 'mine', seat: 0 });
  inAnotherTab(() => {
    rememberSeat('aaaa', { token: 'theirs', seat: 1 });
    renewToken('aaaa', 'theirs2');
  });
  expect(seatToken('aaaa')).toBe('mine');
});
test('V14: a seat that was left is no seat any more, its token is kept for coming back', () => {
  rememberSeat('aaaa', { token: 't1', seat: 0 });
  forgetSeat('aaaa', true);
  expect([seatToken('aaaa'), leftToken('aaaa')]).toEqual([null, 't1']);
  rememberSeat('aaaa', { token: 't3', seat: 0 });
  expect(leftToken('aaaa')).toBeNull();
});
test('a seat taken away leaves nothing behind', () => {
  rememberSeat('aaaa', { token: 't1', seat: 0 });
  forgetSeat('aaaa');
  expect([seatToken('aaaa'), leftToken('aaaa'), recentTables()]).toEqual([null, null, []]);
});
test('tables are remembered, the latest first, and not more than forty', () => {
  for (let i = 0; i < 45; i += 1) rememberSeat(`table${i}`, { token: `t${i}`, seat: 0 });
  expect(recentTables()).toHaveLength(40);
  expect(recentTables()[0]).toBe('table44');
  expect(seatToken('table0')).toBeNull();
});
test('the browser keeps one name for itself', () => {
  const name = browserName();
  expect(name).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  expect(browserName()).toBe(name);
});
test('where storage is refused a reload still finds the seat, by the page’s entry in the history', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(storageWorks()).toBe(false);
  rememberSeat('aaaa', { token: 't1', seat: 0 });
  remember('name', 'Ana');
  expect([seatToken('aaaa'), recall('name')]).toEqual(['t1', 'Ana']);
  expect(JSON.stringify(history.state)).toContain('t1');
  refuse.mockRestore();
});
