import { proxy } from 'valtio';
import type { Scope } from '../lifetime/scope.ts';
import { ownEntry } from '../loading/build.ts';
import { sendToServiceWorker } from '../loading/serviceWorker.ts';

/** True when a newer version of the app is on this device; the visitor starts it. */
export const version = proxy<{ offered: boolean }>({ offered: false });

/**
 * Offers a newer build once its service worker controls this page. A worker that controls the page from its start may
 * be the older of the two.
 * @param before the worker that controlled the page when it started: another may have followed before this call
 */
export function watchVersion(container: ServiceWorkerContainer, before: ServiceWorker | null, scope: Scope): void {
  const entry = ownEntry();
  if (entry === null) return;
  const compare = async () => {
    // Only on `false`: without an answer, offer nothing.
    if ((await sendToServiceWorker({ ask: 'same-build', entry })) === false) version.offered = true;
  };
  scope.listen(container, 'controllerchange', () => void compare());
  if (container.controller !== before) void compare();
}
