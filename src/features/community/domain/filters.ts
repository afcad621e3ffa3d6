import { AXES, AXIS_WORDS, wordOf, type Fragrance } from '../../fragrance/domain/index.ts';
import { octaveOf, type NoteCode, type Octave } from '../../../core/pitch/pitch.ts';

/** What the playlist is filtered by. What is absent filters nothing. */
export interface PlaylistFilters {
  /** The family of the first note of the essence. */
  family?: Octave;
  /** A word of the character, at an end of its axis: one of {@link TRAITS}. */
  trait?: string;
  /** A note among the accents. */
  accent?: NoteCode;
}

/** The words that a character can be filtered by. The middles of the axes say too little of a voice. */
export const TRAITS: readonly string[] = AXES.flatMap((axis) => [AXIS_WORDS[axis][0], AXIS_WORDS[axis][2]]);

/** True when a fragrance passes every filter that is set. The database decides alike (`private.filter_keys`). */
export function matchesFilters(
  { musicEssence, accents, character }: Pick<Fragrance, 'musicEssence' | 'accents' | 'character'>,
  { family, trait, accent }: PlaylistFilters,
): boolean {
  const lead = musicEssence[0];
  if (family !== undefined && (lead === undefined || octaveOf(lead) !== family)) return false;
  if (accent !== undefined && !accents?.some(({ note }) => note === accent)) return false;
  return (
    trait === undefined ||
    (character !== undefined && AXES.some((axis) => wordOf(axis, character.axes[axis]) === trait))
  );
}
