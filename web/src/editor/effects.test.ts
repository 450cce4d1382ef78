import { beforeAll, expect, test } from 'vitest';
import { addWords } from '../i18n/translate';
import words from '../i18n/words/en/editor.json';
import { faultOf, PARTS, partOf, ruleSentences, sentence, size, WHO, type Effect } from './effects';

beforeAll(() => addWords('en', words));

test('every part has words for itself, its places and its sentence', () => {
  for (const part of PARTS) {
    expect(words).toHaveProperty([`editor.part.${part.name}`]);
    expect(sentence(part.fresh)).toMatch(/\.$/);
    expect(sentence(part.fresh)).not.toMatch(/editor\.|\{\{/);
    for (const slot of part.slots) if (slot.kind !== 'effects') expect(words).toHaveProperty([`editor.slot.${slot.key}`]);
    expect(partOf(part.fresh)).toBe(part);
  }
});
test('whomever an effect means, the sentence says it', () => {
  const said = WHO.map((who) => sentence({ draw: 1, who }));
  expect(new Set(said).size).toBe(WHO.length);
  expect(sentence({ draw: 2, who: 'others' })).toBe('Everybody else: draw 2 cards.');
});
test('what is inside a dare is said with it, of the one dared, and counted', () => {
  const dare: Effect = { dare: 'Sing', who: 'next', else: [{ draw: 2, who: 'self' }, { skip: 'self' }] };
  expect(sentence(dare)).toContain('If not done: That player: draw 2 cards. That player: lose the next turn.');
  expect(size([dare, { reverse: true }])).toBe(4);
});
test('inside a dare nobody is called you: what is said is said of the one dared', () => {
  const inside = PARTS.flatMap((part) =>
    WHO.map((who) => ({ ...part.fresh, ...('who' in part.fresh ? { who } : {}), ...('to' in part.fresh ? { to: who } : {}) })),
  );
  for (const effect of inside) expect(sentence(effect, true)).not.toMatch(/\byou(r)?\b|editor\./i);
  expect(sentence({ draw: 1, who: 'next' }, true)).toBe('The player after them: draw 1 card.');
  expect(sentence({ call: 'colour' }, true)).toBe('That player calls a colour.');
});
test('a rule says when it comes up', () => {
  expect(ruleSentences('draw', 3, [])).toEqual(['When it is drawn, only time no. 3 in a round, it is shown, and:']);
});
test('what is missing is told before the server is asked', () => {
  expect(faultOf(' ', [{ reverse: true }])).toBe('editor.card.no.text');
  expect(faultOf('x', [])).toBe('editor.card.no.effect');
  expect(faultOf('x', Array<Effect>(13).fill({ reverse: true }))).toBe('editor.card.no.size');
  expect(faultOf('x', [{ charade: true, winner: [{ dare: ' ', who: 'next', else: [] }] }])).toBe('editor.card.no.dare');
  expect(faultOf('x', [{ discard: 'any', who: 'self' }])).toBe('editor.card.no.count');
  expect(faultOf('x', [{ reverse: true }])).toBeNull();
});
