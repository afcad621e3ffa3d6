import type { Transcription } from '#bench/transcribers/types.ts';
import type { Label } from './corpus.ts';
import { comparePitch, compareSets, isWholeMatch, matchNotes, trackFromNotes } from './metrics.ts';

/** Counts of one kind of sound, added up over its files. */
interface KindCounts {
  seconds: number;
  referenceNotes: number;
  estimatedNotes: number;
  matchedNotes: number;
  /** Notes whose ends match, too. */
  wholeNotes: number;
  set: { right: number; heard: number; found: number; true: number };
  pitch: { voiced: number; right: number };
  /** True if the labels of some file have notes. */
  scored: boolean;
  /** Files on which the engine threw. */
  errors: number;
}

export type Counts = Record<string, KindCounts>;

const NEGATIVE_PATTERN = /^neg_/;
/** Speech has a pitch, unlike the other negatives: the notes in it are counted apart. */
const SPEECH_KIND = 'neg_speech';

/** Adds the transcription of one file to the counts; null if the engine threw. */
export function count(counts: Counts, label: Label, transcription: Transcription | null): void {
  const kind = (counts[label.kind] ??= {
    seconds: 0,
    referenceNotes: 0,
    estimatedNotes: 0,
    matchedNotes: 0,
    wholeNotes: 0,
    set: { right: 0, heard: 0, found: 0, true: 0 },
    pitch: { voiced: 0, right: 0 },
    scored: false,
    errors: 0,
  });
  kind.seconds += label.duration;
  if (transcription === null) kind.errors++;
  const notes = (transcription?.notes ?? []).filter(
    ({ midi, onset, offset }) => offset > onset && Number.isFinite(midi),
  );
  if (NEGATIVE_PATTERN.test(label.kind)) {
    kind.estimatedNotes += notes.length;
    return;
  }
  if (label.notes_scored !== false) {
    kind.scored = true;
    kind.referenceNotes += label.notes.length;
    kind.estimatedNotes += notes.length;
    kind.matchedNotes += matchNotes(label.notes, notes);
    kind.wholeNotes += matchNotes(label.notes, notes, isWholeMatch);
    const set = compareSets(label.notes, notes);
    for (const key of ['right', 'heard', 'found', 'true'] as const) kind.set[key] += set[key];
  }
  const pitch = comparePitch(
    label,
    transcription === null ? [] : (transcription.f0 ?? trackFromNotes(notes, label.duration)),
  );
  if (pitch === null) return;
  kind.pitch.voiced += pitch.voiced;
  kind.pitch.right += pitch.right;
}

/** Harmonic mean of precision and recall; 0 when either is 0. */
const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const mean = (numbers: number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

export interface Score {
  /** Note F1 of each kind with labelled notes, 0 to 1. */
  noteF1: Record<string, number>;
  meanNoteF1: number | null;
  /** The same with offsets. */
  wholeNoteF1: Record<string, number>;
  meanWholeNoteF1: number | null;
  meanSetF1: number | null;
  /** Raw pitch accuracy. */
  meanRpa: number | null;
  /** Notes per minute in silence, noise and drums. */
  falseNotesPerMinute: number | null;
  /** Notes per minute in speech. */
  speechNotesPerMinute: number | null;
  errors: number;
}

type Kinds = readonly (readonly [name: string, counts: KindCounts])[];

function notesPerMinute(kinds: Kinds): number | null {
  const minutes = kinds.reduce((sum, [, { seconds }]) => sum + seconds, 0) / 60;
  return minutes === 0 ? null : kinds.reduce((sum, [, { estimatedNotes }]) => sum + estimatedNotes, 0) / minutes;
}

/** Every kind has the same weight in the means, for any number of files. */
export function scoreOf(counts: Counts): Score {
  const scored = Object.entries(counts).filter(([, kind]) => kind.scored);
  const f1Of = (count: (kind: KindCounts) => number): Record<string, number> =>
    Object.fromEntries(
      scored.map(([name, kind]) => [name, share(2 * count(kind), kind.referenceNotes + kind.estimatedNotes)]),
    );
  const noteF1 = f1Of(({ matchedNotes }) => matchedNotes);
  const wholeNoteF1 = f1Of(({ wholeNotes }) => wholeNotes);
  const negatives = Object.entries(counts).filter(([name]) => NEGATIVE_PATTERN.test(name));
  return {
    noteF1,
    meanNoteF1: mean(Object.values(noteF1)),
    wholeNoteF1,
    meanWholeNoteF1: mean(Object.values(wholeNoteF1)),
    meanSetF1: mean(scored.map(([, { set }]) => harmonic(share(set.right, set.heard), share(set.found, set.true)))),
    meanRpa: mean(
      scored.filter(([, { pitch }]) => pitch.voiced > 0).map(([, { pitch }]) => pitch.right / pitch.voiced),
    ),
    falseNotesPerMinute: notesPerMinute(negatives.filter(([name]) => name !== SPEECH_KIND)),
    speechNotesPerMinute: notesPerMinute(negatives.filter(([name]) => name === SPEECH_KIND)),
    errors: Object.values(counts).reduce((sum, { errors }) => sum + errors, 0),
  };
}
