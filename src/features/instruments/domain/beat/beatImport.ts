/** Converts timed notes to a beat. */
import {
  BAR_STEPS,
  BPM_RANGE,
  clampTo,
  FULL_STRENGTH,
  INITIAL_BEAT,
  levelAt,
  MAX_BARS,
  ROW_RANGE,
  stepSeconds,
  type Beat,
} from './beat.ts';
import { withBars, withLevel } from './beatChanges.ts';
import { byPitch, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';

/** A note event of any length, times in s. */
export interface TimedNote {
  midi: number;
  onset: number;
  /** 0 to 1. */
  velocity: number;
}

/** Result of an import. */
export interface BeatImport {
  beat: Beat;
  /** Notes placed on a pad, and repetitions of the round. */
  placed: number;
  /** Other notes: after the 32 steps, or outside the 12 rows. */
  left: number;
}

/**
 * A beat from timed notes: half-beat steps from the beat of the first note, in up to 4 bars. A repetition becomes one
 * round. Of more than 12 pitches the most frequent are kept. Null without notes.
 */
export function beatFromNotes(notes: readonly TimedNote[], bpm: number): BeatImport | null {
  if (notes.length === 0) return null;
  const tempo = clampTo(bpm, BPM_RANGE);
  // Count steps in the file's own tempo, so that clamping the tempo does not move the notes.
  const step = stepSeconds(Number.isFinite(bpm) && bpm > 0 ? bpm : tempo);
  const first =
    Math.floor(notes.reduce((least, { onset }) => Math.min(least, onset), Infinity) / (2 * step) + 1e-6) * 2;
  const all = notes.map(({ midi, onset, velocity }) => ({
    note: noteCodeOf(midi),
    column: Math.round(onset / step) - first,
    level: Math.min(FULL_STRENGTH, Math.max(1, Math.round(FULL_STRENGTH * velocity))),
  }));
  const early = all.filter(({ column }) => column >= 0 && column < MAX_BARS * BAR_STEPS);
  const counts = new Map<NoteCode, number>();
  for (const { note } of early) counts.set(note, (counts.get(note) ?? 0) + 1);
  const chosen = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, ROW_RANGE.max)
    .map(([note]) => note)
    .sort(byPitch);
  if (chosen.length === 0) return null;
  const base: Beat = { ...INITIAL_BEAT, bpm: tempo, rows: Math.max(ROW_RANGE.min, chosen.length), notes: chosen };
  const chosenHits = early.filter(({ note }) => chosen.includes(note));
  const imported = chosenHits.reduce((before, { note, column, level }) => withLevel(before, note, column, level), base);
  const bars = roundOf(
    imported,
    chosenHits.reduce((most, { column }) => Math.max(most, column), 0),
  );
  const steps = bars * BAR_STEPS;
  const beat = chosenHits
    .filter(({ column }) => column < steps)
    .reduce((before, { note, column, level }) => withLevel(before, note, column, level), withBars(base, bars));
  const placed = all.filter(({ note, column }) => column >= 0 && levelAt(beat, note, column % steps) > 0).length;
  return { beat, placed, left: notes.length - placed };
}

/** Bars of the shortest repeating round of a beat that ends with a step. */
function roundOf(beat: Beat, lastStep: number): number {
  const bars = Math.floor(lastStep / BAR_STEPS) + 1;
  const lines = Object.values(beat.patterns[0]!.pads).map((line) => line.padEnd(bars * BAR_STEPS, '0'));
  const repeats = (round: number): boolean =>
    bars % round === 0 && lines.every((line) => line === line.slice(0, round * BAR_STEPS).repeat(bars / round));
  return Array.from({ length: bars }, (_, i) => i + 1).find(repeats) ?? bars;
}
