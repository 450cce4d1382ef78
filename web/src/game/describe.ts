/** What happened and what is awaited, in words: one sentence for an event, one line for the state. */

import { readCard, readCards, SIGNS, type Colour } from './cards';
import type { GameEvent, Phase } from '../net/protocol';
import { list, sentences, t, tOr, type Key } from '../i18n/translate';
import { dareText } from './written-rules';

/** The name of a card: `Red 7`, `Blue Draw Two`, `Wild`. */
export function cardName(token: string): string {
  const card = readCard(token);
  const plain = card.face.startsWith('WC') ? 'WC' : card.face;
  const face = tOr(`face.${plain}`, card.face);
  if (!card.colour) return face;
  // where the names of cards have a gender, the colour agrees with it
  const colour = tOr(`colour.${card.colour}_${plain}`, colourName(card.colour));
  return t('card.coloured', { colour, face });
}

export function colourName(colour: Colour): string {
  return t(`colour.${colour}`);
}

export interface People {
  /** The name of a seat, `You` for one's own. */
  name(seat: number): string;
  /** `Ana’s`, `your`. */
  whose(seat: number): string;
  /** Names joined, `You and Ana`: the reader comes first. */
  together(seats: readonly number[]): string;
  /** What is written on a card, if anything. */
  written(token: string): string;
}

/** A hand or a draw in words: the names of cards seen, otherwise how many. */
function cardsOrCount(text: unknown): string {
  const cards = readCards(text as string);
  const seen = cards.length > 0 && cards.length <= 4 && cards.every((c) => c !== '??');
  return seen ? list(cards.map(cardName)) : t('log.cards', { count: cards.length });
}

function played(e: GameEvent, people: People): string {
  const colour = e.colour ? t('log.tail.colour', { colour: colourName(e.colour as Colour).toLowerCase() }) : '';
  const swap = typeof e.swap === 'number' ? t('log.tail.swap', { name: people.name(e.swap) }) : '';
  const uno = e.uno ? t('log.tail.uno') : '';
  return t(e.jump ? 'log.jumped' : 'log.played', {
    name: people.name(e.seat as number),
    cards: list(readCards(e.cards as string).map(cardName)),
    tail: colour + swap + uno,
  });
}

function drew(e: GameEvent, people: People): string {
  const why = String(e.why);
  const key = (why === 'turn' ? 'log.drew' : `log.drew.${why}`) as Key;
  const params = { name: people.name(e.seat as number), what: cardsOrCount(e.cards) };
  return tOr(key, t('log.drew', params), params);
}

function challenged(e: GameEvent, people: People): string {
  const who = { by: people.name(e.by as number), name: people.name(e.accused as number) };
  const said = t(e.guilty ? 'log.challenged.guilty' : 'log.challenged.honest', who);
  const hand = readCards(e.hand as string);
  if (!hand.length || hand.includes('??')) return said;
  return sentences([said, t('log.challenged.hand', { cards: list(hand.map(cardName)) })]);
}

type Teller = (e: GameEvent, people: People) => string | null;

const seatOnly =
  (key: Key): Teller =>
  (e, people) =>
    t(key, { name: people.name(e.seat as number) });

