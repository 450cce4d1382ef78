/** Rules while they are changed, and a card while it is written: they outlive the form, so that who shuts it has lost nothing. */

import type { RulesData } from '../net/protocol';
import { sides, type WantedRules } from './wanted-rules';
import { readyMade, readyName } from '../game/written-rules';
import type { Effect } from './effects';

export interface Written {
  text: string;
  when?: string;
  nth?: number;
  effects: Effect[];
}

/** Stands for a written rule that is none of the ready-made and stays as it is. */
export const OTHER_RULE = 'kept';
/** Stands for one that was written in the card writer. */
export const OWN_RULE = 'own';

/** A card that is being written on. */
export class CardDraft {
  text = $state('');
  when = $state('play');
  nth = $state<number | null>(null);
  effects = $state.raw<Effect[]>([]);

  constructor(
    readonly token: string,
    rule?: Written,
  ) {
    if (!rule) return;
    this.text = rule.text;
    this.when = rule.when ?? 'play';
    this.nth = rule.nth ?? null;
    this.effects = rule.effects;
  }

  /** Whether anything is written on it. */
  get begun(): boolean {
    return Boolean(this.text.trim() || this.effects.length);
  }

  /** The rule as it is now. */
  rule(): Written {
    return { text: this.text.trim(), when: this.when, ...(this.nth === null ? {} : { nth: this.nth }), effects: this.effects };
  }
}

export class RulesDraft {
  edition = $state('');
  teams = $state(false);
  /** What differs from the print, by the names of options. */
  changed = $state.raw<Record<string, unknown>>({});
  /** The rule on each card that can be written on: a ready-made rule by its name, `OTHER_RULE` or `OWN_RULE`. */
  written = $state.raw<Record<string, string>>({});
  /** Rules that were written here, by card. */
  own = $state.raw<Record<string, Written>>({});
  card = $state.raw<CardDraft | null>(null);
  /** The name under which they are about to be kept. */
  name = $state('');
  private readonly before: string;

  constructor(private readonly rules: RulesData) {
    this.edition = rules.edition;
    this.teams = Boolean(rules.teams?.length);
    this.changed = { ...rules.differences };
    this.written = Object.fromEntries(
      Object.entries(rules.written ?? {}).map(([token, rule]) => [token, readyName(rule) ?? OTHER_RULE]),
    );
    this.before = this.all();
  }

  /** Whether it is no longer what it began as. */
  get touched(): boolean {
    return this.all() !== this.before;
  }

  /** The rule on a card that was there before and is none of the ready-made. */
  kept(token: string): Written | undefined {
    return this.rules.written?.[token] as Written | undefined;
  }

  /** Begin to write on a card, with the rule that it has; on none with an empty token. */
  writeOn(token: string): void {
    this.card = token
      ? new CardDraft(token, this.own[token] ?? (this.written[token] === OTHER_RULE ? this.kept(token) : undefined))
      : null;
  }

  /** What was written is put on its card. */
  put(): void {
    if (!this.card) return;
    const { token } = this.card;
    this.own = { ...this.own, [token]: this.card.rule() };
    this.written = { ...this.written, [token]: OWN_RULE };
    this.card = null;
  }

  /** Rules that were kept under a name. */
  take(kept: WantedRules): void {
    this.edition = kept.edition;
    this.changed = { ...kept.options };
    this.teams = Boolean(kept.teams);
    this.own = (kept.written ?? {}) as Record<string, Written>;
    this.written = Object.fromEntries(Object.entries(this.own).map(([token, rule]) => [token, readyName(rule) ?? OWN_RULE]));
  }

  /** As a request for that number of players; with sides if they are wanted and `possible`. */
  wanted(players: number, possible: boolean): WantedRules {
    return {
      edition: this.edition,
      options: this.changed,
      teams: this.teams && possible ? sides(players) : null,
      written: this.writtenRules(),
    };
  }

  private writtenRules(): Record<string, unknown> | null {
    const found: Record<string, unknown> = {};
    for (const [token, preset] of Object.entries(this.written)) {
      if (preset === OWN_RULE) found[token] = this.own[token];
      else if (preset === OTHER_RULE) found[token] = this.kept(token);
      else if (preset) found[token] = readyMade(preset, token);
    }
    return Object.keys(found).length ? found : null;
  }

  private all(): string {
    const { edition, teams, changed, written, own, card, name } = this;
    return JSON.stringify([edition, teams, changed, written, own, card?.rule(), name]);
  }
}

const left = new Map<string, RulesDraft>();

/** What was left at a place with changes not yet in use, else nothing. */
export function openDraft(place: string): RulesDraft | null {
  const found = left.get(place);
  return found?.touched ? found : null;
}

/** A draft that begins with these rules; it is kept at its place. */
export function newDraft(place: string, rules: RulesData): RulesDraft {
  const made = new RulesDraft(rules);
  left.set(place, made);
  return made;
}

/** It is in use: nothing of it need be kept. */
export function dropDraft(place: string): void {
  left.delete(place);
}
