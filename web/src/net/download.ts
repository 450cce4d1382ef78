/** Save what an address gives as a file: a plain link could not show the seat's token, which a private table asks for. */

import { request } from './backend';

export async function downloadFile(address: string): Promise<boolean> {
  const answer = await request(address).catch(() => null);
  if (!answer?.ok) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'lastcard-record.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  return true;
}