const SENTENCES: Record<string, Teller> = {
  'round-began': (e, p) => t('log.round-began', { dealer: p.name(e.dealer as number) }),
  'deal-voided': (e) => t('log.deal-voided', { number: e.number as number }),
  'turned-up': (e) => t('log.turned-up', { card: cardName(e.card as string) }),
  'put-back': () => t('log.put-back'),
  'reshuffled': () => t('log.reshuffled'),
  'turn-began': (e, p) => sentences(((e.over as number[]) ?? []).map((s) => t('log.over', { name: p.name(s) }))) || null,
  'waiting': (e, p) => {
    const phase = e.phase as Phase;
    return phase.t === 'judging' ? t('log.dare', { name: p.name(phase.seat ?? 0), text: dareText(phase.text ?? '') }) : null;
  },
  'played': played,
  'drew': drew,
  'kept': seatOnly('log.kept'),
  'passed': seatOnly('log.passed'),
  'colour-called': (e, p) =>
    t('log.colour-called', { name: p.name(e.seat as number), colour: colourName(e.colour as Colour).toLowerCase() }),
  'direction-turned': (e) => t(e.direction === 'left' ? 'log.direction.left' : 'log.direction.right'),
  'said-uno': seatOnly('log.said-uno'),
  'caught': (e, p) => t('log.caught', { by: p.name(e.by as number), name: p.name(e.seat as number) }),
  'falsely-caught': (e, p) => t('log.falsely-caught', { by: p.name(e.by as number), name: p.name(e.seat as number) }),
  'challenged': challenged,
  'accepted': seatOnly('log.accepted'),
  'hands-moved': (e, p) => t('log.hands-moved', { names: p.together((e.hands as [number, string][]).map(([s]) => s)) }),
  'discarded': (e, p) => t('log.discarded', { name: p.name(e.seat as number), cards: cardsOrCount(e.cards) }),
  'gave': (e, p) =>
    t('log.gave', {
      name: p.name(e.seat as number),
      to: p.name(e.to as number),
      cards: cardsOrCount(e.received?.includes('?') ? e.given : e.received),
    }),
  'shown': (e, p) => t('log.shown', { name: p.name(e.seat as number), to: p.name(e.to as number) }),
  'rule-invoked': (e, p) =>
    e.carried_out ? t('log.rule-invoked', { card: cardName(e.card as string), text: p.written(e.card as string) }) : null,
  'judged': (e, p) => t('log.judged', { name: p.name(e.judge as number) }), // how is not shown before it is settled
  'dare-settled': (e, p) => t(e.done ? 'log.dare.done' : 'log.dare.failed', { name: p.name(e.seat as number) }),
  'charade-settled': (e, p) =>
    e.winner === null
      ? t('log.charade.nobody', { whose: p.whose(e.actor as number) })
      : t('log.charade', { winner: p.name(e.winner as number), whose: p.whose(e.actor as number) }),
  'chose': (e, p) => t('log.chose', { name: p.name(e.seat as number), chosen: p.name(e.chosen as number) }),
  'cut-short': () => t('log.cut-short'),
  'reported': (e, p) => t('log.reported', { by: p.name(e.by as number), name: p.name(e.seat as number) }),
  'report-voted': (e, p) => t('log.report-voted', { name: p.name(e.seat as number) }),
  'report-settled': (e) => t(e.upheld ? 'log.report-settled.upheld' : 'log.report-settled.dismissed'),
  'left': seatOnly('log.left'),
  'seat-left': () => null, // the round’s own `left` follows, or the scores show it
  'seats-moved': () => t('room.log.moved'),
  'room-changed': () => t('room.log.changed'),
  'host-changed': (e, p) => t('room.log.host', { name: p.name(e.seat as number) }),
  'kicked': (e, p) => t(e.banned ? 'room.log.banned' : 'room.log.kicked', { name: p.name(e.seat as number) }),
  'muted': (e, p) => t(e.on ? 'room.log.silenced' : 'room.log.unsilenced', { name: p.name(e.seat as number) }),
  'seat-taken': (e) => t(e.kind === 'bot' ? 'log.seat-taken.bot' : 'log.seat-taken', { name: String(e.name) }),
  'round-ended': (e, p) =>
    e.out === null || e.out === undefined ? t('log.round-ended.nobody') : t('log.round-ended', { name: p.name(e.out as number) }),
};

/** The sentence for an event, or null where there is nothing to say. */
export function describeEvent(e: GameEvent, people: People): string | null {
  return SENTENCES[e.t]?.(e, people) ?? null;
}

/** What a card must match: `▲ red or 7`. */
export function matchWords(top: string | null, colour: Colour | null): string | null {
  const sign = colour ? t('status.match.colour', { sign: SIGNS[colour], colour: colourName(colour).toLowerCase() }) : null;
  const card = top ? readCard(top) : null;
  const face = card && (card.kind === 'number' || card.kind === 'word') ? tOr(`face.${card.face}`, card.face) : null;
  if (sign && face) return t('status.match.or', { a: sign, b: face });
  return sign ?? face;
}
