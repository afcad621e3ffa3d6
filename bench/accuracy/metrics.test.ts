import { describe, expect, it } from 'vitest';
import { midiOfHz } from '#analysis/values/pitch.ts';
import type { EstimatedNote } from '#bench/transcribers/types.ts';
import type { Label } from './corpus.ts';
import { comparePitch, compareSets, isWholeMatch, matchNotes, trackFromNotes } from './metrics.ts';
import { count, scoreOf, type Counts } from './score.ts';

/** All figures here were worked out by hand, but for those of mir_eval. */

const note = (midi: number, onset: number, offset = onset + 0.5): EstimatedNote => ({ midi, onset, offset });
const label = (more: Partial<Label>): Label => ({
  kind: 'mono_clean',
  mono: true,
  sr: 44_100,
  duration: 1,
  notes: [],
  ...more,
});

describe('the matching of notes', () => {
  it('accepts a deviation of 50 ms and 50 cents, and nothing more', () => {
    expect(matchNotes([note(60, 1)], [note(60, 1.05)])).toBe(1);
    expect(matchNotes([note(60, 1)], [note(60, 0.95)])).toBe(1);
    expect(matchNotes([note(60, 1)], [note(60, 1.051)])).toBe(0);
    expect(matchNotes([note(60, 1)], [note(60.5, 1)])).toBe(1);
    expect(matchNotes([note(60, 1)], [note(60.51, 1)])).toBe(0);
  });

  it('compares offsets within 50 ms or a fifth of the note, when they count', () => {
    const whole = (reference: EstimatedNote, offset: number): number =>
      matchNotes([reference], [note(60, 1, offset)], isWholeMatch);
    expect(whole(note(60, 1, 1.2), 1.25)).toBe(1);
    expect(whole(note(60, 1, 1.2), 1.26)).toBe(0);
    expect(whole(note(60, 1, 2), 2.2)).toBe(1);
    expect(whole(note(60, 1, 2), 1.79)).toBe(0);
    expect(matchNotes([note(60, 1, 2)], [note(60, 1, 1.5)])).toBe(1);
  });

  it('agrees with the reference values of mir_eval (its tests/test_transcription.py)', () => {
    const notes = (...rows: [onset: number, offset: number, hz: number][]): EstimatedNote[] =>
      rows.map(([onset, offset, hz]) => ({ midi: midiOfHz(hz), onset, offset }));
    const reference = notes([0.1, 0.3, 220], [0.3, 0.4, 246.942], [0.5, 0.6, 277.183], [0.55, 0.65, 293.665]);
    const estimated = notes(
      [0.12, 0.29, 225],
      [0.3, 0.34, 246.942],
      [0.5, 0.6, 500],
      [0.55, 0.6, 293.665],
      [0.56, 0.65, 293.665],
    );
    const f1 = (matching: number): number => (2 * matching) / (reference.length + estimated.length);
    expect(f1(matchNotes(reference, estimated, isWholeMatch))).toBeCloseTo(0.4444444444444445, 12);
    expect(f1(matchNotes(reference, estimated))).toBeCloseTo(0.6666666666666665, 12);
  });

  it('gives each note one partner', () => {
    expect(matchNotes([note(60, 1)], [note(60, 1), note(60, 1.01)])).toBe(1);
    expect(matchNotes([note(60, 1), note(60, 1.02)], [note(60, 1)])).toBe(1);
  });

  it('finds the maximum matching when the first choice would prevent it', () => {
    // The first reference note could match either; the second only the one that the first would take.
    expect(matchNotes([note(60, 1.04), note(60, 1)], [note(60, 1.03), note(60, 1.08)])).toBe(2);
    // A chain of three: each must move on by one.
    expect(
      matchNotes([note(60, 1.04), note(60, 1.08), note(60, 1)], [note(60, 1.03), note(60, 1.07), note(60, 1.12)]),
    ).toBe(3);
  });
});

