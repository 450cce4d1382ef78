/** Cards as the client knows them: tokens of the notation (`R7`, `W+4`, `??`) and what they look like. */

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];

export type Kind = 'number' | 'word' | 'blank' | 'wild' | 'unseen';

export interface CardFace {
  token: string;
  colour: Colour | null;
  /** What is printed, colour aside: `7`, `S`, `R`, `+2`, `*`, `W`, `W+4`, `WS`, `WC`…, `??`. */
  face: string;
  kind: Kind;
}

const LETTERS: Record<string, Colour> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue' };
const WORDS = ['S', 'R', '+2'];

/** The symbol of a colour wherever words are too long. */
export const SIGNS: Record<Colour, string> = { red: '▲', yellow: '★', green: '■', blue: '●' };

/** Read a token. A token that nobody knows is treated as unseen rather than breaking the page. */
export function readCard(token: string): CardFace {
  if (/^W(\+4|S|C[1-3]?)?$/.test(token)) return { token, colour: null, face: token, kind: 'wild' };
  const colour = LETTERS[token[0] ?? ''] ?? null;
  const face = token.slice(1);
  if (colour && /^[0-9]$/.test(face)) return { token, colour, face, kind: 'number' };
  if (colour && WORDS.includes(face)) return { token, colour, face, kind: 'word' };
  if (colour && face === '*') return { token, colour, face, kind: 'blank' };
  return { token: '??', colour: null, face: '??', kind: 'unseen' };
}

/** The tokens of a text such as `"R5 W ??"`; an empty or missing text is no cards. */
export function readCards(text: string | null | undefined): string[] {
  return text ? text.split(' ').filter(Boolean) : [];
}

const FACE_ORDER = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'R', '+2', '*', 'W', 'W+4', 'WS', 'WC'];

function order(token: string): number {
  const card = readCard(token);
  const colour = card.colour ? COLOURS.indexOf(card.colour) : COLOURS.length;
  const at = FACE_ORDER.indexOf(card.face);
  return colour * 100 + (at < 0 ? FACE_ORDER.length : at);
}

/** Cards by colour, then face; wild cards last. */
export function sortCards(tokens: readonly string[]): string[] {
  return [...tokens].sort((a, b) => order(a) - order(b) || a.localeCompare(b));
}

/** How many cards of each colour are among the tokens. */
export function countColours(tokens: readonly string[]): Record<Colour, number> {
  const count: Record<Colour, number> = { red: 0, yellow: 0, green: 0, blue: 0 };
  for (const token of tokens) {
    const { colour } = readCard(token);
    if (colour) count[colour] += 1;
  }
  return count;
}

/** What a card counts at the end of a round (P1, D6); shown beside the cards, the sums come from the server. */
export function cardPoints(token: string, blankPoints = 20): number {
  const { kind, face } = readCard(token);
  if (kind === 'number') return Number(face);
  if (kind === 'word') return 20;
  if (kind === 'blank') return blankPoints;
  if (face === 'W' || face === 'W+4') return 50;
  return kind === 'wild' ? 40 : 0;
}

/** A small turn in degrees that the card's identity decides, so that a pile looks laid by hand and never changes. */
export function tilt(token: string, place = 0): number {
  let h = 17 + place * 31;
  for (const c of token) h = (h * 33 + c.charCodeAt(0)) % 1009;
  return (h % 15) - 7;
}

/** How wide a line on the slip of a written card may be, in small letters, and how many lines there are. */
const SLIP = { wide: 10.5, lines: 4 };
const WIDE = /[\u2e80-\uffef]/u;
const letterWidth = (letter: string): number =>
  WIDE.test(letter) ? 2 : /[mw\p{Lu}]/u.test(letter) ? 1.4 : /[ fijlrt.,:;!'’]/.test(letter) ? 0.6 : 1;
const width = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** A word as it fits on a line: cut where it is too long, or in scripts without spaces broken into several. */
function pieces(word: string): string[] {
  if (width(word) <= SLIP.wide) return [word];
  if (WIDE.test(word)) return word.match(/.{1,5}/gu) ?? [];
  let cut = word;
  while (width(cut) > SLIP.wide - 1) cut = cut.slice(0, -1);
  return [`${cut}…`];
}

/** The first words of a written rule, in the lines that fit on the card. */
export function slipLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean).flatMap(pieces)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length && width(longer) <= SLIP.wide) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length > SLIP.lines ? [...lines.slice(0, SLIP.lines - 1), `${lines[SLIP.lines - 1]}…`] : lines;
}
