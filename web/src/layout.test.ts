import { expect, test } from 'vitest';
import { layoutHand, placeSeats, rowTop } from './layout';

const ROOMS: [number, number][] = [[296, 190], [366, 210], [682, 132], [744, 210], [1096, 200]];

test('strips are at least 44 px wide for every hand of 1 to 40 cards, in every room', () => {
  for (const [width, height] of ROOMS)
    for (let n = 2; n <= 40; n += 1) expect(layoutHand(n, width, height).step, `${n} in ${width}`).toBeGreaterThanOrEqual(44);
});
test('a hand is as tall as its room, or less', () => {
  for (const [width, height] of ROOMS)
    for (let n = 1; n <= 40; n += 1) {
      const layout = layoutHand(n, width, height);
      const bottom = rowTop(layout, layout.rows - 1, height) + layout.card * 1.4;
      expect(bottom, `${n} in ${width}×${height}`).toBeLessThanOrEqual(height + 4);
    }
});
test('on a phone up to 7 cards lie in one row and 8 in two, without scrolling', () => {
  expect(layoutHand(7, 366, 210)).toMatchObject({ rows: 1, scrolls: false });
  expect(layoutHand(8, 366, 210)).toMatchObject({ rows: 2, scrolls: false });
  expect(layoutHand(14, 366, 210)).toMatchObject({ rows: 2, perRow: 7, scrolls: false });
  expect(layoutHand(40, 366, 210).scrolls).toBe(true);
});
test('on the narrowest phone no hand sticks out of its row unless it scrolls', () => {
  for (let n = 1; n <= 40; n += 1) {
    const { card, step, perRow, scrolls } = layoutHand(n, 296, 168);
    expect(scrolls || card + step * (perRow - 1) <= 297, String(n)).toBe(true);
  }
  expect(layoutHand(6, 296, 168).scrolls).toBe(false);
});
test('seats stand on the ellipse from the left round to the right, none outside', () => {
  for (let n = 1; n <= 9; n += 1) {
    const places = placeSeats(n);
    expect(places).toHaveLength(n);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(5);
      expect(x).toBeLessThanOrEqual(95);
      expect(y).toBeGreaterThanOrEqual(5);
      expect(y).toBeLessThanOrEqual(70);
    }
    expect([...places].sort((a, b) => a.x - b.x).length).toBe(n);
  }
});
