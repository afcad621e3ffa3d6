import { describe, expect, it } from 'vitest';
import { level, note, spans, through, track } from '../../../tests/fixtures/pitchTrack.ts';
import { pitchOf, BOUNDARY_STAGES } from './boundaries.ts';
import type { NoteSegment } from './noteDecoder.ts';
import { HOP_SECONDS } from '../parameters.ts';
import { NOTE } from './parameters.ts';
import { VIBRATO } from './modulation/parameters.ts';
import type { PitchTrack } from './pitchTrack.ts';

const refineBoundaries = (notes: readonly NoteSegment[], sound: PitchTrack): NoteSegment[] =>
  through(notes, sound, ...BOUNDARY_STAGES);

/** Steps from the onset of a note to its first step. */
const LEAD_STEPS = Math.round(NOTE.lead / HOP_SECONDS);

describe('the beginning of a tied note', () => {
  it('moves to the change of pitch when its own rise comes late', () => {
    const sound = track([60, 30], [62, 50]);
    expect(spans(refineBoundaries([note(0, 40, 60), note(40, 80, 62)], sound))).toEqual([
      [0, 30 + LEAD_STEPS, 60],
      [30 + LEAD_STEPS, 80, 62],
    ]);
  });

  it('moves a little from a full onset, or to its held pitch, and stays at a sure one', () => {
    const onsetOf = (rise: number, consonant: number): number =>
      refineBoundaries([note(0, 40, 60), note(40, 80, 62, rise)], track([60, 34], [consonant, 6], [62, 40]))[1]!.first;
    expect(onsetOf(NOTE.riseTo, 61.6)).toBe(40 - NOTE.tiedShift / HOP_SECONDS);
    expect(onsetOf(NOTE.riseTo, 62)).toBe(34 + LEAD_STEPS);
    expect(onsetOf(NOTE.tiedSure, 62)).toBe(40);
  });

  it('includes the glide to the note', () => {
    const glide = [60.4, 60.8, 61.2, 61.6].map((midi) => [midi, 1, NOTE.tiedRise] as [number, number, number]);
    const sound = track([60, 30], ...glide, [62, 46]);
    expect(refineBoundaries([note(0, 38, 60), note(38, 80, 62)], sound)[1]!.first).toBe(31 + LEAD_STEPS);
  });

  it('stays where the decoder put it in a glide, unless the partials rise during it', () => {
    const glide = (rise: number): PitchTrack => track([60, 30], [61.3, 8, rise], [62, 42]);
    expect(refineBoundaries([note(0, 38, 60), note(38, 80, 62)], glide(0))[1]!.first).toBe(38);
    expect(refineBoundaries([note(0, 38, 60), note(38, 80, 62)], glide(NOTE.tiedRise))[1]!.first).toBe(30 + LEAD_STEPS);
  });

  it('includes the glide to the note if its partials rise early in it', () => {
    const sound = track([60, 30], [60.9, 1], [61, 1, NOTE.tiedRise], [61.2, 6], [62, 42]);
    expect(refineBoundaries([note(0, 38, 60), note(38, 80, 62)], sound)[1]!.first).toBe(30 + LEAD_STEPS);
  });

  it('is the end of the pitch before, and after a rest later than that', () => {
    const sound = (gap: number, decibels: number): PitchTrack =>
      level(track([60, 30], [null, gap], [64, 50]), 30, 30 + gap, -10 + decibels);
    const begins = (gap: number, decibels: number): number =>
      refineBoundaries([note(0, 30, 60), note(38, 80, 64)], sound(gap, decibels))[1]!.first;
    expect(begins(4, 0)).toBe(30 + LEAD_STEPS);
    expect(begins(4, -NOTE.blurDip - 1)).toBe(34 + LEAD_STEPS);
    expect(begins(7, 0)).toBe(37 + LEAD_STEPS);
  });

  it('is its pitch after a rest, although a step or two are wrong', () => {
    const sound = (wrong: number): PitchTrack => track([null, 10], [62, 3], [66, wrong], [62, 50]);
    expect(refineBoundaries([note(18, 60, 62)], sound(2))[0]!.first).toBe(10 + LEAD_STEPS);
    expect(refineBoundaries([note(18, 60, 62)], sound(3))[0]!.first).toBe(18);
  });

  it('is its pitch after a rest, unless its onset is sure', () => {
    const sound = track([60, 20], [null, 10], [62, 50]);
    expect(spans(refineBoundaries([note(0, 20, 60), note(40, 80, 62)], sound))).toEqual([
      [0, 20, 60],
      [30 + LEAD_STEPS, 80, 62],
    ]);
    expect(refineBoundaries([note(0, 20, 60), note(40, 80, 62, NOTE.tiedSure)], sound)[1]!.first).toBe(40);
  });
});

