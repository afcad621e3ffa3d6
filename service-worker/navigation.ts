import type { Precache } from './precache.ts';
import { entryOf, markOffline, withBackendOf } from './protocol.ts';

/** Timeout of the network for a page, ms. */
const NETWORK_TIMEOUT_MS = 3000;
/** Pages of one share, made by a function of the backend: never stored as the app's page. */
const SHARE_PATH = /^\/share\//;

/**
 * Answers a navigation: from the network if it responds in time, else with the stored page, which opens every route.
 * Stores the page from the server for the next time, since it contains the backend's key.
 * @param onNewBuild called when the server sent the page of another build
 */
export async function answerNavigation(
  event: FetchEvent,
  precache: Precache,
  onNewBuild: () => void,
): Promise<Response> {
  const network = fetch(event.request);
  const stored = network.then((response) => store(response.clone(), precache, onNewBuild));
  event.waitUntil(stored.catch(() => undefined));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), NETWORK_TIMEOUT_MS));
  let offline = false;
  try {
    const first = await Promise.race([network, late]);
    // Treat a server error as offline: the server may be restarting.
    if (first !== null && first.status < 500) return first;
  } catch {
    offline = true;
  }
  const shell = await precache.shell(offline ? markOffline : undefined).catch(() => undefined);
  return shell ?? network;
}

async function store(response: Response, precache: Precache, onNewBuild: () => void): Promise<void> {
  if (
    response.status !== 200 ||
    response.type !== 'basic' ||
    response.redirected ||
    SHARE_PATH.test(new URL(response.url).pathname)
  )
    return;
  if (!(response.headers.get('Content-Type') ?? '').includes('text/html')) return;
  const html = await response.text();
  const entry = entryOf(html);
  if (entry === null) return;
  if (precache.isOwnEntry(entry)) {
    await precache.keepShell(new Response(html, { headers: response.headers }));
    return;
  }
  await precache.changeShell((shell) => withBackendOf(shell, html));
  onNewBuild();
}
