import type { EstimatedNote } from './types.ts';

/** Distance between two estimates of a pitch tracker, s. */
export const HOP_SECONDS = 0.01;

/** The output of a pitch tracker every {@link HOP_SECONDS}, with the level of the sound at that time. */
export interface PitchTrack {
  /** Fractional MIDI number; NaN where the tracker gave none. */
  midi: Float64Array;
  /** Confidence of the tracker, 0 to 1. */
  clarity: Float64Array;
  /** Level of the 20 ms around the step, dBFS. */
  level: Float64Array;
}

/**
 * Parameters of the note segmentation of a pitch tracker, which has none itself:
 * a median filter smooths the pitch, clarity and level decide about voicing, and a note ends where voicing ends, where
 * the pitch has changed permanently, or where the level rises suddenly. All lengths in steps of the track.
 */
export interface Segmenter {
  /** Minimum clarity of a step that begins a voiced segment, and of one that continues it, 0 to 1. */
  clarity: number;
  keep: number;
  /** Minimum level of a voiced step, dBFS, and relative to the loudest step of the sound, dB. */
  level: number;
  range: number;
  /** Width of the median filter, steps. */
  median: number;
  /** Distance from the pitch of the note that begins a new note, semitones, and for how long, steps. */
  split: number;
  hold: number;
  /** Rise of the level that begins a new note, dB, and the number of steps it is measured over. */
  rise: number;
  riseSteps: number;
  /** Maximum number of unvoiced steps inside a note. */
  bridge: number;
  /** Shortest note, steps. */
  shortest: number;
  /** Delay of the tracker at onsets, which is subtracted, s. */
  delay: number;
}

/** The current pitch of a note is the median of this many last steps, so that a drifting singer stays on one note. */
const MEDIAN_STEPS = 30;

const medianOf = (values: number[]): number => {
  values.sort((a, b) => a - b);
  return values[values.length >> 1]!;
};

/** The median of the voiced pitches around each step; NaN at unvoiced ones. */
function smooth(midi: Float64Array, voiced: readonly boolean[], width: number): Float64Array {
  const half = width >> 1;
  return midi.map((_, step) => {
    if (!voiced[step]) return Number.NaN;
    const around: number[] = [];
    for (let i = Math.max(0, step - half); i <= step + half && i < midi.length; i++)
      if (voiced[i]) around.push(midi[i]!);
    return medianOf(around);
  });
}

/** Marks the voiced steps: clear and loud enough, with a hysteresis of the clarity. */
function voicedSteps({ midi, clarity, level }: PitchTrack, options: Segmenter): boolean[] {
  const loudest = level.reduce((a, b) => Math.max(a, b), -Infinity);
  const floor = Math.max(options.level, loudest - options.range);
  let on = false;
  return Array.from(
    midi,
    (value, step) =>
      (on = !Number.isNaN(value) && clarity[step]! >= (on ? options.keep : options.clarity) && level[step]! >= floor),
  );
}

/** Steps at which a rise of the level by `rise` dB within `over` steps begins. */
function attacks(level: Float64Array, rise: number, over: number): Set<number> {
  const found = new Set<number>();
  let last = -Infinity;
  for (let step = over; step < level.length; step++) {
    const isRising = level[step]! - level[step - over]! >= rise;
    if (isRising && step - last > over + 1) found.add(step - over + 1);
    if (isRising) last = step;
  }
  return found;
}

/** @returns the notes, and which steps are voiced */
export function segment(track: PitchTrack, options: Segmenter): { notes: EstimatedNote[]; voiced: boolean[] } {
  const voiced = voicedSteps(track, options);
  const pitch = smooth(track.midi, voiced, options.median);
  const attackSteps = attacks(track.level, options.rise, options.riseSteps);
  const notes: EstimatedNote[] = [];
  let begin = -1;
  let end = -1;
  let away = 0;
  let isAttack = false;
  const close = (): void => {
    if (begin >= 0 && end - begin >= options.shortest) {
      const pitches: number[] = [];
      let clarity = 0;
      for (let i = begin; i < end; i++) {
        if (!voiced[i]) continue;
        pitches.push(pitch[i]!);
        clarity += track.clarity[i]!;
      }
      const confidence = Math.min(1, clarity / pitches.length);
      notes.push({
        midi: medianOf(pitches),
        onset: Math.max(0, begin * HOP_SECONDS - options.delay),
        offset: end * HOP_SECONDS,
        confidence,
      });
    }
    begin = -1;
    away = 0;
  };
  const centre = (): number =>
    medianOf(
      Array.from(pitch.subarray(Math.max(begin, end - MEDIAN_STEPS), end)).filter((value) => !Number.isNaN(value)),
    );
  for (let step = 0; step < pitch.length; step++) {
    if (attackSteps.has(step)) isAttack = true;
    if (!voiced[step]) {
      if (begin >= 0 && step - end >= options.bridge) close();
      continue;
    }
    if (isAttack && begin >= 0 && step - begin >= options.shortest) close();
    isAttack = false;
    if (begin < 0) begin = step;
    else if (Math.abs(pitch[step]! - centre()) > options.split) {
      if (++away >= options.hold) {
        const from = step + 1 - away;
        close();
        begin = from;
      } else continue;
    } else away = 0;
    end = step + 1;
  }
  close();
  return { notes, voiced };
}
