import { describe, expect, it } from 'vitest';
import { imageOf } from '../catalogue/images.ts';
import type { Accent } from '../timbre/accents.ts';
import { characterOf } from '../timbre/character.ts';
import { averageOctave, describeFragrance, FALLBACK_DESCRIPTION, inWords, voiceOf } from './description.ts';

const tiers = { topNotes: ['Bergamot', 'Lemon'], middleNotes: ['Rose'], baseNotes: ['Oud', 'Myrrh', 'Musk'] };
/** A draw for each of the three opening sentences. */
const each = [0, 1, 2].map((i) => () => (i + 0.5) / 3);

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

  it('opens with one of three sentences: both pairs of words, and the material that leads each tier', () => {
    // Frankincense, Myrrh and Oakmoss are the strongest of their tiers.
    const music = {
      musicEssence: ['B3', 'D3', 'C#3', 'A#3', 'C3'],
      topNotes: ['Frankincense', 'Hinoki'],
      middleNotes: ['Myrrh'],
      baseNotes: ['Oakmoss', 'Labdanum'],
    };
    const texts = each.map((random) => describeFragrance(music, random));
    const openings = texts.map((text) => text.slice(0, text.indexOf('. ') + 1));
    expect(new Set(openings).size).toBe(3);
    for (const opening of openings) {
      expect(opening.toLowerCase()).toContain('balanced, harmonious');
      expect(opening.toLowerCase()).toContain('captivating, alluring');
      for (const note of ['Frankincense', 'Myrrh', 'Oakmoss']) expect(opening).toContain(note);
      for (const note of ['Hinoki', 'Labdanum']) expect(opening).not.toContain(note);
      expect(opening).toMatch(/^[A-Z].*\.$/);
    }
    for (const text of texts) {
      expect(text).toContain(imageOf('B3'));
      expect(text).toContain(`It ends on Oakmoss, ${imageOf('C#3')}.`);
      expect(text).not.toMatch(/\byour?\b/);
    }
  });

  it('tells the trait that stands out most with its number, and the accent that is heard best', () => {
    const character = characterOf({
      centroid: 900,
      brightness: 2.8,
      warmth: 0.5,
      flatness: 0.1,
      harmonicity: 20,
      roughness: 0.09,
      attack: 0.04,
      vibrato: { rate: 5.46, depth: 120 },
      wander: 20,
    });
    const accents: Accent[] = [
      { note: 'B6', of: 'C4', partial: 6, level: -14 },
      { note: 'E6', of: 'C4', partial: 5, level: -6 },
    ];
    const text = describeFragrance({ musicEssence: ['C4', 'E4', 'G4'], ...tiers, character, accents }, each[0]!);
    expect(text).toContain(`It trembles 5.5 times a second, and Bergamot rings above, ${imageOf('E6')}.`);
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
