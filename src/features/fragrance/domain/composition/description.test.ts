import { describe, expect, it } from 'vitest';
import {
  averageOctave,
  describeFragrance,
  FALLBACK_DESCRIPTION,
  inWords,
  TEMPLATE_COUNT,
  voiceOf,
} from './description.ts';

const tiers = { topNotes: ['Bergamot', 'Lemon'], middleNotes: ['Rose'], baseNotes: ['Oud', 'Myrrh', 'Musk'] };
const each = Array.from({ length: TEMPLATE_COUNT }, (_, i) => () => (i + 0.5) / TEMPLATE_COUNT);

describe('description', () => {
  it.each([
    [0, 'deep, resonant', 'mysterious, profound'],
    [2.49, 'deep, resonant', 'mysterious, profound'],
    [2.5, 'balanced, harmonious', 'captivating, alluring'],
    [3.99, 'balanced, harmonious', 'captivating, alluring'],
    [4, 'bright, vibrant', 'uplifting, invigorating'],
    [5.49, 'bright, vibrant', 'uplifting, invigorating'],
    [5.5, 'ethereal, sparkling', 'delicate, luminous'],
    [8, 'ethereal, sparkling', 'delicate, luminous'],
  ])('an average of %d is %s and %s', (average, character, effect) => {
    expect(voiceOf(average)).toEqual({ character, effect });
  });

  it('averages the numbers of the essence', () => {
    expect(averageOctave(['C4', 'C#4', 'G5'])).toBeCloseTo(13 / 3);
    expect(averageOctave(['A10', 'B'])).toBe(10);
    expect(averageOctave(['C', 'D'])).toBeNull();
    expect(averageOctave([])).toBeNull();
  });

  it('has three sentences, and every one speaks both pairs of words and all the notes', () => {
    expect(TEMPLATE_COUNT).toBe(3);
    const texts = each.map((random) => describeFragrance({ musicEssence: ['C3', 'E3', 'G3'], ...tiers }, random));
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) {
      expect(text.toLowerCase()).toContain('balanced, harmonious');
      expect(text.toLowerCase()).toContain('captivating, alluring');
      for (const note of Object.values(tiers).flat()) expect(text).toContain(note);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('minds its articles', () => {
    const text = each.map((random) => describeFragrance({ musicEssence: ['C8'], ...tiers }, random)).join(' ');
    expect(text).toMatch(/\b[Aa]n ethereal/);
    expect(text).not.toMatch(/\b[Aa] (ethereal|uplifting|alluring)/);
  });

  it('falls back when there is nothing to say', () => {
    expect(FALLBACK_DESCRIPTION).toBe('A unique fragrance inspired by your sonic essence.');
    expect(describeFragrance({ musicEssence: [], ...tiers }, each[0]!)).toBe(FALLBACK_DESCRIPTION);
    expect(describeFragrance({ musicEssence: ['C4'], ...tiers, topNotes: [] }, each[0]!)).toBe(FALLBACK_DESCRIPTION);
  });

  it('lists in words', () => {
    expect(inWords([])).toBe('');
    expect(inWords(['A'])).toBe('A');
    expect(inWords(['A', 'B'])).toBe('A and B');
    expect(inWords(['A', 'B', 'C'])).toBe('A, B and C');
  });
});
