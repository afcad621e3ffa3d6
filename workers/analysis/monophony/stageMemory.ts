import { steps } from '../parameters.ts';
import type { NoteSegment } from './noteDecoder.ts';
import type { PitchTrack } from './pitchTrack.ts';

/**
 * Takes the next note of a stage: adds it to those found, to the last of them, or neither. It may change the last note
 * found and `note`, and nothing else; its result depends on `next` and on the track up to `MAX_LOOKAHEAD_STEPS` after
 * the note.
 */
export type Stage<Out extends NoteSegment = NoteSegment> = (
  found: Out[],
  note: NoteSegment,
  next: NoteSegment | undefined,
  track: PitchTrack,
) => void;

/** Distance after a note up to which its stages read the track, steps: repeats depend on the following 0.75 s. */
export const MAX_LOOKAHEAD_STEPS = steps(0.85);

const isSame = (a: NoteSegment, b: NoteSegment): boolean =>
  a === b || (a.first === b.first && a.end === b.end && a.midi === b.midi && a.rise === b.rise);

/**
 * Runs one stage over the notes of a sound that goes on. Results for notes that are the same as at the last run stay,
 * so that a read of the live view costs as much as the new notes.
 */
export class StageMemory<Out extends NoteSegment = NoteSegment> {
  readonly #stage: Stage<Out>;
  #given: readonly NoteSegment[] = [];
  #found: Out[] = [];
  /** After each given note: how many notes had been found, and a copy of the last, which the next may change. */
  #after: { count: number; last: Out | undefined }[] = [];

  constructor(stage: Stage<Out>) {
    this.#stage = stage;
  }

  /**
   * All notes that the stage finds.
   * @param unchangedSteps number of steps that the track had at the last run, and that have not changed since
   */
  run(notes: readonly NoteSegment[], track: PitchTrack, unchangedSteps: number): Out[] {
    const unchangedCount = this.#keptOf(notes, unchangedSteps - MAX_LOOKAHEAD_STEPS);
    const before = this.#after[unchangedCount - 1];
    const found = this.#found.slice(0, before?.count ?? 0);
    if (before?.last !== undefined) found[found.length - 1] = { ...before.last };
    this.#after.length = unchangedCount;
    for (let i = unchangedCount; i < notes.length; i++) {
      this.#stage(found, { ...notes[i]! }, notes[i + 1], track);
      const last = found.at(-1);
      this.#after.push({ count: found.length, last: last && { ...last } });
    }
    this.#given = notes;
    this.#found = found;
    return found;
  }

  /** Number of the notes that the last run had, too, with their successors, and that end before a step. */
  #keptOf(notes: readonly NoteSegment[], until: number): number {
    const previousNotes = this.#given;
    const most = Math.min(previousNotes.length, notes.length) - 1;
    let unchangedCount = 0;
    while (
      unchangedCount < most &&
      notes[unchangedCount]!.end <= until &&
      isSame(notes[unchangedCount]!, previousNotes[unchangedCount]!)
    )
      unchangedCount++;
    // The loop has compared all of them except the successor of the last.
    return unchangedCount > 0 && !isSame(notes[unchangedCount]!, previousNotes[unchangedCount]!)
      ? unchangedCount - 1
      : unchangedCount;
  }
}