describe('the score of a set of notes', () => {
  it('counts semitones, not notes', () => {
    const truth = [note(60, 0), note(64, 1), note(60, 2)];
    expect(compareSets(truth, [note(60, 0), note(60, 1), note(61, 2)])).toEqual({
      right: 1,
      heard: 2,
      found: 1,
      true: 2,
    });
  });

  it('accepts both names of a tone between two semitones', () => {
    expect(compareSets([note(60.5, 0)], [note(60, 0)])).toEqual({ right: 1, heard: 1, found: 1, true: 1 });
    expect(compareSets([note(60.5, 0)], [note(61, 0)])).toEqual({ right: 1, heard: 1, found: 1, true: 1 });
    expect(compareSets([note(60.3, 0)], [note(61, 0)])).toEqual({ right: 0, heard: 1, found: 0, true: 1 });
  });

  it('compares the eight longest, and for recall the sixteen longest', () => {
    const truth = Array.from({ length: 8 }, (_, i) => note(60 + i, 0, 1));
    // Eight longer wrong semitones come before the right ones.
    const wrong = Array.from({ length: 8 }, (_, i) => note(80 + i, 0, 2));
    expect(compareSets(truth, [...wrong, ...truth])).toEqual({ right: 0, heard: 8, found: 8, true: 8 });
  });
});

describe('the score of a pitch track', () => {
  it('counts voiced steps and those within 50 cents', () => {
    const f0: [number, number][] = [
      [0, 440],
      [0.01, 440],
      [0.02, 440],
      [0.03, 440],
      [0.04, 0],
    ];
    // 452.5 Hz is 48.5 cents above, 453 Hz is 50.4; an octave is no match; no reading is none.
    const track = [
      [0, 452.5],
      [0.01, 453],
      [0.02, 880],
      [0.03, 0],
      [0.04, 440],
    ] as const;
    expect(comparePitch(label({ f0, duration: 0.05 }), track)).toEqual({ voiced: 4, right: 1 });
  });

  it('uses the middle of the notes when there is no track', () => {
    // 0.135 to 0.285 s: steps 14 to 28.
    expect(
      comparePitch(label({ notes: [note(69, 0.105, 0.305)] }), trackFromNotes([note(69, 0.105, 0.305)], 1)),
    ).toEqual({ voiced: 15, right: 15 });
  });

  it('does not score chords or hand-annotated singing', () => {
    expect(comparePitch(label({ mono: false, notes: [note(69, 0.1)] }), [])).toBeNull();
    expect(comparePitch(label({ kind: 'sung', notes: [note(69, 0.1)] }), [])).toBeNull();
  });
});

describe('the score of a corpus', () => {
  it('adds up the files of a kind and weighs kinds equally', () => {
    const counts: Counts = {};
    // Two kinds: 3 of 4 true notes among 4 found (F1 6/8), and all of one (F1 1).
    const four = [note(60, 0), note(62, 1), note(64, 2), note(65, 3)];
    count(counts, label({ kind: 'sung', notes: four, duration: 4 }), {
      notes: [note(60, 0), note(62, 1), note(64, 2), note(70, 3)],
    });
    count(counts, label({ kind: 'poly', mono: false, notes: [note(60, 0)] }), { notes: [note(60, 0)] });
    // Six seconds of noise with one note: ten a minute. Speech is counted apart.
    count(counts, label({ kind: 'neg_noise', duration: 6 }), { notes: [note(60, 0)] });
    count(counts, label({ kind: 'neg_speech', duration: 6 }), { notes: [note(60, 0), note(62, 1)] });
    const score = scoreOf(counts);
    expect(score.noteF1).toEqual({ sung: 0.75, poly: 1 });
    expect(score.meanNoteF1).toBe(0.875);
    // The set of `sung` is 3 of 4 both ways.
    expect(score.meanSetF1).toBe(0.875);
    expect(score.meanRpa).toBeNull();
    expect(score.falseNotesPerMinute).toBe(10);
    expect(score.speechNotesPerMinute).toBe(20);
    expect(score.errors).toBe(0);
  });

  it('counts a file that an engine failed on as one without notes', () => {
    const counts: Counts = {};
    count(counts, label({ notes: [note(60, 0.1)] }), null);
    expect(scoreOf(counts)).toMatchObject({ noteF1: { mono_clean: 0 }, meanSetF1: 0, meanRpa: 0, errors: 1 });
  });

  it('leaves out notes without length or pitch', () => {
    const counts: Counts = {};
    count(counts, label({ notes: [note(60, 0.1)] }), {
      notes: [note(60, 0.1), note(60, 0.1, 0.1), note(Number.NaN, 0.1)],
    });
    expect(scoreOf(counts).noteF1['mono_clean']).toBe(1);
  });
});
