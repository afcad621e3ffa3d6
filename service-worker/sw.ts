/**
 * The service worker: after the first visit the app opens without a connection. It keeps the build, and the page with
 * the backend's key; of what the backend says it keeps nothing.
 */
import { isForeign, takeShared } from './inbox.ts';
import { answerNavigation } from './navigation.ts';
import { Precache, type PrecacheEntry } from './precache.ts';
import { SHARE_TARGET_PATH, SYNC_MESSAGE, SYNC_TAG, type Question } from './protocol.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** Answered by the backend or the local server; never touched here. */
const BACKEND = /^\/((auth|rest|storage|functions)\/v1|mailbox)(\/|\.|$)/;

const precache = new Precache(self.__WB_MANIFEST, self.registration.scope);

/** Pages and their workers, controlled or not. */
const openClients = (): Promise<readonly Client[]> => self.clients.matchAll({ includeUncontrolled: true, type: 'all' });

self.addEventListener('install', (event) => {
  // Nobody is disturbed: open pages go on with the files of their own build, and are offered the new one.
  event.waitUntil(precache.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await precache.takeOver(await openClients());
      await self.clients.claim();
    })(),
  );
});

/** Not while a newer build is on its way: it may be taking over what an older one has. */
async function tidy(): Promise<void> {
  if (self.registration.installing === null && self.registration.waiting === null)
    await precache.tidy(await openClients());
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || BACKEND.test(pathname)) return;
  if (request.method === 'POST' && pathname === SHARE_TARGET_PATH)
    event.respondWith(isForeign(request, origin) ? Response.redirect('/create', 303) : takeShared(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(answerNavigation(event, precache, () => void self.registration.update().catch(() => undefined)));
    event.waitUntil(tidy());
  } else if (precache.has(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(precache.match(request).then((kept) => kept ?? fetch(request)));
  }
});

async function answer(question: Question): Promise<boolean> {
  switch (question.ask) {
    case 'same-build':
      return precache.isOwnEntry(question.entry);
    case 'reachable':
      try {
        await fetch(self.registration.scope, { method: 'HEAD', cache: 'no-store' });
        return true;
      } catch {
        return false;
      }
    default:
      return question satisfies never;
  }
}

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (port !== undefined) event.waitUntil(answer(event.data as Question).then((told) => port.postMessage(told)));
});

/** Not in every browser's worker, nor in the compiler's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag !== SYNC_TAG) return;
  // Only a page knows how to send what waits; a page that starts later looks by itself.
  event.waitUntil(openClients().then((clients) => clients.forEach((client) => client.postMessage(SYNC_MESSAGE))));
});
