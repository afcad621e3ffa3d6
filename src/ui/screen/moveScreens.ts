import { flushSync } from 'react-dom';
import { Scope } from '#core/lifetime/scope.ts';
import { prefersReducedMotion } from '#core/device/reducedMotion.ts';

/**
 * Moves an element that is on both screens from its old place to its new one: the element with the attribute
 * `data-moves` (`src/ui/theme/base.css` names it for the browser). Without View Transitions, and with reduced motion,
 * the screens just change.
 */

/** Waits this long for the new screen while the old one is visible, ms. */
const MAX_ARRIVAL_MS = 500;
/** Changes the screen after this, even when the browser has not called back, ms. */
const GIVE_UP_MS = 1500;

let isArriving = false;

/** True while a screen arrives by such a move: its content must not fade in. */
export function isMovingScreens(): boolean {
  return isArriving;
}

/**
 * Changes the screen by `change`, exactly once, and moves the shared elements.
 * @returns false when it changed at once, without a move
 */
export function moveScreens(change: () => void): boolean {
  if (!('startViewTransition' in document) || prefersReducedMotion() || document.visibilityState === 'hidden') {
    change();
    return false;
  }
  const waiting = new Scope();
  let changed = false;
  const runOnce = () => {
    waiting.dispose();
    if (changed) return;
    changed = true;
    change();
  };
  waiting.timeout(runOnce, GIVE_UP_MS);
  isArriving = true;
  const transition = document.startViewTransition(async () => {
    flushSync(runOnce);
    await waitForScreen();
  });
  // A skipped move (another begins, the page is hidden or resized) is no failure: the screen has changed.
  transition.ready.catch(() => undefined);
  transition.updateCallbackDone.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      isArriving = false;
    });
  return true;
}

/** Resolves when a moving element is on the page, or after a moment on a screen without one. */
function waitForScreen(): Promise<void> {
  const isThere = () => document.querySelector('[data-moves]') !== null;
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const scope = new Scope();
    const end = () => {
      scope.dispose();
      resolve();
    };
    const observer = new MutationObserver(() => isThere() && end());
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-moves'] });
    scope.add(() => observer.disconnect());
    scope.timeout(end, MAX_ARRIVAL_MS);
  });
}
