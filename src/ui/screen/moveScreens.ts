import { flushSync } from 'react-dom';
import { Scope } from '../../platform/lifetime/scope.ts';
import { prefersReducedMotion } from '../fragrance/usePalette.ts';

/**
 * What stands on both screens moves from its place on one to its place on the other: the element with the attribute
 * `data-moves` (`src/ui/theme/base.css` names it for the browser). Without View Transitions, and for those who asked for less
 * motion, the screens just change.
 */

/** How long the new screen is waited for with the old one still in sight, ms. */
const MAX_ARRIVAL_MS = 500;
/** After this the screens change even when the browser has not called back, ms. */
const GIVE_UP_MS = 1500;

let arriving = false;

/** True while a screen arrives by a move: nothing on it has to fade in by itself. */
export function arrivesByMove(): boolean {
  return arriving;
}

/**
 * Changes the screen by `change`, exactly once, and lets what stands on both of them move.
 * @returns false when it was changed at once, without a move
 */
export function moveScreens(change: () => void): boolean {
  if (!('startViewTransition' in document) || prefersReducedMotion() || document.visibilityState === 'hidden') {
    change();
    return false;
  }
  const waiting = new Scope();
  let changed = false;
  const once = () => {
    waiting.dispose();
    if (changed) return;
    changed = true;
    change();
  };
  waiting.timeout(once, GIVE_UP_MS);
  arriving = true;
  const transition = document.startViewTransition(async () => {
    flushSync(once);
    await screenIsThere();
  });
  // A move that is skipped (another one begins, the page is hidden or resized) is no failure: the screen has changed all the same.
  transition.ready.catch(() => undefined);
  transition.updateCallbackDone.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      arriving = false;
    });
  return true;
}

/** Settles when an element that moves stands on the page; or after a moment without one, as on a screen that has none. */
function screenIsThere(): Promise<void> {
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
