/** What this tab keeps of a deal before its cards come: the commitment that it was shown, and its own contribution. */

export interface SeenDeal {
  commitment: string;
  /** My contribution, if I gave one. */
  value: string | null;
}

const key = (game: string, number: number): string => `lastcard.deal.${game}.${number}`;

/** Storage may be switched off or full: then it is known as long as the page lives. */
const kept = new Map<string, SeenDeal>();

export function storeSeenDeal(game: string, number: number, seen: SeenDeal): void {
  kept.set(key(game, number), seen);
  try {
    sessionStorage.setItem(key(game, number), JSON.stringify(seen));
  } catch {
    // it is in `kept`
  }
}

export function recallSeenDeal(game: string, number: number): SeenDeal | null {
  const known = kept.get(key(game, number));
  if (known) return known;
  try {
    const text = sessionStorage.getItem(key(game, number));
    return text ? (JSON.parse(text) as SeenDeal) : null;
  } catch {
    return null;
  }
}
