/** One's own hand: each card with a key of its own, and what may be done with it. */

export interface HandCard {
  /** Token and which of the equal ones: stays the same while the card stays in the hand. */
  key: string;
  token: string;
  verb: string | null;
  drawn: boolean;
  fresh: boolean;
}

export interface Holding {
  tokens: readonly string[];
  /** The card that was just drawn; of equal ones it is the last. */
  drawn: string | null;
  /** Whether nothing but the drawn card may be played, unless by jumping in. */
  drawnOnly: boolean;
  fresh: readonly string[];
  verbFor(token: string): string | null;
}

/** The cards as they are held. */
export function held({ tokens, drawn, drawnOnly, fresh, verbFor }: Holding): HandCard[] {
  const keys = keyed(tokens);
  const drawnKey = drawn ? keys[tokens.lastIndexOf(drawn)] : undefined;
  const verbs = new Map([...new Set(tokens)].map((token) => [token, verbFor(token)]));
  return tokens.map((token, i) => {
    const key = keys[i] ?? token;
    const verb = verbs.get(token) ?? null;
    const live = !drawnOnly || verb === 'jump' || key === drawnKey;
    return { key, token, verb: live ? verb : null, drawn: key === drawnKey, fresh: fresh.includes(key) };
  });
}

/** Keys for cards of which several may be equal. */
export function keyed(tokens: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return tokens.map((token) => {
    const n = (seen.get(token) ?? 0) + 1;
    seen.set(token, n);
    return `${token}#${n}`;
  });
}
