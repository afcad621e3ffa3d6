import { proxy, releaseProxy, transfer, wrap, type Remote } from 'comlink';
import { Scope } from '../../platform/lifetime/scope.ts';
import type {
  AnalysisWorkerApi,
  Answer,
  PcmSource,
  AnalysisResult,
  CaptureResult,
  WorkerFailure,
} from '../../../workers/protocol.ts';

/** Distance of two signs of life that are asked for while an answer is awaited, ms. */
const PING_MS = 2000;
/** Signs of life that may stay out before the worker counts as dead; more while its script is still loading. */
const MISSED_PINGS = 6;
/** 13 asked in vain are 24 s: less than the 30 s that the processing screen waits in all. */
const MISSED_WHILE_LOADING = 12;

const died = (message: string): { ok: false; error: WorkerFailure } => ({
  ok: false,
  error: { code: 'died', message },
});

const NO_WORKER = 'No worker can be started here.';

/** One worker from its start to its end. */
class WorkerConnection {
  readonly remote: Remote<AnalysisWorkerApi>;
  /** Settles when the worker cannot answer any more. */
  readonly death: Promise<{ ok: false; error: WorkerFailure }>;
  dead = false;
  readonly #scope = new Scope();
  readonly #die: (message: string) => void;
  #ready = false;
  #waiting = 0;
  #watch: (() => void) | null = null;
  #missed = 0;

  constructor(worker: Worker) {
    let settle: (answer: { ok: false; error: WorkerFailure }) => void = () => {};
    this.death = new Promise((resolve) => {
      settle = resolve;
    });
    this.#die = (message) => {
      if (this.dead) return;
      this.dead = true;
      settle(died(message));
      this.#scope.dispose();
    };
    this.remote = wrap<AnalysisWorkerApi>(worker);
    this.#scope.add(() => worker.terminate());
    this.#scope.listen<ErrorEvent>(worker, 'error', (event) =>
      this.#die(event.message === '' ? 'The worker could not be loaded.' : event.message),
    );
    this.#scope.listen(worker, 'messageerror', () => this.#die('A message from the worker could not be read.'));
  }

  /** The answer of a call, or the worker's death, whichever is first. */
  async race<T>(answer: Promise<Answer<T>>): Promise<Answer<T>> {
    this.#waiting++;
    this.#keepWatch();
    try {
      return await Promise.race([answer, this.death]);
    } catch (error) {
      return { ok: false, error: { code: 'protocol', message: String(error) } };
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) {
        this.#watch?.();
        this.#watch = null;
      }
    }
  }

  end(message: string): void {
    this.#die(message);
  }

  async #hearPing(): Promise<void> {
    await this.remote.ping();
    this.#ready = true;
    this.#missed = 0;
  }

  /**
   * A terminated worker raises no event, so it is asked for signs of life while somebody waits. Ticks
   * are counted rather than time: after a sleeping laptop wakes, the answers that had come are read between ticks.
   */
  #keepWatch(): void {
    if (this.#watch !== null || this.dead) return;
    this.#missed = 0;
    const ask = (): void => {
      if (++this.#missed > (this.#ready ? MISSED_PINGS : MISSED_WHILE_LOADING)) {
        this.#die('The worker does not answer.');
        return;
      }
      void this.#hearPing();
    };
    ask();
    this.#watch = this.#scope.interval(ask, PING_MS);
  }
}

/** A live analysis; it belongs to the worker that began it and dies with it. */
export interface LiveAnalysis {
  /** See `AnalysisWorkerApi.finishLive`; `bytes` is transferred. */
  finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  cancel(): void;
}

export interface FileOptions {
  signal?: AbortSignal | undefined;
  /** Gets 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** Called early when the sound is clearly no silence. */
  onHeard?: (() => void) | undefined;
}

/** Starts the app's worker. */
export function startAnalysisWorker(): Worker {
  return new Worker(new URL('../../../workers/analysis.worker.ts', import.meta.url), {
    type: 'module',
    name: 'analysis',
  });
}

/**
 * The main thread's end of the analysis worker. Every answer is data and every call settles: with the
 * worker's answer, or with `died` when it crashed, could not be loaded or fell silent; the next call
 * then gets a fresh worker.
 */
export class AnalysisClient {
  readonly #start: () => Worker;
  // Held for good: a Comlink call hangs when its proxy is collected while it is awaited (comlink#692).
  #connection: WorkerConnection | null = null;
  #jobs = 0;

  constructor(start: () => Worker = startAnalysisWorker) {
    this.#start = start;
  }

  /** Loads the worker ahead of its first use. */
  warm(): void {
    this.#living();
  }

  /** Begins a live analysis; the ports are transferred. */
  async startLive(source: PcmSource, sampleRate: number, updates: MessagePort): Promise<Answer<LiveAnalysis>> {
    const line = this.#living();
    if (line === null) return died(NO_WORKER);
    const moved: Transferable[] = source.kind === 'port' ? [source.port] : [];
    const answer = await line.race(
      line.remote.startLive(transfer(source, moved), sampleRate, transfer(updates, [updates])),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      value: {
        finish: (bytes) => line.race(line.remote.finishLive(bytes === null ? null : transfer(bytes, [bytes.buffer]))),
        cancel: () => {
          if (!line.dead) void line.remote.cancelLive();
        },
      },
    };
  }

  /** Analyses a decoded sound, or the bytes of one that cannot be decoded; `channels` and `bytes` are transferred. */
  async analyzeFile(
    channels: Float32Array<ArrayBuffer>[] | null,
    sampleRate: number,
    bytes: Uint8Array<ArrayBuffer>,
    { signal, onProgress, onHeard }: FileOptions = {},
  ): Promise<Answer<AnalysisResult>> {
    if (signal?.aborted === true)
      return { ok: false, error: { code: 'cancelled', message: 'The analysis was given up.' } };
    const line = this.#living();
    if (line === null) return died(NO_WORKER);
    const job = ++this.#jobs;
    const cancel = (): void => {
      if (!line.dead) void line.remote.cancel(job);
    };
    const scope = new Scope();
    if (signal !== undefined) scope.listen(signal, 'abort', cancel);
    try {
      const moved =
        channels === null
          ? null
          : transfer(
              channels,
              channels.map((channel) => channel.buffer),
            );
      return await line.race(
        line.remote.analyzeFile(
          job,
          moved,
          sampleRate,
          transfer(bytes, [bytes.buffer]),
          proxy((done: number) => onProgress?.(done)),
          proxy(() => onHeard?.()),
        ),
      );
    } finally {
      scope.dispose();
    }
  }

  /** Ends the worker; a later call starts a new one. */
  close(): void {
    const line = this.#connection;
    this.#connection = null;
    if (line === null || line.dead) return;
    line.remote[releaseProxy]();
    line.end('The worker was closed.');
  }

  /** The worker, started where there is none; null where none can be had, as a policy may forbid it. */
  #living(): WorkerConnection | null {
    if (this.#connection !== null && !this.#connection.dead) return this.#connection;
    try {
      this.#connection = new WorkerConnection(this.#start());
    } catch {
      this.#connection = null;
    }
    return this.#connection;
  }
}

/** The page's analysis worker. */
export const analysisClient = new AnalysisClient();
