import { expect, test } from 'vitest';
import { rule, search, SECTIONS } from './search';
import { readDocument, readInline } from './markdown';

test('bold, slanted, code and links are told apart, and a link to a rule keeps its id', () => {
  expect(readInline('**Decided** by *us*: `deflect`, see [V1](#V1) and [W5](rulebook.md#W5), not [this](x.md)')).toEqual([
    { kind: 'strong', text: 'Decided' },
    { kind: 'text', text: ' by ' },
    { kind: 'em', text: 'us' },
    { kind: 'text', text: ': ' },
    { kind: 'code', text: 'deflect' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'V1', to: 'V1' },
    { kind: 'text', text: ' and ' },
    { kind: 'link', text: 'W5', to: 'W5' },
    { kind: 'text', text: ', not ' },
    { kind: 'text', text: 'this' },
  ]);
});
test('paragraphs, lists and tables are blocks', () => {
  const [section] = readDocument('## A\n\nOne\ntwo.\n\n- a\n  more\n- b\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n');
  expect(section?.blocks.map((b) => b.kind)).toEqual(['paragraph', 'list', 'table']);
  const list = section?.blocks[1];
  expect(list?.kind === 'list' && list.items.map((i) => i[0]?.text)).toEqual(['a more', 'b']);
});
test('every rule that a refusal may name is there, with text', () => {
  for (const id of ['D1', 'S12', 'T3', 'W5', 'W6', 'U4', 'O2', 'P2', 'M1', 'N1', 'X1', 'H8', 'H9', 'V1', 'V9', 'V12', 'V14']) {
    expect(rule(id)?.blocks.length, id).toBeGreaterThan(0);
  }
});
test('every link leads to a rule that is there', () => {
  const words = SECTIONS.flatMap((s) => s.blocks).flatMap((b) =>
    b.kind === 'paragraph' ? b.words : b.kind === 'list' ? b.items.flat() : b.rows.flat(2),
  );
  for (const link of words.filter((w) => w.kind === 'link')) expect(rule(link.to ?? ''), link.to).toBeDefined();
});
test('a search finds by id, by title and by words, the nearest first', () => {
  expect(search('w6')[0]?.id).toBe('W6');
  expect(search('challenge')[0]?.id).toBe('W6');
  expect(search('identical top card')[0]?.id).toBe('V3');
  expect(search('zebra')).toEqual([]);
  expect(search('  ')).toEqual([]);
});
