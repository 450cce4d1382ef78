/** Every key of the table: the help page, the settings and what a key does all come from this one list. */

import type { Key } from '../i18n/translate';

export type Deed =
  | 'draw'
  | 'keep'
  | 'uno'
  | 'catch'
  | 'red'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'accept'
  | 'challenge'
  | 'next'
  | 'status'
  | 'hand'
  | 'opponents'
  | 'events'
  | 'time'
  | 'help';

export interface Entry {
  deed: Deed;
  /** As `KeyboardEvent.key` gives it, in lower case. */
  key: string;
  words: Key;
}

/** What has a letter, a figure or a sign: it can be changed and switched off (WCAG 2.1.4). */
export const DEEDS: readonly Entry[] = [
  { deed: 'draw', key: 'd', words: 'keys.D' },
  { deed: 'keep', key: 'k', words: 'keys.K' },
  { deed: 'uno', key: 'u', words: 'keys.U' },
  { deed: 'catch', key: 'x', words: 'keys.X' },
  { deed: 'red', key: '1', words: 'colour.red' },
  { deed: 'yellow', key: '2', words: 'colour.yellow' },
  { deed: 'green', key: '3', words: 'colour.green' },
  { deed: 'blue', key: '4', words: 'colour.blue' },
  { deed: 'accept', key: 'a', words: 'keys.A' },
  { deed: 'challenge', key: 'c', words: 'keys.C' },
  { deed: 'next', key: 'n', words: 'keys.N' },
  { deed: 'status', key: 's', words: 'keys.S' },
  { deed: 'hand', key: 'h', words: 'keys.H' },
  { deed: 'opponents', key: 'o', words: 'keys.O' },
  { deed: 'events', key: 'l', words: 'keys.L' },
  { deed: 'time', key: 't', words: 'keys.T' },
  { deed: 'help', key: '?', words: 'keys.help' },
];

/** What is read out when it is asked for. */
export const SPEECH: readonly Deed[] = ['status', 'hand', 'opponents', 'events', 'time'];

/** What every page does with these keys; they stay when the others are switched off. */
export const FIXED: readonly { keys: Key; words: Key }[] = [
  { keys: 'keys.arrows', words: 'keys.arrows.does' },
  { keys: 'keys.enter', words: 'keys.enter.does' },
  { keys: 'keys.tab', words: 'keys.tab.does' },
  { keys: 'keys.esc', words: 'keys.escape' },
];

export const MOVES = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];

export type Bindings = Record<Deed, string>;

export function printed(): Bindings {
  return Object.fromEntries(DEEDS.map(({ deed, key }) => [deed, key])) as Bindings;
}

/** What was kept, as far as it makes sense: one key for each deed, and none twice. */
export function readBindings(kept: string): Bindings {
  const found = printed();
  try {
    const read = JSON.parse(kept || '{}') as Record<string, unknown>;
    for (const { deed } of DEEDS) {
      const key = read[deed];
      if (typeof key === 'string' && canBind(key)) found[deed] = key;
    }
  } catch {
    return printed();
  }
  return new Set(Object.values(found)).size === DEEDS.length ? found : printed();
}

/** One sign, and not the space, which presses what is in focus. */
export function canBind(key: string): boolean {
  return [...key].length === 1 && key.trim() !== '';
}

/** Give a deed its key; the deed that had it gets the one that became free. */
export function rebind(bindings: Bindings, deed: Deed, key: string): Bindings {
  const other = DEEDS.find((e) => bindings[e.deed] === key)?.deed;
  return { ...bindings, ...(other ? { [other]: bindings[deed] } : {}), [deed]: key };
}

/** The sign that a key gives; on keyboards of other scripts the Latin letter in its place. */
export function signOf(event: Pick<KeyboardEvent, 'key' | 'code'>, bindings: Bindings): string {
  const sign = event.key.toLowerCase();
  const latin = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const known = Object.values(bindings).includes(sign);
  return !known && latin && /^\P{ASCII}$/u.test(sign) ? latin : sign;
}

const PICKED = ['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file', 'reset'];

/** Whether what is typed there is text, or picks from a list by its letters. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !PICKED.includes(target.type);
  return (
    target.isContentEditable ||
    target.matches('textarea, select, [role=textbox], [role=combobox], [contenteditable]:not([contenteditable=false])')
  );
}

/** Whether the key belongs to the browser, to a text being typed or to an input method. */
export function isOthers(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.isComposing || takesText(event.target);
}
