import type { Scope } from './scope.ts';

/**
 * Events that begin a visitor's action: a press, a key, a file dragged over the page, or an event without any of these:
 * a paste from the browser's menu, a drop from another window.
 */
const GESTURE_EVENTS = ['pointerdown', 'keydown', 'dragenter', 'drop', 'paste'] as const;

/** Calls `work` at every gesture, before the page's own handlers, until the scope ends. */
export function onGesture(work: () => void, scope: Scope): void {
  for (const type of GESTURE_EVENTS) scope.listen(window, type, work, { capture: true, passive: true });
}
