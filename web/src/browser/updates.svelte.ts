/** The service worker: registered where it may be, and what the page does when there is a newer build. */

/** The build of this page: the name of its script, by which the server and the service worker know it too. */
export function ownBuild(page: ParentNode = document): string {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]');
  return /\/([^/]+)\.js$/.exec(script?.getAttribute('src') ?? '')?.[1] ?? '';
}

class Update {
  /** Whether a newer build waits to be loaded. */
  ready = $state(false);

  /** Somebody says which build there is now: the server in a snap, or the service worker. */
  heard(build: string): void {
    const own = ownBuild();
    const name = build.split('.')[0] ?? '';
    if (!own || !name || name === own) return;
    this.ready = true;
  }
}

export const update = new Update();

/** Go to another page of the client; where a newer build waits, the browser loads it instead. True if it does. */
export function reloadsForUpdate(to: string): boolean {
  if (update.ready) location.assign(to);
  return update.ready;
}

/** Keep the page for when there is no network. Browsers allow it on HTTPS and on localhost. */
export function serveOffline(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): void {
  if (!workers || !isSecureContext || !import.meta.env.PROD) return;
  workers.addEventListener('message', (event: MessageEvent<{ lastcard?: string; build?: string }>) => {
    if (event.data.lastcard === 'build?') event.ports[0]?.postMessage(ownBuild());
    if (event.data.lastcard === 'build') update.heard(event.data.build ?? '');
  });
  workers.startMessages();
  const register = (): void => {
    workers.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => registration.active?.postMessage('tidy'),
      () => undefined, // refused, as in a private window: the page works with the network
    );
  };
  // what the first table needs comes first
  if (document.readyState === 'complete') register();
  else addEventListener('load', () => setTimeout(register, 1000), { once: true });
}

/** Load the page as the server has it, past everything that is kept: a server may say that this build is too old. */
export async function loadFresh(): Promise<void> {
  try {
    const kept = (await caches.keys()).filter((name) => name.startsWith('lastcard-page-'));
    await Promise.all(kept.map((name) => caches.delete(name)));
    const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(all.map((registration) => registration.unregister()));
  } catch {
    // nothing can be kept here, so nothing old is
  }
  location.reload();
}
