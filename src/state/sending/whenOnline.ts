import { Scope } from '../../platform/lifetime/scope.ts';

/** First pause between two tries and the longest, ms. */
const FIRST_PAUSE_MS = 4000;
const MAX_PAUSE_MS = 60_000;

/**
 * Calls `retry` when the backend may be within reach again: the browser says so, the page is looked at again, or a pause
 * has passed (4 s, doubled up to a minute; a hidden page waits). Returns what ends it.
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