describe('a slur', () => {
  const pitches = (notes: readonly NoteSegment[]): number[][] =>
    notes.map(({ first, end, midi }) => [first, end, Math.round(100 * midi) / 100]);

  it('splits a note whose pitch steps from one level to another', () => {
    const sound = track([60, 30], [60.6, 2], [61, 30], [59, 30]);
    expect(pitches(refineBoundaries([note(0, 92, 60)], sound))).toEqual([
      [0, 30, 60],
      [30, 62, 61],
      [62, 92, 59],
    ]);
  });

  it('begins its second note after the scoop to its pitch, if its partials rise there', () => {
    const scoop = (steps: number, rise: number): PitchTrack => track([60, steps], [60.5, 40, rise]);
    expect(pitches(refineBoundaries([note(0, 60, 60)], scoop(20, NOTE.tiedRise)))).toEqual([[20, 60, 60.5]]);
    expect(pitches(refineBoundaries([note(0, 60, 60)], scoop(20, 0)))).toEqual([[0, 60, 60]]);
    expect(pitches(refineBoundaries([note(0, 80, 60)], scoop(40, NOTE.tiedRise)))).toEqual([[0, 80, 60]]);
  });

  it('is not found in a glide, a vibrato or a mistaken octave', () => {
    const glide = track(...Array.from({ length: 60 }, (_, t): [number, number] => [60 + t / 30, 1]));
    const vibrato = track(
      ...Array.from({ length: 100 }, (_, t): [number, number] => [60 + 0.5 * Math.sin((2 * Math.PI * t) / 18), 1]),
    );
    const octave = track([60, 30], [48, 30]);
    for (const [sound, end] of [
      [glide, 60],
      [vibrato, 100],
      [octave, 60],
    ] as const)
      expect(refineBoundaries([note(0, end, 60)], sound)).toHaveLength(1);
  });
});

describe('a wide vibrato', () => {
  /** 600 ms around MIDI 60, its pitch as a function of the time in s. */
  const swinging = (pitch: (t: number) => number): PitchTrack =>
    track(...Array.from({ length: 60 }, (_, i): [number, number] => [60 + pitch(i * HOP_SECONDS), 1]));
  const vibrato = (t: number): number => 0.8 * Math.sin(2 * Math.PI * 5.5 * t);
  const cut = [note(0, 26, 60), note(26, 33, 59), note(33, 42, 60.7), note(42, 51, 59.3), note(51, 60, 60.7)];

  it('is one note, even if the decoder cut it into its swings', () => {
    const joined = refineBoundaries(cut, swinging(vibrato));
    expect(joined).toHaveLength(1);
    expect(joined[0]).toMatchObject({ first: 0, end: 60 });
    expect(joined[0]!.midi).toBeCloseTo(60, 0);
  });

  it('is one note together with its decay', () => {
    const dying = (fall: number): PitchTrack => {
      const sound = swinging((t) => (t < 0.4 ? vibrato(t) : vibrato(0.4)));
      for (let t = 42; t < 60; t++) sound.level[t] = 10 ** (-fall / 20);
      return sound;
    };
    const ending = [note(0, 36, 60), note(36, 60, 60.7, 10)];
    expect(refineBoundaries(ending, dying(VIBRATO.released + 1))).toHaveLength(1);
    expect(refineBoundaries(ending, dying(0))).toHaveLength(2);
  });

  it('is no trill, and ends where its mean changes', () => {
    const trill = (t: number): number => 0.8 * Math.sign(vibrato(t));
    expect(refineBoundaries(cut, swinging(trill)), 'its notes').toHaveLength(cut.length);
    const slur = (t: number): number => vibrato(t) + (t < 0.33 ? 0 : 2);
    expect(refineBoundaries([note(0, 33, 60), note(33, 60, 62)], swinging(slur))).toHaveLength(2);
  });
});

