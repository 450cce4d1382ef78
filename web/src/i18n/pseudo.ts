/** A language for tests: English with accents, brackets and 40 % more length, so that what is not from the catalogue shows. */

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  z: 'ž',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
  C: 'Ç',
  N: 'Ñ',
  S: 'Š',
  Z: 'Ž',
};

/**
 * The catalogue in the pseudo-language; what is filled in stays as it is. `unseen` is English between signs without width, which
 * tests that look for what is written pass over: they find everything by its English name, and see what has no such signs.
 */
export function pseudo(words: Record<string, string>, unseen = false): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, unseen ? `\u200b${text}\u00ad` : pseudoText(text)]));
}

function pseudoText(text: string): string {
  const parts = text.split(/(\{\{\w+\}\})/);
  const accented = parts.map((part, i) => (i % 2 ? part : part.replace(/[a-z]/gi, (c) => ACCENTS[c] ?? c)));
  const own = parts.filter((_, i) => i % 2 === 0).join('').length; // what is filled in has been made longer itself
  return `[${accented.join('')}${'·'.repeat(Math.ceil(own * 0.4))}]`;
}
