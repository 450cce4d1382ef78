/** Named values in local and session storage; where those are refused, in this page and its entry in the history. */

/** Where storage is refused, this page remembers, and its entry in the history, which a reload keeps. */
const memory = new Map<string, string>();

export function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Whether the browser keeps anything for this page. */
export function storageWorks(): boolean {
  return (
    quietly(() => {
      localStorage.setItem('lastcard.probe', '1');
      localStorage.removeItem('lastcard.probe');
      return true;
    }) ?? false
  );
}

export function readStorage(where: 'local' | 'session', name: string): string | null {
  const store = (): Storage => (where === 'local' ? localStorage : sessionStorage);
  const found = quietly(() => store().getItem(name));
  return found ?? memory.get(`${where} ${name}`) ?? inHistory()[`${where} ${name}`] ?? null;
}

export function writeStorage(where: 'local' | 'session', name: string, value: string | null): void {
  const store = (): Storage => (where === 'local' ? localStorage : sessionStorage);
  const done = quietly(() => {
    if (value === null) store().removeItem(name);
    else store().setItem(name, value);
    return true;
  });
  const known = `${where} ${name}`;
  if (done) memory.delete(known);
  else if (value === null) memory.delete(known);
  else memory.set(known, value);
  if (!done) quietly(() => history.replaceState({ ...(history.state as object | null), kept: Object.fromEntries(memory) }, ''));
}

function inHistory(): Record<string, string> {
  const state = quietly(() => history.state as { kept?: Record<string, string> } | null);
  return state?.kept ?? {};
}

/** A setting of this browser. */
export function recall(name: string, otherwise = ''): string {
  return readStorage('local', `lastcard.${name}`) ?? otherwise;
}

export function remember(name: string, value: string): void {
  writeStorage('local', `lastcard.${name}`, value);
}
