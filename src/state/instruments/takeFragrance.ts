import { blendOf } from '../../domain/colour/blend.ts';
import { fragranceFromEssence } from '../../domain/fragrance/fragrance.ts';
import { essenceOfTake, type Take } from '../../domain/pitch/keyboard.ts';
import { playedPeaks } from '../../domain/beat/playedPeaks.ts';
import { noteCodeOf } from '../../domain/pitch/pitch.ts';
import { traceOf } from '../../domain/fragrance/trace.ts';
import { keepRenderedSound } from '../playback/renderedSound.ts';
import { setCurrentFragrance } from '../fragrance/fragrance.ts';

/**
 * Makes what was played, here or in a MIDI file, the current fragrance.
 * @param sound renders what goes along when it is shared; without it, its notes are
 * @throws RangeError when the take holds no note
 */
export function makeFragranceOfTake(take: Take, sound?: () => Promise<Blob>): void {
  const notes = take.notes.map((note) => ({ ...note, cents: 0 }));
  const essence = essenceOfTake(take);
  // A keyboard has no voice of its own to measure, but says how long and how strongly each key was held.
  const played = take.notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) }));
  const fragrance = fragranceFromEssence({
    essence,
    source: 'keys',
    now: new Date(),
    trace: traceOf({ duration: take.duration, notes, peaks: playedPeaks(take.notes, take.duration) }),
    blend: blendOf(essence, played, null),
  });
  setCurrentFragrance(fragrance);
  if (sound !== undefined) keepRenderedSound(fragrance, sound);
}
