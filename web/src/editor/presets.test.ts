import { expect, test } from 'vitest';
import { differences, rulesFor } from './terms';
import { fromLink, presetOptions, toLink, type SharedRules } from './presets';

const RULES: SharedRules = {
  edition: 'swap-112',
  players: 3,
  options: { stacking: 'same' },
  teams: null,
  written: { WC1: { text: 'Singe – ein Lied ♪', effects: [{ draw: 2, who: 'others' }] } },
};

test('rules come out of a link as they went in', () => {
  expect(fromLink(toLink(RULES).replace('/new', ''))).toEqual(RULES);
});
test('what is no rules is none', () => {
  for (const bad of [
    '',
    '#',
    '#%%%',
    '#e30',
    `#${btoa('"x"')}`,
    `#${'A'.repeat(7000)}`,
    toLink({ ...RULES, players: 1e9 }).replace('/new', ''),
  ])
    expect(fromLink(bad)).toBeNull();
});
test('a written card without words is left out, and effects that are none are not said', () => {
  const written = { WC1: null, WC2: { text: 7 }, WC3: { text: 'x', effects: 'all' } };
  const found = fromLink(toLink({ ...RULES, options: {}, written }).replace('/new', ''));
  expect(found?.written).toEqual({ WC3: { text: 'x', effects: 'all' } });
  expect(found && differences(rulesFor(found, 3))).toEqual([{ key: 'WC3', name: 'Wild Customizable', value: 'x', says: [] }]);
});
test('a preset changes how points are counted only if it says so, and As printed takes all back', () => {
  const before = { scoring: 'running', target: 300, stacking: 'same' };
  expect(presetOptions('strict', { wild_draw_four: 'challenge' }, before)).toEqual({
    scoring: 'running',
    target: 300,
    wild_draw_four: 'strict',
    false_catch_penalty: 1,
  });
  expect(presetOptions('quick', {}, before)).toEqual({ scoring: 'running', target: 200, hand_size: 5 });
  expect(presetOptions('quick', { target: 200 }, {})).toEqual({ hand_size: 5 });
  expect(presetOptions('printed', {}, before)).toEqual({});
});
