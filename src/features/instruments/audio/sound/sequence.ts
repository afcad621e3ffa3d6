import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { VoicePool } from './voices.ts';

/** Default length of a note, s. */
const NOTE_SECONDS = 0.5;
/** Default distance of two onsets, s; between 0.4 and 0.6. */
const NOTE_SPACING = 0.5;
/** Lead time of the first note, s: enough for the audio thread. */
const LEAD_S = 0.02;
/** Interval of reading the audio clock, ms. */
const LOOK_MS = 20;
/**
 * Notes scheduled ahead: three seconds at the closest spacing, so that a busy page cannot interrupt the sequence, and
 * few enough to leave voices to the keys.
 */
const NOTES_AHEAD = 8;

/** Source name of the notes of a sequence. */
export const SEQUENCE_SOURCE = 'sequence';

export interface SequenceOptions {
  /** Distance of two onsets, s. */
  spacing?: number;
  /** Length of each note, s. */
  length?: number;
  /** Velocity of the notes, above 0 and up to 1. */
  velocity?: number;
  /** Called when a note begins to sound, by the audio clock. */
  onNote?: (index: number, note: NoteCode) => void;
  /** Called once after the last note has faded; not after `stop`. */
  onEnd?: () => void;
}

/** A sequence that is sounding. */
export interface Sequence {
  stop(): void;
}

/** The instrument of a sequence. */
interface SequenceInstrument {
  readonly context: BaseAudioContext;
  readonly voices: Pick<VoicePool, 'start' | 'stop'>;
}

/**
 * Plays notes at equal distances on the audio clock with voices of the pool. A new sequence stops the one before.
 */
export function playSequence(
  { context, voices }: SequenceInstrument,
  notes: readonly NoteCode[],
  options: SequenceOptions = {},
): Sequence {
  const { spacing = NOTE_SPACING, length = NOTE_SECONDS, velocity = 1, onNote, onEnd } = options;
  const scope = new Scope();
  const start = context.currentTime + LEAD_S;
  const end = start + Math.max(0, notes.length - 1) * spacing + length;
  let scheduled = 0;
  let sounded = 0;
  const schedule = (): void => {
    for (; scheduled < Math.min(notes.length, sounded + NOTES_AHEAD); scheduled++)
      voices.start({
        midi: midiOf(notes[scheduled]!),
        velocity,
        time: start + scheduled * spacing,
        length,
        source: SEQUENCE_SOURCE,
      });
  };
  schedule();
  scope.interval(() => {
    const now = context.currentTime;
    while (sounded < notes.length && now >= start + sounded * spacing) {
      onNote?.(sounded, notes[sounded]!);
      sounded++;
    }
    schedule();
    if (now >= end) {
      scope.dispose();
      onEnd?.();
    }
  }, LOOK_MS);
  return {
    stop: () => {
      if (scope.disposed) return;
      scope.dispose();
      voices.stop(SEQUENCE_SOURCE);
    },
  };
}
