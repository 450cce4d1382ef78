import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { prefs } from './preferences.svelte';

afterEach(() => {
  localStorage.clear();
  prefs.setPace(1);
});

test('what is set is remembered in this browser', () => {
  prefs.set('drag', true);
  prefs.setVolume('alerts', 0);
  prefs.setPace(2);
  expect([
    localStorage.getItem('lastcard.drag'),
    localStorage.getItem('lastcard.alerts'),
    localStorage.getItem('lastcard.pace'),
  ]).toEqual(['yes', '0', '2']);
  prefs.set('drag', false);
  prefs.setVolume('alerts', 40);
});
test('where storage is refused a setting holds for the page', () => {
  const refused = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
    removeItem: () => undefined,
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') as PropertyDescriptor;
  Object.defineProperty(globalThis, 'localStorage', { value: refused, configurable: true });
  prefs.set('oneTap', true);
  expect(prefs.oneTap).toBe(true);
  prefs.set('oneTap', false);
  Object.defineProperty(globalThis, 'localStorage', before);
});
test('the pace is a factor for every length in the style sheets', () => {
  prefs.setPace(2);
  flushSync();
  expect(document.documentElement.style.getPropertyValue('--pace')).toBe('0.5');
  prefs.setPace(0);
  flushSync();
  expect(document.documentElement.dataset.pace).toBe('0');
});
