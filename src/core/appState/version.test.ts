import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTask } from '#tests/eventLoop.ts';
import { Scope } from '../lifetime/scope.ts';
import { version, watchVersion } from './version.ts';

const ENTRY_PATH = '/assets/index-1.js';

/** Questions to the service workers. */
let sentMessages: unknown[] = [];

/** A service worker that reports whether the page is of its build. */
const worker = (isSameBuild: boolean): ServiceWorker =>
  ({
    postMessage: (question: unknown, [port]: MessagePort[]) => {
      sentMessages.push(question);
      port!.postMessage(isSameBuild);
    },
  }) as unknown as ServiceWorker;

let scope: Scope;
let container: ServiceWorkerContainer & { controller: ServiceWorker | null };

beforeEach(() => {
  scope = new Scope();
  sentMessages = [];
  container = Object.assign(new EventTarget() as ServiceWorkerContainer, { controller: null });
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => ENTRY_PATH }) });
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  scope.dispose();
  version.offered = false;
  vi.unstubAllGlobals();
});

it('offers a build whose worker took the page over before a listener was there', async () => {
  container.controller = worker(false);
  watchVersion(container, worker(true), scope);
  await expect.poll(() => version.offered).toBe(true);
  expect(sentMessages).toEqual([{ ask: 'same-build', entry: ENTRY_PATH }]);
});

it('offers nothing when the first worker of a page takes it over', async () => {
  container.controller = worker(true);
  watchVersion(container, null, scope);
  expect(sentMessages).toHaveLength(1);
  await nextTask();
  expect(version.offered).toBe(false);
});

it('requests the version from the next worker, not from the first one, which may be older than the page', async () => {
  container.controller = worker(false);
  watchVersion(container, container.controller, scope);
  expect(sentMessages).toEqual([]);
  container.controller = worker(false);
  container.dispatchEvent(new Event('controllerchange'));
  await expect.poll(() => version.offered).toBe(true);
});
