/** The line under the table: what is waited for, and of whom. */

import type { Colour } from '../game/cards';
import { cardName, matchWords, type People } from '../game/describe';
import type { Legal } from '../game/notation';

import { t } from '../i18n/translate';
import type { MatchInfo, Phase, StateMessage } from '../net/protocol';

/** What the line depends on. */
export interface StatusView {
  readonly phase: Phase | null;
  readonly info: StateMessage['table'] | null;
  readonly match: MatchInfo | null;
  readonly legal: Legal;
  readonly people: People;
  readonly you: number | null;
  readonly control: boolean;
  readonly turn: number | null;
  readonly next: number | null;
  readonly myTurn: boolean;
  readonly top: string | null;
  readonly colour: Colour | null;
  readonly drawn: string | null;
  readonly debt: number;
  readonly owing: boolean;
  readonly canSayUno: boolean;
  readonly owingSeats: readonly number[];
  nameOf(seat: number): string;
}

/** In each phase, if it is one's own turn. */
const MINE: Record<string, (view: StatusView) => string> = {
  turn: (view) => {
    if (view.legal.of('play').length === 0) return t('status.turn.nothing');
    const match = matchWords(view.top, view.colour);
    return match ? t('status.turn', { match }) : t('status.turn.any');
  },
  drawn: (view) => {
    const card = view.drawn ? cardName(view.drawn) : '';
    return t(!view.legal.has('pass') ? 'status.drawn.must' : 'status.drawn', { card });
  },
  calling: (view) => t(view.phase?.swap ? 'status.calling.swap' : 'status.calling'),
  answering: () => t('status.answering'),
  owing: (view) => t(view.legal.of('play').length ? 'status.owing' : 'status.owing.draw', { debt: view.debt }),
  judging: (view) => t(view.turn === view.you ? 'status.judged' : 'status.judging'),
  acting: () => t('status.acting'),
  choosing: () => t('status.choosing'),
  picking: (view) => {
    const { phase } = view;
    const name = phase?.to === null || phase?.to === undefined ? '' : view.people.name(phase.to);
    return t(phase?.effect?.t === 'give' ? 'ask.give' : 'ask.discard', { count: phase?.count ?? 1, name });
  },
};

/** The line for the present state. */
export function statusLine(view: StatusView): string {
  const phase = view.phase;
  if (!view.info) return t('net.connecting');
  if (!phase && view.info.state === 'playing') return t('status.dealing');
  if (!phase || view.info.state === 'waiting') return t('status.waiting', { count: view.info.open });
  if (phase.t === 'over') return t((view.match?.winner ?? null) === null ? 'status.over' : 'status.matchOver');
  const judges = phase.t === 'judging' && view.legal.has('done');
  if (view.myTurn || judges) return MINE[phase.t]?.(view) ?? '';
  if (view.owing && view.canSayUno) return t('status.uno');
  const silent = view.owingSeats[0];
  if (silent !== undefined) return t('status.catch', { name: view.nameOf(silent) });
  if (view.legal.of('jump').length) return t('status.jump');
  const seat = phase.seat ?? 0;
  if (!view.control && seat === view.you) return t('room.readonly.turn');
  const params = { name: view.people.name(seat), whose: view.people.whose(seat), debt: phase.debt ?? 0 };
  const words: Record<string, () => string> = {
    turn: () => t(view.you !== null && view.next === view.you ? 'status.other.turn.next' : 'status.other.turn', params),
    drawn: () => t('status.other.drawn', params),
    calling: () => t('status.other.calling', params),
    answering: () => t('status.other.answering', params),
    owing: () => t('status.other.owing', params),
    judging: () => t('status.other.judging', params),
    acting: () => t('status.other.acting', params),
    choosing: () => t('status.other.choosing', params),
    picking: () => t('status.other.picking', params),
  };
  return words[phase.t]?.() ?? '';
}
