/** What happened to each seat last, short enough for its chip: who drew how much, was caught, swapped, bluffed. */

import { readCards, SIGNS, type Colour } from '../game/cards';
import { colourName } from '../game/describe';
import type { GameEvent, Logged } from '../net/protocol';
import { t } from '../i18n/translate';

export interface Note {
  /** What happened, and what came of it. */
  texts: string[];
  /** Something that hurt, that pleased, or neither. */
  mood: 'bad' | 'good' | 'plain';
  /** The version at which it happened, so that a new note is seen to be new. */
  v: number;
}

type Told = [seat: number, text: string, mood: Note['mood']];

const count = (cards: unknown): number => readCards(cards as string).length;

const SENTENCES: Record<string, (e: GameEvent) => Told[]> = {
  'drew': (e) => {
    const n = count(e.cards);
    return n ? [[e.seat as number, t('note.drew', { count: n }), e.why === 'turn' ? 'plain' : 'bad']] : [];
  },
  'kept': (e) => [[e.seat as number, t('note.kept'), 'plain']],
  'passed': (e) => [[e.seat as number, t('note.passed'), 'plain']],
  'played': (e) => {
    const found: Told[] = [];
    if (e.colour) found.push([e.seat as number, colourNote(e.colour as Colour), 'plain']);
    else if (e.jump) found.push([e.seat as number, t('note.jumped'), 'good']);
    else if (count(e.cards) > 1) found.push([e.seat as number, t('note.several', { count: count(e.cards) }), 'plain']);
    return found;
  },
  'colour-called': (e) => [[e.seat as number, colourNote(e.colour as Colour), 'plain']],
  'turn-began': (e) => ((e.over as number[] | undefined) ?? []).map((seat) => [seat, t('note.skipped'), 'bad']),
  'caught': (e) => [[e.seat as number, t('note.caught'), 'bad']],
  'falsely-caught': (e) => [[e.by as number, t('note.wrong'), 'bad']],
  'challenged': (e) => [[e.accused as number, t(e.guilty ? 'note.bluff' : 'note.honest'), e.guilty ? 'bad' : 'good']],
  'hands-moved': (e) => (e.hands as [number, string][]).map(([seat]) => [seat, t('note.moved'), 'plain']),
  'gave': (e) => [
    [e.seat as number, t('note.gave', { count: Math.max(count(e.given), count(e.received)) }), 'plain'],
    [e.to as number, t('note.got', { count: Math.max(count(e.given), count(e.received)) }), 'plain'],
  ],
  'discarded': (e) => [[e.seat as number, t('note.discarded', { count: count(e.cards) }), 'plain']],
  'dare-settled': (e) => [[e.seat as number, t(e.done ? 'note.dared' : 'note.failed'), e.done ? 'good' : 'bad']],
};

function colourNote(colour: Colour): string {
  return t('note.colour', { sign: SIGNS[colour], colour: colourName(colour).toLowerCase() });
}

/** The note of each seat: it stays until the seat's own next turn begins, or until the next deal. */
export function notesOf(log: readonly Logged[]): Map<number, Note> {
  const found = new Map<number, Note>();
  for (const { v, e } of log) {
    if (e.t === 'round-began') found.clear();
    if (e.t === 'turn-began') found.delete(e.seat as number);
    for (const [seat, text, mood] of SENTENCES[e.t]?.(e) ?? []) {
      const before = found.get(seat);
      // who was caught, or had to draw, gets both: why, and the result
      const both = before?.mood === 'bad' && mood === 'bad' && v - before.v < 6;
      found.set(seat, { texts: both && !before.texts.includes(text) ? [...before.texts, text] : [text], mood, v });
    }
  }
  return found;
}
