/** What of playing without a network is here, and what it costs to fetch. */

import { FILES } from './python-files';

const LARGE = 'lastcard-python';

/** Whether all that is needed to play is kept in this browser. */
export async function isDownloaded(): Promise<boolean> {
  try {
    const cache = await caches.open(LARGE);
    const found = await Promise.all(FILES.map((file) => cache.match(file.url)));
    return FILES.length > 0 && found.every(Boolean);
  } catch {
    return false;
  }
}

interface Connection {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether what is fetched may cost something, as far as the browser says. */
export function isMetered(connection = (navigator as { connection?: Connection }).connection): boolean {
  if (!connection) return false;
  return (
    connection.saveData === true ||
    connection.type === 'cellular' ||
    ['slow-2g', '2g', '3g'].includes(connection.effectiveType ?? '')
  );
}

/** Bytes as megabytes with one digit. */
export const inMegabytes = (bytes: number, locale: string): string =>
  (bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 });
