/** The HTTP side: what can be chosen, opening a table, taking a seat, a table's public summary. */

import type { Options, Summary } from './protocol';
import type { Seat } from './session';
import { t } from './words';

/** An answer that is no success; `message` is a sentence for the reader. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new ApiError(0, 'unreachable', t('error.unreachable'));
  }
  const data = (await answer.json().catch(() => null)) as { error?: { code: string; message: string; rule?: string } } | null;
  if (!answer.ok) {
    const error = data?.error;
    throw new ApiError(answer.status, error?.code ?? 'http', error?.message ?? t('error.http', { status: answer.status }), error?.rule);
  }
  return data as T;
}

export interface NewTable {
  name: string;
  edition: string;
  players: number;
  options: Record<string, unknown>;
  teams?: number[][];
  written?: Record<string, unknown>;
  bots: boolean;
}

export const fetchOptions = (): Promise<Options> => call('/api/options');
export const openTable = (table: NewTable): Promise<Seat & { table: string; link: string }> => call('/api/tables', table);
export const joinTable = (table: string, name: string): Promise<Seat> =>
  call(`/api/tables/${encodeURIComponent(table)}/join`, { name });
export const fetchTable = (table: string): Promise<Summary> => call(`/api/tables/${encodeURIComponent(table)}`);
