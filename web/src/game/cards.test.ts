import { describe, expect, test } from 'vitest';
import { cardPoints, countColours, readCard, readCards, slipLines, sortCards, tilt } from './cards';
import { cardName, matchWords } from './describe';

describe('cards', () => {
  test('a token tells colour, face and kind', () => {
    expect(readCard('R7')).toEqual({ token: 'R7', colour: 'red', face: '7', kind: 'number' });
    expect(readCard('G+2').kind).toBe('word');
    expect(readCard('B*').kind).toBe('blank');
    expect(readCard('W+4')).toEqual({ token: 'W+4', colour: null, face: 'W+4', kind: 'wild' });
    expect(readCard('WC2').kind).toBe('wild');
  });
  test('a token that nobody knows is an unseen card', () => {
    for (const token of ['??', '', 'X9', 'R10', 'W+9', '<b>']) expect(readCard(token).kind).toBe('unseen');
  });
  test('no text is no cards', () => {
    expect(readCards('')).toEqual([]);
    expect(readCards(null)).toEqual([]);
    expect(readCards('R5 W ??')).toEqual(['R5', 'W', '??']);
  });
  test('cards sort by colour, then face, wild cards last', () => {
    expect(sortCards(['W', 'B2', 'R+2', 'R9', 'YS', 'R0'])).toEqual(['R0', 'R9', 'R+2', 'YS', 'B2', 'W']);
  });
  test('the chooser counts what is held of each colour', () => {
    expect(countColours(['R1', 'R2', 'B3', 'W'])).toEqual({ red: 2, yellow: 0, green: 0, blue: 1 });
  });
  test('P1: numbers count their number, words 20, wild cards 50 or 40, blanks what the table says', () => {
    expect(['R7', 'RS', 'R+2', 'W', 'W+4', 'WS', 'WC1'].map((c) => cardPoints(c))).toEqual([7, 20, 20, 50, 50, 40, 40]);
    expect(cardPoints('R*', 35)).toBe(35);
  });
  test('a card always lies the same way, turned by a few degrees', () => {
    expect(tilt('R7', 3)).toBe(tilt('R7', 3));
    for (const card of ['R7', 'W+4', 'B0']) expect(Math.abs(tilt(card))).toBeLessThanOrEqual(7);
  });
  test('cards have names', () => {
    expect(['R7', 'YS', 'W+4', 'WC3', '??'].map(cardName)).toEqual([
      'Red 7',
      'Yellow Skip',
      'Wild Draw Four',
      'Wild Customizable',
      'Face-down card',
    ]);
  });
  test('the status line says what is to be matched', () => {
    expect(matchWords('R4', 'red')).toBe('▲ red or 4');
    expect(matchWords('W', 'blue')).toBe('● blue');
    expect(matchWords('W', null)).toBeNull();
  });
});
test('what is written on a card stands in lines that fit, in every script', () => {
  expect(slipLines('Next player sings or draws two')).toEqual(['Next player', 'sings or', 'draws two']);
  expect(slipLines('Everybody else passes their whole hand on to the left')).toEqual([
    'Everybody',
    'else passes',
    'their whole',
    'hand on to…',
  ]);
  expect(slipLines('Donaudampfschifffahrt now')).toEqual(['Donaudam…', 'now']);
  expect(slipLines('次の人が歌うか二枚引く')).toEqual(['次の人が歌', 'うか二枚引', 'く']);
  expect(slipLines('WWWWWWWWWW illi illi illi')).toEqual(['WWWWWW…', 'illi illi illi']);
  expect(slipLines('')).toEqual([]);
});
