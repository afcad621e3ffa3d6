/**
 * Listens to an event of the window until the page closes; elsewhere, as in a unit test, it does nothing. For listeners
 * of the whole page: a shorter-lived one uses a `Scope`.
 */
export function onWindow<K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void): void {
  globalThis.addEventListener?.(type, listener as EventListener);
}

/** Calls once when the signal is aborted; at once when it already is. */
export function onAbort(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
}
