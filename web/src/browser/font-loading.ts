/** The typeface before the first words: set in another one they would jump when it comes. */

const MAX_WAIT_MS = 1000;

/** When the typeface is there, or a slow network has had its time. */
export function fontReady(fonts: FontFaceSet | undefined = document.fonts): Promise<unknown> {
  const late = new Promise((go) => setTimeout(go, MAX_WAIT_MS));
  if (!fonts) return Promise.resolve();
  return Promise.race([fonts.load("1em 'Gabarito Variable'").catch(() => []), late]);
}
