/** Where a record comes from: a file of the reader’s, or a round or match of a table. */

import { ApiError, recordAddress } from '../net/api';
import { request } from '../net/backend';

export const MAX_RECORD_BYTES = 256 * 1024;

export interface Source {
  text: string;
  /** The name under which it is downloaded. */
  name: string;
  /** The table and the number of the round or match, null for a file. */
  table: { code: string; what: 'rounds' | 'matches'; number: number } | null;
}

const KEPT = 'lastcard.record';

/** What an address such as `/replay?table=K7Q2&n=3` or `…&match=1` names; null if it names no table. */
export function readAddress(search: string): Source['table'] {
  const asked = new URLSearchParams(search);
  const code = asked.get('table') ?? '';
  const [round, match] = [asked.get('n') ?? '', asked.get('match') ?? ''];
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) return null;
  if (/^\d{1,6}$/.test(round)) return { code, what: 'rounds', number: Number(round) };
  return /^\d{1,6}$/.test(match) ? { code, what: 'matches', number: Number(match) } : null;
}

/** Fetch the record of a table; ApiError. */
export async function fetchRecord(table: NonNullable<Source['table']>): Promise<Source> {
  let answer: Response;
  try {
    answer = await request(recordAddress(table.code, table.what, table.number));
  } catch {
    throw new ApiError(0, 'unreachable', '');
  }
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
    throw new ApiError(answer.status, data?.error?.code ?? 'http', data?.error?.message ?? '');
  }
  const what = table.what === 'rounds' ? 'round' : 'match';
  return { text: await answer.text(), name: `lastcard-${what}-${table.number}.txt`, table };
}

/** A file that was opened is kept in this tab, so that a reload or a link to a moment shows it again. */
export function storeRecordFile(source: Source): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(source));
  } catch {
    // then a reload asks for the file again
  }
}

export function recallRecordFile(): Source | null {
  try {
    const text = sessionStorage.getItem(KEPT);
    return text ? (JSON.parse(text) as Source) : null;
  } catch {
    return null;
  }
}
