import type { MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import type { ScoreLimit } from '#features/instruments/domain/midi/midiScore.ts';
import type { CodedError } from '#core/values/errors.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';

/**
 * Main to worker: read this MIDI file. One request a worker; terminating the worker cancels it. The worker answers with
 * a fragrance or a beat and not with the notes: receiving fifty thousand of them would block the page.
 */
export interface MidiRequest {
  file: Blob;
  want: 'fragrance' | 'beat';
  /** Time of a fragrance's creation, ms since 1970. */
  now: number;
}

/** The fragrance of a MIDI file's notes. */
export interface MidiFragrance {
  fragrance: Fragrance;
  /** Reason for missing notes; null when it has all. */
  truncatedBy: ScoreLimit | null;
}

/**
 * `not_midi`, `no_notes`, `only_drums`: the file is unsuitable; `too_large`: over the limit; `unreadable`: the file is
 * gone; `midi_failed`: the worker failed.
 */
export type MidiFailure = CodedError<
  'not_midi' | 'no_notes' | 'only_drums' | 'too_large' | 'unreadable' | 'midi_failed'
>;

/** Worker to main. */
export type MidiAnswer =
  | { kind: 'fragrance'; value: MidiFragrance }
  | { kind: 'beat'; value: MidiBeat }
  | { kind: 'failed'; error: CodedError };
