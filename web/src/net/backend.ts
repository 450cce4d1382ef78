/** Where requests go: to the server, or to a backend in this browser that answers in its place. */

import { leftToken, seatToken } from '../browser/seats';

/** The id of the table that is played without a server. */
export const LOCAL_TABLE = 'solo';

/** Answers some requests in this browser; where it cannot, it throws `error`, the reason why no server answered. */
export interface Backend {
  answer(path: string, init: RequestInit, error?: unknown): Promise<Response>;
}

let loadLocal: (() => Promise<Backend>) | null = null;

/** Say how the backend in this browser is loaded; until then every request goes to the server. */
export function useLocalBackend(load: () => Promise<Backend>): void {
  loadLocal = load;
}

/** Past rounds and matches of a table; where it takes no spectators, the server asks for the token of a seat. */
const PAST = /^\/api\/tables\/([^/]+)\/(?:history|rounds|matches)\b/;

function withToken(path: string, init: RequestInit): RequestInit {
  const table = PAST.exec(path)?.[1];
  const token = table === undefined ? null : (seatToken(decodeURIComponent(table)) ?? leftToken(decodeURIComponent(table)));
  return token === null ? init : { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } };
}

/** Like `fetch`. Requests about the local table are answered in this browser, and so are the rules where no server answers. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  if (loadLocal && path.startsWith(`/api/tables/${LOCAL_TABLE}/`)) return (await loadLocal()).answer(path, init);
  try {
    return await fetch(path, withToken(path, init));
  } catch (error) {
    if (!loadLocal || (path !== '/api/options' && path !== '/api/replay')) throw error;
    return (await loadLocal()).answer(path, init, error);
  }
}
