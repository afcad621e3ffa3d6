/** Opens the database again when it has crashed; meanwhile there is none. */
import { RETRY_SECONDS, UNAVAILABLE } from '../../functions/_shared/http.ts';
import { refusal } from '../http/refusal.ts';

/** Between two attempts to open a database that cannot be opened, ms. */
const RETRY_MS = 5000;

/** What is kept open: an opened database with whatever stands before it. */
interface Running {
  close(): Promise<void>;
}

export interface Reopening<R extends Running> {
  /** What is open now; null while it is being opened again. */
  now(): R | null;
  /** What is open now, or will be. */
  ready(): Promise<R>;
  close(): Promise<void>;
}

/** What the service under `path` answers while there is no database. */
export const unavailableAnswer = (path: string): Response =>
  refusal(path, 503, { auth: 'unavailable', rest: '57P03', storage: 'unavailable' }, UNAVAILABLE, {
    'Retry-After': String(RETRY_SECONDS),
    'Access-Control-Expose-Headers': 'retry-after',
  });

/**
 * Opens a database and keeps it open. `open` makes it, from what `salvage` got out of the one that crashed (from `state` the first
 * time), and has it watched.
 *
 * Nothing that was committed is lost: Postgres writes its log to a file at each commit, and files are not in the memory
 * that is damaged. In memory they are JavaScript's, and are read out of the crashed instance. Lost are the transaction that
 * was under way, and what the crash may have written amiss before it was noticed.
 *
 * @throws what `open` throws the first time; later failures are logged and tried again.
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
      // Before it stands, whoever opens it hears of it by the failure.
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
