import { describe, expect, it } from 'vitest';
import { contrastRatio, mixColors } from './oklab.ts';
import { DARK_PALETTE, familyColors, LIGHT_PALETTE } from './palette.ts';
import { OCTAVES } from '#analysis/values/pitch.ts';

describe.each([LIGHT_PALETTE, DARK_PALETTE])('the $scheme palette', (palette) => {
  it('keeps the contrast of WCAG 2.2 AA', () => {
    for (const sheet of [palette.paper, palette.surface]) {
      expect(contrastRatio(palette.ink, sheet)).toBeGreaterThanOrEqual(7);
      expect(contrastRatio(palette.mutedInk, sheet)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(palette.line, sheet)).toBeGreaterThanOrEqual(3);
    }
    for (const octave of OCTAVES) {
      const { fill, ink, wash, onFill } = familyColors(palette, octave);
      for (const sheet of [palette.paper, palette.surface, wash])
        expect(contrastRatio(ink, sheet), `ink ${octave}`).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(palette.ink, wash)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(fill, palette.paper), `fill ${octave}`).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(fill, palette.surface), `fill ${octave}`).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(onFill, fill), `onFill ${octave}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has nine different hues', () => {
    expect(new Set(palette.families.map(({ fill }) => fill)).size).toBe(9);
  });
});

it('mixes colours between black and white and measures their contrast', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
  expect(mixColors('#123456', '#abcdef', 0)).toBe('#123456');
  expect(mixColors('#123456', '#abcdef', 1)).toBe('#abcdef');
});
