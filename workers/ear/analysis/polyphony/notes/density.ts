import type { NoteEvent } from '../../types.ts';
import { PARAMETERS } from '../parameters.ts';

const { density: P } = PARAMETERS;

/**
 * Whether these are the notes of a dense sound: dense piano, strummed guitar, a band. The judge of chords hears many more of
 * their notes than the rules do; where there are few at once, it also takes talk and hum beside a melody for notes.
 * @param notes by onset
 */
export function isDense(notes: readonly Pick<NoteEvent, 'onset' | 'offset'>[]): boolean {
  let sounding = 0;
  let seconds = 0;
  let end = -Infinity;
  for (const { onset, offset } of notes) {
    seconds += offset - onset;
    sounding += Math.max(0, offset - Math.max(onset, end));
    end = Math.max(end, offset);
  }
  return seconds >= P.together * sounding && notes.length >= P.perSecond * sounding && sounding > 0;
}
