import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandOfRow,
  gridOf,
  FULL_STRENGTH,
  INITIAL_BEAT,
  INITIAL_NOTES,
  isBlank,
  levelAt,
  rowNotes,
  sameBeat,
  selectedNotes,
  shownPattern,
  stepSeconds,
  stepsOf,
  stepTime,
  type Beat,
} from './beat.ts';
import {
  clearBeat,
  withBars,
  withBpm,
  withLevel,
  withMuteToggled,
  withNoteToggled,
  withPattern,
  withRows,
  withShown,
  withSoloToggled,
  withSwing,
  withExample,
} from './beatChanges.ts';
import { columnHits, hitsOf } from './beatHits.ts';
import { beatFromNotes } from './beatImport.ts';
import { decodeBeat, encodeBeat } from './beatLink.ts';
import { beatDraft, readBeatDraft } from '../schema/beat.ts';
import { NOTE_CODES, midiOf } from '#analysis/values/pitch.ts';

const beats = fc
  .record({
    bpm: fc.integer({ min: 60, max: 180 }),
    rows: fc.integer({ min: 4, max: 12 }),
    swing: fc.integer({ min: 50, max: 75 }),
    notes: fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { maxLength: 30 }),
    bars: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
    mix: fc.uniqueArray(fc.nat(11), { maxLength: 5 }),
    hits: fc.array(fc.tuple(fc.nat(3), fc.nat(11), fc.nat(31), fc.integer({ min: 1, max: 8 })), { maxLength: 60 }),
    shown: fc.nat(3),
  })
  .map(({ hits, bars, mix, shown, ...rest }): Beat => {
    const rows = rowNotes(rest);
    const marked = mix.flatMap((row) => rows[row] ?? []);
    const empty: Beat = { ...INITIAL_BEAT, ...rest, muted: marked.slice(0, 2), solo: marked.slice(1) };
    const long = bars.reduce((beat, count, i) => withBars(withShown(beat, i), count), empty);
    const painted = hits.reduce((beat, [pattern, row, column, level]) => {
      const there = withShown(beat, pattern);
      const note = rows[row];
      return note === undefined ? beat : withLevel(there, note, column % stepsOf(there), level);
    }, long);
    return withShown(painted, shown);
  });

