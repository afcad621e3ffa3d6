import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_CODES } from '../../../../core/pitch/pitch.ts';
import { REACH } from '../catalogue/reach.ts';
import { RECIPE_PARTS, smellTonight } from './tonight.ts';

describe('smell it tonight', () => {
  it('has a line with a source for each of the 108 materials', () => {
    expect(Object.keys(REACH).sort()).toEqual([...NOTE_CODES].sort());
    for (const { place, how, source } of Object.values(REACH)) {
      expect(how).toMatch(/^[A-Z].{10,90}\.$/);
      expect(source).toMatch(/^https:\/\/en\.wikipedia\.org\/wiki\/[\w()-]+$/);
      expect(place !== 'nowhere' || how.startsWith('Nearest: ')).toBe(true);
    }
    expect(new Set(Object.values(REACH).map(({ how }) => how)).size).toBe(NOTE_CODES.length);
  });

  it('says how many are where, and in which order to smell them', () => {
    const tonight = smellTonight({ musicEssence: ['F#4', 'A4', 'D4', 'A0', 'C4'] })!;
    expect(tonight.sentence).toBe('Three of its five notes are in a kitchen: Black Pepper, Nutmeg and Clove.');
    expect(tonight.steps.map(({ note }) => note)).toEqual(['A4', 'F#4', 'D4', 'C4', 'A0']);
    expect(smellTonight({ musicEssence: ['D4'] })!.sentence).toBe('Its note is in a kitchen: Clove.');
    expect(smellTonight({ musicEssence: ['C4', 'A0'] })!.sentence).toBe(
      'One of its two notes is in a garden or at a florist: Rose.',
    );
    expect(smellTonight({ musicEssence: ['A0', 'C1'] })!.sentence).toMatch(/^None of its two notes can be met/);
    expect(smellTonight({ musicEssence: [] })).toBeNull();
  });

  it('names something that can be met, or says that there is nothing, whatever the notes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { minLength: 1, maxLength: 32 }), (musicEssence) => {
        const { sentence, steps, recipe } = smellTonight({ musicEssence })!;
        const met = steps.some(({ place }) => place !== 'nowhere');
        expect(/can be met/.test(sentence)).toBe(!met);
        expect(recipe.reduce((sum, { parts }) => sum + parts, 0)).toBe(RECIPE_PARTS);
        for (const { parts } of recipe) expect(parts).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('makes a recipe of the proportions that were measured', () => {
    const proportions = [
      { note: 'F#4', parts: 60 },
      { note: 'D4', parts: 30 },
      { note: 'C4', parts: 10 },
    ] as const;
    expect(smellTonight({ musicEssence: ['F#4', 'D4', 'C4'], proportions: [...proportions] })!.recipe).toEqual([
      { name: 'Nutmeg', parts: 11 },
      { name: 'Clove', parts: 6 },
      { name: 'Rose', parts: 3 },
    ]);
  });
});
