/** Where cards and seats go: plain arithmetic, so that every number of cards and seats can be tested. */

export interface HandLayout {
  rows: number;
  perRow: number;
  /** Width of a card and the visible strip of a covered one, in pixels. */
  card: number;
  step: number;
  /** Whether the rows are wider than the room and scroll. */
  scrolls: boolean;
  /** By how much the outermost card of a held fan is turned, in degrees. */
  fan: number;
}

export const RATIO = 1.4;
const LEAST_CARD = 60;
/** Room above a row for the card that is raised. */
export const LIFT = 20;
/** The part of the card's height that a row in front leaves free of the row behind. */
const ROW_STEP = 0.62;
/** How much lower the outermost cards of a fan lie, and how far their corners stick out, as parts of the card's width. */
const DROP = 0.13;
const CORNER = 0.07;
/** The free room beside the rows into which corners may stick out. */
const MARGIN = 10;

/** The least strip of a covered card; below the width of a phone there is no room for 44 px. */
const leastStep = (width: number): number => (width < 340 ? 38 : 44);

/**
 * Lay `count` cards into `width` × `height`: one row while the strips stay wide enough and the cards are not
 * more than seven on a narrow screen, else two rows; where that is not enough, the rows scroll.
 */
export function layoutHand(count: number, width: number, height: number): HandLayout {
  const narrow = width < 600;
  const least = leastStep(width);
  const most = Math.floor((width - LEAST_CARD) / least) + 1;
  const rows = height < 150 || count <= (narrow ? Math.min(7, most) : most) ? 1 : 2;
  const perRow = Math.max(1, Math.ceil(count / rows));
  const fits = perRow <= most;
  const held = rows === 1 && fits && count > 1;
  const tall = (height - LIFT) / (rows === 1 ? 1 + (held ? (DROP + CORNER) / RATIO : 0) : 1 + ROW_STEP);
  const spare = fits ? width - least * (perRow - 1) : width;
  const card = Math.floor(Math.max(48, Math.min(tall / RATIO, narrow ? 118 : 164, spare)));
  const corners = held ? Math.max(0, 2 * (card * 0.1 - MARGIN)) : 0;
  const room = perRow > 1 ? (width - card - corners) / (perRow - 1) : card;
  const widest = held ? Math.max(least, card * (narrow ? 0.8 : 0.86)) : card + 8;
  const step = Math.floor(Math.max(Math.min(least, card), Math.min(room, widest)));
  const fan = held ? Math.min(narrow ? 5 : 7, count * 0.9) : 0;
  return { rows, perRow, card, step, scrolls: card + step * (perRow - 1) > width + 1, fan };
}

/** The position of a row: its distance from the top of a hand of that height, in which the rows lie in the middle. */
export function rowTop(layout: HandLayout, row: number, height: number): number {
  const tall = layout.card * RATIO;
  const used = tall * (1 + (layout.rows - 1) * ROW_STEP) + (layout.fan ? layout.card * (DROP + CORNER) : 0);
  return LIFT + Math.round(Math.max(0, (height - LIFT - used) / 2) + row * tall * ROW_STEP);
}

/** The place of the card at `i` of `count`: its left upper corner and its turn in the fan. */
export function placeCard(
  layout: HandLayout,
  i: number,
  count: number,
  width: number,
  height: number,
): { x: number; y: number; turn: number } {
  const row = Math.floor(i / layout.perRow);
  const inRow = Math.min(layout.perRow, count - row * layout.perRow);
  const used = layout.card + layout.step * (inRow - 1);
  const start = layout.scrolls ? 8 : Math.max(0, (width - used) / 2);
  const at = inRow > 1 && layout.fan ? ((i % layout.perRow) / (inRow - 1)) * 2 - 1 : 0;
  return {
    x: Math.round(start + (i % layout.perRow) * layout.step),
    y: Math.round(rowTop(layout, row, height) + at * at * layout.card * DROP),
    turn: Math.round(at * layout.fan * 10) / 10,
  };
}

export type SeatSize = 'huge' | 'large' | 'medium' | 'small';

/** Width and height of a seat's chip in each size; the style sheet of `Opponents` has the same. */
export const SEAT_SIZES: Record<SeatSize, [width: number, height: number]> = {
  huge: [180, 124],
  large: [148, 104],
  medium: [126, 88],
  small: [104, 64],
};

export interface SeatPlan {
  size: SeatSize;
  /** The middle of each chip in pixels, from the left round to the right. */
  places: { x: number; y: number }[];
}

/** The least height of a table whose seats may be huge. */
const ROOMY = 480;
const EDGE = 8;
const GAP = 8;

/**
 * The seats around a table of `width` × `height`, in the largest size in which no two touch and the middle stays free:
 * on an ellipse, or where that is too tight in a bow along the top with a column on each side.
 */
