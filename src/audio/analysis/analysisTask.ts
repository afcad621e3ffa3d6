import { coded, isCoded } from '../../domain/errors.ts';
import type { Answer, AnalysisResult, CaptureResult } from '../../../workers/protocol.ts';
import type { AnalysisClient, FileOptions } from './analysisClient.ts';
import { byteHash } from './byteHash.ts';
import { decodeSound, type DecodedSound } from './decode.ts';

/** An analysis that may still be going on. */
export interface AnalysisTask {
  /** Rejects with coded data (`engine`, `died`, `cancelled`) when nothing could be found out at all. */
  result: Promise<AnalysisResult>;
  /** Share that is done, 0 to 1. */
  progress(): number;
  cancel(): void;
  /** True once it was given up or has failed: a new attempt needs a new analysis. */
  failed(): boolean;
  /** Whether there is anything to hear; known early when the sound is clear, else with the result. Never rejects. */
  silent: Promise<boolean>;
}

/** A worker that was silent for longer has eaten the time for another try: the processing screen waits 30 s in all (docs/decisions.md, 8), ms. */
const ANOTHER_TRY_WITHIN_MS = 16_000;

/** An answer that asks for another try: the worker is gone, or its engine gave up. */
const worthAnotherTry = (answer: Answer<unknown>): boolean => !answer.ok && answer.error.code !== 'cancelled';

const messageIn = (answer: Answer<unknown>): string => (answer.ok ? '' : answer.error.message);

/**
 * Decodes and analyses an encoded sound; of one that was decoded already, `first` is taken. A worker that dies on the way, or cannot
 * be started, is replaced and the sound decoded anew; a second failure leaves the bytes' own notes (docs/decisions.md, 1), which
 * need neither decoding nor a worker, and says so (`engineFailure`).
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
  let began = 0;
  for (let attempt = 0; attempt < 2; attempt++) {
    options.signal?.throwIfAborted();
    let sound;
    try {
      sound = attempt === 0 && first !== null ? first : await decodeSound(await blob.arrayBuffer(), seconds);
    } catch (error) {
      if (!isCoded(error, 'undecodable')) throw error;
      break;
    }
    began = performance.now();
    answer = await client.analyzeFile(sound.channels, sound.sampleRate, await bytes(), options);
    if (!worthAnotherTry(answer) || performance.now() - began > ANOTHER_TRY_WITHIN_MS) break;
  }
  if (answer === null || worthAnotherTry(answer)) {
    options.onHeard?.();
    options.signal?.throwIfAborted();
    const result = await byteHash(blob, seconds);
    return answer === null ? result : { ...result, engineFailure: messageIn(answer) };
  }
  if (!answer.ok) throw coded(answer.error.code, answer.error.message);
  // A sound that could not be decoded has the length that the player read.
  const { analysis } = answer.value;
  return analysis.duration > 0 ? answer.value : { ...answer.value, analysis: { ...analysis, duration: seconds } };
}

/**
 * Begins to find out what a recording holds.
 * @param seconds its length as far as it is known
 * @param live the result that came with the capture; where it failed, the recording itself is analysed
 * @param decoded the sound, where it was decoded before; it is used up
 */
export function beginAnalysis(
  client: AnalysisClient,
  blob: Blob,
  seconds: number,
  { live, decoded }: { live?: Answer<CaptureResult> | undefined; decoded?: DecodedSound } = {},
): AnalysisTask {
  const abort = new AbortController();
  let progress = 0;
  let failed = false;
  let heard: () => void = () => {};
  const clear = new Promise<false>((resolve) => {
    heard = () => resolve(false);
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
        onHeard: heard,
      });
    } catch (error) {
      throw abort.signal.aborted ? coded('cancelled', 'The analysis was given up.') : error;
    }
  };
  const result = find().finally(() => {
    progress = 1;
  });
  // Whoever waits for the result hears of a failure; until somebody does, it is no unhandled one.
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