describe('a beat', () => {
  it('has the specified values at a first visit', () => {
    expect(INITIAL_BEAT).toMatchObject({ bpm: 120, rows: 8, notes: ['C3', 'E3', 'G3', 'C4'], shown: 0 });
    expect(isBlank(INITIAL_BEAT)).toBe(true);
    expect(gridOf(INITIAL_BEAT)).toHaveLength(8);
    expect(gridOf(INITIAL_BEAT).every((row) => row.length === 8 && row.every((cell) => !cell.isActive))).toBe(true);
  });

  it('shows a pad where one is painted, and nowhere else', () => {
    const cells = gridOf(withLevel(INITIAL_BEAT, 'C3', 3, 5)).flat();
    expect(cells.filter(({ isActive }) => isActive)).toEqual([{ note: 'C3', isActive: true, level: 5 }]);
  });

  it('has steps of half a beat: 60/BPM/2 s', () => {
    expect(stepSeconds(120)).toBe(0.25);
    expect(stepSeconds(60)).toBe(0.5);
    expect([0, 1, 2, 3].map((step) => stepTime(step, { bpm: 120, swing: 50 }))).toEqual([0, 0.25, 0.5, 0.75]);
    expect(stepTime(1, { bpm: 120, swing: 75 })).toBeCloseTo(0.375, 12);
    expect(stepTime(2, { bpm: 120, swing: 75 })).toBe(0.5);
  });

  it('makes its fragrance of the painted notes: a visitor did not choose the initial ones', () => {
    expect(selectedNotes(INITIAL_BEAT)).toEqual(INITIAL_NOTES);
    const painted = withLevel(withLevel(INITIAL_BEAT, 'E5', 0, FULL_STRENGTH), 'C3', 3, FULL_STRENGTH);
    expect(selectedNotes(painted)).toEqual(['E5', 'C3']);
    // The rows stay where they were painted.
    expect(rowNotes(painted)).toEqual(rowNotes(INITIAL_BEAT));
    expect(selectedNotes(withLevel(painted, 'E5', 0, 0))).toEqual(['C3']);
    expect(selectedNotes(clearBeat(painted))).toEqual(INITIAL_NOTES);
    // As a link carries it.
    expect(selectedNotes(decodeBeat(encodeBeat(painted))!)).toEqual(['E5', 'C3']);
  });

  it('keeps a note chosen by hand when its pads are cleared, and removes a painted one', () => {
    const chosen = withNoteToggled(withNoteToggled(INITIAL_BEAT, 'A4'), 'C3');
    expect(chosen.notes).toEqual(['E3', 'G3', 'C4', 'A4']);
    const painted = withLevel(withLevel(chosen, 'A4', 0, FULL_STRENGTH), 'E4', 1, FULL_STRENGTH);
    expect(selectedNotes(painted)).toEqual(['E3', 'G3', 'C4', 'A4', 'E4']);
    expect(selectedNotes(withLevel(withLevel(painted, 'A4', 0, 0), 'E4', 1, 0))).toEqual(chosen.notes);
  });

  it('removes a note with its pads', () => {
    const painted = withLevel(withLevel(INITIAL_BEAT, 'E5', 0, FULL_STRENGTH), 'G4', 1, FULL_STRENGTH);
    const less = withNoteToggled(painted, 'E5');
    expect(selectedNotes(less)).toEqual(['G4']);
    expect(less.patterns[0]!.pads).toEqual({ G4: '08' });
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

  it('toggles pads and keeps those of a hidden row', () => {
    const on = withLevel(INITIAL_BEAT, 'E5', 3, FULL_STRENGTH);
    expect(columnHits(on, 3)).toEqual([{ note: 'E5', velocity: 1 }]);
    expect(columnHits(withRows(on, 4), 3)).toEqual([]);
    expect(columnHits(withRows(withRows(on, 4), 8), 3)).toHaveLength(1);
    expect(withLevel(on, 'E5', 3, 0)).toEqual(INITIAL_BEAT);
    expect(shownPattern(clearBeat(on)).pads).toEqual({});
  });

  it('is cleared in all its patterns, also in hidden rows', () => {
    const second = withLevel(withShown(withLevel(INITIAL_BEAT, 'C3', 0, FULL_STRENGTH), 1), 'C4', 2, FULL_STRENGTH);
    expect(clearBeat(second).patterns.map(({ pads }) => pads)).toEqual([{}, {}, {}, {}]);
    expect([clearBeat(second).shown, clearBeat(second).bpm]).toEqual([1, second.bpm]);
    expect(clearBeat(INITIAL_BEAT)).toBe(INITIAL_BEAT);
  });

  it('keeps numbers within their limits', () => {
    expect(withBpm(INITIAL_BEAT, 500).bpm).toBe(180);
    expect(withBpm(INITIAL_BEAT, Number.NaN).bpm).toBe(120);
    expect(withRows(INITIAL_BEAT, 1).rows).toBe(4);
    expect(withSwing(INITIAL_BEAT, 90).swing).toBe(75);
    expect(withNoteToggled(withNoteToggled(INITIAL_BEAT, 'A4'), 'A4').notes).toEqual(INITIAL_NOTES);
  });
});

describe('a pattern', () => {
  it('has eight strengths, and none of them is off', () => {
    const soft = withLevel(INITIAL_BEAT, 'C4', 2, 3);
    expect(columnHits(soft, 2)).toEqual([{ note: 'C4', velocity: 3 / 8 }]);
    expect(levelAt(withLevel(soft, 'C4', 2, 99), 'C4', 2)).toBe(8);
    expect(levelAt(withLevel(soft, 'C4', 2, -1), 'C4', 2)).toBe(0);
    // A pad that is set to the same strength is no change.
    expect(withLevel(soft, 'C4', 2, 3)).toBe(soft);
    expect(withLevel(INITIAL_BEAT, 'C4', 32, 8)).toBe(INITIAL_BEAT);
  });

  it('has one to four bars, and a bar that is added again has its old pads', () => {
    const long = withLevel(withBars(INITIAL_BEAT, 4), 'C4', 31, 5);
    expect([stepsOf(INITIAL_BEAT), stepsOf(long), gridOf(long)[0]!.length]).toEqual([8, 32, 32]);
    const short = withBars(long, 1);
    expect([stepsOf(short), isBlank(short), selectedNotes(short)]).toEqual([8, true, INITIAL_NOTES]);
    expect(levelAt(withBars(short, 4), 'C4', 31)).toBe(5);
    expect([stepsOf(withBars(long, 9)), stepsOf(withBars(long, 0))]).toEqual([32, 8]);
  });

  it('is one of four, and can be copied', () => {
    const a = withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH);
    const b = withShown(a, 1);
    expect(columnHits(b, 0)).toEqual([]);
    expect(columnHits(withPattern(b, a.patterns[0]!), 0)).toHaveLength(1);
    // The fragrance contains the rows painted in any pattern.
    expect(selectedNotes(withLevel(b, 'E4', 3, FULL_STRENGTH))).toEqual(['E4', 'C4']);
    const { hits, seconds } = hitsOf(withLevel(b, 'E4', 3, FULL_STRENGTH));
    expect(hits.map(({ note, time }) => [note, time])).toEqual([
      ['C4', 0],
      ['E4', 2.75],
    ]);
    expect(seconds).toBe(4);
    // Clear empties them all, with the notes that were only painted.
    expect(selectedNotes(clearBeat(withLevel(b, 'E4', 3, FULL_STRENGTH)))).toEqual(INITIAL_NOTES);
  });

  it('plays no muted row, and only soloed rows if there are any', () => {
    const both = withLevel(withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH), 'E4', 0, FULL_STRENGTH);
    const firstColumnNotes = (beat: Beat): string[] => columnHits(beat, 0).map(({ note }) => note);
    expect(firstColumnNotes(withMuteToggled(both, 'C4'))).toEqual(['E4']);
    expect(firstColumnNotes(withSoloToggled(both, 'C4'))).toEqual(['C4']);
    expect(firstColumnNotes(withMuteToggled(withSoloToggled(both, 'C4'), 'C4'))).toEqual([]);
    expect(firstColumnNotes(withSoloToggled(withSoloToggled(both, 'C4'), 'C4'))).toEqual(['E4', 'C4']);
    // They are painted all the same.
    expect(selectedNotes(withMuteToggled(both, 'C4'))).toEqual(['E4', 'C4']);
    // A solo goes with its row.
    expect(firstColumnNotes({ ...both, solo: ['B8'] })).toEqual(['E4', 'C4']);
    expect(withNoteToggled(withSoloToggled(both, 'C4'), 'C4').solo).toEqual([]);
  });

  it('has an example, loud and soft, within any number of rows', () => {
    expect(hitsOf(withExample(INITIAL_BEAT)).hits.length).toBeGreaterThan(8);
    expect(new Set(hitsOf(withExample(INITIAL_BEAT)).hits.map(({ velocity }) => velocity)).size).toBeGreaterThan(3);
    // The lowest row is the bass.
    expect(columnHits(withExample(INITIAL_BEAT), 0)).toEqual([{ note: 'C3', velocity: 1 }]);
    expect(isBlank(withExample(withRows(INITIAL_BEAT, 4)))).toBe(false);
    expect(withExample({ ...INITIAL_BEAT, notes: [] }).patterns).toEqual(INITIAL_BEAT.patterns);
  });
});