describe('an attack on an overtone', () => {
  it('belongs to the note, which begins with it', () => {
    const sound = track([null, 10], [72, 12], [null, 5], [60, 60]);
    expect(spans(refineBoundaries([note(10, 22, 72), note(27, 87, 60)], sound))).toEqual([[10, 87, 60]]);
  });

  it('stays a separate note when it is long, is no overtone, or follows another note', () => {
    const long = track([72, 40], [60, 60]);
    expect(refineBoundaries([note(0, 40, 72), note(40, 100, 60, NOTE.riseTo)], long)).toHaveLength(2);
    const sixth = track([69, 12], [60, 60]);
    expect(refineBoundaries([note(0, 12, 69), note(12, 72, 60, NOTE.riseTo)], sixth)).toHaveLength(2);
    const melody = track([67, 12], [72, 12], [60, 60]);
    expect(
      refineBoundaries([note(0, 12, 67), note(12, 24, 72, NOTE.riseTo), note(24, 84, 60, NOTE.riseTo)], melody),
    ).toHaveLength(3);
  });
});

it('splits a note whose level dips and recovers', () => {
  const sound = (decibels: number): PitchTrack => level(track([60, 90]), 40, 41, -10 + decibels);
  expect(spans(refineBoundaries([note(0, 90, 60)], sound(-NOTE.dip - 3)))).toEqual([
    [0, 40, 60],
    [40, 90, 60],
  ]);
  expect(spans(refineBoundaries([note(0, 90, 60)], sound(-NOTE.dip + 3)))).toEqual([[0, 90, 60]]);
  // Decay alone does not split a note.
  expect(refineBoundaries([note(0, 90, 60)], level(track([60, 90]), 40, 90, -40))).toHaveLength(1);
});

it('drops notes that are too short, and takes the median of the voiced steps as pitch', () => {
  const sound = track([60, 4], [64.1, 20], [null, 5], [64.3, 21]);
  expect(refineBoundaries([note(0, 4, 60), note(4, 50, 64)], sound)).toHaveLength(1);
  expect(pitchOf(note(4, 50, 64), sound)).toBeCloseTo(64.3, 3);
});

describe('a slip of the voice at its release', () => {
  const slip = (steps: number, rise: number, rest: number): PitchTrack =>
    track([60, 40], [61, steps, rise], [null, rest], [64, 40]);
  const countNotes = (steps: number, rise = 0, rest = 20): number =>
    refineBoundaries(
      [note(0, 40, 60), note(40, 40 + steps, 61), note(40 + steps + rest, 80 + steps + rest, 64, NOTE.tiedSure)],
      slip(steps, rise, rest),
    ).length;

  it('is the end of its note', () => {
    expect(countNotes(9)).toBe(2);
  });

  it('is a note if it is long, if its partials rise, or if another note follows', () => {
    expect(countNotes(15)).toBe(3);
    expect(countNotes(9, NOTE.tiedRise)).toBe(3);
    expect(countNotes(9, 0, 0)).toBe(3);
  });

  it('is also the end of its note when it slides there, although the partials of the other pitch rise', () => {
    const sliding = (share: number): number => {
      const way = [0.2, 0.2 + share, 0.8].map((at): [number, number, number] => [60 + at, 1, NOTE.tiedRise]);
      const sound = track([60, 39], ...way, [61, 6, NOTE.tiedRise], [null, 20], [64, 40]);
      return refineBoundaries([note(0, 40, 60), note(40, 48, 61), note(68, 108, 64, NOTE.tiedSure)], sound).length;
    };
    expect(sliding(0.3)).toBe(2);
    expect(sliding(NOTE.slipStepwise + 0.1), 'a leap').toBe(3);
  });
});
