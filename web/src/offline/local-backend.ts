/** What a server answers over HTTP, answered by the rules in this browser for a table that is played here. */

import { LOCAL_TABLE } from '../net/backend';
import { isDownloaded } from './availability';
import type { Engine } from './engine';

let running: Promise<Engine> | null = null;

/** The rules in this browser, started once and kept while the page is open. */
export function localEngine(progress: (bytes: number) => void = () => undefined): Promise<Engine> {
  running ??= import('./engine').then(({ Engine: E }) => E.load(progress));
  running.catch(() => (running = null));
  return running;
}

/** Stop the rules; they are started again when they are wanted. */
export function stopEngine(): void {
  void running?.then((engine) => engine.close());
  running = null;
}

type Asked = Parameters<Engine['ask']>;

/** What of it can be answered here; null if only a server can. */
export function localQuery(path: string, body?: unknown): Asked | null {
  if (path === '/api/options') return ['options', {}];
  if (path === '/api/replay') return ['replay', body as Record<string, unknown>];
  const [, what, number, part] =
    new RegExp(`^/api/tables/${LOCAL_TABLE}/(history|rounds|matches)(?:/(\\d+)/(record|deal))?$`).exec(path) ?? [];
  if (what === 'history') return ['history', {}];
  const n = { number: Number(number) };
  if (what === 'rounds') return [part === 'deal' ? 'deal' : 'round', n];
  return what === 'matches' ? ['match', n] : null;
}

/** The answer to what would have gone to a server; `error` where nobody here can give it either. */
export async function answer(path: string, init: RequestInit, error: unknown = null): Promise<Response> {
  const wish = localQuery(path, typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined);
  if (!wish || (error !== null && running === null && !(await isDownloaded()))) throw error ?? new TypeError(path);
  return ask(wish);
}

async function ask(wish: Asked): Promise<Response> {
  const engine = await localEngine();
  if (engine.kept && !engine.opened) await engine.takeUp();
  try {
    const data = await engine.ask<unknown>(...wish);
    return new Response(typeof data === 'string' ? data : JSON.stringify(data), { status: 200 });
  } catch (error) {
    const { code = 'fault', message = '' } = error as { code?: string; message?: string };
    return new Response(JSON.stringify({ error: { code, message } }), { status: 404 });
  }
}
