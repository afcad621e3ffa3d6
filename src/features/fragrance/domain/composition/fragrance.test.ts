import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perfumeNoteByName, perfumeNoteOf } from '../catalogue/catalogue.ts';
import { fragranceFromBeat, fragranceFromEssence, strengthsOf, tiersOf } from './fragrance.ts';
import { midiOf, NOTE_CODES, type NoteCode } from '#analysis/values/pitch.ts';

const now = new Date('2025-03-04T05:06:07.089Z');
const note = fc.constantFrom(...NOTE_CODES);
const essences = fc.uniqueArray(note, { minLength: 1, maxLength: 8 });

describe('tiers', () => {
  it('follow the octave rule for a single note', () => {
    for (const note of ['C0', 'B2'] as const) expect(tiersOf([note]).base).toEqual([note]);
    for (const note of ['C3', 'B4'] as const) expect(tiersOf([note]).middle).toEqual([note]);
    for (const note of ['C5', 'B8'] as const) expect(tiersOf([note]).top).toEqual([note]);
    expect(tiersOf(['C5'])).toEqual({ top: ['C5'], middle: [], base: [] });
    expect(tiersOf(['A4'])).toEqual({ top: [], middle: ['A4'], base: [] });
    expect(tiersOf(['A1'])).toEqual({ top: [], middle: [], base: ['A1'] });
  });

  it.each([
    [2, [1, 0, 1]],
    [3, [1, 1, 1]],
    [4, [1, 2, 1]],
    [5, [2, 1, 2]],
    [6, [2, 2, 2]],
    [7, [2, 3, 2]],
    [8, [3, 2, 3]],
    [9, [3, 3, 3]],
  ])('%d notes split into %j', (count, sizes) => {
    const { top, middle, base } = tiersOf(NOTE_CODES.slice(40, 40 + count));
    expect([top.length, middle.length, base.length]).toEqual(sizes);
  });

  it('have every note once and in order of pitch, for any input', () => {
    fc.assert(
      fc.property(fc.array(note, { maxLength: 20 }), (notes) => {
        const { top, middle, base } = tiersOf(notes);
        const all = [...top, ...middle, ...base].map(midiOf);
        expect(all).toEqual([...new Set(notes.map(midiOf))].sort((a, b) => b - a));
        expect(top.length === base.length || all.length === 1).toBe(true);
      }),
    );
  });
});

