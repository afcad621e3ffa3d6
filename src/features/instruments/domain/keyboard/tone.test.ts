import { describe, expect, it } from 'vitest';
import { FAMILIES } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { FAMILY_TONES, isToneChoice, TONE_CHOICES, TONE_IDS, toneOf, TONE_TEXTS } from './tone.ts';

describe('tones', () => {
  it('are the two sines and one named after each family, each with its own description', () => {
    expect(FAMILY_TONES.map((id) => TONE_TEXTS[id].name)).toEqual(FAMILIES.map(({ shortName }) => shortName));
    expect(TONE_IDS).toHaveLength(11);
    expect(new Set(TONE_CHOICES.map((id) => TONE_TEXTS[id].sound)).size).toBe(12);
  });

  it('by family depend on the octave, and outside the catalogue on the nearest one', () => {
    expect([12, 23, 24, 60, 119].map((midi) => toneOf('family', midi))).toEqual([
      'smoke',
      'smoke',
      'musk',
      'spice',
      'ether',
    ]);
    expect([0, 127].map((midi) => toneOf('family', midi))).toEqual(['smoke', 'ether']);
    expect(toneOf('held', 12)).toBe('held');
  });

  it('are read from any stored value', () => {
    expect(TONE_CHOICES.every(isToneChoice)).toBe(true);
    expect(['', 'Smoke', 'toString', null, 3, {}].some(isToneChoice)).toBe(false);
  });
});
