/** Rules that somebody keeps under names of their own, in this browser. */

import type { WantedRules } from './wanted-rules';
import { recall, remember } from '../browser/storage';

export interface NamedRules {
  name: string;
  rules: WantedRules;
}

export const MAX_OWN_RULES = 20;
export const MAX_NAME_LENGTH = 40;
const STORAGE_KEY = 'own.rules';

/** Those that are kept, the latest first. */
export function ownRules(): NamedRules[] {
  try {
    const found = JSON.parse(recall(STORAGE_KEY, '[]')) as Partial<NamedRules>[];
    return found.filter((own): own is NamedRules => typeof own.name === 'string' && typeof own.rules?.edition === 'string');
  } catch {
    return [];
  }
}

function keep(all: NamedRules[]): NamedRules[] {
  remember(STORAGE_KEY, JSON.stringify(all.slice(0, MAX_OWN_RULES)));
  return ownRules();
}

/** Keep rules under a name, in place of those that had it; all that are kept. */
export function saveOwn(name: string, rules: WantedRules): NamedRules[] {
  return keep([{ name, rules }, ...ownRules().filter((own) => own.name !== name)]);
}

/** Another name for those that are kept under one; none other keeps that name. */
export function renameOwn(from: string, to: string): NamedRules[] {
  const others = ownRules().filter((own) => own.name === from || own.name !== to);
  return keep(others.map((own) => (own.name === from ? { ...own, name: to } : own)));
}

export function dropOwn(name: string): NamedRules[] {
  return keep(ownRules().filter((own) => own.name !== name));
}
