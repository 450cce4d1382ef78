import { expect, test } from 'vitest';
import { layoutHand, MIDDLE, placeCard, placeSeats, SEAT_SIZES } from './layout';

const ROOMS: [number, number][] = [
  [366, 210],
  [374, 168],
  [682, 132],
  [744, 210],
  [1096, 200],
  [720, 184],
];

test('strips are at least 44 px wide for every hand of 1 to 40 cards, in every room of a phone and larger', () => {
  for (const [width, height] of ROOMS)
    for (let n = 2; n <= 40; n += 1) expect(layoutHand(n, width, height).step, `${n} in ${width}`).toBeGreaterThanOrEqual(44);
});
test('a hand is as tall as its room, or less', () => {
  for (const [width, height] of [...ROOMS, [296, 168] as const])
    for (let n = 1; n <= 40; n += 1) {
      const layout = layoutHand(n, width, height);
      for (let i = 0; i < n; i += 1) {
        const { y } = placeCard(layout, i, n, width, height);
        expect(y + layout.card * 1.4, `${i} of ${n} in ${width}×${height}`).toBeLessThanOrEqual(height + 4);
        expect(y).toBeGreaterThanOrEqual(16);
      }
    }
});
test('on a phone up to 7 cards lie in one row and 8 in two, without scrolling', () => {
  expect(layoutHand(7, 366, 210)).toMatchObject({ rows: 1, scrolls: false });
  expect(layoutHand(8, 366, 210)).toMatchObject({ rows: 2, scrolls: false });
  expect(layoutHand(14, 366, 210)).toMatchObject({ rows: 2, perRow: 7, scrolls: false });
  expect(layoutHand(40, 366, 210).scrolls).toBe(true);
});
test('on the narrowest phone no hand sticks out of its row unless it scrolls, and up to 14 cards do not', () => {
  for (let n = 1; n <= 40; n += 1) {
    const { card, step, perRow, scrolls } = layoutHand(n, 304, 168);
    expect(scrolls || card + step * (perRow - 1) <= 305, String(n)).toBe(true);
    if (n <= 14) expect(scrolls, String(n)).toBe(false);
    expect(step).toBeGreaterThanOrEqual(38);
  }
});
test('a fan is the same from both sides', () => {
  const layout = layoutHand(7, 366, 210);
  const places = Array.from({ length: 7 }, (_, i) => placeCard(layout, i, 7, 366, 210));
  expect(places.map((p) => p.turn)).toEqual(places.map((p) => -p.turn + 0).reverse());
  expect(places[0]?.y).toBeGreaterThan(places[3]?.y ?? Infinity);
});

const TABLES: [number, number][] = [
  [704, 414],
  [744, 414],
  [704, 250],
  [1100, 530],
  [1600, 800],
  [744, 260],
  [1000, 380],
];

test.each(TABLES)(
  'seats of 2 to 10 stand around a table of %i × %i: none touch, none cover the middle, none outside',
  (width, height) => {
    for (let n = 1; n <= 9; n += 1) {
      const { size, places } = placeSeats(n, width, height);
      const [w, h] = SEAT_SIZES[size];
      expect(places).toHaveLength(n);
      places.forEach(({ x, y }, i) => {
        expect(x - w / 2, `${n}: ${i}`).toBeGreaterThanOrEqual(0);
        expect(x + w / 2, `${n}: ${i}`).toBeLessThanOrEqual(width);
        expect(y - h / 2, `${n}: ${i}`).toBeGreaterThanOrEqual(0);
        expect(y + h / 2, `${n}: ${i}`).toBeLessThanOrEqual(height);
        const free = Math.abs(x - width / 2) >= w / 2 + 150 || y + h / 2 <= height * MIDDLE - 60;
        expect(free, `${n}: ${i} covers the middle`).toBe(true);
        for (const other of places.slice(i + 1)) {
          const touch = Math.abs(x - other.x) < w && Math.abs(y - other.y) < h;
          expect(touch, `${n} in ${width}×${height}: ${JSON.stringify(places)}`).toBe(false);
        }
      });
      expect(places.map((p) => p.x)).toEqual(
        places
          .map((p) => width - p.x)
          .reverse()
          .map((x) => expect.closeTo(x, -1)),
      );
    }
  },
);
