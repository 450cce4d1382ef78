/* The page without a network. Built by sw-plugin.ts, which puts BUILD, SHELL and PYTHON before this. */

const CACHE = `lastcard-page-${BUILD}`;
/** Python and the rules as it runs them: large, fetched only by who plays without a network, and the same for many builds. */
const LARGE = 'lastcard-python';
/** So long a page waits for the network before the kept one is shown. */
const PATIENCE = 4000;

self.addEventListener('install', (event) => {
  const fresh = SHELL.map((path) => new Request(path, path.startsWith('/assets/') ? {} : { cache: 'reload' }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(tell).then(tidy)));

/** An open page may be of an older build: it goes on, and says that there is a new one. */
async function tell() {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ lastcard: 'build', build: BUILD });
}

self.addEventListener('message', (event) => {
  if (event.data === 'tidy') event.waitUntil(tidy());
});

/** Throw away what no page needs any more: a page in the middle of a table keeps the parts of its own build. */
async function tidy() {
  const open = await Promise.all((await self.clients.matchAll({ includeUncontrolled: true })).map(buildOf));
  for (const name of await caches.keys()) {
    const ours = name.startsWith('lastcard-page-') && name !== CACHE;
    if (ours && !open.some((build) => build === null || name.startsWith(`lastcard-page-${build}.`))) await caches.delete(name);
  }
  const large = await caches.open(LARGE);
  for (const { url } of await large.keys()) {
    if (!PYTHON.includes(new URL(url).pathname)) await large.delete(url);
  }
}

/** The build of an open page; null if it does not say, as one that sleeps. */
function buildOf(client) {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => answer(String(event.data));
    setTimeout(() => answer(null), 1500);
    client.postMessage({ lastcard: 'build?' }, [port2]);
  });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (/^\/(api|ws|healthz|metrics)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (/^\/(assets|offline)\//.test(pathname)) event.respondWith(kept(request));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => found(pathname)));
});

/** The newest page if the network gives one in time, else the kept one. */
async function page(request) {
  const shell = () => caches.match('/', { cacheName: CACHE });
  const network = fetch(request).then((answer) =>
    answer.status >= 502 && answer.status <= 504 ? Promise.reject(answer) : answer,
  );
  const late = new Promise((go) => setTimeout(go, PATIENCE)).then(shell);
  try {
    return await Promise.race([network, late.then((there) => there ?? network)]);
  } catch (why) {
    return (await shell()) ?? (why instanceof Response ? why : Response.error());
  }
}

/** A file whose name changes with what is in it. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function found(pathname) {
  return (await caches.match(pathname, { cacheName: CACHE })) ?? Response.error();
}
