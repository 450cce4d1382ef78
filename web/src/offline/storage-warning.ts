/** Where the browser keeps nothing, the game lasts as long as the page; this is said once. */

import { recall, remember, storageWorks } from '../browser/storage';
import type { Engine } from './engine';

export function warnOfLostStorage(engine: Pick<Engine, 'storage' | 'onStorage'>, say: () => void): void {
  const tell = (): void => {
    if (recall('told.solo') === 'yes') return;
    remember('told.solo', 'yes');
    say();
  };
  engine.onStorage = tell;
  // where nothing is kept at all, the table says so itself
  if (!engine.storage && storageWorks()) tell();
}
