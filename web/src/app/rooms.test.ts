import { describe, expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Which rooms (folders) the files of a room import from; each room imports from those above it only. */
const ROOMS: Record<string, string> = {
  generated: '',
  i18n: '',
  browser: '',
  rulebook: '',
  fairness: 'generated i18n',
  net: 'browser fairness generated i18n',
  game: 'i18n net',
  state: 'browser game i18n net',
  ui: 'browser game i18n net',
  access: 'browser game i18n state',
  editor: 'browser game i18n net ui',
  room: 'access browser editor game i18n net state ui',
  table: 'access browser editor fairness game i18n net room state ui',
  offline: 'browser i18n net',
  replay: 'game generated i18n net state ui',
  pass: 'browser editor i18n net room state table',
  tutorial: 'game i18n net state',
  pages: 'access browser editor fairness game i18n net offline pass replay room rulebook state table tutorial ui',
  app: 'browser i18n net offline pages room',
};

/** A path under src, its `.` and `..` carried out. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const files = new Map(Object.entries(SOURCES).map(([path, source]) => [normal(`app/${path}`), source]));
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts'];

/** The files of src that a file imports: for values, for types, when it is wanted, or as a worker. */
function importsOf(file: string): string[] {
  const found = (files.get(file) ?? '').matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^'?]+)'/g);
  return [...found].flatMap(([, path = '']) => {
    const target = normal(`${file}/../${path}`);
    const ending = ENDINGS.find((one) => files.has(target + one));
    return ending === undefined || target + ending === file ? [] : [target + ending];
  });
}

const roomOf = (file: string): string => file.split('/')[0] ?? '';
const inRooms = [...files.keys()].filter((file) => file.includes('/'));

describe('the rooms of the page', () => {
  test('each imports from the rooms in the table, from all of them, and from no others', () => {
    const arrows: Record<string, string> = {};
    for (const room of new Set(inRooms.map(roomOf))) {
      const imported = inRooms.filter((file) => roomOf(file) === room).flatMap((file) => importsOf(file).map(roomOf));
      arrows[room] = [...new Set(imported)]
        .filter((other) => other !== room)
        .sort()
        .join(' ');
    }
    expect(arrows).toEqual(ROOMS);
  });
  test('the arrows between them point one way', () => {
    const names = Object.keys(ROOMS);
    for (const [at, name] of names.entries()) {
      const imported = (ROOMS[name] ?? '').split(' ').filter(Boolean);
      expect(imported.filter((other) => names.indexOf(other) >= at)).toEqual([]);
    }
  });
  test('no file lies outside a room', () => {
    expect([...files.keys()].filter((file) => !file.includes('/'))).toEqual(['vite-define.d.ts']);
  });
});

test('no files import each other in a circle, not even types', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of importsOf(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  expect(circles).toEqual([]);
});
