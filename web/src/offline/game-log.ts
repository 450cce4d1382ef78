/** The log of the game in this browser, line by line in IndexedDB. Where storage is refused it is kept nowhere. */

const NAME = 'lastcard';
const STORE = 'solo';

export class GameLog {
  private constructor(private readonly base: IDBDatabase) {}

  /** Null where the browser keeps nothing for this page. */
  static async open(): Promise<GameLog | null> {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
      return new GameLog(await done(asked));
    } catch {
      return null;
    }
  }

  /** All lines in their order; none if there is no game. */
  async lines(): Promise<string[]> {
    return (await done(this.base.transaction(STORE).objectStore(STORE).getAll())) as string[];
  }

  /** Add lines after the first `before`. It is kept for good when this returns. */
  async add(before: number, lines: readonly string[]): Promise<void> {
    const change = this.base.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = change.objectStore(STORE);
    lines.forEach((line, i) => store.put(line, before + i + 1));
    await finished(change);
  }

  async clear(): Promise<void> {
    const change = this.base.transaction(STORE, 'readwrite');
    change.objectStore(STORE).clear();
    await finished(change);
  }
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((yes, no) => {
    asked.onsuccess = () => yes(asked.result);
    asked.onerror = () => no(asked.error ?? new Error('refused'));
  });
}

function finished(change: IDBTransaction): Promise<void> {
  return new Promise((yes, no) => {
    change.oncomplete = () => yes();
    change.onabort = change.onerror = () => no(change.error ?? new Error('refused'));
  });
}
