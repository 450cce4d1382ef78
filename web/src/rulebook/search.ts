/** The rulebook and the house rules, and what a reader looks for in them. */

import houseRules from '../../../docs/house-rules.md?raw';
import rulebook from '../../../docs/rulebook.md?raw';
import { readDocument, type Section } from './markdown';

/** All sections of both documents that have something in them. */
export const SECTIONS: readonly Section[] = [...readDocument(rulebook), ...readDocument(houseRules)];

/** The section of a rule, by its id. */
export function rule(id: string): Section | undefined {
  return SECTIONS.find((section) => section.id === id);
}

/** The sections that have every word looked for, those with the words in their title or id first. */
export function search(text: string, sections: readonly Section[] = SECTIONS): Section[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = sections.filter((s) => s.blocks.length && words.every((word) => s.plain.includes(word)));
  const weight = (s: Section): number => {
    const title = s.title.toLowerCase();
    if (s.id.toLowerCase() === words[0]) return 0;
    return words.every((word) => title.includes(word)) ? 1 : 2;
  };
  return [...found].sort((a, b) => weight(a) - weight(b));
}
