/** Rules that somebody keeps under names of their own, in this browser. */

import type { Wanted } from './wanted-rules';
import { recall, remember } from '../browser/storage';

export interface Own {
  name: string;
  rules: Wanted;
}

export const MOST_OWN = 20;
export const LONGEST_NAME = 40;
const KEPT = 'own.rules';

/** Those that are kept, the latest first. */
export function ownRules(): Own[] {
  try {
    const found = JSON.parse(recall(KEPT, '[]')) as Partial<Own>[];
    return found.filter((own): own is Own => typeof own.name === 'string' && typeof own.rules?.edition === 'string');
  } catch {
    return [];
  }
}

function keep(all: Own[]): Own[] {
  remember(KEPT, JSON.stringify(all.slice(0, MOST_OWN)));
  return ownRules();
}

/** Keep rules under a name, in place of those that had it; all that are kept. */
export function saveOwn(name: string, rules: Wanted): Own[] {
  return keep([{ name, rules }, ...ownRules().filter((own) => own.name !== name)]);
}

/** Another name for those that are kept under one; none other keeps that name. */
export function renameOwn(from: string, to: string): Own[] {
  const others = ownRules().filter((own) => own.name === from || own.name !== to);
  return keep(others.map((own) => (own.name === from ? { ...own, name: to } : own)));
}

export function dropOwn(name: string): Own[] {
  return keep(ownRules().filter((own) => own.name !== name));
}
