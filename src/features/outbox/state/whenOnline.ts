import { Scope } from '#core/lifetime/scope.ts';

/** First and longest pause between two attempts, ms. */
const FIRST_PAUSE_MS = 4000;
const MAX_PAUSE_MS = 60_000;

/**
 * Calls `retry` when the backend may be reachable again: the browser reports a connection, the page becomes visible, or
 * a pause has passed (4 s, doubled up to a minute; a hidden page pauses). Returns a function that stops it.
 */
export function retryWhenOnline(retry: () => void): () => void {
  const scope = new Scope();
  let next = FIRST_PAUSE_MS;
  scope.listen(window, 'online', retry);
  scope.poll(retry, () => {
    const pause = next;
    next = Math.min(MAX_PAUSE_MS, pause * 2);
    return pause;
  });
  return () => scope.dispose();
}
