import { beforeEach, expect, test, vi } from 'vitest';
import { FIXTURES } from '../state/fixtures';
import type { StateMessage } from '../net/protocol';
import { TableState } from '../state/table-state.svelte';
import '../i18n/lobby-words';
import { Room, readInvitation, shownCode } from './room.svelte';
import { toRoomRequest, storeRules, storedRules, PRINTED, sides } from '../editor/wanted-rules';
import { changes, differences, rulesFor, unusual, USUAL, roomRequestFor, type Term, type Terms } from '../editor/terms';

let table: TableState;
let room: Room;

/** The table in its room, with some of it otherwise. */
function standing(otherwise: Partial<StateMessage['table']> = {}, more: Partial<StateMessage> = {}): StateMessage {
  const turn = FIXTURES['turn'] as StateMessage;
  return { ...turn, ...more, table: { ...turn.table, ...otherwise } };
}

function hear(message: Parameters<Room['receive']>[0]): void {
  table.receive(message);
  room.receive(message);
}

/** What the room shows as changed. */
function changed(of = room): Term[] {
  const info = table.info;
  return of.before && info ? changes(of.before, { rules: info.rules, room: info.room }) : [];
}

const RULES = (FIXTURES['turn'] as StateMessage).table.rules;
const stacking = { ...RULES, options: { stacking: 'same' }, differences: { stacking: 'same' } };
const terms = (rules: Partial<Terms['rules']> = {}, otherwise: Partial<Terms['room']> = {}): Terms => ({
  rules: { ...RULES, ...rules },
  room: { ...USUAL, ...otherwise },
});

beforeEach(() => {
  vi.useFakeTimers();
  table = new TableState(() => undefined);
  room = new Room('abcd', table, () => 'id-1');
  hear(standing());
});