describe('a beat in a link', () => {
  it('is restored whole, and so is its draft', () => {
    fc.assert(
      fc.property(beats, (beat) => {
        expect(sameBeat(decodeBeat(encodeBeat(beat))!, beat)).toBe(true);
        expect(encodeBeat(beat)).toMatch(/^[\da-z.]+$/);
        expect(readBeatDraft(JSON.parse(JSON.stringify(beatDraft(beat))))).toEqual(beat);
      }),
    );
  });

  it('is as short as its content, and fits into an address with the largest content', () => {
    expect(encodeBeat(INITIAL_BEAT)).toBe('2.120.8.50.1c1g1j1o');
    const one = withLevel(withLevel(INITIAL_BEAT, 'C3', 0, 8), 'E3', 2, 4);
    expect(encodeBeat(one)).toBe('2.120.8.50.1c1g1j1o...18i4');
    const all = Array.from({ length: 4 }, (_, i) => i).reduce(
      (beat, i) => {
        const there = withBars(withShown(beat, i), 4);
        return rowNotes(there).reduce(
          (before, note) =>
            Array.from({ length: 32 }, (_, c) => c).reduce((b, c) => withLevel(b, note, c, 1 + ((c + i) % 8)), before),
          there,
        );
      },
      withRows(INITIAL_BEAT, 12),
    );
    expect(encodeBeat(all).length).toBeLessThan(1600);
    expect(sameBeat(decodeBeat(encodeBeat(all))!, all)).toBe(true);
    const longest = { ...all, notes: NOTE_CODES };
    expect(decodeBeat(encodeBeat(longest))!.patterns[3]!.bars).toBe(4);
  });

  it('is read from any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(decodeBeat(text)).toBeNull();
      }),
      { examples: [[''], ['hello'], ['1.120.8.50..'], ['2']] },
    );
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        (numbers, notes, rest) => {
          const beat = decodeBeat(`2.${numbers}.8.50.${notes}.${rest}.${rest}.${rest}`)!;
          expect(beat.bpm).toBeGreaterThanOrEqual(60);
          expect(beat.bpm).toBeLessThanOrEqual(180);
          expect(beat.notes.every((note) => midiOf(note) >= 12 && midiOf(note) <= 119)).toBe(true);
          expect(sameBeat(decodeBeat(encodeBeat(beat))!, beat)).toBe(true);
          expect(readBeatDraft(beatDraft(beat))).toEqual(beat);
        },
      ),
    );
  });

  it('moves values out of range to the nearest one and drops unknown ones', () => {
    expect(decodeBeat('2.999.99.10.zz1c')).toMatchObject({ bpm: 180, rows: 12, swing: 50, notes: ['C3'] });
    expect(decodeBeat('2.x.y.z.!!!!')).toMatchObject({ bpm: 120, rows: 8, notes: INITIAL_NOTES });
    expect(decodeBeat('2.120.4.50.')).toMatchObject({ notes: [] });
    expect(decodeBeat('2.120.8.50.1c.9x3.7.99!9')).toMatchObject({ solo: ['C3'], shown: 0 });
    expect(decodeBeat('2.120.8.50.1c...99!9')!.patterns[0]).toEqual({ bars: 4, pads: { C1: '808' } });
    expect(decodeBeat(`2.120.8.50.${'1c'.repeat(10_000)}`)!.notes).toEqual(['C3']);
    expect(decodeBeat(`2.120.8.50.1c...1${'z'.repeat(5000)}8`)!.patterns[0]!.pads).toEqual({});
    expect(decodeBeat(null)).toBeNull();
  });
});

