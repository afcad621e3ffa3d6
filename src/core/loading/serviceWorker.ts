import type { WorkerRequest } from '#service-worker/protocol.ts';
import { withTimeout } from '../lifetime/withTimeout.ts';

/** Timeout of an answer of the service worker, ms. */
const ANSWER_MS = 5000;

/** Path of the service worker in the build. */
const SCRIPT_PATH = `${import.meta.env.BASE_URL}sw.js`;

/** The browser's service workers; null without a secure origin or in a private window. */
export function workers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

/** Registers the service worker; null when the browser refuses. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(SCRIPT_PATH)) ?? null;
  } catch {
    // The app works without it, but not offline.
    return null;
  }
}

/** Sends a request to the service worker of this page; null when there is none, or no answer. */
export async function sendToServiceWorker(question: WorkerRequest): Promise<boolean | null> {
  const worker = workers()?.controller;
  if (worker === null || worker === undefined) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  try {
    worker.postMessage(question, [port2]);
    return await withTimeout(answer, ANSWER_MS, () => null);
  } finally {
    port1.close();
  }
}
