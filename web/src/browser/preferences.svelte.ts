/** What this person has set for themselves; it is remembered, and without storage it holds for this page. */

import { recall, remember } from './storage';

/** How fast things move: 1 as designed, 2 twice as fast, 0 not at all. */
export type Pace = 0 | 1 | 2;

const yes = (name: string, otherwise: boolean): boolean => recall(name, otherwise ? 'yes' : 'no') === 'yes';

function number(name: string, otherwise: number, least: number, most: number): number {
  const kept = Number(recall(name, String(otherwise)));
  return Number.isFinite(kept) ? Math.min(most, Math.max(least, kept)) : otherwise;
}

class Prefs {
  /** One tap plays a card; otherwise the first raises it. */
  oneTap = $state(yes('oneTap', false));
  /** A card can be dragged to the pile. */
  drag = $state(yes('drag', false));
  pace = $state(number('pace', 1, 0, 2) as Pace);
  /** Loudness in percent: of what is heard in play, and of what calls for attention. */
  effects = $state(number('effects', 30, 0, 100));
  alerts = $state(number('alerts', 40, 0, 100));
  /** Each colour has its shape on the cards. */
  shapes = $state(yes('shapes', true));
  /** From 15 cards on, what can be played comes first. */
  playableFirst = $state(yes('playableFirst', false));

  set<K extends 'oneTap' | 'drag' | 'shapes' | 'playableFirst'>(name: K, on: boolean): void {
    this[name] = on;
    remember(name, on ? 'yes' : 'no');
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember('pace', String(pace));
  }

  setVolume(name: 'effects' | 'alerts', percent: number): void {
    this[name] = percent;
    remember(name, String(percent));
  }
}

export const prefs = new Prefs();

// The style sheets multiply their lengths by it.
$effect.root(() => {
  $effect(() => {
    const { dataset, style } = document.documentElement;
    dataset.pace = String(prefs.pace);
    style.setProperty('--pace', String(prefs.pace && 1 / prefs.pace));
  });
});
