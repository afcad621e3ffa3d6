/** The fragrance of a beat. */
import { proportionsOfBeat } from '#features/fragrance/domain/timbre/proportions.ts';
import { fragranceFromBeat } from '#features/fragrance/domain/composition/fragrance.ts';
import { traceOf } from '#features/fragrance/domain/composition/trace.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { hitsOf } from './beatHits.ts';
import { PAD_LENGTH, selectedNotes, type Beat } from './beat.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';

/** Slices of the waveform of played notes. */
const WAVEFORM_SLICES = 120;
/** Peak of one note at full strength. */
const NOTE_PEAK = 0.4;
/** Minimum visible length of a note, s. */
const MIN_NOTE_S = 0.2;

/** The summed strength of notes in each slice, 0 to 1. Times in s. */
export function playedPeaks(
  notes: readonly { onset: number; offset: number; velocity: number }[],
  duration: number,
): number[] {
  const slice = duration / WAVEFORM_SLICES;
  return Array.from({ length: WAVEFORM_SLICES }, (_, i) => {
    const sounding = notes.filter(
      ({ onset, offset }) => onset < (i + 1) * slice && Math.max(offset, onset + MIN_NOTE_S) > i * slice,
    );
    return Math.min(
      1,
      sounding.reduce((sum, { velocity }) => sum + NOTE_PEAK * velocity, 0),
    );
  });
}

/** Maximum notes of a fragrance. */
const MAX_ESSENCE = 32;

/**
 * The fragrance of a beat: its notes, those with the most and strongest hits first (docs/decisions.md, 41), 32 at most.
 * Its trace is one round of every painted pattern, for the rhythm of flower and sound. Null without a selected note.
 */
export function fragranceOfBeat(beat: Beat, now: Date): Fragrance | null {
  const { hits, seconds } = hitsOf(beat);
  const weight = new Map<NoteCode, number>();
  for (const { note, velocity } of hits) weight.set(note, (weight.get(note) ?? 0) + velocity);
  const notes = selectedNotes(beat)
    .sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0))
    .slice(0, MAX_ESSENCE);
  if (notes.length === 0) return null;
  if (hits.length === 0) return fragranceFromBeat({ notes, now });
  const played = hits.map(({ note, velocity, time }) => ({
    midi: midiOf(note),
    cents: 0,
    onset: time,
    offset: time + PAD_LENGTH,
    velocity,
  }));
  // The last pad of a fast beat rings beyond its round.
  const duration = played.reduce((end, { offset }) => Math.max(end, offset), seconds);
  return fragranceFromBeat({
    notes,
    now,
    blend: { proportions: proportionsOfBeat(notes, hits) },
    trace: traceOf({ duration, notes: played, peaks: playedPeaks(played, duration) }),
  });
}
