/*
 * Web Locks between the tabs of this origin. All names begin with `accord-`. Without support, work runs at once.
 */

/**
 * Runs work while no other tab runs work under the same name.
 * @throws what the work throws, or an AbortError when `signal` is aborted while waiting
 */
export function locked<T>(
  name: string,
  work: () => Promise<T>,
  options: { mode?: LockMode; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  if (!navigator.locks) return work();
  const { mode = 'exclusive', signal } = options;
  return navigator.locks.request(name, signal === undefined ? { mode } : { mode, signal }, work);
}

/** Runs work, or calls `busy` when another tab runs work under the same name. */
export async function lockedIfFree(name: string, work: () => Promise<void>, busy: () => void): Promise<void> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? busy() : work()));
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

/** The names of all held locks of all tabs. */
export async function heldLocks(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}
