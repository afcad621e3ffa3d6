import { Scope } from '../../../core/lifetime/scope.ts';

/** First and longest pause between two attempts, ms. */
const FIRST_PAUSE_MS = 4000;
const MAX_PAUSE_MS = 60_000;

/**
 * Calls `retry` when the backend may be reachable again: the browser reports a connection, the page becomes visible,
 * or a pause has passed (4 s, doubled up to a minute; a hidden page waits). Returns a function that stops it.
 */
export function retryWhenOnline(retry: () => void): () => void {
  const scope = new Scope();
  let pause = FIRST_PAUSE_MS;
  const later = (): void => {
    scope.timeout(() => {
      pause = Math.min(MAX_PAUSE_MS, pause * 2);
      later();
      if (document.visibilityState === 'visible') retry();
    }, pause);
  };
  scope.listen(window, 'online', retry);
  scope.listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && retry());
  later();
  return () => scope.dispose();
}
