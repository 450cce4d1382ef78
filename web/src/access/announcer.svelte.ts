/**
 * What is read out, and when: one message every half second in the order in which things happened, the moves of others
 * that came meanwhile joined into one. Where more comes than can be said so, all that waits is said as one message, which
 * keeps the voice within two seconds of the table. Only what calls for the player breaks in, and never before what led to it.
 */

import { joinSentences } from './speech';
import { t } from '../i18n/translate';

export const PACE = 500;
/** News that has waited this long is said together with all that came after it. */
export const LATE = 1500;

export interface Announcement {
  id: number;
  text: string;
}

export interface News {
  text: string;
  /** Whether it is joined with what others do before and after it. */
  joins: boolean;
}

/** News, and when it came. */
interface Waiting extends News {
  since: number;
}

/** How much of what was said stays to be read again. */
const MAX_SAID = 30;

export class Announcer {
  said = $state.raw<Announcement[]>([]);
  urgent = $state.raw<Announcement | null>(null);
  private queue: Waiting[] = [];
  private call: { text: string; at: 'once' | 'turn' } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private spokenAt = -Infinity;
  private next = 1;

  /** Something happened. */
  tell(news: readonly News[]): void {
    const since = Date.now();
    this.queue.push(...news.filter((n) => n.text).map((n) => ({ ...n, since })));
    this.plan();
  }

  /**
   * Something waits for the player: `once` for what is a race, which is said without waiting, together with all that
   * came before it. The empty text takes back what no longer waits and was not said yet.
   */
  alert(text: string, at: 'once' | 'turn' = 'turn'): void {
    if (!text) {
      this.call = null;
      this.urgent = null;
      return;
    }
    this.call = { text, at };
    if (at === 'once') {
      while (this.queue.length) this.speak();
      this.shout();
    } else this.plan();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private plan(): void {
    if (this.timer !== undefined || (!this.queue.length && !this.call)) return;
    // what one act brings with it arrives at the same time and is joined
    const wait = Math.max(0, this.spokenAt + PACE - Date.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.queue.length) this.speak();
      else this.shout();
      this.plan();
    }, wait);
  }

  /** The news in front; a run of what others did is one message, and so is all that waits once the first is late. */
  private speak(): void {
    const [first] = this.queue;
    if (!first) return;
    const late = Date.now() - first.since >= LATE;
    const sentences = [this.run()];
    while (late && this.queue.length) sentences.push(this.run());
    this.said = [...this.said, this.made(joinSentences(sentences))].slice(-MAX_SAID);
    this.spokenAt = Date.now();
  }

  /** Takes the news in front off the queue, with what it is joined with, as one sentence. */
  private run(): string {
    const other = this.queue.findIndex((news, i) => i > 0 && !(news.joins && this.queue[0]?.joins));
    return this.queue
      .splice(0, other < 0 ? this.queue.length : other)
      .map((n) => n.text)
      .reduce(join);
  }

  private shout(): void {
    if (!this.call) return;
    this.urgent = this.made(this.call.text);
    this.call = null;
    this.spokenAt = Date.now();
  }

  private made(text: string): Announcement {
    const id = this.next;
    this.next += 1;
    return { id, text };
  }
}

/** Two sentences as one. */
function join(a: string, b: string): string {
  return t('say.join', { a: a.replace(/[.。]$/u, ''), b });
}
