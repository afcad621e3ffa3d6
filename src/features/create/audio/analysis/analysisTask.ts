import { hashBytes } from '#analysis/byteHash.ts';
import { codedError, isCoded } from '#core/values/errors.ts';
import type { Answer, AnalysisResult, CaptureResult } from '#analysis/protocol.ts';
import type { AnalysisClient, FileOptions } from './analysisClient.ts';
import { decodeSound, type DecodedSound } from './decode.ts';

/** A running or finished analysis. */
export interface AnalysisTask {
  /** Rejects with coded data (`engine`, `died`, `cancelled`) when there is no result at all. */
  result: Promise<AnalysisResult>;
  /** Progress, 0 to 1. */
  progress(): number;
  cancel(): void;
  /** True after cancellation or failure: a new attempt needs a new task. */
  failed(): boolean;
  /**
   * True for a silent recording; resolves early when the sound is clear, else with the result. Never rejects.
   */
  silent: Promise<boolean>;
}

/**
 * After a longer silence of the worker there is no time for a second try: the processing screen waits 30 s in all
 * (docs/decisions.md, 20), ms.
 */
const ANOTHER_TRY_WITHIN_MS = 16_000;

/** True when the worker died or its engine failed. */
const worthAnotherTry = (answer: Answer<unknown>): boolean => !answer.ok && answer.error.code !== 'cancelled';

const messageIn = (answer: Answer<unknown>): string => (answer.ok ? '' : answer.error.message);

/**
 * The notes of a recording's bytes (docs/decisions.md, 1). Runs on this thread: the last fallback must work without a
 * worker. 25 MiB take about 30 ms.
 * @param seconds the recording's length before decoding, s; 0 if unknown
 */
async function byteHash(blob: Blob, seconds: number): Promise<AnalysisResult> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { analysis: { ...hashBytes(bytes), duration: seconds }, peaks: [] };
}

/**
 * Decodes and analyses an encoded sound; `first` is the sound if it is decoded already. Replaces a worker that dies or
 * cannot start and decodes again. After a second failure, and in a browser without a decoder, it returns the notes of
 * the bytes (docs/decisions.md, 1), which need neither decoding nor a worker, and sets `engineFailure`.
 */
async function analyzeBlob(
  client: AnalysisClient,
  blob: Blob,
  seconds: number,
  first: DecodedSound | null,
  options: FileOptions,
): Promise<AnalysisResult> {
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());
  let answer: Answer<AnalysisResult> | null = null;
  let engineFailure: string | undefined;
  let began = 0;
  for (let attempt = 0; attempt < 2; attempt++) {
    options.signal?.throwIfAborted();
    let sound;
    try {
      sound = attempt === 0 && first !== null ? first : await decodeSound(await blob.arrayBuffer(), seconds);
    } catch (error) {
      if (isCoded(error, 'no_decoder')) engineFailure = error.message;
      else if (!isCoded(error, 'undecodable')) throw error;
      break;
    }
    began = performance.now();
    answer = await client.analyzeFile(sound.channels, sound.sampleRate, await bytes(), options);
    if (!worthAnotherTry(answer) || performance.now() - began > ANOTHER_TRY_WITHIN_MS) break;
  }
  if (answer === null || worthAnotherTry(answer)) {
    options.onHeard?.();
    options.signal?.throwIfAborted();
    if (answer !== null) engineFailure = messageIn(answer);
    return { ...(await byteHash(blob, seconds)), ...(engineFailure === undefined ? {} : { engineFailure }) };
  }
  if (!answer.ok) throw codedError(answer.error.code, answer.error.message);
  // Without decoding, use the length that the player read.
  const { analysis } = answer.value;
  return analysis.duration > 0 ? answer.value : { ...answer.value, analysis: { ...analysis, duration: seconds } };
}

/**
 * Begins the analysis of a recording.
 * @param seconds its length before decoding, s; 0 if unknown
 * @param live the result of the live capture; if it failed, the recording itself is analysed
 * @param decoded the decoded sound, if any; it is transferred
 */
export function beginAnalysis(
  client: AnalysisClient,
  blob: Blob,
  seconds: number,
  { live, decoded }: { live?: Answer<CaptureResult> | undefined; decoded?: DecodedSound | null } = {},
): AnalysisTask {
  const abort = new AbortController();
  let progress = 0;
  let failed = false;
  let resolvePending: () => void = () => {};
  const clear = new Promise<false>((resolve) => {
    resolvePending = () => resolve(false);
  });
  const find = async (): Promise<AnalysisResult> => {
    if (live?.ok === true) {
      const { analysis, peaks, engineFailure } = live.value;
      return { analysis, peaks, ...(engineFailure === undefined ? {} : { engineFailure }) };
    }
    try {
      return await analyzeBlob(client, blob, seconds, decoded ?? null, {
        signal: abort.signal,
        onProgress: (done) => {
          progress = done;
        },
        onHeard: resolvePending,
      });
    } catch (error) {
      throw abort.signal.aborted ? codedError('cancelled', 'The analysis was given up.') : error;
    }
  };
  const result = find().finally(() => {
    progress = 1;
  });
  // Mark the rejection as handled; awaiting `result` still reports it.
  result.catch(() => {
    failed = true;
  });
  return {
    result,
    progress: () => progress,
    cancel: () => abort.abort(),
    failed: () => failed || abort.signal.aborted,
    silent: Promise.race([
      clear,
      result.then(
        ({ analysis }) => analysis.silent,
        () => false,
      ),
    ]),
  };
}
