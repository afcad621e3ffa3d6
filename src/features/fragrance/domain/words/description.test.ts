import { describe, expect, it } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { fragranceFromEssence } from '../composition/fragrance.ts';
import { factsOf, averageOctave, type FragranceFacts, type FactsInput } from './fragranceFacts.ts';
import { describeFragrance, FALLBACK_DESCRIPTION, formatList, octaveAdjectives } from './description.ts';

/** The facts of a fragrance that has notes only. */
const factsWith = (fragrance: Readonly<Partial<Record<keyof FactsInput, readonly unknown[]>>>): FragranceFacts =>
  factsOf({
    topNotes: [],
    middleNotes: [],
    baseNotes: [],
    ...fragrance,
    source: 'spectral',
  } as unknown as FactsInput);
const tiers = { topNotes: ['Bergamot', 'Lemon'], middleNotes: ['Rose'], baseNotes: ['Oud', 'Myrrh', 'Musk'] };
/** A draw for each of the three opening sentences. */
const each = [0, 1, 2].map((i) => () => (i + 0.5) / 3);

describe('the description', () => {
  it.each([
    [0, 'deep, resonant', 'mysterious, profound'],
    [2.49, 'deep, resonant', 'mysterious, profound'],
    [2.5, 'balanced, harmonious', 'captivating, alluring'],
    [3.99, 'balanced, harmonious', 'captivating, alluring'],
    [4, 'bright, vibrant', 'uplifting, invigorating'],
    [5.49, 'bright, vibrant', 'uplifting, invigorating'],
    [5.5, 'ethereal, sparkling', 'delicate, luminous'],
    [8, 'ethereal, sparkling', 'delicate, luminous'],
  ])('calls an average of %d %s and %s', (average, character, effect) => {
    expect(octaveAdjectives(average)).toEqual({ character, effect });
  });

  it('averages the numbers of the essence', () => {
    expect(averageOctave(['C4', 'C#4', 'G5'])).toBeCloseTo(13 / 3);
    expect(averageOctave(['A10', 'B'])).toBe(10);
    expect(averageOctave(['C', 'D'])).toBeNull();
    expect(averageOctave([])).toBeNull();
  });

  it('opens with one of three sentences: both pairs before a noun, and the strongest of each tier', () => {
    // Frankincense, Myrrh and Oakmoss are the strongest of their tiers.
    const music = {
      musicEssence: ['B3', 'D3', 'C#3', 'A#3', 'C3'],
      topNotes: ['Frankincense', 'Hinoki'],
      middleNotes: ['Myrrh'],
      baseNotes: ['Oakmoss', 'Labdanum'],
    } as const;
    const texts = each.map((random) => describeFragrance(factsWith({ ...music }), random));
    const openings = texts.map((text) => text.slice(0, text.indexOf('. ') + 1));
    expect(new Set(openings).size).toBe(3);
    for (const opening of openings) {
      expect(opening).toMatch(/balanced, harmonious (fragrance|whole|composition)/);
      expect(opening).toMatch(/captivating, alluring (trail|last breath|presence)/);
      for (const note of ['Frankincense', 'Myrrh', 'Oakmoss']) expect(opening).toContain(note);
      for (const note of ['Hinoki', 'Labdanum']) expect(opening).not.toContain(note);
      expect(opening).toMatch(/^[A-Z].*\.$/);
    }
    for (const text of texts) {
      expect(text).not.toMatch(/\byour?\b/);
      expect(text.match(/balanced, harmonious/gi)).toHaveLength(1);
    }
  });

  it('has separate sentences for one note and for two, with both pairs', () => {
    for (const random of each) {
      const [one, two] = [['A5'], ['A5', 'C2']]
        .map((notes) => notes as NoteCode[])
        .map((essence) =>
          describeFragrance(factsOf(fragranceFromEssence({ essence, source: 'keys', now: new Date(0) })), random),
        );
      expect(one).toMatch(/^(It is Peony, and nothing else|One note, one material: Peony|Peony alone)/);
      expect(one).toContain('A bright, vibrant fragrance with an uplifting, invigorating presence.');
      expect(two).toMatch(/Peony .*Cocoa Absolute/);
      expect(two).toContain('A balanced, harmonious fragrance with a captivating, alluring presence.');
      for (const text of [one, two]) expect(text).not.toMatch(/Citrus|Floral|Woody/);
    }
  });

  it('has "most of it" only from half of the fragrance on', () => {
    const proportions = (parts: number) => [
      { note: 'C4' as const, parts },
      { note: 'E4' as const, parts: 99 - parts },
      { note: 'G4' as const, parts: 1 },
    ];
    const essence = {
      musicEssence: ['C4', 'E4', 'G4'],
      topNotes: ['Carnation'],
      middleNotes: ['Ylang-Ylang'],
      baseNotes: ['Rose'],
    };
    for (const random of each) {
      expect(describeFragrance(factsWith({ ...essence, proportions: proportions(50) }), random)).toMatch(
        /[Mm]ost of it is Rose/,
      );
      const less = describeFragrance(factsWith({ ...essence, proportions: proportions(49.6) }), random);
      expect(less).not.toMatch(/[Mm]ost of it/);
      expect(less).toMatch(/Rose leads|led by Rose/);
    }
  });

  it('uses "a" and "an" correctly', () => {
    const text = each
      .map((random) => describeFragrance(factsWith({ musicEssence: ['C8'], ...tiers }), random))
      .join(' ');
    expect(text).toMatch(/\b[Aa]n ethereal/);
    expect(text).not.toMatch(/\b[Aa] (ethereal|uplifting|alluring)/);
  });

  it('has a fallback for a fragrance without notes', () => {
    expect(FALLBACK_DESCRIPTION).toBe('A unique fragrance inspired by your sonic essence.');
    expect(describeFragrance(factsWith({ musicEssence: [], ...tiers }), each[0]!)).toBe(FALLBACK_DESCRIPTION);
  });

  it('joins lists with commas and "and"', () => {
    expect(formatList([])).toBe('');
    expect(formatList(['A'])).toBe('A');
    expect(formatList(['A', 'B'])).toBe('A and B');
    expect(formatList(['A', 'B', 'C'])).toBe('A, B and C');
  });
});
