/** Contributes to each deal as soon as its commitment is seen, and keeps what was seen and given for the check later. */

import type { Contribute, DealData } from '../generated/protocol';
import { toHex } from './hex';
import { storeSeenDeal, recallSeenDeal } from './seen-deals';

/** The part of a message that concerns deals. */
export interface DealState {
  v: number;
  you?: number | null | undefined;
  control?: boolean | undefined;
  deal?: DealData | null | undefined;
}

export class Shares {
  private readonly sent = new Set<string>();
  private given = '';

  /** `send` sends a command as one who has seen version `v`, and gives its id. */
  constructor(private readonly send: (d: Contribute, v: number) => string) {}

  /** A deal that waits for contributions: keep its commitment, and add 16 random bytes if I have a seat and gave none. */
  see({ v, you = null, control = true, deal }: DealState): void {
    if (!deal || deal.dealt || deal.void || deal.secret !== null) return;
    const name = `${deal.game}.${deal.number}`;
    const seen = recallSeenDeal(deal.game, deal.number) ?? { commitment: deal.commitment, value: null };
    const may = you !== null && control && this.given !== name && !deal.contributions.some(([seat]) => seat === you);
    const value = may ? (seen.value ?? contribution()) : seen.value;
    storeSeenDeal(deal.game, deal.number, { ...seen, value });
    if (!may || !value) return;
    this.given = name;
    this.sent.add(this.send({ t: 'contribute', number: deal.number, value }, v));
  }

  /** Whether this answers one of my contributions: one that came too late is no news for the player. */
  answered(message: { t: string; id?: string | null }): boolean {
    return (message.t === 'ack' || message.t === 'nak') && this.sent.delete(message.id ?? '');
  }
}

/** 16 random bytes, as hex. `getRandomValues` is there on plain HTTP too. */
export function contribution(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}
