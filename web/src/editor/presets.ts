/** Ready-made house rules to start from; each is only what differs from the print. */

export const PRESETS = {
  printed: {},
  stacking: { stacking: 'same' },
  street: { stacking: 'cross', deflect: true, jump_in: 'numbers', seven_zero: true, draw_to_match: true },
  quick: { hand_size: 5, target: 200 },
  strict: { wild_draw_four: 'strict', false_catch_penalty: 1 },
  chaos: {
    stacking: 'cross',
    deflect: true,
    jump_in: 'all',
    seven_zero: true,
    draw_to_match: true,
    multi_play: true,
    false_catch_penalty: 2,
  },
} as const satisfies Record<string, Record<string, unknown>>;

export type Preset = keyof typeof PRESETS;

/** What differs from an edition's print with the preset; how points are counted is one's own where it says nothing of it. */
export function presetOptions(
  preset: Preset,
  printed: Record<string, unknown>,
  before: Record<string, unknown>,
): Record<string, unknown> {
  const scoring = preset === 'printed' ? [] : Object.entries(before).filter(([name]) => name === 'scoring' || name === 'target');
  const wanted = { ...Object.fromEntries(scoring), ...PRESETS[preset] } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => JSON.stringify(printed[name]) !== JSON.stringify(value)),
  );
}

/** Rules in a link: edition, players, what differs, sides and written cards. */
export interface SharedRules {
  edition: string;
  players: number;
  options: Record<string, unknown>;
  teams: number[][] | null;
  written: Record<string, unknown> | null;
}

const MAX_LINK_LENGTH = 6000;

/** The part of an address that holds the rules. */
export function toLink(rules: SharedRules): string {
  const bytes = new TextEncoder().encode(JSON.stringify(rules));
  const text = btoa(String.fromCharCode(...bytes));
  return `/new#${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The rules that an address holds; null if they cannot be read. What they say is checked by the server. */
export function fromLink(hash: string): SharedRules | null {
  const text = hash.replace(/^#/, '');
  if (!text || text.length > MAX_LINK_LENGTH) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Partial<SharedRules> | null;
    if (!found || typeof found.edition !== 'string' || !seats(found.players)) return null;
    const options = found.options && typeof found.options === 'object' ? found.options : {};
    return {
      edition: found.edition,
      players: found.players,
      options,
      teams: found.teams ?? null,
      written: writtenIn(found.written),
    };
  } catch {
    return null;
  }
}

const seats = (players: unknown): players is number => Number.isInteger(players) && Number(players) >= 2 && Number(players) <= 10;

/** The written cards of a link that have words to be shown. */
function writtenIn(found: unknown): Record<string, unknown> | null {
  const rules = Object.entries((found ?? {}) as Record<string, { text?: unknown } | null>).filter(
    ([, rule]) => typeof rule?.text === 'string',
  );
  return rules.length ? Object.fromEntries(rules) : null;
}