export function placeSeats(count: number, width: number, height: number): SeatPlan {
  for (const size of ['huge', 'large', 'medium', 'small'] as const) {
    if (size === 'huge' && height < ROOMY) continue;
    for (const power of [2, 2.6, 3.4]) {
      const places = alongEllipse(count, width, height, SEAT_SIZES[size], power);
      if (apart(places, SEAT_SIZES[size]) && clear(places, width, height, SEAT_SIZES[size])) return { size, places };
    }
    const places = alongSides(count, width, height, SEAT_SIZES[size]);
    if (places && clear(places, width, height, SEAT_SIZES[size])) return { size, places };
  }
  return { size: 'small', places: alongSides(count, width, height, SEAT_SIZES.small, true) ?? [] };
}

type Places = SeatPlan['places'];

/** How much of the middle the piles and the colour need. */
const middle = (width: number, height: number): [number, number] => [Math.min(400, width * 0.5), Math.min(230, height * 0.5)];

/** Where the middle of the piles is, as a part of the height. */
export const MIDDLE = 0.6;

function clear(places: Places, width: number, height: number, [w, h]: [number, number]): boolean {
  const [wide, tall] = middle(width, height);
  return places.every(({ x, y }) => Math.abs(x - width / 2) >= (wide + w) / 2 || Math.abs(y - height * MIDDLE) >= (tall + h) / 2);
}

function apart(places: Places, [w, h]: [number, number]): boolean {
  return places.every((a, i) =>
    places.slice(i + 1).every((b) => Math.abs(a.x - b.x) >= w + GAP || Math.abs(a.y - b.y) >= h + GAP),
  );
}

/** Evenly along the upper part of a superellipse, and for many seats down its sides. */
function alongEllipse(count: number, width: number, height: number, [w, h]: [number, number], power: number): Places {
  const [cx, cy] = [width / 2, height * MIDDLE];
  const [a, b] = [(width - w) / 2 - EDGE, cy - h / 2 - EDGE];
  const low = Math.max(cy, height - h / 2 - EDGE);
  const reach = count < 3 ? 0.62 : count < 6 ? 0.86 : 1;
  const points: Places = [];
  for (let i = 0; i <= 12; i += 1) points.push({ x: cx - a, y: low - ((low - cy) * i) / 12 });
  for (let i = 1; i < 120; i += 1) {
    const angle = Math.PI - (Math.PI * i) / 120;
    const cos = Math.cos(angle);
    points.push({
      x: cx + a * Math.sign(cos) * Math.abs(cos) ** (2 / power),
      y: cy - b * Math.sin(angle) ** (2 / power),
    });
  }
  for (let i = 12; i >= 0; i -= 1) points.push({ x: cx + a, y: low - ((low - cy) * i) / 12 });
  const along = [0];
  points.forEach((p, i) => {
    const before = points[i - 1];
    if (before) along.push((along[i - 1] ?? 0) + Math.hypot(p.x - before.x, p.y - before.y));
  });
  const total = along.at(-1) ?? 0;
  return Array.from({ length: count }, (_, i) => {
    const part = count === 1 ? 0.5 : 0.5 + reach * ((i + 0.5) / count - 0.5);
    const at = Math.max(
      1,
      along.findIndex((d) => d >= part * total),
    );
    const [p, q] = [points[at - 1], points[at]] as [Places[number], Places[number]];
    const between = (part * total - (along[at - 1] ?? 0)) / Math.max(1e-6, (along[at] ?? 0) - (along[at - 1] ?? 0));
    return { x: Math.round(p.x + (q.x - p.x) * between), y: Math.round(p.y + (q.y - p.y) * between) };
  });
}

/** As many as needed in a column on each side, the rest in a bow along the top; null where they do not fit. */
function alongSides(count: number, width: number, height: number, [w, h]: [number, number], anyhow = false): Places | null {
  const most = Math.max(1, Math.floor((width - 2 * EDGE + GAP) / (w + GAP)));
  const side = Math.max(0, Math.ceil((count - most) / 2));
  const free = height - h - 2 * EDGE;
  if (!anyhow && side * (h + GAP) > free) return null;
  const top = count - 2 * side;
  const bow = Math.max(0, Math.min(26, free - side * (h + GAP)));
  const column = (x: number): Places =>
    Array.from({ length: side }, (_, i) => ({
      x,
      y: EDGE + h * 1.5 + GAP + bow + ((free - bow) / Math.max(1, side) - GAP - h) / 2 + i * ((free - bow) / side),
    }));
  const row = Array.from({ length: top }, (_, i) => {
    const at = top > 1 ? (i / (top - 1)) * 2 - 1 : 0;
    return { x: width / 2 + (at * (width - w - 2 * EDGE)) / 2, y: EDGE + h / 2 + at * at * bow };
  });
  const places = [...column(EDGE + w / 2).reverse(), ...row, ...column(width - EDGE - w / 2)];
  return places.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
}
