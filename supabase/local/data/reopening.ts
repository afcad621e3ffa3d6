/** Reopens the database after a crash. */
import { RETRY_SECONDS, UNAVAILABLE } from '../../functions/_shared/http.ts';
import { refusal } from '../http/refusal.ts';

/** Pause between two attempts to open the database, ms. */
const RETRY_MS = 5000;

/** What is kept open: a database and the services in front of it. */
interface Running {
  close(): Promise<void>;
}

export interface Reopening<R extends Running> {
  /** The open instance; null while it is reopened. */
  now(): R | null;
  /** The open instance, or the next one once it is open. */
  ready(): Promise<R>;
  /** Number of crashes so far. */
  crashes(): number;
  close(): Promise<void>;
}

/** The answer of the service under `path` while no database is open. */
export const unavailableAnswer = (path: string): Response =>
  refusal(path, 503, { auth: 'unavailable', rest: '57P03', storage: 'unavailable' }, UNAVAILABLE, {
    'Retry-After': String(RETRY_SECONDS),
    'Access-Control-Expose-Headers': 'retry-after',
  });

/**
 * Opens a database and keeps it open; `open` opens and watches it. No commit is lost: Postgres writes its log to a file
 * at each commit. Lost are the running transaction, and data that the crash damaged on disk before it was detected.
 *
 * @throws what `open` throws the first time; later failures are logged and retried.
 */
export async function keepOpen<R extends Running>(
  open: (onCrash: (crash: Error) => void) => Promise<R>,
): Promise<Reopening<R>> {
  let current: R | null = null;
  let closed = false;
  let crashes = 0;

  async function opened(): Promise<R> {
    let mine: R | null = null;
    mine = await open((crash) => {
      // During opening, a crash is reported by the failure of `open`.
      if (closed || mine === null || current !== mine) return;
      current = null;
      crashes++;
      console.error(`The database crashed (${crash.message}). It is opened again.`);
      next = again();
      next.catch(() => undefined);
    });
    return (current = mine);
  }

  async function again(): Promise<R> {
    for (;;) {
      try {
        return await opened();
      } catch (error) {
        if (closed) throw error;
        console.error(`The database cannot be opened again: ${(error as Error).message}`);
        await new Promise((go) => setTimeout(go, RETRY_MS).unref());
      }
    }
  }

  let next = opened();
  await next;
  return {
    now: () => current,
    ready: () => next,
    crashes: () => crashes,
    async close() {
      closed = true;
      await (current ?? (await next.catch(() => null)))?.close();
    },
  };
}
