import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { NOTE_CODES, OCTAVES, type NoteCode, type Octave } from '#analysis/values/pitch.ts';
import { hexOfOklch, noteColors, noteShade, type Scheme } from './noteColors.ts';
import { contrastRatio, oklabOf } from './oklab.ts';
import { DARK_PALETTE, familyColors, LIGHT_PALETTE, type Palette } from './palette.ts';

/** `--sunken` of tokens.css. */
const SUNKEN_COLORS = { light: '#f2ebe0', dark: '#1d1612' };
const groundsOf = (palette: Palette): string[] => [palette.paper, palette.surface, SUNKEN_COLORS[palette.scheme]];

/** Distance in Oklab times 100: about 2 is just visible side by side. */
function distance(a: string, b: string): number {
  const [x, y] = [oklabOf(a), oklabOf(b)];
  return 100 * Math.hypot(...x.map((v, i) => v - y[i]!));
}

const notesOf = (octave: Octave): (typeof CATALOGUE)[number][] => CATALOGUE.filter((note) => note.octave === octave);

/** Oklab hue, degrees. */
function hueOf(hex: string): number {
  const [, a, b] = oklabOf(hex);
  return (Math.atan2(b!, a!) * 180) / Math.PI;
}

const hueBetween = (a: string, b: string): number => Math.abs(((hueOf(a) - hueOf(b) + 540) % 360) - 180);
const lightnessOf = (hex: string): number => oklabOf(hex)[0]!;
const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

describe.each<[Scheme, Palette]>([
  ['light', LIGHT_PALETTE],
  ['dark', DARK_PALETTE],
])('the colours of the 108 notes, %s', (scheme, palette) => {
  const fillOf = (code: NoteCode): string => noteColors(code, scheme).fill;

  it('carry text, and are text, with a contrast of 4.5', () => {
    for (const code of NOTE_CODES) {
      const { fill, ink, wash, onFill } = noteColors(code, scheme);
      expect(contrastRatio(onFill, fill), `on ${code}`).toBeGreaterThanOrEqual(4.5);
      for (const sheet of [...groundsOf(palette), wash])
        expect(contrastRatio(ink, sheet), `ink of ${code} on ${sheet}`).toBeGreaterThanOrEqual(4.5);
      for (const text of [palette.ink, palette.mutedInk])
        expect(contrastRatio(text, wash), `${text} on the wash of ${code}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('have an edge with a contrast of 3', () => {
    for (const code of NOTE_CODES) {
      const { line, wash } = noteColors(code, scheme);
      for (const sheet of [...groundsOf(palette), wash])
        expect(contrastRatio(line, sheet), `edge of ${code}`).toBeGreaterThanOrEqual(3);
    }
  });

  it('differ between neighbours, and between any two notes of a family', () => {
    for (const octave of OCTAVES) {
      const notes = notesOf(octave);
      notes.forEach(({ code }, i) => {
        for (const [j, other] of notes.slice(i + 1).entries())
          expect(distance(fillOf(code), fillOf(other.code)), `${code} beside ${other.code}`).toBeGreaterThanOrEqual(
            j === 0 ? 12 : 5,
          );
      });
    }
  });

  it('belong to their family: a third of its notes or more have its hue, and low octaves are darker than high ones', () => {
    const lightness = OCTAVES.map((octave) => mean(notesOf(octave).map(({ code }) => lightnessOf(fillOf(code)))));
    for (const octave of OCTAVES) {
      const { fill } = familyColors(palette, octave);
      const kin = notesOf(octave).filter(({ code }) => hueBetween(fillOf(code), fill) <= 40);
      expect(kin.length, `family ${octave}`).toBeGreaterThanOrEqual(4);
    }
    const [low, middle, high] = [0, 3, 6].map((from) => mean(lightness.slice(from, from + 3)));
    expect(middle!).toBeGreaterThan(low! + 0.05);
    expect(high!).toBeGreaterThan(middle! + 0.05);
  });

  it('resemble the material: the fill has its hue, and its place among the dark and the bright', () => {
    for (const { code, color } of CATALOGUE) {
      const [lightness, chroma] = color;
      expect(Math.abs(lightnessOf(fillOf(code)) - lightness), `lightness of ${code}`).toBeLessThan(0.1);
      // Nearly grey, a step of 8 bits turns the hue.
      const hues = [color[2], hueOf(fillOf(code))].map((hue) => hexOfOklch([0.6, 0.1, hue]));
      expect(chroma > 0.05 ? hueBetween(hues[0]!, hues[1]!) : 0, `hue of ${code}`).toBeLessThan(6);
    }
    const [lightest, darkest] = [fillOf('A2'), fillOf('C#2')];
    for (const code of NOTE_CODES) {
      expect(lightnessOf(fillOf(code))).toBeLessThanOrEqual(lightnessOf(lightest) + 0.01);
      expect(lightnessOf(fillOf(code))).toBeGreaterThanOrEqual(lightnessOf(darkest) - 0.03);
    }
  });

  it('grade from the wash over the fill to the ink', () => {
    for (const code of ['G#4', 'A4', 'C4'] as const) {
      const { fill, wash } = noteColors(code, scheme);
      expect(noteShade(code, palette, 0)).toBe(wash);
      expect(noteShade(code, palette, -1)).toBe(wash);
      expect(noteShade(code, palette, 0.5)).toBe(fill);
      const contrasts = [0.5, 0.7, 0.9].map((depth) => contrastRatio(noteShade(code, palette, depth), palette.ink));
      // Deeper is nearer to the text's colour; black pepper is there already on light paper.
      if (scheme === 'light' && code === 'A4') continue;
      expect(contrasts.toSorted((a, b) => b - a)).toEqual(contrasts);
    }
  });
});

it('refuse a note that is not in the catalogue', () => {
  expect(() => noteColors('C9' as NoteCode, 'light')).toThrow('unknown note');
});

describe('hexOfOklch', () => {
  it('agrees with the values that CSS Color 4 gives', () => {
    // https://www.w3.org/TR/css-color-4/#oklab-samples and the primaries of sRGB in OKLCH.
    expect(hexOfOklch([0.51975, 0.17686, 142.495])).toBe('#008000');
    expect(hexOfOklch([0.62796, 0.25768, 29.2339])).toBe('#ff0000');
    expect(hexOfOklch([0.45201, 0.31321, 264.052])).toBe('#0000ff');
    expect(hexOfOklch([1, 0, 0])).toBe('#ffffff');
    expect(hexOfOklch([0, 0, 0])).toBe('#000000');
  });

  it("reduces the chroma of colours outside a screen's range, and of no others", () => {
    const wanted = [0.9, 0.3, 150] as const;
    const [lightness, a, b] = oklabOf(hexOfOklch(wanted)) as [number, number, number];
    expect(lightness).toBeCloseTo(wanted[0], 2);
    expect((Math.atan2(b, a) * 180) / Math.PI).toBeCloseTo(wanted[2], 0);
    expect(Math.hypot(a, b)).toBeLessThan(0.25);
    expect(Math.hypot(a, b)).toBeGreaterThan(0.15);
  });

  it('reproduces the material colour of every note', () => {
    for (const { code, color } of CATALOGUE) {
      const [, a, b] = oklabOf(hexOfOklch(color)) as [number, number, number];
      expect(Math.abs(color[1] - Math.hypot(a, b)), `chroma of ${code}`).toBeLessThan(0.005);
    }
  });
});
