import { navigate } from 'wouter/use-browser-location';
import { FILE_NAME_HEADER, INBOX_CACHE, INBOX_KEY, SHARED_PARAMETER } from '#service-worker/protocol.ts';
import { connection, isDataSaverOn } from '#core/network/connection.ts';
import { whenIdle } from '#core/lifetime/idle.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { sendToServiceWorker, registerServiceWorker, workers } from '#core/loading/serviceWorker.ts';
import { busy } from '#core/appState/busy.ts';
import { watchVersion } from '#core/appState/version.ts';

/** Features of an installed page: offline start, updates, and files from the system. */

/** Minimum interval between two update checks of a visible page, ms. */
const LOOK_EVERY_MS = 30 * 60_000;
/** Interval of the requests for the rest of the build until all of it is stored, ms. */
const FETCH_EVERY_MS = 10_000;
/** Interval of requests to the server while it seems unreachable, ms. */
const REACH_EVERY_MS = 15_000;

/** Part of the File Handling API, which TypeScript's DOM types lack. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/**
 * Starts all of it, for the life of the page. Call it once the page is loaded and idle.
 * @param before the worker that controlled the page when it started
 */
export function startInstalled(before: ServiceWorker | null): void {
  const scope = new Scope();
  takeFiles(scope);
  watchConnection(scope);
  const container = workers();
  if (container === null || !import.meta.env.PROD) return;
  watchVersion(container, before, scope);
  fetchRest(container, scope);
  void registerServiceWorker().then((registration) => registration && lookForNewer(registration, scope));
}

/**
 * The service worker is installed with the files for a recording until Create is pressed; the rest follows when the
 * page is idle, and goes on after an interruption. Where the visitor saves data, a file is stored when it is first
 * needed.
 */
function fetchRest(container: ServiceWorkerContainer, scope: Scope): void {
  if (isDataSaverOn()) return;
  let stop = () => {};
  const requestFiles = async () => {
    if (!busy.now && connection.online && (await sendToServiceWorker({ ask: 'complete' })) === true) stop();
  };
  const begin = () => {
    stop();
    stop = scope.poll(
      () => void requestFiles(),
      () => FETCH_EVERY_MS,
    );
    whenIdle(() => void requestFiles(), FETCH_EVERY_MS);
  };
  scope.listen(container, 'controllerchange', begin);
  begin();
}

/** Browsers check for a new worker when a page is opened; check here for a page that stays open for days. */
function lookForNewer(registration: ServiceWorkerRegistration, scope: Scope): void {
  let looked = Date.now();
  scope.onVisible(() => {
    if (Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/**
 * Browsers report when the network returns, not when the server does: poll it while it seems unreachable and the page
 * is seen.
 */
function watchConnection(scope: Scope): void {
  let stop = () => {};
  const pingServer = () =>
    void sendToServiceWorker({ ask: 'reachable' }).then((reached) => reached === true && connection.markAnswered());
  const follow = () => {
    stop();
    if (!connection.online) stop = scope.poll(pingServer, () => REACH_EVERY_MS);
  };
  scope.add(connection.subscribe(follow));
  follow();
}

/** Takes files that the system opens with Accord, and those shared by another app. */
function takeFiles(scope: Scope): void {
  const arrive = async (files: readonly File[] | null) => {
    const { openArrival } = await import('#features/create/state/opening/sharedFiles.ts');
    await openArrival(files, navigate);
  };
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (!files?.length || scope.disposed) return;
    void Promise.all(files.map((file) => file.getFile())).then(arrive, () => arrive(null));
  });
  const address = new URL(window.location.href);
  if (!address.searchParams.has(SHARED_PARAMETER)) return;
  address.searchParams.delete(SHARED_PARAMETER);
  // A reload must not take the files again.
  navigate(address.pathname + address.search, { replace: true });
  void takeSharedFile().then((file) => arrive(file && [file]));
}

/** Takes and removes the file that another app shared with this one; null when there is none. */
async function takeSharedFile(): Promise<File | null> {
  try {
    const cache = await caches.open(INBOX_CACHE);
    const stored = await cache.match(INBOX_KEY);
    if (stored === undefined) return null;
    const blob = await stored.blob();
    await cache.delete(INBOX_KEY);
    return new File([blob], nameOf(stored), { type: blob.type });
  } catch {
    return null;
  }
}

function nameOf(stored: Response): string {
  try {
    return decodeURIComponent(stored.headers.get(FILE_NAME_HEADER) ?? '') || 'sound';
  } catch {
    return 'sound';
  }
}
