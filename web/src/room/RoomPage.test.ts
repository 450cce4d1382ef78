import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { FIXTURES } from '../state/fixtures';
import RoomPage from '../pages/RoomPage.svelte';
import type { Doing, SeatInfo, StateMessage } from '../net/protocol';
import { TableState } from '../state/table-state.svelte';
import RoomNotices from './RoomNotices.svelte';
import { Room } from './room.svelte';

vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in tests')));
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};

const sent: Doing[] = [];
const TURN = FIXTURES['turn'] as StateMessage;
const person = (seat: number, name: string): SeatInfo => ({ seat, name, kind: 'person', connected: true });
const SEATS: SeatInfo[] = [
  person(0, 'Mo'),
  person(1, 'Ana'),
  { seat: 2, name: 'Ben', kind: 'bot', connected: false },
  { seat: 3, name: '', kind: 'open', connected: false },
];

/** Mo's room of four before a match, with some of it otherwise. */
function standing(otherwise: Partial<StateMessage['table']> = {}, more: Partial<StateMessage> = {}): StateMessage {
  const table: StateMessage['table'] = {
    ...TURN.table,
    state: 'waiting',
    match: null,
    seats: SEATS,
    ready: [0, 1],
    open: 2,
    host: 0,
    ...otherwise,
  };
  return { ...TURN, view: null, legal: [], awaited: [], log: [], ...more, table };
}

function make(message: StateMessage): { table: TableState; room: Room } {
  sent.length = 0;
  const table = new TableState((d) => sent.push(d));
  const room = new Room('abcd', table, (d) => `id-${sent.push(d)}`);
  table.receive(message);
  room.receive(message);
  return { table, room };
}

function show(message: StateMessage, take?: (seat: number | null) => void): { table: TableState; room: Room } {
  const made = make(message);
  const nothing = (): void => undefined;
  render(RoomPage, {
    room: made.room,
    net: { is: 'open' },
    retry: nothing,
    home: nothing,
    leave: nothing,
    standUp: nothing,
    take,
  });
  return made;
}

const press = (name: string): Promise<boolean> => fireEvent.click(screen.getByRole('button', { name }));
const disabled = (name: string): boolean => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

afterEach(cleanup);

test('the host starts when everybody is ready, and is told what bots do', async () => {
  show(standing());
  expect(screen.getByText('A bot takes the open seat.')).toBeTruthy();
  await press('Start');
  expect(sent).toEqual([{ t: 'start' }]);
});
test('H9: the host waits for who is not ready, by name', () => {
  show(standing({ ready: [0] }));
  expect(screen.getByText('Waiting for Ana to be ready')).toBeTruthy();
  expect(disabled('Start')).toBe(true);
});
test('without bots an open seat stands against the start', () => {
  show(standing({ room: { ...TURN.table.room, bots: false } }));
  expect(disabled('Start')).toBe(true);
  expect(screen.getByText('One seat is still open. Invite somebody, or add a bot.')).toBeTruthy();
});
test('a guest agrees and takes it back; only the host may change anything', async () => {
  show(standing({}, { you: 1 }));
  await press('Ready');
  expect(sent).toEqual([{ t: 'ready', ready: false }]);
  expect(screen.queryByRole('button', { name: 'Change the rules' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Put a bot on seat 4' })).toBeNull();
});
test('seats, bots and their number are changed with one press', async () => {
  show(standing());
  await press('Sit here, on seat 4');
  await press('Put a bot on seat 4');
  await press('Remove Ben from seat 3');
  await press('One seat more');
  expect(sent.slice(0, 3)).toEqual([
    { t: 'sit', seat: 3 },
    { t: 'bot', seat: 3, on: true },
    { t: 'bot', seat: 2, on: false },
  ]);
  expect(sent[3]).toMatchObject({ t: 'room', players: 5, edition: 'classic', bots: true });
});
test('sending somebody away is asked for twice, muting once', async () => {
  const { room } = show(standing());
  await press('More about Ana');
  await press('Mute for me');
  expect(room.talk.muted).toEqual([1]);
  await press('Send away');
  expect(sent).toEqual([]);
  await press('Send away');
  expect(sent).toEqual([{ t: 'kick', seat: 1 }]);
});
test('who has no seat takes one that is open or a bot’s', async () => {
  const taken: (number | null)[] = [];
  show(standing({}, { you: null }), (seat) => taken.push(seat));
  await press('Take this seat, number 3');
  await press('Take this seat, number 4');
  await press('Take a seat');
  expect(taken).toEqual([2, 3, null]);
});
test('M4: sides are told by a shape and a word, and one’s partner is named', () => {
  show(
    standing({
      rules: {
        ...TURN.table.rules,
        teams: [
          [0, 2],
          [1, 3],
        ],
      },
    }),
  );
  const rows = screen.getAllByRole('listitem').map((li) => li.textContent ?? '');
  expect(rows.filter((row) => row.includes('Side ▲'))).toHaveLength(2);
  expect(rows.find((row) => row.includes('Your partner'))).toContain('Ben');
});
test('names and what is said are text, never markup', () => {
  const { room } = show(standing({ seats: [person(0, 'Mo'), person(1, '<img src=x>'), ...SEATS.slice(2)] }));
  room.receive({ t: 'chat', seat: 1, name: '<img src=x>', text: '<img src=y>' });
  expect(document.querySelector('img[src=x], img[src=y]')).toBeNull();
});

test('on autopilot one tap takes the hand back', async () => {
  const { table } = make({ ...TURN, autopilot: [0] });
  render(RoomNotices, { table, net: { is: 'open' }, retry: () => undefined });
  await press('I’m back');
  expect(sent).toEqual([{ t: 'back' }]);
});
test('a window that only looks on says so and takes the seat back', async () => {
  const { table } = make({ ...TURN, control: false });
  render(RoomNotices, { table, net: { is: 'open' }, retry: () => undefined });
  await press('Play here');
  expect(sent).toEqual([{ t: 'control' }]);
});
test('a loss of a moment is not worth a word, a longer one is, and that the seat is kept', () => {
  const { table } = make(TURN);
  const nothing = (): void => undefined;
  const since = Date.now();
  render(RoomNotices, { table, net: { is: 'lost', tries: 1, since, again: since + 500 }, retry: nothing });
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  render(RoomNotices, { table, net: { is: 'lost', tries: 4, since: since - 9000, again: since + 4000 }, retry: nothing });
  expect(screen.getByRole('alert').textContent).toContain('the game goes on where it was');
});
