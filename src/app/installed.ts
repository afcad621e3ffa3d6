import { navigate } from 'wouter/use-browser-location';
import { SHARED_PARAMETER } from '../../service-worker/protocol.ts';
import { connection } from '../platform/network/connection.ts';
import { ownEntry } from '../platform/loading/build.ts';
import { Scope } from '../platform/lifetime/scope.ts';
import { askServiceWorker, registerServiceWorker, workers } from '../platform/loading/serviceWorker.ts';
import { version } from '../state/shell/version.ts';

/** What makes a page an app on the device: it opens without a connection, is offered newer versions, and takes files. */

/** A page that is looked at again asks for a newer version this often at most, ms. */
const LOOK_EVERY_MS = 30 * 60_000;
/** While there seems to be no connection, the server is asked this often, ms. */
const REACH_EVERY_MS = 15_000;

/** Part of the File Handling API; no compiler knows it yet. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** Everything of it, for the life of the page. Call it once the page is loaded and idle. */
export function startInstalled(): void {
  const scope = new Scope();
  takeFiles(scope);
  watchConnection(scope);
  const container = workers();
  if (container === null || !import.meta.env.PROD) return;
  watchVersion(container, scope);
  void registerServiceWorker().then((registration) => registration && lookForNewer(registration, scope));
}

/** A worker that takes over from another one may bring a newer build than this page's. */
function watchVersion(container: ServiceWorkerContainer, scope: Scope): void {
  const entry = ownEntry();
  if (entry === null) return;
  const compare = async () => {
    // False only: a worker that cannot say is no reason to offer anything.
    if ((await askServiceWorker({ ask: 'same-build', entry })) === false) version.offered = true;
  };
  scope.listen(container, 'controllerchange', () => void compare());
}

/** The browser looks for a newer worker when a page is opened; a page that stays open for days asks by itself. */
function lookForNewer(registration: ServiceWorkerRegistration, scope: Scope): void {
  let looked = Date.now();
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY_MS) return;
    looked = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/** The browser says when a cable comes back, not when a server does: while it seems away, it is asked quietly. */
function watchConnection(scope: Scope): void {
  let asking: Scope | null = null;
  const ask = () =>
    void askServiceWorker({ ask: 'reachable' }).then((reached) => reached === true && connection.answered());
  const follow = () => {
    asking?.dispose();
    asking = null;
    if (connection.online) return;
    asking = scope.child();
    asking.interval(ask, REACH_EVERY_MS);
    asking.listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && ask());
  };
  scope.add(connection.subscribe(follow));
  follow();
}

/** Files that the system opens with Accord, and those that another app shared with it. */
function takeFiles(scope: Scope): void {
  const arrive = async (files: readonly File[] | null) => {
    const { openArrival } = await import('../state/shell/arrivals.ts');
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
  // A reload must not ask for it again.
  navigate(address.pathname + address.search, { replace: true });
  void import('../platform/storage/inbox.ts')
    .then(({ takeSharedFile }) => takeSharedFile())
    .then((file) => arrive(file && [file]));
}
