import type { ReferenceNote } from '#bench/accuracy/corpus.ts';

/** A note of the live view: fractional MIDI, its onset, and the time at which it was shown first; s. */
export interface ShownNote {
  midi: number;
  onset: number;
  shown: number;
}

/** Result for one reference note. */
export interface NoteResult {
  /** From its onset to its name, ms; null when it was never shown. */
  latency: number | null;
  /** True when another note was shown before it, or instead of it. */
  isWrongFirst: boolean;
}

/**
 * Largest pitch difference between a shown note and its reference note, semitones. A voice may be between two notes.
 */
const PITCH_TOLERANCE = 0.75;
/** A note may still be shown this long after its end, s. */
const MAX_SECONDS_AFTER_END = 0.2;
/** A note may still be shown this long after the onset of the next one, whose first moments have no clear pitch, s. */
const MAX_SECONDS_AFTER_NEXT = 0.12;
/** The shortest note that an eye could follow, s. */
const MIN_NOTE_SECONDS = 0.1;
/** A shown note may begin this much before its labelled onset, s. */
const MAX_EARLY_SECONDS = 0.1;
/** A wrong note may begin this much before it, s. An earlier one continues the note before. */
const MAX_WRONG_EARLY_SECONDS = 0.05;
/** A wrong note within this time before the next onset counts for the next note, s. */
const NEXT_NOTE_SECONDS = 0.03;

/** Compares the notes of a monophonic sound with the notes that were shown for it. Both lists are sorted by onset. */
export function compareShownNotes(reference: readonly ReferenceNote[], shown: readonly ShownNote[]): NoteResult[] {
  const used = new Set<ShownNote>();
  return reference.map(({ midi, onset, offset }, k) => {
    const next = reference[k + 1]?.onset ?? Infinity;
    const end = Math.min(
      Math.max(offset, onset + MIN_NOTE_SECONDS) + MAX_SECONDS_AFTER_END,
      next + MAX_SECONDS_AFTER_NEXT,
    );
    const candidates = shown.filter(
      (note) => note.shown > onset && note.shown <= end && note.onset > onset - MAX_EARLY_SECONDS && !used.has(note),
    );
    const match = candidates.find((note) => Math.abs(note.midi - midi) <= PITCH_TOLERANCE);
    const wrong = candidates.filter(
      (note) =>
        note !== match &&
        (match === undefined || comesBefore(note, match)) &&
        note.onset > onset - MAX_WRONG_EARLY_SECONDS &&
        note.onset < next - NEXT_NOTE_SECONDS,
    );
    for (const note of wrong) used.add(note);
    if (match !== undefined) used.add(match);
    return { latency: match === undefined ? null : 1000 * (match.shown - onset), isWrongFirst: wrong.length > 0 };
  });
}

const comesBefore = (a: ShownNote, b: ShownNote): boolean =>
  a.shown < b.shown || (a.shown === b.shown && a.onset < b.onset);
