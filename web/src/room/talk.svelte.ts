/** What people say to each other beside the game: phrases, emotes and text, and whom this person would rather not hear. */

import type { GameEvent, ServerMessage } from '../net/protocol';
import { tOr } from '../i18n/translate';

export interface ChatLine {
  id: number;
  seat: number;
  name: string;
  text: string;
  /** The picture that goes with it. */
  emote: Emotion | null;
  mine: boolean;
}

/** Prepared phrases, then emotes, in the server's order; the words are in the catalogue, the pictures in `Emote`. */
export const PHRASES = [
  'hello',
  'good-luck',
  'nice',
  'well-played',
  'thanks',
  'sorry',
  'oops',
  'close',
  'thinking',
  'your-turn',
  'back-soon',
  'good-game',
  'again',
  'bye',
] as const;
export const EMOTES = ['smile', 'laugh', 'wow', 'clap', 'heart', 'sweat', 'cry', 'shrug'] as const;
export type Emotion = (typeof EMOTES)[number];
export type PhraseId = (typeof PHRASES)[number] | Emotion;

const MAX_LINES = 100;
const SHOWN = 4500;

export class Talk {
  said = $state.raw<ChatLine[]>([]);
  /** What is shown over a seat for some seconds. */
  bubbles = $state<Record<number, ChatLine>>({});
  /** How much was said since somebody looked. */
  unread = $state(0);
  /** The seats that this person does not want to hear. */
  muted = $state<number[]>([]);
  /** What is being written and not yet said; it stays when the page with it is shut. */
  writing = $state('');
  private next = 1;

  /** `you` is one's own seat, `nameOf` who sits on one. */
  constructor(
    private readonly you: () => number | null,
    private readonly nameOf: (seat: number) => string,
  ) {}

  receive(message: ServerMessage): void {
    if (message.t === 'ev') this.follow(message.e);
    else if (message.t === 'said') {
      const emote = EMOTES.find((id) => id === message.phrase) ?? null;
      this.hear(message.seat, this.nameOf(message.seat), tOr(`room.say.${message.phrase}`, message.phrase), emote);
    } else if (message.t === 'chat') this.hear(message.seat, message.name, message.text, null);
  }

  private hear(seat: number, name: string, text: string, emote: Emotion | null): void {
    if (this.muted.includes(seat)) return;
    const said: ChatLine = { id: this.next, seat, name, text, emote, mine: seat === this.you() };
    this.next += 1;
    this.said = [...this.said, said].slice(-MAX_LINES);
    if (!said.mine) this.unread += 1;
    this.bubbles[seat] = said;
    setTimeout(() => {
      if (this.bubbles[seat]?.id === said.id) delete this.bubbles[seat];
    }, SHOWN);
  }

  /** A muted person who moves stays muted; a person who joins is heard. */
  private follow(e: GameEvent): void {
    if (e.t === 'seats-moved') {
      const order = e.order as number[];
      this.muted = order.flatMap((was, now) => (this.muted.includes(was) ? [now] : []));
      this.bubbles = {};
    } else if (e.t === 'seat-taken' || e.t === 'seat-left') this.muted = this.muted.filter((seat) => seat !== e.seat);
  }

  mute(seat: number, on: boolean): void {
    this.muted = on ? [...this.muted.filter((s) => s !== seat), seat] : this.muted.filter((s) => s !== seat);
    if (on) delete this.bubbles[seat];
  }

  read(): void {
    this.unread = 0;
  }
}
