import { midiOfHz } from '../../values/pitch.ts';
import { powerDecibels } from '../dsp/decibels.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { estimateTuning } from '../monophony/tuning.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import type { NoteEvent } from '../types.ts';

/**
 * Measures notes for the judges of what sounds beside the music (besideJudge.ts): syllables of talk, hits of drums. Each note
 * is measured by itself and beside the others, as level, clarity and glides are not the same in two recordings. Levels
 * are in units of 10 dB, pitches in semitones.
 */

/** Changes of pitch between two steps, semitones, that divide them into still, moving, gliding and leaping. */
const CHANGES = [0.02, 0.08, 0.3];
/** The pitch path within this of a note follows it, semitones, and within this is at its pitch. */
const FOLLOWS = 2.5;
const NEAR = 0.6;
/** Tolerance of a plateau, semitones. */
const LEVEL = 0.2;
/** Steps beside a note over which its surroundings are measured. */
const BESIDE = steps(0.08);
/** Intervals to the partials of a lower note, semitones. */
const PARTIALS = [12, 19, 24, 28];
/** Number of measurements of a note that are compared with their median over all notes. */
const OWN = 20;

/** Number of measurements of a note. */
export const BESIDE_EVIDENCE_LENGTH = 2 * OWN + 20;

/** A note with the steps [first, end) and its pitch, fractional MIDI. */
interface Place {
  first: number;
  end: number;
  pitch: number;
  note: NoteEvent;
}

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The value of which the share `q` is below it; 0 without any. */
function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

/** Standard deviation. */
function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** The measurements of each note of a sound, which are by onset. */
export function besideEvidence(notes: readonly NoteEvent[], track: PitchTrack): Float64Array[] {
  const places = notes.map((note): Place => {
    const first = Math.max(0, Math.min(track.length - 1, steps(note.onset)));
    return {
      first,
      end: Math.max(first + 1, Math.min(track.length, steps(note.offset))),
      pitch: note.midi + note.cents / 100,
      note,
    };
  });
  const own = places.map((place) => ownEvidence(place, track));
  const usual = Array.from({ length: OWN }, (_, k) =>
    quantile(
      own.map((values) => values[k]!),
      0.5,
    ),
  );
  const seconds = places.map(({ first, end }) => (end - first) * HOP_SECONDS);
  const tuning = estimateTuning(places.map(({ pitch }, i) => ({ pitch, seconds: seconds[i]! })));
  const sounding = seconds.reduce((sum, one) => sum + one, 0);
  return places.map((place, i) => {
    const offGrid = place.pitch - tuning.cents / 100;
    const again = seconds.reduce(
      (sum, one, k) => sum + (k !== i && Math.abs(places[k]!.pitch - place.pitch) < NEAR ? one : 0),
      0,
    );
    return Float64Array.from([
      ...own[i]!,
      ...own[i]!.map((value, k) => value - usual[k]!),
      ...neighbour(place, places[i - 1]),
      ...neighbour(place, places[i + 1]),
      ...surroundings(place, track),
      ...together(place, places),
      2 * Math.abs(offGrid - Math.round(offGrid)),
      tuning.confidence,
      again / Math.max(0.01, sounding - seconds[i]!),
      sounding / Math.max(0.1, track.length * HOP_SECONDS) / 2,
      Math.log2(1 + notes.length) / 6,
      usual[0]!,
      usual[7]!,
    ]);
  });
}

