import { blendOf } from '../../domain/colour/blend.ts';
import { fragranceFromEssence } from '../../domain/fragrance/fragrance.ts';
import { essenceOfTake, type Take } from '../../domain/pitch/keyboard.ts';
import { noteCodeOf } from '../../domain/pitch/pitch.ts';
import { traceOf } from '../../domain/fragrance/trace.ts';
import { setCurrentFragrance } from '../fragrance/fragrance.ts';

/** Slices of the picture that a take leaves in the fragrance. */
const TRACE_SLICES = 120;

/**
 * Makes what was played, here or in a MIDI file, the current fragrance.
 * @throws RangeError when the take holds no note
 */
export function makeFragranceOfTake(take: Take): void {
  const notes = take.notes.map((note) => ({ ...note, cents: 0 }));
  const essence = essenceOfTake(take);
  // A keyboard has no voice of its own to measure, but says how long and how strongly each key was held.
  const played = take.notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) }));
  const fragrance = fragranceFromEssence({
    essence,
    source: 'keys',
    now: new Date(),
    trace: traceOf({ duration: take.duration, notes, peaks: peaksOfTake(take) }),
    blend: blendOf(essence, played, null),
  });
  setCurrentFragrance(fragrance);
}

/** The loudness of a take over time: how strongly its notes sound together in each slice. */
function peaksOfTake({ notes, duration }: Take): number[] {
  const slice = duration / TRACE_SLICES;
  return Array.from({ length: TRACE_SLICES }, (_, i) => {
    const sounding = notes.filter(
      ({ onset, offset }) => onset < (i + 1) * slice && Math.max(offset, onset + 0.2) > i * slice,
    );
    return Math.min(
      1,
      sounding.reduce((sum, { velocity }) => sum + 0.4 * velocity, 0),
    );
  });
}
