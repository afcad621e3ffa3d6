import { Scope } from '../lifetime/scope.ts';
import { withTimeout } from '../lifetime/withTimeout.ts';
import { BackendError } from '../backend/errors.ts';

/*
 * Web Locks between the tabs of this origin. All names begin with `accord-`. Without support, work runs at once.
 */

/** Message of a lock that was not granted in time. */
export const LOCK_BUSY = 'Another tab of Accord is busy with this. Close it or reload this page, then try again.';

/** A lock that is not granted after this time is held by a tab that sleeps or hangs, ms. */
export const LOCK_TIMEOUT_MS = 20_000;

/** Browsers report the state of locks at once; without an answer after this time, ms, none will come. */
export const LOCK_QUERY_TIMEOUT_MS = 3000;

/**
 * Runs work while no other tab runs work under the same name. Waits for the lock for a limited time, or until `signal`
 * is aborted; the work then does not run, not even when the lock is granted later.
 * @throws what the work throws, an AbortError, or BackendError `timeout`, after which another try may succeed
 */
export function withLock<T>(
  name: string,
  work: () => Promise<T>,
  options: { mode?: LockMode; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  if (!navigator.locks) return work();
  const { mode = 'exclusive', signal } = options;
  const waiting = new AbortController();
  const scope = new Scope();
  // A signal given to a lock counts only while it waits, and some browsers never settle the request either.
  return new Promise<T>((resolve, reject) => {
    const giveUp = (reason: unknown): void => {
      scope.dispose();
      waiting.abort(reason);
      reject(reason);
    };
    if (signal?.aborted === true) {
      giveUp(signal.reason);
      return;
    }
    if (signal !== undefined) scope.listen(signal, 'abort', () => giveUp(signal.reason));
    scope.timeout(() => giveUp(new BackendError('timeout', LOCK_BUSY)), LOCK_TIMEOUT_MS);
    navigator.locks
      .request(name, { mode, signal: waiting.signal }, async () => {
        if (waiting.signal.aborted) return undefined;
        scope.dispose();
        return work();
      })
      // Resolves only after the lock is free, since the caller may request it again at once.
      .then(resolve as (done: T | undefined) => void, reject)
      .finally(() => scope.dispose());
  });
}

/**
 * Runs work, or calls `busy` when another tab runs work under the same name. Without an answer it is busy: the work
 * then does not run, not even when the answer comes later. (A request for a free lock takes no signal.)
 */
export async function tryWithLock(name: string, work: () => Promise<void>, busy: () => void): Promise<void> {
  if (!navigator.locks) return work();
  const scope = new Scope();
  return new Promise<void>((resolve, reject) => {
    scope.timeout(() => {
      scope.dispose();
      busy();
      resolve();
    }, LOCK_QUERY_TIMEOUT_MS);
    navigator.locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (scope.disposed) return undefined;
        scope.dispose();
        return lock === null ? busy() : work();
      })
      .then(resolve, reject)
      .finally(() => scope.dispose());
  });
}

/** Acquires a lock for this page. Returns its release; closing the page releases it too. */
export function holdLock(name: string): () => void {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(name, () => released).catch(() => undefined);
  return release;
}

/** The names of all held locks of all tabs; null when the browser cannot list them. */
export async function heldLocks(): Promise<ReadonlySet<string | undefined> | null> {
  if (!navigator.locks) return new Set();
  const known = await withTimeout(navigator.locks.query(), LOCK_QUERY_TIMEOUT_MS, () => null);
  return known && new Set((known.held ?? []).map(({ name }) => name));
}
