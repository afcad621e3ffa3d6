/* The Web Locks API, between the tabs of this origin. Every name begins with `accord-`. Browsers without locks do the work at once. */

/**
 * Runs work while no other tab runs work under the same name.
 * @throws what the work throws, or an AbortError when `signal` is aborted while it waits
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

/** Runs work unless another tab runs work under the same name; `busy` is called then. */
export async function lockedIfFree(name: string, work: () => Promise<void>, busy: () => void): Promise<void> {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? busy() : work()));
}

/** Holds a lock for this page, once it is free. Returns what lets it go; the page's end does as well. */
export function holdLock(name: string): () => void {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(name, () => released).catch(() => undefined);
  return release;
}

/** The names of the locks that any tab holds now. */
export async function heldLocks(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}
