import { expect, test } from 'vitest';
import { canBind, DEEDS, isOthers, printed, readBindings, rebind, signOf } from './keys';
import { t, tOr } from '../i18n/translate';

test('no key does two things, and each has its words', () => {
  expect(new Set(DEEDS.map((e) => e.key)).size).toBe(DEEDS.length);
  for (const { words } of DEEDS) expect(tOr(words, '')).not.toBe('');
  expect(t('keys.D')).toBe('Draw');
});
test('a deed that takes the key of another gives it its own', () => {
  const changed = rebind(printed(), 'draw', 'k');
  expect(changed).toMatchObject({ draw: 'k', keep: 'd' });
  expect(readBindings(JSON.stringify(changed))).toEqual(changed);
});
test('what was kept is taken only where it makes sense', () => {
  expect(readBindings('')).toEqual(printed());
  expect(readBindings('nonsense')).toEqual(printed());
  expect(readBindings('{"draw":"k"}')).toEqual(printed());
  expect(readBindings('{"draw":"Enter","uno":"ü"}')).toEqual({ ...printed(), uno: 'ü' });
  expect(canBind(' ')).toBe(false);
});
test('a keyboard of another script reaches the Latin letters', () => {
  expect(signOf({ key: 'в', code: 'KeyD' }, printed())).toBe('d');
  expect(signOf({ key: 'в', code: 'KeyD' }, { ...printed(), uno: 'в' })).toBe('в');
  expect(signOf({ key: '?', code: 'Minus' }, printed())).toBe('?');
});
test('nothing is done while somebody types, or with a modifier', () => {
  const pressed = (markup: string, init: KeyboardEventInit = {}): KeyboardEvent => {
    document.body.innerHTML = markup;
    const event = new KeyboardEvent('keydown', { key: 'd', bubbles: true, ...init });
    document.body.firstElementChild?.dispatchEvent(event);
    return event;
  };
  for (const markup of [
    '<input>',
    '<input type="search">',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable="true"></div>',
  ]) {
    expect(isOthers(pressed(markup)), markup).toBe(true);
  }
  expect(isOthers(pressed('<input type="checkbox">'))).toBe(false);
  expect(isOthers(pressed('<button></button>'))).toBe(false);
  expect(isOthers(pressed('<button></button>', { ctrlKey: true }))).toBe(true);
  expect(isOthers(pressed('<button></button>', { isComposing: true }))).toBe(true);
});
