import { beforeEach, expect, test } from 'vitest';
import { PRINTED } from './wanted-rules';
import { remember } from '../browser/storage';
import { dropOwn, MAX_OWN_RULES, ownRules, renameOwn, saveOwn } from './own-rules';

const RULES = { ...PRINTED, options: { stacking: 'same' } };
const names = (): string[] => ownRules().map((own) => own.name);

beforeEach(() => remember('own.rules', '[]'));

test('rules are kept under a name, the latest first, and one name keeps one', () => {
  saveOwn('Ours', PRINTED);
  saveOwn('Friday', RULES);
  saveOwn('Ours', RULES);
  expect(ownRules()).toEqual([
    { name: 'Ours', rules: RULES },
    { name: 'Friday', rules: RULES },
  ]);
});
test('they are named anew, in place of those that had the name, and deleted', () => {
  saveOwn('Ours', PRINTED);
  saveOwn('Friday', RULES);
  renameOwn('Friday', 'Ours');
  expect(ownRules()).toEqual([{ name: 'Ours', rules: RULES }]);
  expect(renameOwn('Ours', 'Ours')).toHaveLength(1);
  expect(dropOwn('Ours')).toEqual([]);
});
test('the oldest give way, and what cannot be read is none', () => {
  for (let i = 0; i <= MAX_OWN_RULES; i += 1) saveOwn(String(i), RULES);
  expect(names()).toHaveLength(MAX_OWN_RULES);
  expect(names()).not.toContain('0');
  remember('own.rules', '[{"name":7},{"name":"x","rules":{}}]');
  expect(names()).toEqual([]);
  remember('own.rules', '{');
  expect(names()).toEqual([]);
});
