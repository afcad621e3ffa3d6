import type { HeardNote } from './types.ts';

/** Distance of two pitch readings of a tracker, s. */
export const HOP_SECONDS = 0.01;

/** What a pitch tracker says every {@link HOP_SECONDS}, with the level of the sound at that moment. */
export interface PitchTrack {
  /** Fractional MIDI number; NaN where the tracker gave none. */
  midi: Float64Array;
  /** The tracker's own certainty, 0 to 1. */
  clarity: Float64Array;
  /** Level of the 20 ms around the step, dBFS. */
  level: Float64Array;
}

/**
 * Notes from a pitch track, the same for every pitch tracker of the bench, as none of them brings its own: a median
 * smooths the pitch, clarity and level say where something is voiced, and a note ends where voicing does, where the
 * pitch has moved away for good, or where the level jumps up. All lengths in steps of the track.
 */
export interface Segmenter {
  /** Least clarity of a step that begins a voiced stretch, and of one that goes on with it, 0 to 1. */
  clarity: number;
  keep: number;
  /** Least level of a voiced step, dBFS, and below the loudest step of the sound, dB. */
  level: number;
  range: number;
  /** Width of the pitch's median, steps. */
  median: number;
  /** Distance from the note's pitch that begins a new one, semitones, and how long it must hold, steps. */
  split: number;
  hold: number;
  /** Rise of the level that begins a new note, dB, and over how many steps. */
  rise: number;
  riseSteps: number;
  /** Unvoiced steps that a note survives. */
  bridge: number;
  /** Shortest note, steps. */
  shortest: number;
  /** A tracker's own delay at onsets, which is taken off, s. */
  delay: number;
}

/** How much of a note tells its pitch while it goes on, steps: a drifting singer stays on one note. */
const MEMORY = 30;

const medianOf = (values: number[]): number => {
  values.sort((a, b) => a - b);
  return values[values.length >> 1]!;
};

/** The median of the voiced pitches around each step; NaN at unvoiced ones. */
function smoothed(midi: Float64Array, voiced: readonly boolean[], width: number): Float64Array {
  const half = width >> 1;
  return midi.map((_, step) => {
    if (!voiced[step]) return Number.NaN;
    const around: number[] = [];
    for (let i = Math.max(0, step - half); i <= step + half && i < midi.length; i++) if (voiced[i]) around.push(midi[i]!);
    return medianOf(around);
  });
}

/** Which steps are voiced: clear and loud enough, and a little less clear where it has begun (a hysteresis). */
function voicedSteps({ midi, clarity, level }: PitchTrack, options: Segmenter): boolean[] {
  const loudest = level.reduce((most, level) => Math.max(most, level), -Infinity);
  const floor = Math.max(options.level, loudest - options.range);
  let on = false;
  return Array.from(midi, (value, step) => (on = !Number.isNaN(value) && clarity[step]! >= (on ? options.keep : options.clarity) && level[step]! >= floor));
}

/** Steps where the level rises by `rise` dB: where each climb begins, as it is complete only `over` steps later. */
function attacks(level: Float64Array, rise: number, over: number): Set<number> {
  const found = new Set<number>();
  let last = -Infinity;
  for (let step = over; step < level.length; step++) {
    const climbs = level[step]! - level[step - over]! >= rise;
    if (climbs && step - last > over + 1) found.add(step - over + 1);
    if (climbs) last = step;
  }
  return found;
}

/** @returns the notes, and which steps are voiced */
export function segment(track: PitchTrack, options: Segmenter): { notes: HeardNote[]; voiced: boolean[] } {
  const voiced = voicedSteps(track, options);
  const pitch = smoothed(track.midi, voiced, options.median);
  const struck = attacks(track.level, options.rise, options.riseSteps);
  const notes: HeardNote[] = [];
  let begin = -1;
  let end = -1;
  let away = 0;
  let anew = false;
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
      notes.push({ midi: medianOf(pitches), onset: Math.max(0, begin * HOP_SECONDS - options.delay), offset: end * HOP_SECONDS, confidence });
    }
    begin = -1;
    away = 0;
  };
  const centre = (): number => medianOf(Array.from(pitch.subarray(Math.max(begin, end - MEMORY), end)).filter((value) => !Number.isNaN(value)));
  for (let step = 0; step < pitch.length; step++) {
    if (struck.has(step)) anew = true;
    if (!voiced[step]) {
      if (begin >= 0 && step - end >= options.bridge) close();
      continue;
    }
    if (anew && begin >= 0 && step - begin >= options.shortest) close();
    anew = false;
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
