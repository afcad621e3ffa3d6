import { expose, releaseProxy, transfer } from 'comlink';
import { program } from 'virtual:kernels';
import { installProgram } from './analyze.ts';
import { analyzeSound } from './file.ts';
import { LiveSession } from './capture/live.ts';
import type { AnalysisWorkerApi, Answer, CaptureResult, WorkerFailure } from './protocol.ts';

/**
 * The analysis worker: at most one live session, and any number of files, each a job that can be cancelled.
 */

// Without WebAssembly, or under a policy that forbids compiling it, the engine uses its slower kernels in TypeScript.
// The mark shows which set runs.
performance.mark(`kernels: ${installProgram(program) ? 'webassembly' : 'typescript'}`);

let liveSession: LiveSession | null = null;
const runningIds = new Set<number>();

const failure = (code: WorkerFailure['code'], message: string): { ok: false; error: WorkerFailure } => ({
  ok: false,
  error: { code, message },
});

/** A callback of the main thread keeps a port open until its proxy is released. */
function release(callback: unknown): void {
  (callback as { [releaseProxy]?: () => void } | undefined)?.[releaseProxy]?.();
}

const api = {
  ping: async () => 'ready',

  startLive: async (source, sampleRate, updates) => {
    liveSession?.cancel();
    liveSession = null;
    try {
      liveSession = new LiveSession(source, sampleRate, updates);
      return { ok: true, value: null };
    } catch (error) {
      return failure('engine', String(error));
    }
  },

  finishLive: async (bytes) => {
    if (liveSession === null) return failure('protocol', 'No recording is going on.');
    const session = liveSession;
    liveSession = null;
    const answer: Answer<CaptureResult> = await session.finish(bytes);
    return answer.ok && answer.value.wav !== null ? transfer(answer, [answer.value.wav.buffer]) : answer;
  },

  cancelLive: async () => {
    liveSession?.cancel();
    liveSession = null;
  },

  analyzeFile: async (job, channels, sampleRate, bytes, progress, heard) => {
    runningIds.add(job);
    try {
      return await analyzeSound(
        { cancelled: () => !runningIds.has(job), progress, heard },
        channels,
        sampleRate,
        bytes,
      );
    } finally {
      runningIds.delete(job);
      release(progress);
      release(heard);
    }
  },

  cancel: async (job) => {
    runningIds.delete(job);
  },
} satisfies AnalysisWorkerApi;

// Synchronously: a call that arrives before a listener exists would never be answered (comlink#463).
expose(api);
