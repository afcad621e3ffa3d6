import { hzOf, type NoteCode } from '../../domain/pitch/pitch.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import type { SoundContext } from './context.ts';

/** The note tone: a sine at this gain, fading out over its length. */
export const NOTE_GAIN = 0.3;
/** Default length of a note, s. */
export const NOTE_SECONDS = 0.5;
/** Default distance of two notes in a sequence, s; between 0.4 and 0.6. */
export const NOTE_SPACING = 0.5;

/** Rise at the beginning and end of the fade, s: shorter ones click. */
const ATTACK = 0.008;
const RELEASE = 0.02;
/** The fade comes down to this share of the gain before the last ramp to zero: -40 dB. */
const FLOOR = 0.01;
/** Head start of a sequence against its first note, s: enough for the audio thread to have it in time. */
const LEAD = 0.02;
/** Distance of two looks at the audio clock for the highlights, ms. */
const LOOK_MS = 20;

/** A note that was scheduled; `stop` ends it early, without a click. */
export interface ScheduledNote {
  stop(): void;
}

/**
 * Schedules one note on a context's clock: `when` and `length` in seconds. Works on any context, so
 * that an offline one can render it. `onEnded` is called when it has died away or was
 * stopped; `velocity` (above 0 and up to 1) is how strong it is.
 */
export function scheduleNote(
  context: BaseAudioContext,
  output: AudioNode,
  hz: number,
  when: number,
  length: number,
  onEnded?: () => void,
  velocity = 1,
): ScheduledNote {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const envelope = new GainNode(context, { gain: 0 });
  // Its own gain, so that stopping need not know where in the fade the envelope stands.
  const brake = new GainNode(context, { gain: 1 });
  const attack = Math.min(ATTACK, length / 4);
  const release = Math.min(RELEASE, length / 4);
  envelope.gain.setValueAtTime(0, when);
  const gain = NOTE_GAIN * velocity;
  envelope.gain.linearRampToValueAtTime(gain, when + attack);
  envelope.gain.exponentialRampToValueAtTime(gain * FLOOR, when + length - release);
  envelope.gain.linearRampToValueAtTime(0, when + length);
  oscillator.connect(envelope).connect(brake).connect(output);
  oscillator.start(when);
  oscillator.stop(when + length);
  oscillator.addEventListener(
    'ended',
    () => {
      brake.disconnect();
      onEnded?.();
    },
    { once: true },
  );
  return {
    stop: () => {
      const now = context.currentTime;
      if (now >= when + length) return;
      brake.gain.setValueAtTime(1, now);
      brake.gain.linearRampToValueAtTime(0, now + RELEASE);
      oscillator.stop(Math.max(when, now + RELEASE));
    },
  };
}

export interface SequenceOptions {
  /** Distance of two onsets, s. */
  spacing?: number;
  /** Length of each note, s. */
  length?: number;
  /** How strong the notes are, above 0 and up to 1. */
  velocity?: number;
  /** Called when a note begins to sound, by the audio clock. */
  onNote?: (index: number, note: NoteCode) => void;
  /** Called once, when the last note has died away; not when the sequence was stopped. */
  onEnd?: () => void;
}

/** A sequence that is sounding. */
export interface Sequence {
  stop(): void;
}

/**
 * Plays notes at equal distances, all scheduled on the audio clock at once, so that a busy page cannot make them stumble.
 * @throws coded `context_not_started` when the browser does not let sound out
 */
export async function playSequence(
  sound: SoundContext,
  notes: readonly NoteCode[],
  options: SequenceOptions = {},
): Promise<Sequence> {
  const { spacing = NOTE_SPACING, length = NOTE_SECONDS, velocity = 1, onNote, onEnd } = options;
  await sound.ensureRunning();
  const context = sound.get();
  const scope = new Scope();
  const start = context.currentTime + LEAD;
  const scheduled = notes.map((note, index) =>
    scheduleNote(context, context.destination, hzOf(note), start + index * spacing, length, undefined, velocity),
  );
  const end = start + Math.max(0, notes.length - 1) * spacing + length;
  let next = 0;
  scope.interval(() => {
    const now = context.currentTime;
    while (next < notes.length && now >= start + next * spacing) {
      onNote?.(next, notes[next]!);
      next++;
    }
    if (now >= end) {
      scope.dispose();
      onEnd?.();
    }
  }, LOOK_MS);
  return {
    stop: () => {
      if (scope.disposed) return;
      scope.dispose();
      for (const note of scheduled) note.stop();
    },
  };
}
