import { expect, test } from 'vitest';
import { impossible } from './impossible';

const of = (options: Record<string, unknown>) => (name: string) => ({ deflect: false, stacking: 'none', first_seat: null, ...options })[name];

test('a debt can be deflected only where draw cards are stacked (V2)', () => {
  expect(impossible(of({ deflect: true }), 4)).toEqual({ deflect: 'Deflecting a debt: a debt can be deflected only where draw cards are stacked. (V2)' });
  expect(impossible(of({ deflect: true, stacking: 'same' }), 4)).toEqual({});
});
test('only a seat that there is can start (S4)', () => {
  expect(impossible(of({ first_seat: 4 }), 4).first_seat).toContain('a table of 4 has no seat 5.');
  expect(impossible(of({ first_seat: 3 }), 4)).toEqual({});
});
