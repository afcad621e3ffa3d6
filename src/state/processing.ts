import { proxy } from 'valtio';
import { codedFrom, type CodedError } from '../domain/errors.ts';
import { fragranceFromEssence } from '../domain/fragrance.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { traceOf } from '../domain/trace.ts';
import { localStore } from '../platform/localStore.ts';
import type { FileResult } from '../../workers/protocol.ts';
import { amendProfile, fragrance, keepProfile } from './fragrance.ts';

export type ProcessingStatus = 'idle' | 'analyzing' | 'done' | 'failed';

/** What the processing screen watches. `progress` is the analysis' own, 0 to 1. */
export const processing = proxy<{ status: ProcessingStatus; progress: number; error: CodedError | null }>({
  status: 'idle',
  progress: 0,
  error: null,
});

/** A sound on its way to becoming a fragrance: what the create screen hands over. */
export interface PendingSound {
  result: Promise<FileResult>;
  /** Share of the analysis that is done, 0 to 1. */
  progress(): number;
  cancel(): void;
  /** Where the recording was stored, or null while it still waits on this device. */
  audioUrl: string | null;
}

let current: PendingSound | null = null;
let made: { sound: PendingSound; id: string } | null = null;

/** The profile of an analysed sound. Throws RangeError when the analysis found no note at all. */
export function profileOf({ analysis, peaks }: FileResult, audioUrl: string | null, now: Date): FragranceProfile {
  return fragranceFromEssence({
    essence: analysis.essence,
    source: analysis.source,
    now,
    audioData: audioUrl ?? undefined,
    trace: traceOf({ duration: analysis.duration, notes: analysis.notes, peaks }),
  });
}

/**
 * Takes over a sound; the one before, if it still waits, is cancelled. Settles when the fragrance is
 * kept or the analysis has failed, with the outcome in {@link processing}; never rejects.
 */
export async function beginProcessing(pending: PendingSound, now: () => Date = () => new Date()): Promise<void> {
  if (current !== null && processing.status === 'analyzing') current.cancel();
  current = pending;
  localStore.clearErrorFlag();
  processing.status = 'analyzing';
  processing.progress = pending.progress();
  processing.error = null;
  try {
    const result = await pending.result;
    if (current !== pending) return;
    const profile = profileOf(result, pending.audioUrl, now());
    made = { sound: pending, id: profile.id };
    keepProfile(profile);
    processing.progress = 1;
    processing.status = 'done';
  } catch (thrown) {
    if (current !== pending) return;
    processing.error = codedFrom(thrown, 'engine');
    processing.status = 'failed';
  }
}

/** Reads the analysis' progress into {@link processing}; for the screen's clock. */
export function refreshProgress(): void {
  if (processing.status === 'analyzing' && current !== null) processing.progress = current.progress();
}

/**
 * Called when a recording that had to wait is stored at last: its fragrance, if it is still the one
 * at hand, learns the URL.
 */
export function recordingStored(sound: PendingSound, audioUrl: string): void {
  sound.audioUrl = audioUrl;
  if (made !== null && made.sound === sound && fragrance.profile?.id === made.id) amendProfile({ audioData: audioUrl });
}

/** Gives up the sound that is being analysed. */
export function cancelProcessing(): void {
  if (processing.status === 'analyzing') current?.cancel();
  leaveProcessing();
}

/** Back to idle once the screen has moved on. */
export function leaveProcessing(): void {
  current = null;
  processing.status = 'idle';
  processing.progress = 0;
  processing.error = null;
}
