/** Where cards and seats go: plain arithmetic, so that every number of cards and seats can be tested. */

export interface HandLayout {
  rows: number;
  perRow: number;
  /** Width of a card and the visible strip of a covered one, in pixels. */
  card: number;
  step: number;
  /** Whether the rows are wider than the room and scroll. */
  scrolls: boolean;
}

const RATIO = 1.4;
const LEAST_STEP = 44;
const LEAST_CARD = 60;
/** Room above a row for the card that is raised. */
const LIFT = 16;
/** The part of the card's height that a row in front leaves free of the row behind. */
const ROW_STEP = 0.62;

/**
 * Lay `count` cards into `width` × `height`: one row while the strips stay 44 px wide and the cards are not
 * more than seven on a narrow screen, else two rows; where that is not enough, the rows scroll.
 */
export function layoutHand(count: number, width: number, height: number): HandLayout {
  const narrow = width < 600;
  const most = Math.floor((width - LEAST_CARD) / LEAST_STEP) + 1;
  const rows = height < 150 || count <= (narrow ? Math.min(7, most) : most) ? 1 : 2;
  const perRow = Math.max(1, Math.ceil(count / rows));
  const tall = (height - LIFT) / (rows === 1 ? 1 : 1 + ROW_STEP);
  const spare = perRow <= most ? width - LEAST_STEP * (perRow - 1) : width;
  const card = Math.floor(Math.max(48, Math.min(tall / RATIO, narrow ? 102 : 116, spare)));
  const room = perRow > 1 ? (width - card) / (perRow - 1) : card;
  const step = Math.floor(Math.max(Math.min(LEAST_STEP, card), Math.min(room, card + 8)));
  return { rows, perRow, card, step, scrolls: card + step * (perRow - 1) > width + 1 };
}

/** Where a row stands: its distance from the top of a hand of that height, in which the rows lie in the middle. */
export function rowTop(layout: HandLayout, row: number, height: number): number {
  const tall = layout.card * RATIO;
  const used = tall * (1 + (layout.rows - 1) * ROW_STEP);
  return LIFT + Math.round(Math.max(0, (height - LIFT - used) / 2) + row * tall * ROW_STEP);
}

/** The places of `count` seats on the upper part of an ellipse, in percent of the table, from the left round to the right. */
export function placeSeats(count: number): { x: number; y: number }[] {
  const from = count < 3 ? 150 : count < 5 ? 172 : 190;
  const to = 180 - from;
  return Array.from({ length: count }, (_, i) => {
    const angle = ((count === 1 ? 90 : from + ((to - from) * i) / (count - 1)) * Math.PI) / 180;
    return { x: 50 + 42 * Math.cos(angle), y: 52 - 40 * Math.sin(angle) };
  });
}
