import { FAMILY_TONES } from '../../domain/instruments/tone.ts';
import type { TakeNote } from '../../domain/take/layeredTake.ts';
import type { VoicePool } from '../instrument/voices.ts';

/** More families than this share a few voices each, as where every note sounds as its own. */
const MAX_WHOLE = 2;

/**
 * Makes the voices of all tones of some notes, so that none of them sounds in another. Where they cannot be fetched, without a
 * connection, the notes sound as the held sine.
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
  } catch {
    // Said where the tone was chosen.
  }
}
