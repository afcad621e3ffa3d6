/**
 * The service worker: after the first visit the app opens offline. It caches the build and the page with the backend's
 * key, and no response of the backend.
 */
import { isSentByOtherSite, storeSharedFile } from './inbox.ts';
import { answerNavigation } from './navigation.ts';
import { Precache, type PrecacheEntry } from './precache.ts';
import { SHARE_TARGET_PATH, SYNC_MESSAGE, SYNC_TAG, type WorkerRequest } from './protocol.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** Paths of the backend or the local server; not handled here. */
const BACKEND_PATH = /^\/((auth|rest|storage|functions|live)\/v1|mailbox)(\/|\.|$)/;

const precache = new Precache(self.__WB_MANIFEST, self.registration.scope);

/** Pages and their workers, controlled or not. */
const openClients = (): Promise<readonly Client[]> => self.clients.matchAll({ includeUncontrolled: true, type: 'all' });

self.addEventListener('install', (event) => {
  // Skips waiting: open pages keep the stored files of their build, and offer the new one.
  event.waitUntil(precache.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // The device is full: `tidy` tries again to store the note.
      await precache.takeOver(await openClients()).catch(() => undefined);
      await self.clients.claim();
    })(),
  );
});

/** Skips tidying while a newer build is installed: it may be copying files of an older one. */
async function tidy(): Promise<void> {
  if (self.registration.installing === null && self.registration.waiting === null)
    await precache.tidy(await openClients());
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || BACKEND_PATH.test(pathname)) return;
  if (request.method === 'POST' && pathname === SHARE_TARGET_PATH)
    event.respondWith(
      isSentByOtherSite(request, origin) ? Response.redirect('/create', 303) : storeSharedFile(request),
    );
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(answerNavigation(event, precache, () => void self.registration.update().catch(() => undefined)));
    event.waitUntil(tidy().catch(() => undefined));
  } else if (precache.has(pathname) || pathname.startsWith('/assets/')) {
    // A broken cache must not keep a file away that the server has.
    const cached = precache.match(request).catch(() => undefined);
    event.respondWith(cached.then((stored) => stored ?? precache.fetch(event)));
  }
});

async function answer(question: WorkerRequest, event: ExtendableEvent): Promise<boolean> {
  switch (question.ask) {
    case 'same-build':
      return precache.isOwnEntry(question.entry);
    case 'complete':
      return precache.isComplete(event);
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
  if (port !== undefined)
    event.waitUntil(answer(event.data as WorkerRequest, event).then((result) => port.postMessage(result)));
});

/** Missing in some browsers and in the compiler's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag !== SYNC_TAG) return;
  // Only a page can send the outbox; a page that starts later checks it by itself.
  event.waitUntil(openClients().then((clients) => clients.forEach((client) => client.postMessage(SYNC_MESSAGE))));
});
