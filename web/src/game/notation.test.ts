import { describe, expect, test } from 'vitest';
import { Legal, readAction, settle } from './notation';

const colours = (card: string): string[] => ['red', 'yellow', 'green', 'blue'].map((c) => `play ${card} ${c}`);

describe('reading the legal list', () => {
  test('a play carries cards, colour, swap and UNO', () => {
    expect(readAction('play WS green swap 2 uno')).toMatchObject({
      verb: 'play',
      cards: ['WS'],
      colour: 'green',
      swap: 2,
      uno: true,
    });
    expect(readAction('play R7 B7 G7')).toMatchObject({ cards: ['R7', 'B7', 'G7'], colour: null, swap: null, uno: false });
  });
  test('other acts name a seat, or nobody', () => {
    expect(readAction('catch 3').seat).toBe(3);
    expect(readAction('guessed none').seat).toBeNull();
    expect(readAction('colour red swap 1')).toMatchObject({ verb: 'colour', colour: 'red', swap: 1 });
  });
  test('UNO said alone is no card', () => {
    expect(readAction('uno')).toMatchObject({ verb: 'uno', cards: [] });
  });
});

describe('what a card may do', () => {
  test('a jump shows as a jump, a play goes before it', () => {
    expect(new Legal(['jump R5']).verbFor('R5')).toBe('jump');
    expect(new Legal(['jump R5', 'play R5']).verbFor('R5')).toBe('play');
    expect(new Legal(['draw']).verbFor('R5')).toBeNull();
  });
  test('V9: several equal numbers grow card by card, and the last tapped lies on top', () => {
    const legal = new Legal(['play R7', 'play R7 B7', 'play R7 B7 G7', 'play R7 G7 B7']);
    expect(legal.extends(['R7'], 'B7')).toBe(true);
    expect(legal.extends(['R7'], 'R7')).toBe(false);
    expect(legal.using(['R7', 'G7', 'B7']).map((a) => a.raw)).toEqual(['play R7 G7 B7']);
  });
  test('V9: a first card that may not lead still joins in the order that is legal', () => {
    const legal = new Legal(['play R7 B7']);
    expect(legal.using(['B7', 'R7']).map((a) => a.raw)).toEqual(['play R7 B7']);
  });
});

describe('settling what is left open', () => {
  test('a wild asks for a colour, then is sent', () => {
    const actions = new Legal(colours('W')).using(['W']);
    expect(settle(actions, { uno: false })).toEqual({ ask: 'colour', colours: ['red', 'yellow', 'green', 'blue'] });
    expect(settle(actions, { uno: false, colour: 'blue' })).toEqual({ send: 'play W blue' });
  });
  test('a swap asks for the player after the colour', () => {
    const actions = new Legal(['play WS red swap 1', 'play WS red swap 2']).using(['WS']);
    expect(settle(actions, { uno: false, colour: 'red' })).toEqual({ ask: 'swap', seats: [1, 2] });
    expect(settle(actions, { uno: false, colour: 'red', swap: 2 })).toEqual({ send: 'play WS red swap 2' });
  });
  test('armed UNO travels inside the play, and only where it is legal', () => {
    const actions = new Legal(['play R7', 'play R7 uno']).using(['R7']);
    expect(settle(actions, { uno: true })).toEqual({ send: 'play R7 uno' });
    expect(settle(new Legal(['play R7']).using(['R7']), { uno: true })).toEqual({ send: 'play R7' });
  });
  test('nothing legal sends nothing', () => {
    expect(settle([], { uno: false })).toBeNull();
  });
});