describe('the draft of a beat', () => {
  it('has the fields that a link leaves out', () => {
    const hidden = withBars(withLevel(withBars(INITIAL_BEAT, 2), 'C4', 12, 5), 1);
    expect(readBeatDraft(beatDraft(hidden))).toEqual(hidden);
  });

  it('is rejected when invalid, and loses only unreadable parts', () => {
    const draft = beatDraft(withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH)) as Record<string, unknown>;
    for (const hostile of [
      null,
      7,
      [],
      {},
      'nonsense',
      { ...draft, version: 9 },
      { ...draft, bpm: 1e9 },
      { ...draft, bpm: '120' },
      { ...draft, notes: ['H9'] },
      { ...draft, notes: Array.from({ length: 5000 }, () => 'C4') },
      { ...draft, patterns: [] },
      { ...draft, patterns: Array.from({ length: 4 }, () => ({ bars: 99, pads: {} })) },
    ])
      expect(readBeatDraft(hostile)).toBeNull();
    const odd = [
      { bars: 1, pads: { C4: '8', E4: '9', X: '1', G4: 5, A4: '1'.repeat(99) } },
      ...INITIAL_BEAT.patterns.slice(1),
    ];
    const read = readBeatDraft({ ...draft, shown: 77, solo: 'all', patterns: odd, more: '<b>' })!;
    expect(read.patterns[0]!.pads).toEqual({ C4: '8' });
    expect(read).toMatchObject({ shown: 0, solo: [] });
    expect(Object.keys(read)).not.toContain('more');
  });
});

describe('a beat from timed notes', () => {
  const at = (midi: number, onset: number, velocity = 1) => ({ midi, onset, velocity });

  it('quantises to half beats from the first note on, with their strengths', () => {
    const { beat, placed, left } = beatFromNotes(
      [at(60, 2.01), at(64, 2.24, 0.5), at(60, 3.76, 0.01), at(67, 4.1)],
      120,
    )!;
    expect(beat).toMatchObject({ bpm: 120, rows: 4, notes: ['C4', 'E4', 'G4'] });
    expect(stepsOf(beat)).toBe(16);
    expect(['C4', 'E4', 'C4', 'G4'].map((note, i) => levelAt(beat, note as 'C4', [0, 1, 7, 8][i]!))).toEqual([
      8, 4, 1, 8,
    ]);
    expect([placed, left]).toEqual([4, 0]);
  });

  it('takes repetitions for one round, and drops notes after 32 steps', () => {
    const round = (from: number) => [at(60, from), at(64, from + 0.75, 0.5)];
    const four = beatFromNotes([0, 2, 4, 6, 8, 10].flatMap(round), 120)!;
    expect([stepsOf(four.beat), four.placed, four.left]).toEqual([8, 12, 0]);
    // A second bar has no pads out of sight.
    expect(shownPattern(four.beat).pads).toEqual({ C4: '8', E4: '0004' });
    const changed = beatFromNotes([...[0, 2, 4, 6].flatMap(round), at(67, 7), at(67, 9)], 120)!;
    expect([stepsOf(changed.beat), changed.placed, changed.left]).toEqual([32, 9, 1]);
  });

  it('keeps the twelve most frequent pitches, and is null without notes', () => {
    const many = Array.from({ length: 20 }, (_, i) => at(40 + i, i === 0 ? 0 : 0.25));
    const result = beatFromNotes([...many, at(59, 0.5)], 120)!;
    expect(result.beat.notes).toHaveLength(12);
    expect(result.beat.notes).toContain('B3');
    expect(result.beat.rows).toBe(12);
    expect(beatFromNotes([], 120)).toBeNull();
    expect(beatFromNotes([at(60, 0)], Number.NaN)!.beat.bpm).toBe(120);
  });
});
