import type { MidiBeat } from '../../src/domain/beat/midiBeat.ts';
import type { CodedError } from '../../src/domain/errors.ts';
import type { Fragrance } from '../../src/domain/fragrance/model.ts';
import type { ScoreCut } from '../../src/domain/midi/midiScore.ts';

/**
 * Main to worker: read this MIDI file. One request a worker; terminating the worker cancels it. The file's notes stay in
 * the worker, which answers with what they make: fifty thousand notes would hold the page up when they arrive.
 */
export interface MidiRequest {
  file: Blob;
  want: 'fragrance' | 'beat';
  /** When a fragrance is made, ms since 1970. */
  now: number;
}

/** The fragrance of a MIDI file's notes. */
export interface MidiFragrance {
  fragrance: Fragrance;
  /** Why it is not of all notes; null when it is. */
  cut: ScoreCut | null;
}

/**
 * `not_midi`, `no_notes`, `only_drums`: what the file is; `too_large`: over the limit; `unreadable`: the file is gone;
 * `midi_failed`: the worker could not do its work.
 */
export type MidiFailure = CodedError<
  'not_midi' | 'no_notes' | 'only_drums' | 'too_large' | 'unreadable' | 'midi_failed'
>;

/** Worker to main. */
export type MidiAnswer =
  | { kind: 'fragrance'; value: MidiFragrance }
  | { kind: 'beat'; value: MidiBeat }
  | { kind: 'failed'; error: CodedError };
