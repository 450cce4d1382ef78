import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import TextWithRuleId from './TextWithRuleId.svelte';

afterEach(cleanup);

const said = (text: string): [string, string | null] => {
  const { container } = render(TextWithRuleId, { text });
  const link = screen.queryByRole('link');
  return [container.textContent ?? '', link?.getAttribute('href') ?? null];
};

test('the id at the end of a sentence is a link to its rule, wherever the full stop stands', () => {
  expect(said('You hold a red card. (W5)')).toEqual(['You hold a red card. (W5)', '/rules#W5']);
});
test('also where the full stop comes after it, in other signs too', () => {
  expect(said('効果は12個までです（H8）。')).toEqual(['効果は12個までです（H8）。', '/rules#H8']);
});
test('a sentence without one stays as it is', () => {
  expect(said('It is not (yet) your turn.')).toEqual(['It is not (yet) your turn.', null]);
});
