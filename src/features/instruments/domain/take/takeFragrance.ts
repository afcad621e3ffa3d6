import { playedPeaks } from '../beat/beatFragrance.ts';
import { blendOf } from '#features/fragrance/domain/timbre/blend.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { traceOf } from '#features/fragrance/domain/composition/trace.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { codedError } from '#core/values/errors.ts';
import type { MidiScore } from '../midi/midiScore.ts';
import { essenceOfTake, type Take } from '../keyboard/keyboard.ts';
import { noteCodeOf } from '#analysis/values/pitch.ts';

/** The fragrance of a take. @throws RangeError when it has no note */
export function fragranceOfTake(take: Take, now: Date): Fragrance {
  const notes = take.notes.map((note) => ({ ...note, cents: 0 }));
  const essence = essenceOfTake(take);
  // A keyboard has no measured timbre, but has the duration and velocity of each key.
  const played = take.notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) }));
  return fragranceFromEssence({
    essence,
    source: 'keys',
    now,
    trace: traceOf({ duration: take.duration, notes, peaks: playedPeaks(take.notes, take.duration) }),
    blend: blendOf(essence, played, null),
  });
}

/**
 * Converts a score to a take, without drums, which have no pitch.
 * @throws CodedError `no_notes`, `only_drums`
 */
export function takeOfScore({ notes, drums }: MidiScore): Take {
  if (notes.length === 0)
    throw drums.length === 0
      ? codedError('no_notes', 'The MIDI file holds no notes.')
      : codedError('only_drums', 'The MIDI file holds drums and no other notes.');
  return {
    notes: notes.map(({ midi, onset, offset, velocity }) => ({ midi, onset, offset, velocity })),
    duration: notes.reduce((latest, { offset }) => Math.max(latest, offset), 0),
  };
}
