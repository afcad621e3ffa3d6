import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushTasks, queueTask } from './taskQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
});
afterEach(() => {
  flushTasks();
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('work that waits for a paint', () => {
  it('is done one piece a frame, in order, and not at all when it was called off', () => {
    const done: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      const callOff = queueTask(() => done.push(name));
      if (name === 'second') callOff();
    }
    expect(done).toEqual([]);
    vi.advanceTimersByTime(17);
    expect(done).toEqual(['first']);
    vi.advanceTimersByTime(17);
    expect(done).toEqual(['first', 'third']);
  });

  it('goes on after a piece that fails', () => {
    const next = vi.fn<() => void>();
    queueTask(() => {
      throw new Error('a part that cannot be rendered');
    });
    queueTask(next);
    expect(() => vi.advanceTimersByTime(17)).toThrow('a part that cannot be rendered');
    vi.runAllTimers();
    expect(next).toHaveBeenCalledTimes(1);
  });
});
