/** The HTTP side: what can be chosen, opening a table, finding one, taking a seat, what was played. */

import type { ChangeRoom, Joined, Opened, Refusal, ReplayData, ReplayWish } from '../generated/protocol';
import type { HistoryInfo, Options, Summary } from './protocol';
import { request } from './backend';
import { browserName } from '../browser/seats';
import { uuid } from './connection';
import { t } from '../i18n/translate';

/** An answer that is no success; `message` is a sentence for the reader. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    /** The line at fault in a record that is refused. */
    readonly line: number | null = null,
    /** Which sentence says why, and what fills it in. */
    readonly reason?: string,
    readonly params?: Record<string, unknown>,
  ) {
    super(message);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await request(
      path,
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new ApiError(0, 'unreachable', t('error.unreachable'));
  }
  const data = (await answer.json().catch(() => null)) as Partial<Refusal> | null;
  if (!answer.ok) {
    const error = data?.error;
    const message = error?.message ?? t('error.http', { status: answer.status });
    throw new ApiError(answer.status, error?.code ?? 'http', message, error?.rule, error?.line, error?.reason, error?.params);
  }
  return data as T;
}

const RETRY_AFTER_MS = 800;

/** Ask for something that must not happen twice: under an id, so that it can be asked once more when no answer came. */
async function callOnce<T>(path: string, wish: object): Promise<T> {
  const body = { id: uuid(), browser: browserName(), ...wish };
  try {
    return await call<T>(path, body);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((go) => setTimeout(go, RETRY_AFTER_MS));
    return call<T>(path, body);
  }
}

/** Rules and room as somebody wants them; what is left out is as the server has it. */
export type RoomRequest = Omit<ChangeRoom, 't'> & Required<Pick<ChangeRoom, 'edition' | 'players' | 'options'>>;

/** `now` deals at once, bots on the other seats. */
export interface NewTable extends RoomRequest {
  name: string;
  now: boolean;
}

/**
 * `terms` is the version of the rules that the person was shown (H9), `token` that of a seat that they left (V14).
 * Where several people share a browser, `browser` is null: it has one seat at a table, and they are not one person.
 */
export interface Joining {
  name: string;
  seat?: number | null;
  terms?: number | null;
  token?: string | null;
  browser?: null;
}

const at = (table: string, more = ''): string => `/api/tables/${encodeURIComponent(table)}${more}`;

export const fetchOptions = (): Promise<Options> => call('/api/options');
export const openTable = (table: NewTable): Promise<Opened> => callOnce('/api/tables', table);
export const joinTable = (table: string, who: Joining): Promise<Joined> => callOnce(at(table, '/join'), who);
export const fetchTable = (table: string): Promise<Summary> => call(at(table));
export const findCode = (code: string): Promise<{ table: string }> => call(`/api/codes/${encodeURIComponent(code)}`);
export const playRecord = (wish: ReplayWish): Promise<ReplayData> => call('/api/replay', wish);
export const fetchHistory = (table: string): Promise<HistoryInfo> => call(at(table, '/history'));

/** Where the invitation is as a picture, and rounds and matches as records. */
export const qrAddress = (table: string): string => at(table, '/qr.svg');
export const recordAddress = (table: string, what: 'rounds' | 'matches', number: number): string =>
  at(table, `/${what}/${number}/record`);
