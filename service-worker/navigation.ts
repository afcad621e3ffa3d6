import type { Precache } from './precache.ts';
import { entryOf, markedOffline, withBackendOf } from './protocol.ts';

/** The network may take this long for a page, ms. */
const PATIENCE_MS = 3000;
/** Pages that a function of the backend makes for one share: never kept as the app's own. */
const SHARE = /^\/share\//;

/**
 * The answer to an opened page: the network's if it comes in time, else the kept one, with which every route opens.
 * What the server says is kept for the next time, since the backend's key stands in it.
 * @param onNewBuild called when the server gave out the page of another build
 */
export async function answerNavigation(
  event: FetchEvent,
  precache: Precache,
  onNewBuild: () => void,
): Promise<Response> {
  const network = fetch(event.request);
  const kept = network.then((response) => keep(response.clone(), precache, onNewBuild));
  event.waitUntil(kept.catch(() => undefined));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  let offline = false;
  try {
    const first = await Promise.race([network, late]);
    // A server that is being restarted is as good as none.
    if (first !== null && first.status < 500) return first;
  } catch {
    offline = true;
  }
  const shell = await precache.shell(offline ? markedOffline : undefined).catch(() => undefined);
  return shell ?? network;
}

async function keep(response: Response, precache: Precache, onNewBuild: () => void): Promise<void> {
  if (
    response.status !== 200 ||
    response.type !== 'basic' ||
    response.redirected ||
    SHARE.test(new URL(response.url).pathname)
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
