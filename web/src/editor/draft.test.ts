import { expect, test } from 'vitest';
import type { RulesData } from '../net/protocol';
import { openDraft, dropDraft, newDraft, OWN_RULE } from './draft.svelte';

const PRINT = { edition: 'classic', players: 4, options: {}, differences: {} } as unknown as RulesData;
const SING = { text: 'Sing', when: 'play', effects: [{ draw: 2, who: 'next' }] };

test('what was changed and not used is still there, what was not changed is forgotten', () => {
  const draft = newDraft('/here', PRINT);
  expect(openDraft('/here')).toBeNull();
  draft.changed = { stacking: 'same' };
  expect(openDraft('/here')).toBe(draft);
  expect(openDraft('/elsewhere')).toBeNull();
  dropDraft('/here');
  expect(openDraft('/here')).toBeNull();
});
test('a card that is half written is a change', () => {
  const draft = newDraft('/here', PRINT);
  draft.writeOn('R*');
  expect(draft.card?.begun).toBe(false);
  if (draft.card) draft.card.text = 'Sing';
  expect(draft.card?.begun).toBe(true);
  expect(openDraft('/here')?.card?.text).toBe('Sing');
});
test('what was written is put on its card and can be written on again', () => {
  const draft = newDraft('/here', PRINT);
  draft.writeOn('R*');
  if (draft.card) Object.assign(draft.card, SING);
  draft.put();
  expect(draft.written).toEqual({ 'R*': OWN_RULE });
  expect(draft.wanted(4, true).written).toEqual({ 'R*': SING });
  draft.writeOn('R*');
  expect(draft.card?.rule()).toEqual(SING);
});
test('a rule that stood on a card before and is none of the ready-made stays', () => {
  const draft = newDraft('/here', { ...PRINT, written: { 'Y*': SING } } as unknown as RulesData);
  draft.changed = { stacking: 'same' };
  expect(draft.wanted(4, false)).toEqual({
    edition: 'classic',
    options: { stacking: 'same' },
    teams: null,
    written: { 'Y*': SING },
  });
});
