/** Whether the page is worked by keys or a screen reader rather than by pointing: only then is the focus moved for the reader. */

let keys = false;

export function usesKeyboard(): boolean {
  return keys;
}

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', () => (keys = true), true);
  window.addEventListener('pointerdown', () => (keys = false), true);
  // a click that no pointer made: Enter, Space, or a screen reader's own
  window.addEventListener('click', (e) => (keys = keys || e.detail === 0), true);
}
