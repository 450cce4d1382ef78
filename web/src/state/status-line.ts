/** The line under the table: what is waited for, and of whom. */

import { cardName, matchWords } from '../game/describe';
import type { Table } from './table-state.svelte';
import { t } from '../i18n/translate';

/** In each phase, if it is one's own turn. */
const MINE: Record<string, (table: Table) => string> = {
  turn: (table) => {
    if (table.legal.of('play').length === 0) return t('status.turn.nothing');
    const match = matchWords(table.top, table.colour);
    return match ? t('status.turn', { match }) : t('status.turn.any');
  },
  drawn: (table) => {
    const card = table.drawn ? cardName(table.drawn) : '';
    return t(!table.legal.has('pass') ? 'status.drawn.must' : 'status.drawn', { card });
  },
  calling: (table) => t(table.phase?.swap ? 'status.calling.swap' : 'status.calling'),
  answering: () => t('status.answering'),
  owing: (table) => t(table.legal.of('play').length ? 'status.owing' : 'status.owing.draw', { debt: table.debt }),
  judging: (table) => t(table.turn === table.you ? 'status.judged' : 'status.judging'),
  acting: () => t('status.acting'),
  choosing: () => t('status.choosing'),
  picking: (table) => {
    const { phase } = table;
    const name = phase?.to === null || phase?.to === undefined ? '' : table.people.name(phase.to);
    return t(phase?.effect?.t === 'give' ? 'ask.give' : 'ask.discard', { count: phase?.count ?? 1, name });
  },
};

/** The line as it stands now. */
export function statusLine(table: Table): string {
  const phase = table.phase;
  if (!table.info) return t('net.connecting');
  if (!phase && table.info.state === 'playing') return t('status.dealing');
  if (!phase || table.info.state === 'waiting') return t('status.waiting', { count: table.info.open });
  if (phase.t === 'over') return t((table.match?.winner ?? null) === null ? 'status.over' : 'status.matchOver');
  const judges = phase.t === 'judging' && table.legal.has('done');
  if (table.myTurn || judges) return MINE[phase.t]?.(table) ?? '';
  if (table.owing && table.canSayUno) return t('status.uno');
  const silent = table.owingSeats[0];
  if (silent !== undefined) return t('status.catch', { name: table.nameOf(silent) });
  if (table.legal.of('jump').length) return t('status.jump');
  const seat = phase.seat ?? 0;
  if (!table.control && seat === table.you) return t('room.readonly.turn');
  const params = { name: table.people.name(seat), whose: table.people.whose(seat), debt: phase.debt ?? 0 };
  const words: Record<string, () => string> = {
    turn: () => t(table.you !== null && table.next === table.you ? 'status.other.turn.next' : 'status.other.turn', params),
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
