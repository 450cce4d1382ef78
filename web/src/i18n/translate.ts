/** The words of the page: `t` gives those of a key in the reader's language. The catalogues are words/LANGUAGE/*.json. */

import { Catalogues, type Params } from './catalogues';
import { pseudo } from './pseudo';
import app from './words/en/app.json';
import cards from './words/en/cards.json';
import home from './words/en/home.json';
import keys from './words/en/keys.json';
import log from './words/en/log.json';
import menu from './words/en/menu.json';
import net from './words/en/net.json';
import offline from './words/en/offline.json';
import options from './words/en/options.json';
import type over from './words/en/over.json';
import people from './words/en/people.json';
import type after from './words/en/after.json';
import type editor from './words/en/editor.json';
import type lobby from './words/en/lobby.json';
import type pass from './words/en/pass.json';
import type replay from './words/en/replay.json';
import type solo from './words/en/solo.json';
import type tutorial from './words/en/tutorial.json';
import type ways from './words/en/ways.json';
import type rulebook from './words/en/rulebook.json';
import type settings from './words/en/settings.json';
import room from './words/en/room.json';
import table from './words/en/table.json';

const first = {
  ...app,
  ...cards,
  ...home,
  ...keys,
  ...log,
  ...menu,
  ...net,
  ...offline,
  ...options,
  ...people,
  ...room,
  ...table,
};

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Base<K extends string> = K extends `${infer Name}_${Plural}` ? Name : K;

/** A key of the catalogue; one that has forms for numbers is named without them and takes `count`. */
export type Key = Base<
  (
    | keyof typeof first
    | keyof typeof after
    | keyof typeof editor
    | keyof typeof lobby
    | keyof typeof over
    | keyof typeof pass
    | keyof typeof replay
    | keyof typeof rulebook
    | keyof typeof settings
    | keyof typeof solo
    | keyof typeof tutorial
    | keyof typeof ways
  ) &
    string
>;

/** The languages that can be chosen, by their names in themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES | 'pseudo';

const KEPT = 'lastcard.language';
const others = import.meta.glob<Record<string, string>>(['./words/*/*.json', '!./words/en/*.json'], { import: 'default' });

const catalogues = new Catalogues('en', first);

/** The language in force. */
export function language(): string {
  return catalogues.language;
}

/** By which numbers and lists are written; English is that of the rulebook. */
export function locale(): string {
  return language() === 'en' || language() === 'pseudo' ? 'en-GB' : language();
}

/** The language that was chosen here, else the first of the reader's that there is. */
export function wantedLanguage(kept: string | null, readers: readonly string[]): Language {
  for (const tag of [kept ?? '', ...readers]) {
    const name = tag.split('-')[0] ?? '';
    if (name in LANGUAGES || name === 'pseudo') return name as Language;
  }
  return 'en';
}

/** Load the wanted language before the page is shown; if it cannot be loaded the page is English. */
export async function loadLanguage(): Promise<void> {
  await speak(wantedLanguage(stored(), navigator.languages));
}

/** Store the choice and reload the page in that language. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // without storage the choice holds for this page alone
  }
  location.reload();
}

async function speak(wanted: Language): Promise<void> {
  if (wanted === 'en') return;
  try {
    addWords(wanted, wanted === 'pseudo' ? made(catalogues.known('en')) : await load(wanted));
    catalogues.language = wanted;
    document.documentElement.lang = wanted === 'pseudo' ? 'en' : wanted;
  } catch {
    catalogues.language = 'en';
  }
}

async function load(wanted: Language): Promise<Record<string, string>> {
  const files = Object.entries(others).filter(([path]) => path.startsWith(`./words/${wanted}/`));
  return Object.assign({}, ...(await Promise.all(files.map(([, file]) => file()))));
}

/** Add words of a part of the page that is loaded when it is needed; in the pseudo-language they are made from the English. */
export function addWords(to: string, words: Record<string, string>): void {
  catalogues.add(to, words);
  if (to === 'en' && language() === 'pseudo') addWords('pseudo', made(words));
}

const made = (words: Record<string, string>): Record<string, string> => pseudo(words, stored() === 'pseudo-unseen');

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/**
 * Where the reader is one of the people, languages whose verbs need it have a form of their own: `KEY_you` if it is
 * `name`, else by the param, as `KEY_byYou`. English has none and goes on with `KEY`.
 */
function addressed(params: Params): string | undefined {
  const [you, your] = [catalogues.text('you'), catalogues.text('your')];
  const reader = Object.keys(params).find((param) => params[param] === you || params[param] === your);
  return reader && (reader === 'name' ? 'you' : `${reader}You`);
}

/** The words for a key, its `{{params}}` filled in; `count` chooses the form. */
export function t(key: Key, params: Params = {}): string {
  return catalogues.text(key, params, addressed(params)) ?? key;
}

/** As `t`, for keys put together from data; `otherwise` is used where the catalogue has none. */
export function tOr(key: string, otherwise: string, params: Params = {}): string {
  return catalogues.text(key, params, addressed(params)) ?? otherwise;
}

/** The English words for a key, whatever the page speaks. */
export function english(key: Key): string {
  return catalogues.known('en')[key] ?? key;
}

/** What is said in another language than the page's, once its words are here. */
export async function inLanguage<T>(other: keyof typeof LANGUAGES, say: () => T): Promise<T> {
  if (other !== 'en' && other !== language()) addWords(other, await load(other));
  const own = language();
  catalogues.language = other;
  try {
    return say();
  } finally {
    catalogues.language = own;
  }
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);
}

/** What is said of one thing, in a row: `Red 7, playable, 3 of 12`. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter(Boolean).join(language() === 'ja' ? '、' : ', ');
}

/** Sentences one after the other; Japanese has no space between them. */
export function sentences(parts: readonly string[]): string {
  return parts.filter(Boolean).join(language() === 'ja' ? '' : ' ');
}

/** Speak another language from now on; for tests, which do not reload the page. */
export function setLanguageForTests(wanted: string): void {
  catalogues.language = wanted;
}
