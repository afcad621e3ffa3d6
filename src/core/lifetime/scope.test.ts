import { describe, expect, it, vi } from 'vitest';
import { onAbort } from './pageEvents.ts';
import { LatestTask, Scope } from './scope.ts';

describe('Scope', () => {
  it('releases everything once, last first', () => {
    const order: number[] = [];
    const scope = new Scope();
    for (const n of [1, 2, 3]) scope.add(() => order.push(n));
    scope.dispose();
    scope.dispose();
    expect(order).toEqual([3, 2, 1]);
    expect(scope.disposed).toBe(true);
  });

  it('releases a resource early, and not again at its end', () => {
    const release = vi.fn<() => void>();
    const scope = new Scope();
    scope.add(release)();
    scope.dispose();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('releases a resource at once that is added after its end', () => {
    const scope = new Scope();
    scope.dispose();
    const release = vi.fn<() => void>();
    scope.add(release);
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('ends its children, and drops a child that has ended before', () => {
    const parent = new Scope();
    const first = parent.child();
    const second = parent.child();
    const release = vi.fn<() => void>();
    first.add(release);
    first.dispose();
    parent.dispose();
    expect(release).toHaveBeenCalledTimes(1);
    expect(second.disposed).toBe(true);
  });

  it('releases the rest when one release throws, and then throws the error', () => {
    const release = vi.fn<() => void>();
    const scope = new Scope();
    scope.add(release);
    scope.add(() => {
      throw new Error('stuck');
    });
    expect(() => scope.dispose()).toThrow('stuck');
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('stops timers, listeners and waits', async () => {
    vi.useFakeTimers();
    const called = vi.fn<() => void>();
    const target = new EventTarget();
    const scope = new Scope();
    scope.timeout(called, 10);
    scope.interval(called, 10);
    scope.listen(target, 'x', called);
    const wait = scope.delay(10);
    scope.dispose();
    vi.advanceTimersByTime(100);
    target.dispatchEvent(new Event('x'));
    expect(called).not.toHaveBeenCalled();
    await expect(wait).rejects.toMatchObject({ name: 'AbortError' });
    await expect(scope.delay(10)).rejects.toMatchObject({ name: 'AbortError' });
    vi.useRealTimers();
  });

  it('runs timers and settles waits when they are due', async () => {
    vi.useFakeTimers();
    const called = vi.fn<() => void>();
    const scope = new Scope();
    scope.timeout(called, 10);
    const wait = scope.delay(20);
    vi.advanceTimersByTime(20);
    await wait;
    expect(called).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('polls with its pauses, and stops while the page is hidden', () => {
    vi.useFakeTimers();
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    const poll = vi.fn<() => void>();
    const scope = new Scope();
    const pauses = [10, 20, 40, 80, 160];
    scope.poll(poll, () => pauses.shift()!);
    const counts: number[] = [];
    const pass = (ms: number) => {
      vi.advanceTimersByTime(ms);
      counts.push(poll.mock.calls.length);
    };
    pass(30);
    page.visibilityState = 'hidden';
    pass(50);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    pass(70);
    scope.dispose();
    pass(1000);
    expect(counts).toEqual([2, 2, 4, 4]);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

describe('the signal of a scope', () => {
  it('is aborted with its scope, and at once when the scope has already ended', () => {
    const scope = new Scope();
    const { signal } = scope.child();
    expect(signal.aborted).toBe(false);
    scope.dispose();
    expect(signal.aborted).toBe(true);
    expect(scope.signal.aborted).toBe(true);
  });

  it('aborts the task before when a newer one begins', () => {
    const latest = new LatestTask();
    const first = latest.begin();
    const second = latest.begin();
    expect([first.aborted, second.aborted]).toEqual([true, false]);
    expect(latest.signal).toBe(second);
    latest.abort();
    expect(second.aborted).toBe(true);
    expect(latest.signal.aborted).toBe(false);
  });
});

describe('onAbort', () => {
  it('calls once: when the signal is aborted, or at once', () => {
    const called = vi.fn<() => void>();
    const controller = new AbortController();
    onAbort(controller.signal, called);
    expect(called).not.toHaveBeenCalled();
    controller.abort();
    expect(called).toHaveBeenCalledTimes(1);
    onAbort(controller.signal, called);
    expect(called).toHaveBeenCalledTimes(2);
  });
});

describe('a timer of many days', () => {
  it('does not fire at once, as those of browsers do', async () => {
    vi.useFakeTimers();
    const scope = new Scope();
    const called = vi.fn<() => void>();
    scope.timeout(called, 2 ** 31);
    scope.interval(called, 1e12);
    scope.delay(Number.POSITIVE_INFINITY).then(called, () => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(called).not.toHaveBeenCalled();
    scope.dispose();
    vi.useRealTimers();
  });
});
