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
      // One that fails keeps none of the others from their turn.
      scheduleNext();
    }
  });
}

/**
 * Queues work that can wait until what is there has been painted: one task a frame, first in, first out, so that a press in
 * between is answered. Returns what takes it out of the queue.
 */
export function queueTask(work: () => void): Disposer {
  const task = () => work();
  tasks.add(task);
  if (!scheduled) scheduleNext();
  return () => void tasks.delete(task);
}

/** Runs the whole queue at once, for tests, which look at the result; false where it was empty. */
export function flushTasks(): boolean {
  const queued = [...tasks];
  tasks.clear();
  for (const task of queued) task();
  return queued.length > 0;
}
