import { expect, test } from 'vitest';
import { FIXTURES, snapshot } from '../state/fixtures';
import type { Doing } from '../net/protocol';
import { TableState } from '../state/table-state.svelte';

const CAUGHT = FIXTURES['catch'];

function told(more: object): { table: TableState; sent: Doing[] } {
  const sent: Doing[] = [];
  const table = new TableState((d) => sent.push(d));
  table.receive({ ...(CAUGHT ?? snapshot({})), ...more });
  return { table, sent };
}

test('a catch shows by the key that its window was seen', () => {
  const { table, sent } = told({ grace: { seat: 3, left_ms: 900, key: 'k1' } });
  table.do('catch 3');
  expect(sent).toEqual([{ t: 'act', action: 'catch 3', key: 'k1' }]);
});
test('a jump shows the key of the play that it answers', () => {
  const { table, sent } = told({ legal: ['jump R7'], jumps: { left_ms: 700, key: 'k2' } });
  table.do('jump R7');
  expect(sent).toEqual([{ t: 'act', action: 'jump R7', key: 'k2' }]);
});
test('other acts need no key', () => {
  const { table, sent } = told({ grace: { seat: 3, left_ms: 900, key: 'k1' } });
  table.do('draw');
  expect(sent).toEqual([{ t: 'act', action: 'draw' }]);
});
