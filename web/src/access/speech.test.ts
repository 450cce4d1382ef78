import { expect, test } from 'vitest';
import { FIXTURES, snapshot } from '../state/fixtures';
import { speechFor, plain, speakHand } from './speech';
import { TableState } from '../state/table-state.svelte';
import type { StateMessage } from '../net/protocol';

function table(message: StateMessage | undefined): TableState {
  const made = new TableState(() => undefined);
  if (message) made.receive(message);
  return made;
}

test('the state in words: what is awaited, top card, colour, direction, pile', () => {
  expect(speechFor('status', table(FIXTURES.turn))).toBe(
    'Your turn – match red or 4. Top card: Red 4. Colour in force: Red. Clockwise. Draw pile, 68 cards.',
  );
});
test('the hand in words: playable cards first, equal ones counted', () => {
  const held = table(snapshot({ phase: { t: 'turn', seat: 0 }, mine: 'R7 R7 B8', legal: ['play R7', 'draw'] }));
  expect(speakHand(held)).toBe('Your hand, 3 cards. Playable: 2 × Red 7. Others: Blue 8.');
});
test('the others in turn order, with who plays, who is next and who said UNO', () => {
  const said = speechFor('opponents', table(snapshot({ phase: { t: 'turn', seat: 1 }, called: [2], counts: [6, 4, 1, 7] })));
  expect(said).toBe('Ana, 4 cards, Plays. Ben, 1 card, Next, UNO. Chiara, 7 cards.');
});
test('what happened since one’s own last act', () => {
  expect(speechFor('events', table(FIXTURES.turn))).toBe(
    'Ana played Red 7. Ben drew a card. Ben kept the card. Chiara played Red 4.',
  );
});
test('the time left, or that there is none', () => {
  expect(speechFor('time', table(FIXTURES.turn))).toBe('There is no time limit.');
  const timed = snapshot({ phase: { t: 'turn', seat: 1 } });
  timed.clock = { seat: 1, left_ms: 9500, total_ms: 30_000, paused: true, pause_ms: 5000 } as StateMessage['clock'];
  expect(speechFor('time', table(timed))).toBe('Ana’s turn: 10 seconds left. The time stands still.');
});
test('the signs of the colours are not spelled out', () => {
  expect(plain('match ▲ red or 7')).toBe('match red or 7');
  expect(speechFor('draw', table(FIXTURES.turn))).toBeNull();
});
