import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doAll, inTurn } from './inTurn.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
});
afterEach(() => {
  doAll();
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('work that waits for a paint', () => {
  it('is done one piece a frame, in order, and not at all when it was called off', () => {
    const done: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      const callOff = inTurn(() => done.push(name));
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
    inTurn(() => {
      throw new Error('a part that cannot be rendered');
    });
    inTurn(next);
    expect(() => vi.advanceTimersByTime(17)).toThrow('a part that cannot be rendered');
    vi.runAllTimers();
    expect(next).toHaveBeenCalledTimes(1);
  });
});
