import { codedError } from '#core/values/errors.ts';
import { FAMILY_TONES } from '../../domain/keyboard/tone.ts';
import type { TakeNote } from '../../domain/take/recordedTake.ts';
import type { VoicePool } from '../sound/voices.ts';

/** With more families than this, each has a few voices, as with the tone `family`. */
const MAX_WHOLE = 2;

/**
 * Creates the voices of all tones of some notes. Where it rejects, they sound as the held sine.
 * @throws CodedError of code 'tones' when they cannot be fetched
 */
export async function prepareTones(
  voices: Pick<VoicePool, 'prepare'>,
  notes: readonly Pick<TakeNote, 'tone'>[],
): Promise<void> {
  const played = new Set(notes.map(({ tone }) => tone));
  const families = FAMILY_TONES.filter((id) => played.has(id));
  try {
    if (families.length > MAX_WHOLE) await voices.prepare('family');
    else for (const id of families) await voices.prepare(id);
  } catch (error) {
    throw codedError('tones', 'The tones of the take could not be loaded.', error);
  }
}
