import { createAnalyzer, hashBytes } from './analyze.ts';
import { mixToMono } from './dsp/mix.ts';
import { isClearlyAudible, displayPeaks } from './peaks.ts';
import type { AnalysisResult, Answer } from './protocol.ts';
import { yieldToEvents } from './yieldToEvents.ts';

/** Amount of sound that is analysed between two turns of the event loop, s; about 20 ms of work. */
const SLICE_SECONDS = 0.1;

/** Cancellation and progress callbacks of a job. */
export interface FileJob {
  cancelled(): boolean;
  progress?: ((done: number) => void) | undefined;
  heard?: (() => void) | undefined;
}

const CANCELLED_RESULT = { ok: false, error: { code: 'cancelled', message: 'The analysis was given up.' } } as const;

/**
 * Analyses a decoded sound, or the bytes of one that could not be decoded (docs/decisions.md 1). The channels
 * are mixed by `mixToMono`.
 */
export async function analyzeSound(
  job: FileJob,
  channels: readonly Float32Array[] | null,
  sampleRate: number,
  bytes: Uint8Array,
): Promise<Answer<AnalysisResult>> {
  if (channels === null || channels.length === 0) {
    if (bytes.length === 0)
      return { ok: false, error: { code: 'engine', message: 'There is neither sound nor a single byte.' } };
    job.progress?.(1);
    return { ok: true, value: { analysis: hashBytes(bytes), peaks: [] } };
  }
  const mono = mixToMono(channels);
  const peaks = displayPeaks(mono, sampleRate);
  if (isClearlyAudible(mono, sampleRate)) job.heard?.();
  try {
    const analyzer = createAnalyzer(sampleRate);
    const slice = Math.max(1, Math.round(SLICE_SECONDS * sampleRate));
    let reported = 0;
    for (let at = 0; at < mono.length; at += slice) {
      analyzer.push(mono.subarray(at, at + slice));
      await yieldToEvents();
      if (job.cancelled()) return CANCELLED_RESULT;
      const done = Math.min(1, (at + slice) / mono.length);
      if (done - reported >= 0.01) {
        // The last hundredth is the note decoding, which comes after the last sample.
        job.progress?.(Math.min(0.99, done));
        reported = done;
      }
    }
    const analysis = { ...analyzer.finish(), f0: [] };
    job.progress?.(1);
    return { ok: true, value: { analysis, peaks } };
  } catch (error) {
    if (bytes.length === 0) return { ok: false, error: { code: 'engine', message: String(error) } };
    return {
      ok: true,
      value: {
        analysis: { ...hashBytes(bytes), duration: mono.length / sampleRate },
        peaks,
        engineFailure: String(error),
      },
    };
  }
}
