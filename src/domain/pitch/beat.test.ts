import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandOfRow,
  beatFromNotes,
  cleared,
  columnNotes,
  decodeBeat,
  encodeBeat,
  gridOf,
  INITIAL_BEAT,
  INITIAL_NOTES,
  isOn,
  rowNotes,
  samePattern,
  selectedNotes,
  stepSeconds,
  stepTime,
  withBpm,
  withNoteToggled,
  withPad,
  withRows,
  withSwing,
  type BeatPattern,
} from './beat.ts';
import { NOTE_CODES, midiOf, type NoteCode } from './pitch.ts';

const patterns = fc
  .record({
    bpm: fc.integer({ min: 60, max: 180 }),
    rows: fc.integer({ min: 4, max: 12 }),
    swing: fc.integer({ min: 50, max: 75 }),
    notes: fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { maxLength: 30 }),
    hits: fc.array(fc.tuple(fc.nat(11), fc.nat(7)), { maxLength: 60 }),
  })
  .map(({ hits, ...rest }): BeatPattern => {
    const rows = rowNotes(rest);
    return hits.reduce<BeatPattern>(
      (p, [row, column]) => (rows[row] === undefined ? p : withPad(p, rows[row], column, true)),
      { ...rest, pads: {} },
    );
  });

describe('a beat', () => {
  it('begins with the values of a first visit', () => {
    expect(INITIAL_BEAT).toMatchObject({ bpm: 120, rows: 8, notes: ['C3', 'E3', 'G3', 'C4'], pads: {} });
    expect(gridOf(INITIAL_BEAT)).toHaveLength(8);
    expect(gridOf(INITIAL_BEAT).every((row) => row.length === 8 && row.every((cell) => !cell.isActive))).toBe(true);
  });

  it('steps half a beat: 60/BPM/2 s', () => {
    expect(stepSeconds(120)).toBe(0.25);
    expect(stepSeconds(60)).toBe(0.5);
    expect([0, 1, 2, 3].map((step) => stepTime(step, { bpm: 120, swing: 50 }))).toEqual([0, 0.25, 0.5, 0.75]);
    expect(stepTime(1, { bpm: 120, swing: 75 })).toBeCloseTo(0.375, 12);
    expect(stepTime(2, { bpm: 120, swing: 75 })).toBe(0.5);
  });

  it('makes its fragrance of what is painted: the notes of a first visit were chosen by nobody', () => {
    expect(selectedNotes(INITIAL_BEAT)).toEqual(INITIAL_NOTES);
    const painted = withPad(withPad(INITIAL_BEAT, 'E5', 0, true), 'C3', 3, true);
    expect(selectedNotes(painted)).toEqual(['E5', 'C3']);
    // The rows stay where they were painted.
    expect(rowNotes(painted)).toEqual(rowNotes(INITIAL_BEAT));
    expect(selectedNotes(withPad(painted, 'E5', 0, false))).toEqual(['C3']);
    expect(selectedNotes(cleared(painted))).toEqual(INITIAL_NOTES);
    // As a link carries it.
    expect(selectedNotes(decodeBeat(encodeBeat(painted))!)).toEqual(['E5', 'C3']);
  });

  it('keeps a note that was chosen by hand when its pads are cleared, and lets a painted one go', () => {
    const chosen = withNoteToggled(withNoteToggled(INITIAL_BEAT, 'A4'), 'C3');
    expect(chosen.notes).toEqual(['E3', 'G3', 'C4', 'A4']);
    const painted = withPad(withPad(chosen, 'A4', 0, true), 'E4', 1, true);
    expect(selectedNotes(painted)).toEqual(['E3', 'G3', 'C4', 'A4', 'E4']);
    expect(selectedNotes(withPad(withPad(painted, 'A4', 0, false), 'E4', 1, false))).toEqual(chosen.notes);
  });

  it('takes a note out with its pads', () => {
    const painted = withPad(withPad(INITIAL_BEAT, 'E5', 0, true), 'G4', 1, true);
    const less = withNoteToggled(painted, 'E5');
    expect(selectedNotes(less)).toEqual(['G4']);
    expect(less.pads).toEqual({ G4: 0b10 });
    const more = withNoteToggled(painted, 'A4');
    expect(selectedNotes(more)).toEqual(['E5', 'G4', 'A4']);
    expect(rowNotes(more)).toEqual(expect.arrayContaining(['E5', 'G4', 'A4']));
  });

  it('fills rows above the chosen notes with their octaves, highest on top', () => {
    expect(rowNotes(INITIAL_BEAT)).toEqual(['E5', 'C5', 'G4', 'E4', 'C4', 'G3', 'E3', 'C3']);
    expect(rowNotes({ notes: ['B8'], rows: 4 })).toEqual(['B8', 'B7', 'B6', 'B5']);
    expect(rowNotes({ notes: [], rows: 8 })).toEqual([]);
  });

  it('spreads more chosen notes than rows from the lowest to the highest', () => {
    const notes = NOTE_CODES.slice(48, 60);
    expect(rowNotes({ notes, rows: 4 })).toEqual([notes[11], notes[7], notes[4], notes[0]]);
  });

  it('splits the rows into three bands', () => {
    expect(Array.from({ length: 8 }, (_, row) => bandOfRow(row, 8))).toEqual([
      'top',
      'top',
      'top',
      'middle',
      'middle',
      'middle',
      'base',
      'base',
    ]);
    expect(new Set(Array.from({ length: 4 }, (_, row) => bandOfRow(row, 4)))).toEqual(
      new Set(['top', 'middle', 'base']),
    );
  });

  it('toggles pads and keeps them while their row is out of sight', () => {
    const on = withPad(INITIAL_BEAT, 'E5', 3, true);
    expect(columnNotes(on, 3)).toEqual(['E5']);
    expect(columnNotes(withRows(on, 4), 3)).toEqual([]);
    expect(columnNotes(withRows(withRows(on, 4), 8), 3)).toEqual(['E5']);
    expect(withPad(on, 'E5', 3, false)).toEqual(INITIAL_BEAT);
    expect(cleared(on).pads).toEqual({});
  });

  it('keeps numbers within their limits', () => {
    expect(withBpm(INITIAL_BEAT, 500).bpm).toBe(180);
    expect(withBpm(INITIAL_BEAT, Number.NaN).bpm).toBe(120);
    expect(withRows(INITIAL_BEAT, 1).rows).toBe(4);
    expect(withSwing(INITIAL_BEAT, 90).swing).toBe(75);
    expect(withNoteToggled(withNoteToggled(INITIAL_BEAT, 'A4'), 'A4').notes).toEqual(INITIAL_NOTES);
  });
});