describe('fragranceFromEssence', () => {
  it('gives the sound of a link the same drawing as the same sound from elsewhere', () => {
    const input = { essence: ['C4', 'E4', 'G4'] as const, now: new Date(0) };
    const { source: _, ...recorded } = fragranceFromEssence({ ...input, source: 'spectral' });
    expect(fragranceFromEssence({ ...input, source: 'link' })).toEqual({ ...recorded, source: 'link' });
  });

  it('turns a sung chord into a fragrance', () => {
    const fragrance = fragranceFromEssence({
      essence: ['E4', 'C3', 'G4', 'C4'],
      source: 'spectral',
      now,
      audioData: 'https://example.test/a.webm',
    });
    expect(fragrance).toMatchObject({
      id: String(now.getTime()),
      created: '2025-03-04T05:06:07.089Z',
      source: 'spectral',
      audioData: 'https://example.test/a.webm',
      musicEssence: ['E4', 'C3', 'G4', 'C4'],
      dominantNotes: ['E4', 'C3', 'G4'],
      backgroundNotes: ['C4'],
      topNotes: [perfumeNoteOf('G4').name],
      middleNotes: [perfumeNoteOf('E4').name, 'Rose'],
      baseNotes: [perfumeNoteOf('C3').name],
      intensity: 0.5,
      complexity: 0.4,
    });
    expect('trace' in fragrance).toBe(false);
  });

  it('has no field for a recording that does not exist', () => {
    expect('audioData' in fragranceFromEssence({ essence: ['C4'], source: 'keys', now })).toBe(false);
  });

  it('has more persistence when its low notes were loud and its high ones soft', () => {
    const analysisOf = (low: number, high: number) =>
      fragranceFromEssence({
        essence: ['C2', 'C6'],
        source: 'spectral',
        now,
        trace: {
          duration: 2,
          peaks: [],
          notes: [
            { note: 'C2', onset: 0, offset: 1, velocity: low, cents: 0 },
            { note: 'C6', onset: 1, offset: 2, velocity: high, cents: 0 },
          ],
        },
      }).persistence;
    expect(analysisOf(0.9, 0.1)).toBeGreaterThan(analysisOf(0.1, 0.9));
  });

  it('fills an empty tier with its default', () => {
    expect(fragranceFromEssence({ essence: ['C4'], source: 'keys', now })).toMatchObject({
      topNotes: ['Citrus'],
      middleNotes: ['Rose'],
      baseNotes: ['Woody'],
    });
    expect(fragranceFromEssence({ essence: ['C4', 'E2'], source: 'keys', now })).toMatchObject({
      topNotes: ['Rose'],
      middleNotes: ['Floral'],
      baseNotes: ['Vanilla'],
    });
    expect(fragranceFromEssence({ essence: ['C4', 'C4'], source: 'keys', now }).musicEssence).toEqual(['C4']);
  });

  it('caps intensity and complexity at 1', () => {
    expect(fragranceFromEssence({ essence: NOTE_CODES.slice(20, 28), source: 'link', now })).toMatchObject({
      intensity: 1,
      complexity: 0.8,
    });
    expect(fragranceFromEssence({ essence: NOTE_CODES.slice(20, 36), source: 'link', now })).toMatchObject({
      intensity: 1,
      complexity: 1,
    });
  });

  it('takes a given name, and makes one when that is blank; the rest stays the same', () => {
    const own = fragranceFromEssence({ essence: ['C4', 'E2', 'A0'], source: 'keys', now });
    expect(fragranceFromEssence({ essence: ['C4', 'E2', 'A0'], source: 'keys', now, name: '  ' })).toEqual(own);
    expect(fragranceFromEssence({ essence: ['C4', 'E2', 'A0'], source: 'keys', now, name: ' Nan ' })).toEqual({
      ...own,
      name: 'Nan',
    });
  });

  it('is valid, and the same for the same notes except id and time', () => {
    fc.assert(
      fc.property(essences, fc.date({ noInvalidDate: true }), (essence, later) => {
        const one = fragranceFromEssence({ essence, source: 'spectral', now });
        const two = fragranceFromEssence({ essence, source: 'spectral', now: later });
        expect({ ...two, id: one.id, created: one.created }).toEqual(one);
        for (const value of [one.intensity, one.complexity, one.persistence]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect([...one.dominantNotes, ...one.backgroundNotes]).toEqual(essence);
        const named = [...one.topNotes, ...one.middleNotes, ...one.baseNotes].filter((name) => perfumeNoteByName(name));
        expect(named.sort()).toEqual(essence.map((code) => perfumeNoteOf(code).name).sort());
      }),
    );
  });

  it('has a name with a perfume note of the fragrance, in many variants', () => {
    const names = new Set<string>();
    fc.assert(
      fc.property(essences, (essence) => {
        const { name } = fragranceFromEssence({ essence, source: 'spectral', now });
        expect(
          essence.some((code) => name.includes(perfumeNoteOf(code).name)),
          `in ${name}`,
        ).toBe(true);
        expect(name.length).toBeLessThanOrEqual(50);
        names.add(name);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(names.size).toBeGreaterThan(250);
  });

  it('refuses an empty essence and unknown notes', () => {
    expect(() => fragranceFromEssence({ essence: [], source: 'keys', now })).toThrow(RangeError);
    expect(() => fragranceFromEssence({ essence: ['H4' as NoteCode], source: 'keys', now })).toThrow('unknown note');
    expect(() => fragranceFromBeat({ notes: [], now })).toThrow(RangeError);
  });
});

describe('fragranceFromBeat', () => {
  it('stays in the ranges of a beat and is the same for the same beat', () => {
    fc.assert(
      fc.property(fc.array(note, { minLength: 1, maxLength: 14 }), (notes) => {
        const fragrance = fragranceFromBeat({ notes, now });
        expect(fragranceFromBeat({ notes, now })).toEqual(fragrance);
        expect(fragrance.source).toBe('beat');
        expect(fragrance.intensity).toBeGreaterThanOrEqual(0.5);
        expect(fragrance.intensity).toBeLessThanOrEqual(1);
        expect(fragrance.persistence).toBeGreaterThanOrEqual(0.3);
        expect(fragrance.persistence).toBeLessThanOrEqual(1);
        expect(fragrance.complexity).toBe(Math.min(1, notes.length / 10));
      }),
    );
  });

  it('splits the default beat', () => {
    const { topNotes, middleNotes, baseNotes } = fragranceFromBeat({ notes: ['C3', 'E3', 'G3', 'C4'], now });
    expect({ topNotes, middleNotes, baseNotes }).toEqual({
      topNotes: ['Rose'],
      middleNotes: ['Sandalwood', 'Amber'],
      baseNotes: ['Labdanum'],
    });
  });
});

describe('strengthsOf', () => {
  it('falls with the rank without a recording', () => {
    const values = [...strengthsOf({ musicEssence: ['C4', 'E4', 'G4', 'A4'] }).values()];
    expect(values[0]).toBe(1);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(values.at(-1)).toBeGreaterThan(0.2);
  });

  it('follows length and loudness if the trace has them', () => {
    const heard = { onset: 0, cents: 0 };
    const strengths = strengthsOf({
      musicEssence: ['C4', 'E4', 'G4'],
      trace: {
        duration: 4,
        peaks: [],
        notes: [
          { ...heard, note: 'C4', offset: 1, velocity: 0.5 },
          { ...heard, note: 'C4', offset: 1, velocity: 0.5 },
          { ...heard, note: 'E4', offset: 1, velocity: 0.5 },
        ],
      },
    });
    expect([...strengths]).toEqual([
      ['C4', 1],
      ['E4', 0.5],
      ['G4', 0.15],
    ]);
  });
});
