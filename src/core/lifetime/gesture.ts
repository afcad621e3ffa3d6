import type { Scope } from './scope.ts';

/** Events that begin a visitor's action: a press, a key, or a file dragged over the page. */
const GESTURES = ['pointerdown', 'keydown', 'dragenter'] as const;

/** Calls `work` at every gesture, before the page's own handlers, until the scope ends. */
export function onGesture(work: () => void, scope: Scope): void {
  for (const type of GESTURES) scope.listen(window, type, work, { capture: true, passive: true });
}
