/** How things move: the lengths of the design, the player's pace, and short fades for who asked for less motion. */

import { prefs } from '../browser/preferences.svelte';

/** Milliseconds at pace 1. */
export const TIMES = { play: 220, draw: 180, drawAll: 900, turn: 250, reveal: 400, stamp: 200, bell: 500, win: 1200 } as const;

/** With less motion nothing moves: what is new fades in, this long. */
export const FADE = 90;

const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function lessMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The factor on every length; 0 if nothing is to move at all. */
export function pace(): number {
  return prefs.pace === 0 ? 0 : 1 / prefs.pace;
}

export interface Moving {
  duration: number;
  delay?: number;
  easing?: string;
  /** Show the first keyframe while the delay runs. */
  wait?: boolean;
}

/** Animate an element at the player's pace; null where nothing moves. With less motion only its coming is shown. */
export function move(element: Element | null | undefined, frames: Keyframe[], how: Moving): Animation | null {
  const factor = pace();
  if (!element || !factor || typeof element.animate !== 'function' || document.hidden) return null;
  if (lessMotion()) return element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
  return element.animate(frames, {
    duration: how.duration * factor,
    delay: (how.delay ?? 0) * factor,
    easing: how.easing ?? EASE,
    fill: how.wait ? 'backwards' : 'none',
  });
}

/** The transform that makes an element which rests in `to` (turned by `turn`) appear in `from`. */
export function displaced(from: Box, to: Box, turn = 0, extra = 0): string {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const scale = Math.max(0.12, from.width / Math.max(1, to.width));
  return `translate(${Math.round(x)}px, ${Math.round(y)}px) rotate(${turn + extra}deg) scale(${Math.round(scale * 1000) / 1000})`;
}

/** When each of `count` cards sets off, so that all have arrived in time. */
export function stagger(count: number): number[] {
  const step = count > 1 ? Math.min(90, (TIMES.drawAll - TIMES.draw) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, i) => Math.round(i * step));
}
