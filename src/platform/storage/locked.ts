/**
 * Runs work while no other tab of this origin runs work under the same name (Web Locks API). Browsers without locks run it at once.
 * @param name begins with `accord-`
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
