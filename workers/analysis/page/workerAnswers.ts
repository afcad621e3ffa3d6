import { wrap, type Remote } from 'comlink';
import type { AnalysisWorkerApi, Answer, WorkerFailure } from '../protocol.ts';

/** Longest time for an answer, ms; after it the worker counts as crashed, terminated or not loaded. */
const ANSWER_MS = 15_000;

/** One proxy for each worker: Comlink closes the worker's interface when its proxies are garbage-collected. */
const apis = new WeakMap<Worker, Remote<AnalysisWorkerApi>>();

export function apiOf(worker: Worker): Remote<AnalysisWorkerApi> {
  const api = apis.get(worker) ?? wrap<AnalysisWorkerApi>(worker);
  apis.set(worker, api);
  return api;
}

/** An error whose `cause` is a {@link WorkerFailure}. */
export const analysisError = (code: WorkerFailure['code'], message: string): Error =>
  new Error(message, { cause: { code, message } satisfies WorkerFailure });

/** Collects the answers of a worker, from its creation: the event of a failure comes once. */
export class WorkerAnswers {
  readonly #ended = new AbortController();
  readonly #failure: Promise<never>;
  #limit: ReturnType<typeof setTimeout> | undefined;
  #onLate: () => void = () => undefined;

  constructor(worker: Worker) {
    const { signal } = this.#ended;
    this.#failure = new Promise<never>((_resolve, reject) => {
      const fail = ({ message }: { message?: string }) =>
        reject(analysisError('died', message || 'The worker cannot be loaded.'));
      worker.addEventListener('error', fail, { signal });
      worker.addEventListener('messageerror', () => fail({}), { signal });
    });
    this.#failure.catch(() => undefined);
  }

  /** Aborted by `end`. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  end(): void {
    this.#ended.abort();
  }

  /**
   * Resolves with an answer.
   * @throws Error whose `cause` is a {@link WorkerFailure}
   */
  async settle<T>(answer: Promise<Answer<T>>): Promise<T> {
    const late = new Promise<never>((_resolve, reject) => {
      this.#onLate = () => reject(analysisError('died', 'The worker does not answer.'));
    });
    this.renew();
    try {
      const reply = await Promise.race([answer, this.#failure, late]);
      if (!reply.ok) throw analysisError(reply.error.code, reply.error.message);
      return reply.value;
    } finally {
      clearTimeout(this.#limit);
    }
  }

  /** Restarts the time limit: the worker has shown that it lives. */
  renew(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#onLate(), ANSWER_MS);
  }
}
