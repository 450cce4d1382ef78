import { beforeEach, expect, test } from 'vitest';
import { FIXTURES, snapshot } from './fixtures';
import type { Doing, ServerMessage, StateMessage } from '../net/protocol';
import { prefs } from '../browser/preferences.svelte';
import { TableState } from './table-state.svelte';

let sent: [Doing, number][];
let table: TableState;

function at(fixture: StateMessage | undefined): TableState {
  sent = [];
  table = new TableState((d, v) => sent.push([d, v]));
  prefs.oneTap = false;
  if (fixture) table.receive(fixture);
  return table;
}

const tap = (token: string, which = 0): void => {
  const card = table.hand.filter((c) => c.token === token)[which];
  if (card) table.selection.tap(card);
};
const actions = (): string[] => sent.map(([d]) => (d.t === 'act' ? d.action : d.t));

beforeEach(() => localStorage.clear());

test('a tap raises, a second tap plays', () => {
  at(FIXTURES['turn']);
  tap('R7');
  expect([table.selection.tokens, actions()]).toEqual([['R7'], []]);
  tap('R7');
  expect(actions()).toEqual(['play R7']);
});
test('a card that cannot be played is not raised', () => {
  at(FIXTURES['turn']);
  tap('B8');
  expect(table.selection.keys).toEqual([]);
});
test('a card that cannot be played asks the rules why, and shows what they say until the turn passes', () => {
  at(FIXTURES['turn']);
  tap('B8');
  expect(sent).toEqual([[{ t: 'act', action: 'play B8' }, 47]]);
  table.receive({
    t: 'nak',
    id: 'x',
    code: 'illegal',
    reason: 'no-match',
    params: { card: 'B8', top: 'R3', colour: 'red' },
    message: '',
    rule: 'T1',
  });
  expect(table.notices.refused?.text).toBe('Blue 8 does not match Red 3; the colour in force is red. (T1)');
  table.receive({ ...snapshot({ phase: { t: 'turn', seat: 1 } }), t: 'state', v: 99 });
  expect(table.notices.refused).toBeNull();
});
test('asking why is never an act: not while one is under way, not sent again, and no news at a table that has moved on', () => {
  at(FIXTURES['turn']);
  table.do('draw');
  tap('B8');
  expect(actions()).toEqual(['draw']);
  at(FIXTURES['turn']);
  tap('B8');
  table.receive({ ...snapshot({ phase: { t: 'turn', seat: 0 }, mine: 'B8', legal: ['play B8'] }), t: 'state', v: 70 });
  table.receive({ t: 'nak', id: 'x', code: 'stale', reason: 'stale', params: {}, message: '' });
  expect(actions()).toEqual(['play B8']);
  expect(table.notices.refused).toBeNull();
});
test('with one tap a card is played at once', () => {
  at(FIXTURES['turn']);
  prefs.set('oneTap', true);
  tap('R7');
  expect(actions()).toEqual(['play R7']);
});
test('T2: a wild asks for its colour, which travels inside the play', () => {
  at(FIXTURES['turn']);
  tap('W');
  tap('W');
  expect(table.selection.asking).toMatchObject({ what: 'colour' });
  table.selection.chooseColour('green');
  expect(actions()).toEqual(['play W green']);
});
test('U1: armed UNO is part of the play', () => {
  at(FIXTURES['uno-arm']);
  table.selection.pressUno();
  expect([table.selection.armed, actions()]).toEqual([true, []]);
  tap('R7');
  tap('R7');
  expect([table.selection.armed, actions()]).toEqual([false, ['play R7 uno']]);
});
test('U2: a call that is owed goes out at once', () => {
  at(FIXTURES['uno-owing']);
  table.selection.pressUno();
  expect(actions()).toEqual(['uno']);
});
test('U5: one who owes a call is caught with one press', () => {
  at(FIXTURES['catch']);
  table.selection.pressCatch();
  expect(actions()).toEqual(['catch 3']);
});
test('V7: where wrong catches are allowed and nobody owes a call, the page asks whom', () => {
  at(snapshot({ phase: { t: 'turn', seat: 2 }, legal: ['catch 1', 'catch 2', 'catch 3'] }));
  table.selection.pressCatch();
  expect(table.selection.asking).toEqual({ what: 'catch', seats: [1, 2, 3] });
  table.selection.choosePlayer(2);
  expect(actions()).toEqual(['catch 2']);
});
test('V4: a seven asks whom to swap with', () => {
  at(FIXTURES['swap']);
  tap('R7');
  tap('R7');
  expect(table.selection.asking).toEqual({ what: 'swap', seats: [1, 2, 3] });
  table.selection.choosePlayer(2);
  expect(actions()).toEqual(['play R7 swap 2']);
});
test('S11: the start Swap Hands asks for a colour, then a player', () => {
  at(FIXTURES['calling-swap']);
  table.selection.chooseColour('blue');
  table.selection.choosePlayer(3);
  expect(actions()).toEqual(['colour blue swap 3']);
});
test('V9: equal numbers are raised together and played in the order tapped', () => {
  at(FIXTURES['several']);
  tap('R7');
  tap('G7');
  tap('B7');
  expect(table.selection.tokens).toEqual(['R7', 'G7', 'B7']);
  table.selection.playSelected();
  expect(actions()).toEqual(['play R7 G7 B7']);
});
test('V9: a number that may not lead is raised and waits for one that may', () => {
  at(FIXTURES['several']);
  tap('G7');
  expect([table.selection.tokens, table.selection.ready]).toEqual([['G7'], false]);
  tap('R7');
  table.selection.playSelected();
  expect(actions()).toEqual(['play R7 G7']);
});
test('V9: a raised number that may only follow is put down by a second tap', () => {
  at(FIXTURES['several']);
  tap('G7');
  tap('G7');
  expect([table.selection.tokens, actions()]).toEqual([[], []]);
});
test('a window that only looks on has no turn and nothing to do', () => {
  at({ ...(FIXTURES['turn'] as StateMessage), control: false });
  expect([table.myTurn, table.legal.raws, table.hand.length]).toEqual([false, [], 6]);
});
test('T4: after drawing only the drawn card is live', () => {
  at(FIXTURES['drawn']);
  expect(table.hand.filter((c) => c.verb).map((c) => c.token)).toEqual(['R9']);
  expect(table.hand.find((c) => c.drawn)?.token).toBe('R9');
});
test('of two equal cards only the one just drawn is live', () => {
  at(snapshot({ phase: { t: 'drawn', seat: 0 }, mine: 'R9 R9 B1', drawn: 'R9', legal: ['play R9', 'pass'] }));
  expect(table.hand.map((c) => c.verb)).toEqual([null, 'play', null]);
});
test('V3: an identical card may jump in out of turn', () => {
  at(FIXTURES['jump']);
  tap('R4');
  expect(table.selection.verb).toBe('jump');
  tap('R4');
  expect(actions()).toEqual(['jump R4']);
});
test('a card raised is put down when the new state no longer allows it', () => {
  at(FIXTURES['turn']);
  tap('W');
  tap('W');
  table.receive({ ...(FIXTURES['turn-other'] as StateMessage), t: 'state', v: 60 });
  expect([table.selection.keys, table.selection.asking]).toEqual([[], null]);
});
test('new cards are marked, the rest of the hand keeps its keys', () => {
  at(FIXTURES['turn']);
  const before = table.hand.map((c) => c.key);
  table.receive({ ...(FIXTURES['drawn'] as StateMessage), t: 'state', v: 50 });
  expect(table.hand.filter((c) => c.fresh).map((c) => c.token)).toEqual(['R9']);
  for (const key of before) expect(table.hand.map((c) => c.key)).toContain(key);
});
test('next is the seat that really moves: in the direction of play, over those who lose their turn', () => {
  at(FIXTURES['turn-other']);
  expect(table.next).toBe(0);
  at(FIXTURES['turn']);
  expect(table.next).toBe(1);
});
test('opponents stand in turn order from the one after me', () => {
  at(snapshot({ phase: { t: 'turn', seat: 0 }, you: 2 }));
  expect(table.opponents.map((s) => s.seat)).toEqual([3, 0, 1]);
});
test('an event is told once, however often it comes', () => {
  at(FIXTURES['turn']);
  const n = table.log.lines.length;
  table.receive({ t: 'ev', v: 90, e: { t: 'said-uno', seat: 1 } });
  table.receive({ t: 'ev', v: 90, e: { t: 'said-uno', seat: 1 } });
  expect(table.log.lines.slice(n).map((l) => l.text)).toEqual(['Ana said UNO.']);
});
test('an act overtaken by a call goes out once more, one overtaken by a play does not', () => {
  at(FIXTURES['turn']);
  table.do('draw');
  table.receive({ ...(FIXTURES['turn'] as StateMessage), t: 'state', v: 70 });
  table.receive({ t: 'nak', id: 'x', code: 'stale', reason: 'stale', params: {}, message: '' });
  expect(sent.map(([, v]) => v)).toEqual([47, 70]);
  table.receive({ t: 'nak', id: 'y', code: 'stale', reason: 'stale', params: {}, message: '' });
  expect(sent).toHaveLength(2);
  expect(table.notices.refused?.text).not.toBe('');
});
test('a refusal says its sentence', () => {
  at(FIXTURES['turn']);
  table.receive({
    t: 'nak',
    id: 'x',
    code: 'illegal',
    reason: 'holds-colour',
    params: { colour: 'red' },
    message: 'Seat 1 holds red.',
    rule: 'W5',
  });
  expect(table.notices.refused?.text).toBe('You hold a red card: a Wild Draw Four may not be played. (W5)');
});
test('the status line has words for every phase, mine and another’s', () => {
  for (const [name, fixture] of Object.entries(FIXTURES)) {
    expect(at(fixture).status, name).not.toMatch(/^$|\{|status\./);
    at({ ...fixture, you: null, legal: [] });
    expect(table.status, `${name}, watched`).not.toMatch(/^$|\{|status\./);
  }
});

test('with a slow network a second press sends nothing until the first is answered; a call of UNO always goes out', () => {
  at(FIXTURES['uno-arm']);
  table.do('draw');
  table.do('draw');
  table.do('play R7');
  table.do('uno');
  expect(actions()).toEqual(['draw', 'uno']);
  table.receive({ t: 'nak', id: '1', code: 'illegal', message: 'no', rule: null, v: 1 } as ServerMessage);
  table.do('play R7');
  expect(actions()).toEqual(['draw', 'uno', 'play R7']);
  table.receive({ ...snapshot({ phase: { t: 'turn', seat: 0 }, mine: 'W', legal: ['draw'] }), t: 'state', v: 99 });
  table.do('draw');
  expect(actions().at(-1)).toBe('draw');
});
test('a connection that is new knows nothing of an act without an answer: it can be done again', () => {
  at(FIXTURES['turn']);
  table.do('draw');
  table.receive(FIXTURES['turn'] as StateMessage);
  table.do('draw');
  expect(actions()).toEqual(['draw', 'draw']);
});
test('rules that were changed several times in a row are told once', () => {
  at(FIXTURES['turn']);
  const n = table.log.lines.length;
  for (const v of [90, 91, 92]) table.receive({ t: 'ev', v, e: { t: 'room-changed' } as never });
  table.receive({ t: 'ev', v: 93, e: { t: 'said-uno', seat: 1 } });
  table.receive({ t: 'ev', v: 94, e: { t: 'room-changed' } as never });
  expect(table.log.lines.slice(n).map((l) => l.text)).toEqual([
    'The rules were changed.',
    'Ana said UNO.',
    'The rules were changed.',
  ]);
});
