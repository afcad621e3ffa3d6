import { sessionSignal } from './session.ts';

/**
 * Runs `work` once at a time for a session: simultaneous calls share one result, and a new session starts another run.
 * The signal is the session's: after its abort `work` must change nothing.
 */
export function oncePerSession<T>(work: (signal: AbortSignal) => Promise<T>): () => Promise<T> {
  let running: { signal: AbortSignal; done: Promise<T> } | null = null;
  return () => {
    const signal = sessionSignal();
    if (running?.signal !== signal) {
      const done = work(signal).finally(() => {
        if (running?.signal === signal) running = null;
      });
      running = { signal, done };
    }
    return running.done;
  };
}