test('H9: a change says what is new until one agrees to it', () => {
  hear(standing({ rules: stacking, terms: 9, ready: [] }, { t: 'state' }));
  expect(changed()).toEqual([{ key: 'stacking', name: 'Stacking draw cards', before: 'as printed', value: 'Same on same' }]);
  hear(standing({ rules: stacking, terms: 9, ready: [0] }, { t: 'state' }));
  expect(changed()).toEqual([]);
});
test('H9: changes add up while nobody has agreed, and cancel each other out', () => {
  hear(standing({ rules: stacking, terms: 9, ready: [] }, { t: 'state' }));
  hear(standing({ rules: stacking, room: { ...USUAL, chat: true }, terms: 10, ready: [] }, { t: 'state' }));
  expect(changed().map((p) => p.key)).toEqual(['stacking', 'chat']);
  hear(standing({ room: { ...USUAL, chat: true }, terms: 11, ready: [] }, { t: 'state' }));
  expect(changed().map((p) => p.key)).toEqual(['chat']);
});
test('for a moment after a change nobody can agree by accident', () => {
  hear(standing({ rules: stacking, terms: 9, ready: [] }, { t: 'state' }));
  expect(room.justChanged).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(room.justChanged).toBe(false);
});
test('H9: who took a seat under other rules than are in force now is told what differs', () => {
  const late = new Room('abcd', table, () => undefined);
  late.wasShown(terms(), 1);
  table.receive(standing({ rules: stacking, terms: 9, ready: [] }));
  late.receive(standing({ rules: stacking, terms: 9, ready: [] }));
  expect(changed(late).map((p) => p.key)).toEqual(['stacking']);
});
test('who comes is not told of changes that they never saw otherwise', () => {
  const late = new Room('abcd', table, () => 'id-1');
  late.receive(standing({ rules: stacking, terms: 9 }));
  expect(changed(late)).toEqual([]);
});
test('what is said stands over the seat for a while and in the list; one’s own is not unread', () => {
  hear({ t: 'said', seat: 1, phrase: 'nice' });
  hear({ t: 'said', seat: 0, phrase: 'laugh' });
  hear({ t: 'chat', seat: 2, name: 'Ben', text: '<b>hi</b>' });
  expect(room.talk.said.map((s) => s.text)).toEqual(['Nice!', 'laughs', '<b>hi</b>']);
  expect(room.talk.bubbles[0]?.emote).toBe('laugh');
  expect(room.talk.unread).toBe(2);
  vi.advanceTimersByTime(5000);
  expect(room.talk.bubbles).toEqual({});
});
test('who is muted is not heard, keeps their silence when they move, and a newcomer is heard', () => {
  room.talk.mute(1, true);
  hear({ t: 'said', seat: 1, phrase: 'nice' });
  expect(room.talk.said).toEqual([]);
  hear({ t: 'ev', v: 50, e: { t: 'seats-moved', order: [0, 2, 1, 3] } });
  expect(room.talk.muted).toEqual([2]);
  hear({ t: 'ev', v: 51, e: { t: 'seat-taken', seat: 2, name: 'Ada', kind: 'bot' } });
  expect(room.talk.muted).toEqual([]);
});
test('what is asked for is answered to who asked, done or refused', async () => {
  const done = room.ask({ t: 'start' });
  expect(room.answers({ t: 'ack', id: 'other', v: 3 })).toBe(false);
  expect(room.answers({ t: 'ack', id: 'id-1', v: 3 })).toBe(true);
  expect(await done).toBeNull();
  const refused = room.ask({ t: 'start' });
  room.answers({
    t: 'nak',
    id: 'id-1',
    code: 'ready',
    reason: 'not-ready',
    params: { names: ['Ben'] },
    message: 'Not everybody is ready yet: Ben.',
    rule: 'H9',
  });
  expect(await refused).toMatchObject({ code: 'ready', rule: 'H9' });
});
test('what differs from the print and what is unusual in the room, in words', () => {
  expect(
    differences({
      ...stacking,
      teams: [
        [0, 2],
        [1, 3],
      ],
    }).map((p) => `${p.name}: ${p.value}`),
  ).toEqual(['Stacking draw cards: Same on same', 'Sides: Partners']);
  expect(unusual({ ...USUAL, clock: 15, grace_ms: 1500, spectator_delay: 60 }).map((p) => p.value)).toEqual([
    '15 seconds',
    '60 seconds',
    '1.5 seconds',
  ]);
  expect(unusual(USUAL)).toEqual([]);
});
test('a change of edition, seats and sides is told as such', () => {
  const before = terms({
    teams: [
      [0, 2],
      [1, 3],
    ],
  });
  const after = terms({ edition: 'swap-112', players: 6 });
  expect(changes(before, after).map((p) => p.key)).toEqual(['edition', 'players', 'teams']);
});
test('the wish for the same again keeps everything, and makes sides anew for another number of seats', () => {
  const now = terms(
    {
      ...stacking,
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
    { clock: 30 },
  );
  expect(roomRequestFor(now)).toMatchObject({
    edition: 'classic',
    players: 4,
    options: { stacking: 'same' },
    teams: [
      [0, 2],
      [1, 3],
    ],
    clock: 30,
  });
  expect(roomRequestFor(now, { players: 6 }).teams).toEqual([
    [0, 2, 4],
    [1, 3, 5],
  ]);
  expect(roomRequestFor(now, { players: 5 }).teams).toBeNull();
  expect(sides(2)).toBeNull();
});
test.each([
  ['K7Q2MX', { code: 'K7Q2MX' }],
  [' k7q 2mx ', { code: 'k7q2mx' }],
  ['K7Q-2MX', { code: 'K7Q2MX' }],
  ['http://192.168.1.20:8420/t/abcdefgh2345', { table: 'abcdefgh2345' }],
  ['https://cards.example/t/abcdefgh2345/?x=1', { table: 'abcdefgh2345' }],
  ['abcdefgh2345', { table: 'abcdefgh2345' }],
  ['K7Q2M', null],
  ['hello there', null],
  ['', null],
])('%j is an invitation, or none', (typed, found) => {
  expect(readInvitation(typed)).toEqual(found);
});
test('a code is shown in two groups', () => {
  expect(shownCode('k7q2mx')).toBe('K7Q 2MX');
});
test('rules that are wanted keep their two sides while the number of seats can make them', () => {
  const wanted = { ...PRINTED, options: { stacking: 'same' }, teams: sides(4) };
  expect(rulesFor(wanted, 6)).toMatchObject({ differences: { stacking: 'same' }, players: 6, teams: sides(6) });
  expect(rulesFor(wanted, 5).teams).toBeNull();
  expect(toRoomRequest(wanted, 5)).toEqual({ edition: 'classic', players: 5, options: { stacking: 'same' } });
  expect(toRoomRequest(wanted, 4).teams).toEqual([
    [0, 2],
    [1, 3],
  ]);
});
test('rules that were played by last are there again, and what cannot be read is as printed', () => {
  expect(storedRules('solo')).toEqual(PRINTED);
  storeRules('solo', { ...PRINTED, options: { jump_in: 'all' } });
  expect(storedRules('solo').options).toEqual({ jump_in: 'all' });
  expect(storedRules('pass')).toEqual(PRINTED);
  localStorage.setItem('lastcard.pass.rules', '[');
  expect(storedRules('pass')).toEqual(PRINTED);
});
