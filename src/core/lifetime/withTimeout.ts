import { Scope } from './scope.ts';

/**
 * Awaits a promise, or returns `late()` when it has not settled after `ms` milliseconds. Clears the timer.
 * @throws what the promise rejects with, or what `late` throws
 */
export async function withTimeout<T, L>(promise: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  const scope = new Scope();
  const timeUp = new Promise<L>((resolve, reject) => {
    scope.timeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    scope.dispose();
  }
}
