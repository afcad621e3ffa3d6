import type { Question } from '../../../service-worker/protocol.ts';
import { Scope } from '../lifetime/scope.ts';

/** The service worker answers in a moment or not at all, ms. */
const ANSWER_MS = 5000;

/** Where the build puts the service worker. */
const SCRIPT = `${import.meta.env.BASE_URL}sw.js`;

/** The browser's registry of service workers; null where there is none (no secure origin, a private window). */
export function workers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

/** Registers the service worker; null where the browser does not want one. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(SCRIPT)) ?? null;
  } catch {
    // The app works without, only not without a connection.
    return null;
  }
}

/** Asks the service worker that controls this page; null when there is none, or it does not answer. */
export async function askServiceWorker(question: Question): Promise<boolean | null> {
  const worker = workers()?.controller;
  if (worker === null || worker === undefined) return null;
  const scope = new Scope();
  const { port1, port2 } = new MessageChannel();
  scope.add(() => port1.close());
  try {
    return await new Promise<boolean | null>((resolve) => {
      scope.timeout(() => resolve(null), ANSWER_MS);
      port1.onmessage = ({ data }) => resolve(data === true);
      worker.postMessage(question, [port2]);
    });
  } finally {
    scope.dispose();
  }
}
