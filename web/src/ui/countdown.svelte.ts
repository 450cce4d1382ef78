/** Time that runs out: the server's last figure, counted down in the page. */

export interface Span {
  /** What was left when it was heard, and when that was (`performance.now()`). */
  left: number;
  since: number;
  total: number;
  paused?: boolean;
}

const TICK = 250;

/** What is left of a span, updated four times a second while it runs; null while there is none. */
export function countdown(span: () => Span | null): {
  readonly left: number | null;
  readonly seconds: number | null;
  readonly part: number;
} {
  let now = $state(performance.now());

  $effect(() => {
    const running = span();
    if (!running || running.paused) return;
    now = performance.now();
    const clock = setInterval(() => (now = performance.now()), TICK);
    return () => clearInterval(clock);
  });

  const left = $derived.by(() => {
    const running = span();
    if (!running) return null;
    return Math.max(0, running.paused ? running.left : running.left - Math.max(0, now - running.since));
  });

  return {
    get left() {
      return left;
    },
    get seconds() {
      return left === null ? null : Math.ceil(left / 1000);
    },
    get part() {
      const total = span()?.total ?? 0;
      return left === null || !total ? 0 : Math.min(1, left / total);
    },
  };
}
