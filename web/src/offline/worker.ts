/**
 * The worker that plays without a server: it runs the same Python rules and bots as one, keeps the log, and sends the page what
 * a server would send. What is new in the log is stored first, then sent.
 */

import { GameLog } from './game-log';
import type { Fault, FromWorker, PythonFile, ToWorker } from './worker-messages';

interface Door {
  open(wish: string, now: number): string;
  take_up(lines: string, now: number): string;
  hear(wire: number, text: string, now: number): string;
  ring(now: number): string;
  ask(what: string, wish: string): string;
}

interface Answer {
  log: string[];
  out: [number, string][];
  next: number | null;
  people: [number, string][];
  error?: Fault;
}

interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  globals: { get(name: string): unknown };
}

const LARGE = 'lastcard-python';
/** Progress is reported each time this many bytes have arrived. */
const STEP = 200_000;
/** How often the page hears at least that the worker is alive. */
const BEAT = 5000;

const say = (message: FromWorker): void => postMessage(message);
const now = (): number => performance.now() / 1000;

let door: Door | null = null;
let kept: GameLog | null = null;
let length = 0;
let alarm: ReturnType<typeof setTimeout> | undefined;

/** One thing after the other: an act is kept before the next one is heard. */
let line: Promise<void> = Promise.resolve();
onmessage = ({ data }: MessageEvent<ToWorker>) => after(() => hear(data));

function after(work: () => Promise<void> | void): void {
  line = line.then(work).catch((error: unknown) => {
    say({ said: 'fault', error: { code: 'python', message: error instanceof Error ? error.message : String(error) } });
  });
}

async function hear(message: ToWorker): Promise<void> {
  if (message.do === 'load') return load(message.files, message.pace);
  if (!door) throw new Error('nothing is loaded');
  switch (message.do) {
    case 'open':
      await kept?.clear();
      length = 0;
      return follow(door.open(JSON.stringify(message.wish), now()), true);
    case 'takeUp': {
      const lines = (await kept?.lines()) ?? [];
      length = lines.length;
      return follow(door.take_up(JSON.stringify(lines), now()), true);
    }
    case 'discard':
      clearTimeout(alarm);
      return kept?.clear();
    case 'wire':
      return follow(door.hear(message.wire, message.text, now()));
    case 'ask':
      return say({ said: 'told', n: message.n, ...(JSON.parse(door.ask(message.what, JSON.stringify(message.wish))) as object) });
  }
}

/** Keep what is new, tell it, and set the alarm for what comes next by itself. */
async function follow(text: string, begins = false): Promise<void> {
  const answer = JSON.parse(text) as Answer;
  if (answer.error) return say({ said: 'fault', error: answer.error });
  if (answer.log.length) {
    await keep(answer.log);
    length += answer.log.length;
  }
  if (begins) say({ said: 'opened', people: answer.people });
  for (const [wire, out] of answer.out) say({ said: 'wire', wire, text: out });
  clearTimeout(alarm);
  const { next } = answer;
  if (next !== null)
    alarm = setTimeout(() => after(() => follow((door as Door).ring(now()))), Math.max(0, (next - now()) * 1000));
}

async function keep(lines: string[]): Promise<void> {
  try {
    await kept?.add(length, lines);
  } catch {
    kept = null; // the disk is full, or storage was taken away: the game goes on for this session
    say({ said: 'storage' });
  }
}

// Coming to life.

async function load(files: PythonFile[], pace: number): Promise<void> {
  const there = await fetchFiles(files);
  const at = (name: string): string => files.find((f) => f.url.includes(name))?.url ?? '';
  const start = at('pyodide.mjs');
  const { loadPyodide } = (await import(/* @vite-ignore */ start)) as { loadPyodide(options: object): Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: start.slice(0, start.lastIndexOf('/') + 1) });
  python.unpackArchive(there.get(at('lastcard-')) as ArrayBuffer, 'zip', { extractDir: '/lastcard' });
  python.runPython("import sys; sys.path.insert(0, '/lastcard'); from lastcard.server.solo.bridge import SoloBridge");
  door = (python.globals.get('SoloBridge') as (delay: number) => Door)(pace);
  kept = await GameLog.open();
  const lines = (await kept?.lines().catch(() => null)) ?? [];
  setInterval(() => say({ said: 'beat' }), BEAT);
  say({ said: 'ready', kept: lines.length > 0, storage: kept !== null });
}

/** The body, with a word about how much of it is there. */
async function whole(answer: Response, part: (bytes: number) => void): Promise<ArrayBuffer> {
  let told = 0;
  let there = 0;
  const counted = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, onward) {
        there += chunk.byteLength;
        if (there - told > STEP) part((told = there));
        onward.enqueue(chunk);
      },
    }),
  );
  return new Response(counted).arrayBuffer();
}

/** Get every file, from what was kept if it is there, and keep the others where that may be. */
async function fetchFiles(files: PythonFile[]): Promise<Map<string, ArrayBuffer>> {
  const cache = await self.caches?.open(LARGE).catch(() => undefined);
  const there = new Map<string, ArrayBuffer>();
  const keeping: (Promise<void> | undefined)[] = [];
  let bytes = 0;
  for (const file of files) {
    let answer = await cache?.match(file.url);
    if (!answer) {
      answer = await fetch(file.url);
      if (!answer.ok) throw new Error(`${file.url}: ${answer.status}`);
      keeping.push(cache?.put(file.url, answer.clone()).catch(() => undefined));
    }
    const before = bytes;
    there.set(
      file.url,
      await whole(answer, (part) => say({ said: 'progress', bytes: Math.round(before + (part / file.unpacked) * file.bytes) })),
    );
    bytes = before + file.bytes;
    say({ said: 'progress', bytes });
  }
  await Promise.all(keeping);
  return there;
}
