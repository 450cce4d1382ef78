import { leftToken, seatToken } from '../browser/storage';

/** What was played at a table; where it takes no spectators, the seat's token is asked for. */
const PAST = /^\/api\/tables\/([^/]+)\/(?:history|rounds|matches)\b/;

function shown(path: string, init: RequestInit): RequestInit {
  const table = PAST.exec(path)?.[1];
  const token = table === undefined ? null : (seatToken(decodeURIComponent(table)) ?? leftToken(decodeURIComponent(table)));
  return token === null ? init : { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } };
}

/** As `fetch`; what belongs to a table that is played in this browser is answered here, and the rules where no server answers. */
export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  if (path.startsWith('/api/tables/solo/')) return (await import('../offline/local-backend')).answerHere(path, init);
  try {
    return await fetch(path, shown(path, init));
  } catch (error) {
    if (path !== '/api/options' && path !== '/api/replay') throw error;
    return (await import('../offline/local-backend')).answerHere(path, init, error);
  }
}
