import { afterNextPaint } from './nextPaint.ts';
import type { Disposer } from './scope.ts';

const tasks = new Set<() => void>();
let scheduled = false;

function scheduleNext(): void {
  scheduled = tasks.size > 0;
  if (!scheduled) return;
  afterNextPaint(() => {
    const [task] = tasks;
    try {
      if (task !== undefined) {
        tasks.delete(task);
        task();
      }
    } finally {
      // Run the others even if one fails.
      scheduleNext();
    }
  });
}

/**
 * Queues work until after the next paint: one task a frame, first in, first out, so that the page answers presses in
 * between. Returns a function that removes it from the queue.
 */
export function queueTask(work: () => void): Disposer {
  const task = () => work();
  tasks.add(task);
  if (!scheduled) scheduleNext();
  return () => void tasks.delete(task);
}

/** Runs the whole queue at once, for tests; false when it was empty. */
export function flushTasks(): boolean {
  const queued = [...tasks];
  tasks.clear();
  for (const task of queued) task();
  return queued.length > 0;
}
