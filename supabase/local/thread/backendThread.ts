/**
 * Runs the backend in a worker thread. A statement of Postgres, which is WebAssembly here, cannot be interrupted. When a
 * request computes longer than a hosted project would allow, the thread is terminated and the database reopened from its
 * folder, so that one statement cannot block the pages and other callers. Commits survive, as after a `kill -9`.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Backend, BackendOptions } from '../backendContract.ts';
import { DataDirError } from '../data/dataDir.ts';
import { damaged } from '../data/database.ts';
import { objectAnswer } from '../data/objectBody.ts';
import { keepOpen, unavailableAnswer } from '../data/reopening.ts';
import { refusal } from '../http/refusal.ts';
import { bodyOf, createQueue, tooLargeAnswer } from '../http/requestQueue.ts';
import { keepMail, type CaughtMail } from '../mail/mailbox.ts';
import { receivedError, type Call, type Said, type SentAnswer, type ThreadSettings } from './protocol.ts';
import { watchTime } from './watchTime.ts';

/** Limits of one request's computing time, ms. */
export interface TimeLimits {
  visitor: number;
  member: number;
  /** The server's own requests and tasks. */
  own: number;
}

/** A hosted project's limits (migrations/20260101000000_callers.sql); its service role has none. */
export const TIME_LIMITS: TimeLimits = { visitor: 3000, member: 8000, own: 60_000 };

/** Postgres' message for this. */
const TOO_LATE = 'canceling statement due to statement timeout';

/** The thread ended before it answered. `late`: a request had computed for too long. */
class ThreadEnded extends Error {
  readonly late: boolean;

  constructor(late: boolean) {
    super(late ? TOO_LATE : 'the thread of the backend ended');
    this.late = late;
  }
}

interface Thread {
  applied: string[];
  /** @throws ThreadEnded, and the errors of the backend */
  call(call: Call, limit: number, transfer?: ArrayBuffer[]): Promise<unknown>;
  close(): Promise<void>;
}

type Hear = (said: { mail: CaughtMail } | { line: string }) => void;

/**
 * Starts the thread; `onEnd` is called when it has ended.
 * @throws DataDirError, or an error of the backend
 */
function openThread(
  program: URL,
  settings: ThreadSettings,
  hear: Hear,
  onEnd: (error: Error) => void,
): Promise<Thread> {
  const worker = new Worker(program, { workerData: settings, name: 'backend' });
  const waiting = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>();
  const gone = new Promise<void>((done) => worker.once('exit', () => done()));
  let count = 0;
  let late = false;
  let last: Error | null = null;
  worker.on('error', (error) => (last = error as Error));

  async function call(what: Call, limit: number, transfer: ArrayBuffer[] = []): Promise<unknown> {
    const id = ++count;
    const stop = watchTime(limit, () => {
      late = true;
      void worker.terminate();
    });
    try {
      return await new Promise((done, fail) => {
        waiting.set(id, { done, fail });
        worker.postMessage({ id, call: what }, transfer);
      });
    } finally {
      stop();
      waiting.delete(id);
    }
  }
  async function close(): Promise<void> {
    await call({ kind: 'close' }, TIME_LIMITS.own).catch(() => undefined);
    await gone;
  }
  return new Promise((open, fail) => {
    worker.on('message', (said: Said) => {
      if ('mail' in said || 'line' in said) hear(said);
      else if ('started' in said) open({ applied: said.started, call, close });
      else if ('failed' in said) {
        const { name, message } = said.failed;
        last = name === 'DataDirError' ? new DataDirError(message) : receivedError(said.failed);
        // Opening succeeded, reading failed; nothing happens here once the thread is open.
        fail(name === 'DatabaseCrash' ? damaged(join(settings.dataDir!, 'db'), last) : last);
      } else if ('error' in said) waiting.get(said.id)?.fail(receivedError(said.error));
      else waiting.get(said.id)?.done(said.value);
    });
    worker.once('exit', () => {
      const end = new ThreadEnded(late);
      fail(last ?? end);
      // Call this first: a caller that retries at once has to find that there is no thread.
      onEnd(last ?? end);
      for (const { fail: tell } of waiting.values()) tell(end);
    });
  });
}

/** The answer to a request that computed for too long. */
const lateAnswer = (path: string): Response =>
  refusal(path, 504, { auth: 'request_timeout', rest: '57014', storage: 'timeout' }, TOO_LATE);

function answerOf({ status, headers, body, object }: SentAnswer): Response {
  return object === null ? new Response(body, { status, headers }) : objectAnswer(object, headers);
}

/** What runs in the thread. */
const PROGRAM = new URL('./worker.mjs', import.meta.url);

/** As `startBackend`, in a thread. @throws the same errors */
export async function startBackendThread(
  { onMail, say, room: _room, ...settings }: BackendOptions,
  limits: TimeLimits = TIME_LIMITS,
  program = PROGRAM,
): Promise<Backend> {
  const mails: CaughtMail[] = [];
  const hear: Hear = (said) => {
    if ('line' in said) return say?.(said.line);
    keepMail(mails, said.mail);
    onMail?.(said.mail);
  };
  const threads = await keepOpen((onCrash) => openThread(program, settings, hear, onCrash));
  const { applied } = await threads.ready();

  const limitOf = (headers: Headers) => {
    if (headers.get('apikey') === settings.keys.secret) return limits.own;
    return /^Bearer [^.]+\.[^.]+\.[^.]+$/i.test(headers.get('authorization') ?? '') ? limits.member : limits.visitor;
  };

  // Waiting requests queue here and not in the thread, so that its end does not affect them.
  const queue = createQueue();
  return {
    mails,
    applied,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const whole = await bodyOf(request);
      if (whole === 'too large') return tooLargeAnswer();
      // Answer at once: do not queue for a backend that is not running.
      if (threads.now() === null) return unavailableAnswer(pathname);
      return queue(async () => {
        const thread = threads.now();
        if (thread === null) return unavailableAnswer(pathname);
        // Copy a small body: it shares its buffer with others, so the buffer cannot be transferred.
        const body = whole === null || whole.byteLength === whole.buffer.byteLength ? whole : new Uint8Array(whole);
        const sent = { method: request.method, url: request.url, headers: [...request.headers], body };
        try {
          const call: Call = { kind: 'fetch', request: sent };
          const answer = await thread.call(call, limitOf(request.headers), body === null ? [] : [body.buffer]);
          return answerOf(answer as SentAnswer);
        } catch (error) {
          if (!(error instanceof ThreadEnded)) throw error;
          return error.late ? lateAnswer(pathname) : unavailableAnswer(pathname);
        }
      });
    },
    sql: (query, values = []) =>
      queue(async () => (await (await threads.ready()).call({ kind: 'sql', query, values }, limits.own)) as never),
    // Copying takes as long as the database is large.
    snapshot: () => queue(async () => void (await (await threads.ready()).call({ kind: 'snapshot' }, Infinity))),
    state: () => ({ open: threads.now() !== null, restarts: threads.crashes(), waiting: queue.waiting() }),
    close: () => queue(() => threads.close()),
  };
}
