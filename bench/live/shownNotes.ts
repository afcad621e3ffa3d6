import type { ReferenceNote } from '#bench/accuracy/corpus.ts';

/** A note of the live view: fractional MIDI, its onset, and when it was shown first; s. */
export interface ShownNote {
  midi: number;
  onset: number;
  shown: number;
}

/** What the live view made of one note. */
export interface Seen {
  /** From its onset to its name, ms; null when it was never shown. */
  latency: number | null;
  /** Whether another note was shown before it, or instead of it. */
  isWrongFirst: boolean;
}

/** A shown note is that note within so much, semitones: what is shown is the name, whose border a voice may be near. */
const NEAR = 0.75;
/** How long a note may still be shown after its end, and after the onset of the next, whose first moments have no clear pitch, s. */
const AFTER_END = 0.2;
const AFTER_NEXT = 0.12;
/** The shortest note that an eye could follow, s. */
const SHORTEST = 0.1;
/** How much before its labelled onset a note may seem to begin, s, and one that is wrong: the note before may go on there. */
const EARLY = 0.1;
const WRONG_EARLY = 0.05;
/** A wrong note this near to the next onset, s, belongs to that. */
const BEFORE_NEXT = 0.03;

/** What the live view made of each note of a sound of one voice; both by onset. */
export function seenOf(reference: readonly ReferenceNote[], shown: readonly ShownNote[]): Seen[] {
  const used = new Set<ShownNote>();
  return reference.map(({ midi, onset, offset }, k) => {
    const next = reference[k + 1]?.onset ?? Infinity;
    const end = Math.min(Math.max(offset, onset + SHORTEST) + AFTER_END, next + AFTER_NEXT);
    const now = shown.filter(
      (note) => note.shown > onset && note.shown <= end && note.onset > onset - EARLY && !used.has(note),
    );
    const right = now.find((note) => Math.abs(note.midi - midi) <= NEAR);
    const wrong = now.filter(
      (note) =>
        note !== right &&
        (right === undefined || comesBefore(note, right)) &&
        note.onset > onset - WRONG_EARLY &&
        note.onset < next - BEFORE_NEXT,
    );
    for (const note of wrong) used.add(note);
    if (right !== undefined) used.add(right);
    return { latency: right === undefined ? null : 1000 * (right.shown - onset), isWrongFirst: wrong.length > 0 };
  });
}

const comesBefore = (a: ShownNote, b: ShownNote): boolean =>
  a.shown < b.shown || (a.shown === b.shown && a.onset < b.onset);
