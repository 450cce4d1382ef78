/** What is read out on demand: how things stand, the hand, the others, what happened, the time. Signs are left out. */

import { readCards } from '../game/cards';
import { cardName, colourName } from '../game/describe';
import type { Deed } from './keys';
import type { TableState } from '../state/table-state.svelte';
import { list, joinParts, sentences, t } from '../i18n/translate';

const MAX_LINES = 8;

/** Without the signs of the colours, which a voice would spell out. */
export function plain(text: string): string {
  return text.replace(/[▲★■●]\s?/gu, '');
}

const end = (text: string): string => (/[.!?。！？…\]]$/u.test(text) ? text : t('say.sentence', { text }));

/** Several sentences, one after the other; what does not end as one is ended. */
export const joinSentences = (parts: readonly string[]): string => sentences(parts.filter(Boolean).map(end));

export function speakStatus(table: TableState): string {
  const view = table.view?.table;
  if (!view) return plain(table.status);
  return joinSentences([
    plain(table.status),
    table.top ? t('stage.discard', { card: cardName(table.top) }) : '',
    table.colour ? t('stage.colour', { colour: colourName(table.colour) }) : t('stage.colour.none'),
    table.debt ? t('stage.debt', { count: table.debt }) : '',
    t(view.direction === 'left' ? 'stage.left' : 'stage.right'),
    t('stage.pile', { count: table.pile }),
  ]);
}

export function speakHand(table: TableState): string {
  if (table.you === null) return t('hand.none');
  if (!table.hand.length) return t('hand.empty');
  const names = (playable: boolean): string =>
    counted(table.hand.filter((c) => Boolean(c.verb) === playable).map((c) => c.token));
  const live = names(true);
  const rest = names(false);
  return joinSentences([
    t('hand.label', { count: table.hand.length }),
    live ? t('say.playable', { cards: live }) : t('say.playable.none'),
    rest ? t(live ? 'say.others' : 'say.cards', { cards: rest }) : '',
  ]);
}

/** Equal cards are named once, with their number. */
function counted(tokens: readonly string[]): string {
  const count = new Map<string, number>();
  for (const token of tokens) count.set(token, (count.get(token) ?? 0) + 1);
  return list([...count].map(([token, n]) => (n > 1 ? t('say.times', { count: n, card: cardName(token) }) : cardName(token))));
}

export function speakOpponents(table: TableState): string {
  return joinSentences(
    table.opponents.map((info) => {
      const { seat } = info;
      const held = readCards(table.view?.hands[seat]?.cards).length;
      const parts = [table.nameOf(seat), t('seat.cards', { count: held })];
      if (table.turn === seat && !table.over) parts.push(t('seat.turn'));
      if (table.next === seat) parts.push(t('seat.next'));
      if (table.view?.table.called.includes(seat)) parts.push(t('seat.uno'));
      if (table.view?.table.losing.includes(seat)) parts.push(t('seat.skipped'));
      return joinParts(parts);
    }),
  );
}

/** What happened since the player's own last act, or the last few lines. */
export function speakEvents(table: TableState): string {
  const own = table.log.entries.findLast(({ e }) => e.seat === table.you && ['played', 'kept', 'passed'].includes(e.t))?.v ?? -1;
  const since = table.log.lines.filter((line) => line.v > own);
  const lines = (since.length ? since : table.log.lines).slice(-MAX_LINES);
  return lines.length ? sentences(lines.map((line) => line.text)) : t('say.events.none');
}

export function speakTime(table: TableState): string {
  const clock = table.clock;
  if (!clock || clock.left_ms === null || table.over) return t('say.time.none');
  const gone = clock.paused ? 0 : performance.now() - table.receivedAt;
  const seconds = Math.max(0, Math.ceil((clock.left_ms - gone) / 1000));
  return joinSentences([
    t('say.time', { whose: table.people.whose(clock.seat), count: seconds }),
    clock.paused ? t('say.time.paused') : '',
  ]);
}

const SAY: Partial<Record<Deed, (table: TableState) => string>> = {
  status: speakStatus,
  hand: speakHand,
  opponents: speakOpponents,
  events: speakEvents,
  time: speakTime,
};

/** What a key of speech has read out; null for every other key. */
export function speechFor(deed: Deed, table: TableState): string | null {
  return SAY[deed]?.(table) ?? null;
}
