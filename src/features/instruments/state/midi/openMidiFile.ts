import { setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { keepFormer, mayReplace } from '#features/fragrance/state/former.ts';
import { fragranceInMidi, tellOfCut } from './fragranceInMidi.ts';

/**
 * Makes the fragrance of a MIDI file's notes the current one; keeps the previous one for one step back. True when the
 * caller should show it; failures are shown.
 * @param arrived the file came from outside: ask before replacing anything unsaved
 */
export async function openMidiFile(file: File, arrived: boolean): Promise<boolean> {
  const made = await fragranceInMidi(file);
  if (made === null) return false;
  if (!arrived) keepFormer();
  else if (!(await mayReplace(file.name))) return false;
  setCurrentFragrance(made.fragrance);
  tellOfCut(made.cut);
  return true;
}
