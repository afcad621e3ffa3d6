import type { Scope } from './scope.ts';

/** Where a visitor begins to do something: a press, a key, or a file that is dragged over the page. */
const GESTURES = ['pointerdown', 'keydown', 'dragenter'] as const;

/** Calls `work` with every gesture, before the page itself hears of it, until the scope ends. */
export function onGesture(work: () => void, scope: Scope): void {
  for (const type of GESTURES) scope.listen(window, type, work, { capture: true, passive: true });
}
