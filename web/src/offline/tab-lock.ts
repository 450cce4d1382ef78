/** One tab at a time plays the game that this browser keeps. */

/** Null if another tab has it; else a function that lets it go. Browsers without locks let everybody play. */
export async function lockTab(locks: LockManager | undefined = navigator.locks): Promise<(() => void) | null> {
  if (!locks) return () => undefined;
  return new Promise((answer) => {
    locks
      .request('lastcard-solo', { ifAvailable: true }, (lock) => {
        if (!lock) return answer(null);
        return new Promise<void>((free) => answer(free));
      })
      .catch(() => answer(() => undefined));
  });
}
