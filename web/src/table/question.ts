/** What is asked of the player beside playing: a challenge, a debt, a dare, a vote. */

import type { Deed } from '../access/keys';
import { SIGNS } from '../game/cards';
import { colourName } from '../game/describe';
import { dareText } from '../game/written-rules';
import { sentences, t } from '../i18n/translate';
import type { TableState } from '../state/table-state.svelte';

export interface Answer {
  text: string;
  note?: string;
  action: string;
  strong?: boolean;
  key?: Deed;
}
export interface Question {
  title: string;
  note?: string;
  answers: Answer[];
  quiet?: boolean;
  /** What several judge together: how far they are, and how long they have. */
  kind?: 'dare' | 'report';
}

export function questionOf(table: TableState): Question | null {
  const { legal, phase } = table;
  if (!phase || table.you === null) return null;
  if (legal.has('challenge')) return challengeQuestion(table);
  if (phase.t === 'judging') return dareQuestion(table);
  return reportQuestion(table);
}

function challengeQuestion(table: TableState): Question {
  const phase = table.phase;
  const name = table.people.name(phase?.accused ?? 0);
  const debt = phase?.debt ?? 4;
  const failed = Number(table.option('challenge_failed') ?? 6) + debt - 4;
  const adds = table.legal.of('play').length > 0;
  const before = phase?.before ?? null;
  const bluff = before ? t('ask.answer.bluff', { name, sign: SIGNS[before], colour: colourName(before).toLowerCase() }) : '';
  return {
    title: t('ask.answer', { name }),
    note: sentences([bluff, adds ? t('ask.answer.add') : '']),
    answers: [
      {
        text: t('act.challenge'),
        note: t('ask.answer.challenge', { name, debt, failed }),
        action: 'challenge',
        key: 'challenge',
      },
      { text: t('act.accept'), note: t('ask.answer.accept', { debt }), action: 'accept', strong: true, key: 'accept' },
    ],
  };
}

function dareQuestion(table: TableState): Question | null {
  const { legal, phase } = table;
  const mine = phase?.seat === table.you;
  const dare = t('ask.dare', { text: dareText(phase?.text ?? '') });
  const answers: Answer[] = [];
  if (legal.has('done')) answers.push({ text: t('act.done'), action: 'done', strong: true });
  if (legal.has('failed')) answers.push({ text: t(mine ? 'act.giveUp' : 'act.failed'), action: 'failed' });
  const who = t('say.sentence', { text: t('status.other.judging', { name: table.people.name(phase?.seat ?? 0) }) });
  return {
    title: dare,
    note: mine ? t('ask.judged') : sentences([who, legal.has('done') ? t('ask.judge') : '']),
    answers,
    kind: 'dare',
  };
}

function reportQuestion(table: TableState): Question | null {
  const report = table.view?.table.report;
  if (!report || !table.legal.has('uphold')) return null;
  const by = table.people.name(report.accuser);
  return {
    title: t('ask.report.vote', { by, name: table.people.name(report.accused) }),
    answers: [
      { text: t('act.uphold'), action: 'uphold' },
      { text: t('act.dismiss'), action: 'dismiss' },
    ],
    quiet: true,
    kind: 'report',
  };
}
