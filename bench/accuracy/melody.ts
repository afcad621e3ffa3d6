import { pick, type Random } from '../../src/domain/random.ts';
import type { Tone } from './sounds.ts';

/** Seeded scores for the corpus: melodies as people sing and play them, and things that sound together. Times in s. */

const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];
/** Steps of a melody along its scale: mostly near ones, now and then the same note again or a leap. */
const STEPS = [0, 1, 1, 1, -1, -1, -1, 2, 2, -2, -2, 3, -3, 4, -4];
/** Silence before the first note. */
const BEGIN = 0.3;

export interface MelodyOptions {
  seconds: number;
  /** Lowest and highest MIDI number. */
  low: number;
  high: number;
  /** Shortest and longest note. */
  shortest: number;
  longest: number;
  /** Least silence before a note that repeats the one before it: without any, a smooth tone would just go on. */
  repeatGap: number;
}

function scaleWithin(low: number, high: number, random: Random): number[] {
  const steps = pick([MAJOR, MINOR], random);
  const key = Math.floor(12 * random());
  const notes: number[] = [];
  for (let midi = low; midi <= high; midi++) if (steps.includes((midi - key + 120) % 12)) notes.push(midi);
  return notes;
}

/** A walk along a scale: some notes tied to the next, some with a short gap, some before a rest. */
export function melody(options: MelodyOptions, random: Random): Tone[] {
  const { seconds, low, high, shortest, longest, repeatGap } = options;
  const scale = scaleWithin(low, high, random);
  const tones: Tone[] = [];
  let at = scale.length >> 1;
  for (let onset = BEGIN; ; ) {
    // Short notes are as frequent as long ones: lengths are even on a logarithmic scale.
    const offset = onset + shortest * (longest / shortest) ** random();
    if (offset > seconds - 0.3) return tones;
    tones.push({ midi: scale[at]!, onset, offset, loudness: 0.5 + 0.5 * random() });
    const before = at;
    at = Math.min(scale.length - 1, Math.max(0, at + pick(STEPS, random)));
    const gap = pick([0, 0, 0.03, 0.06, 0.25], random);
    onset = offset + (at === before ? Math.max(repeatGap, gap) : gap);
  }
}

/** Melody notes as a singer ties them: vibrato on the longer ones, some reached by a slide from the one before. */
export function sungLike(tones: readonly Tone[], random: Random): Tone[] {
  return tones.map((tone, i) => {
    const before = tones[i - 1];
    const tied = before !== undefined && tone.onset - before.offset < 0.04;
    const vibrato = tone.offset - tone.onset > 0.35 ? 20 + 50 * random() : 0;
    if (tied && random() < 0.5) return { ...tone, vibrato, from: before.midi, slide: 0.05 + 0.04 * random() };
    return random() < 0.3 ? { ...tone, vibrato, from: tone.midi - 1, slide: 0.06 } : { ...tone, vibrato };
  });
}

/** Block chords of so many voices. */
export function chords(seconds: number, voices: number, random: Random): Tone[] {
  const tones: Tone[] = [];
  for (let onset = BEGIN; onset + 1.2 < seconds; ) {
    const offset = onset + 0.5 + 0.5 * random();
    const root = 48 + Math.floor(12 * random());
    const shape = pick([[0, 4, 7, 12], [0, 3, 7, 12], [0, 5, 9, 14], [0, 4, 10, 15]], random);
    for (const interval of shape.slice(0, voices)) tones.push({ midi: root + interval, onset, offset, loudness: 1 / voices });
    onset = offset + pick([0.05, 0.15], random);
  }
  return tones;
}

/** A melody over long bass notes. */
export function accompanied(seconds: number, random: Random): Tone[] {
  const upper = melody({ seconds, low: 64, high: 81, shortest: 0.25, longest: 0.8, repeatGap: 0.06 }, random);
  const lower = melody({ seconds, low: 40, high: 52, shortest: 0.8, longest: 1.6, repeatGap: 0.06 }, random);
  return [...upper.map((tone) => ({ ...tone, loudness: 0.6 })), ...lower.map((tone) => ({ ...tone, loudness: 0.4 }))].sort((a, b) => a.onset - b.onset);
}
