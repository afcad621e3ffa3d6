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
  close(): Promise<void>;
}

/** The answer of the service under `path` while no database is open. */
export const unavailableAnswer = (path: string): Response =>
  refusal(path, 503, { auth: 'unavailable', rest: '57P03', storage: 'unavailable' }, UNAVAILABLE, {
    'Retry-After': String(RETRY_SECONDS),
    'Access-Control-Expose-Headers': 'retry-after',
  });

/**
 * Opens a database and keeps it open. `open` makes and watches it, the first time from `state`, later from the result of
 * `salvage` on the crashed one.
 *
 * No commit is lost: Postgres writes its log to a file at each commit, and files are outside the damaged memory. In
 * memory, files are JavaScript's and are read out of the crashed instance. Lost are the running transaction, and data
 * that the crash damaged on disk before it was detected.
 *
 * @throws what `open` throws the first time; later failures are logged and retried.
 */
export async function keepOpen<R extends Running, State>(
  open: (state: State, onCrash: (crash: Error) => void) => Promise<R>,
  salvage: (crashed: R) => Promise<State>,
  state: State,
): Promise<Reopening<R>> {
  let current: R | null = null;
  let closed = false;

  async function opened(from: State): Promise<R> {
    let mine: R | null = null;
    mine = await open(from, (crash) => {
      // During opening, a crash is reported by the failure of `open`.
      if (closed || mine === null || current !== mine) return;
      current = null;
      console.error(`The database crashed (${crash.message}). It is opened again.`);
      next = again(mine);
      next.catch(() => undefined);
    });
    return (current = mine);
  }

  async function again(crashed: R): Promise<R> {
    const left = await salvage(crashed);
    for (;;) {
      try {
        return await opened(left);
      } catch (error) {
        if (closed) throw error;
        console.error(`The database cannot be opened again: ${(error as Error).message}`);
        await new Promise((go) => setTimeout(go, RETRY_MS).unref());
      }
    }
  }

  let next = opened(state);
  await next;
  return {
    now: () => current,
    ready: () => next,
    async close() {
      closed = true;
      await (current ?? (await next.catch(() => null)))?.close();
    },
  };
}