/** What a note is like by itself: `OWN` values. */
function ownEvidence({ first, end, pitch, note }: Place, track: PitchTrack): number[] {
  const { hz, clarity, level, power, rise } = track;
  const pitches: number[] = [];
  const clarities: number[] = [];
  const levels: number[] = [];
  const shares: number[] = [];
  const classes = CHANGES.map(() => 0);
  let moves = 0;
  let drift = 0;
  let path = 0;
  let near = 0;
  let plateau = 0;
  let run = 0;
  let [lowest, highest] = [0, 0];
  let highestRise = 0;
  let follows = false;
  for (let t = first; t < end; t++) {
    const at = hz[t]! > 0 ? midiOfHz(hz[t]!) : Number.NaN;
    const own = 20 * Math.log10(level[t]! + 1e-9);
    if (t < first + BESIDE) highestRise = Math.max(highestRise, rise[t]!);
    if (!(Math.abs(at - pitch) < FOLLOWS)) {
      follows = false;
      run = 0;
      continue;
    }
    if (Math.abs(at - pitch) < NEAR) near++;
    levels.push(own);
    shares.push(own - powerDecibels(power[t]! + 1e-12));
    clarities.push(clarity[t]!);
    if (follows) {
      const change = at - pitches.at(-1)!;
      const found = CHANGES.findIndex((limit) => Math.abs(change) < limit);
      if (found >= 0) classes[found]!++;
      moves++;
      drift += change;
      path += Math.abs(change);
    }
    [lowest, highest] = run > 0 ? [Math.min(lowest, at), Math.max(highest, at)] : [at, at];
    run = highest - lowest <= LEVEL ? run + 1 : 1;
    if (run === 1) [lowest, highest] = [at, at];
    plateau = Math.max(plateau, run);
    pitches.push(at);
    follows = true;
  }
  const length = end - first;
  return [
    Math.log2(length) / 4,
    pitches.length / length,
    near / length,
    quantile(clarities, 0.5),
    quantile(clarities, 0.1),
    Math.min(2, quantile(pitches, 0.9) - quantile(pitches, 0.1)),
    Math.min(3, path) / 2,
    plateau / length,
    Math.log2(1 + plateau) / 4,
    ...classes.map((count) => count / Math.max(1, moves)),
    clamp(drift, 3),
    clamp(drift / (length * HOP_SECONDS) / 10, 3),
    quantile(levels, 0.5) / 10,
    quantile(shares, 0.5) / 10,
    Math.min(3, highestRise / 10),
    Math.min(2, deviation(levels) / 5),
    note.confidence,
    2 * note.velocity,
  ];
}

/** Gap to the note beside a note, and the length of that: 2 values. */
function neighbour({ first, end }: Place, other: Place | undefined): number[] {
  if (other === undefined) return [1, 0];
  const gap = Math.max(0, other.first >= end ? other.first - end : first - other.end);
  return [Math.min(1, gap * HOP_SECONDS), Math.log2(other.end - other.first) / 4];
}

/** How power and clarity differ from those just before and after the note: 6 values. */
function surroundings({ first, end }: Place, { power, clarity, hz, length }: PitchTrack): number[] {
  const over = (valueAt: (t: number) => number, from: number, to: number): number => {
    const inside: number[] = [];
    for (let t = Math.max(0, from); t < Math.min(length, to); t++) inside.push(valueAt(t));
    return mean(inside);
  };
  const loudness = (t: number): number => powerDecibels(power[t]! + 1e-12) / 10;
  const certainty = (t: number): number => clarity[t]!;
  const voiced = (t: number): number => (hz[t]! > 0 ? 1 : 0);
  const middle = over(loudness, first, end);
  const steady = over(certainty, first, end);
  return [
    clamp(middle - over(loudness, first - BESIDE, first), 4),
    clamp(middle - over(loudness, end, end + BESIDE), 4),
    steady - over(certainty, first - BESIDE, first),
    steady - over(certainty, end, end + BESIDE),
    over(voiced, first - BESIDE, first),
    over(voiced, end, end + BESIDE),
  ];
}

/** The notes that sound at the same time: their number, the longest of them, and whether this one is a partial of one: 3 values. */
function together({ first, end, pitch }: Place, places: readonly Place[]): number[] {
  let sounding = 0;
  let longest = 0;
  let partial = 0;
  for (const other of places) {
    const shared = Math.min(end, other.end) - Math.max(first, other.first);
    if (shared <= 0 || (other.pitch === pitch && other.first === first)) continue;
    sounding += shared;
    longest = Math.max(longest, other.end - other.first);
    if (PARTIALS.some((interval) => Math.abs(pitch - other.pitch - interval) < NEAR)) partial += shared;
  }
  const length = end - first;
  return [Math.min(2, sounding / length / 2), Math.log2(1 + longest) / 4, Math.min(1, partial / length)];
}
