import { proxy, releaseProxy, transfer, wrap, type Remote } from 'comlink';
import { Scope } from '#core/lifetime/scope.ts';
import type {
  AnalysisWorkerApi,
  Answer,
  PcmSource,
  AnalysisResult,
  CaptureResult,
  WorkerFailure,
} from '#analysis/protocol.ts';

/** Interval of pings while an answer is awaited, ms. */
export const PING_MS = 2000;
/** Missed pings after which the worker counts as dead; more while its script is loading. */
const MISSED_PINGS = 6;
/** 13 missed pings are 24 s, less than the 30 s of the processing screen. */
const MISSED_WHILE_LOADING = 12;

const workerDied = (message: string): { ok: false; error: WorkerFailure } => ({
  ok: false,
  error: { code: 'died', message },
});

const NO_WORKER = 'No worker can be started here.';

/** One worker from its start to its end. */
class WorkerConnection {
  readonly remote: Remote<AnalysisWorkerApi>;
  /** Resolves when the worker has died. */
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
      settle(workerDied(message));
      this.#scope.dispose();
    };
    this.remote = wrap<AnalysisWorkerApi>(worker);
    this.#scope.add(() => worker.terminate());
    this.#scope.listen<ErrorEvent>(worker, 'error', (event) =>
      // A script that could not be loaded gives a plain event, without a message.
      this.#die(event.message || 'The worker could not be loaded.'),
    );
    this.#scope.listen(worker, 'messageerror', () => this.#die('A message from the worker could not be read.'));
  }

  /** Resolves with the answer or with the worker's death, whichever is first. */
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
   * Pings the worker while a call waits, as a terminated worker raises no event. Counts ticks instead of time: after a
   * laptop wakes, waiting answers are read between ticks.
   */
  #keepWatch(): void {
    if (this.#watch !== null || this.dead) return;
    this.#missed = 0;
    const ping = (): void => {
      if (++this.#missed > (this.#ready ? MISSED_PINGS : MISSED_WHILE_LOADING)) {
        this.#die('The worker does not answer.');
        return;
      }
      void this.#hearPing();
    };
    ping();
    this.#watch = this.#scope.interval(ping, PING_MS);
  }
}

/** A live analysis; ends with the worker that began it. */
interface LiveAnalysis {
  /** See `AnalysisWorkerApi.finishLive`; `bytes` is transferred. */
  finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  cancel(): void;
}

export interface FileOptions {
  signal?: AbortSignal | undefined;
  /** Receives the progress, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** Called early when the sound is clearly not silent. */
  onHeard?: (() => void) | undefined;
}

/** Starts the app's worker. */
export function startAnalysisWorker(): Worker {
  return new Worker(new URL('../../../../../workers/analysis/analysis.worker.ts', import.meta.url), {
    type: 'module',
    name: 'analysis',
  });
}

/**
 * The main thread's side of the analysis worker. Answers are data and every call settles: with the worker's answer, or
 * with `died` when it crashed, failed to load or stopped responding. The next call then starts a new worker.
 */
export class AnalysisClient {
  readonly #start: () => Worker;
  // Keep a reference: a Comlink call hangs when its proxy is collected while awaited (comlink#692).
  #connection: WorkerConnection | null = null;
  #jobs = 0;
  #lives = 0;

  constructor(start: () => Worker = startAnalysisWorker) {
    this.#start = start;
  }

  /** Loads the worker before its first use. */
  warm(): void {
    this.#liveWorker();
  }

  /** Begins a live analysis; the ports are transferred. */
  async startLive(source: PcmSource, sampleRate: number, updates: MessagePort): Promise<Answer<LiveAnalysis>> {
    const line = this.#liveWorker();
    if (line === null) return workerDied(NO_WORKER);
    const live = ++this.#lives;
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
          // A newer one has ended it.
          if (!line.dead && live === this.#lives) void line.remote.cancelLive();
        },
      },
    };
  }

  /**
   * Analyses a decoded sound, or the bytes of one that cannot be decoded; `channels` and `bytes` are transferred.
   */
  async analyzeFile(
    channels: Float32Array<ArrayBuffer>[] | null,
    sampleRate: number,
    bytes: Uint8Array<ArrayBuffer>,
    { signal, onProgress, onHeard }: FileOptions = {},
  ): Promise<Answer<AnalysisResult>> {
    if (signal?.aborted === true)
      return { ok: false, error: { code: 'cancelled', message: 'The analysis was given up.' } };
    const line = this.#liveWorker();
    if (line === null) return workerDied(NO_WORKER);
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

  /**
   * Returns the worker, starting it if necessary; null when none can start, for instance because of a policy.
   */
  #liveWorker(): WorkerConnection | null {
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