describe('a beat in a link', () => {
  it('comes back whole', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        expect(samePattern(decodeBeat(encodeBeat(pattern))!, pattern)).toBe(true);
        expect(encodeBeat(pattern)).toMatch(/^[\da-z.]+$/);
      }),
    );
  });

  it('reads any text without breaking', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(decodeBeat(text)).toBeNull();
      }),
      { examples: [[''], ['hello'], ['2.120.8.50..'], ['1']] },
    );
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        (numbers, notes, pads) => {
          const pattern = decodeBeat(`1.${numbers}.8.50.${notes}.${pads}`)!;
          expect(pattern.bpm).toBeGreaterThanOrEqual(60);
          expect(pattern.bpm).toBeLessThanOrEqual(180);
          expect(pattern.notes.every((note) => midiOf(note) >= 12 && midiOf(note) <= 119)).toBe(true);
          expect(samePattern(decodeBeat(encodeBeat(pattern))!, pattern)).toBe(true);
        },
      ),
    );
  });

  it('moves what is out of range to the nearest value and leaves out what is unknown', () => {
    expect(decodeBeat('1.999.99.10.zz1c')).toMatchObject({ bpm: 180, rows: 12, swing: 50, notes: ['C3'], pads: {} });
    expect(decodeBeat('1.x.y.z.!!!!')).toMatchObject({ bpm: 120, rows: 8, notes: INITIAL_NOTES });
    expect(decodeBeat('1.120.4.50..')).toMatchObject({ notes: [] });
    expect(decodeBeat('1.120.8.50.1c1g1j1o.zz01')!.pads).toEqual({ E3: 1 } satisfies Partial<Record<NoteCode, number>>);
    expect(decodeBeat(`1.120.8.50.${'1c'.repeat(10_000)}`)!.notes).toEqual(['C3']);
    expect(decodeBeat(null)).toBeNull();
  });
});

describe('notes in time become a beat', () => {
  it('quantises to half beats from the first note on', () => {
    const { pattern, placed, left } = beatFromNotes(
      [
        { midi: 60, onset: 2.01, velocity: 1 },
        { midi: 64, onset: 2.24, velocity: 1 },
        { midi: 60, onset: 3.76, velocity: 1 },
        { midi: 67, onset: 4.1, velocity: 1 },
      ],
      120,
    )!;
    expect(pattern).toMatchObject({ bpm: 120, rows: 4, notes: ['C4', 'E4'] });
    expect([isOn(pattern, 'C4', 0), isOn(pattern, 'E4', 1), isOn(pattern, 'C4', 7)]).toEqual([true, true, true]);
    expect([placed, left]).toEqual([3, 1]);
  });

  it('keeps the twelve most frequent pitches, and says null of nothing', () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ midi: 40 + i, onset: i === 0 ? 0 : 0.25, velocity: 1 }));
    const result = beatFromNotes([...many, { midi: 59, onset: 0.5, velocity: 1 }], 120)!;
    expect(result.pattern.notes).toHaveLength(12);
    expect(result.pattern.notes).toContain('B3');
    expect(result.pattern.rows).toBe(12);
    expect(beatFromNotes([], 120)).toBeNull();
    expect(beatFromNotes([{ midi: 60, onset: 0, velocity: 1 }], Number.NaN)!.pattern.bpm).toBe(120);
  });
});
