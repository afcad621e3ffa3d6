import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWING_SIZE, drawFragrance, drawingLabel } from './drawing.ts';
import { drawingSvg } from './drawingSvg.ts';
import { fragranceFromEssence } from '../fragrance/fragrance.ts';
import { noteColors } from './noteColors.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';
import { NOTE_CODES } from '../pitch/pitch.ts';

const now = new Date(0);
const essences = fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { minLength: 1, maxLength: 8 });
const profile = fragranceFromEssence({ essence: ['C3', 'E4', 'G4', 'C5'], source: 'keys', now });
const svgOf = (changes: Partial<typeof profile>): string =>
  drawingSvg(drawFragrance({ ...profile, ...changes }), LIGHT_PALETTE);

describe('drawFragrance', () => {
  it('gives the same drawing for the same profile and another for another', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(essences, (essence) => {
        const make = (): string =>
          JSON.stringify(drawFragrance(fragranceFromEssence({ essence, source: 'spectral', now })));
        const drawing = make();
        expect(make()).toBe(drawing);
        const key = essence.join(' ');
        expect(seen.get(drawing) ?? key).toBe(key);
        seen.set(drawing, key);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['notes', { musicEssence: ['C3', 'E4', 'G4', 'C#5'] }],
    ['order of strength', { musicEssence: ['E4', 'C3', 'G4', 'C5'] }],
    ['family', { musicEssence: ['C4', 'E5', 'G5', 'C6'] }],
    ['intensity', { intensity: profile.intensity + 0.2 }],
    ['complexity', { complexity: profile.complexity + 0.2 }],
    ['persistence', { persistence: profile.persistence / 2 }],
    [
      'what was heard',
      { trace: { duration: 3, peaks: [], notes: [{ note: 'G4', onset: 0, offset: 3, velocity: 1, cents: 0 }] } },
    ],
  ] as const)('shows its %s', (_, changes) => {
    expect(svgOf(changes as Partial<typeof profile>)).not.toBe(svgOf({}));
  });

  it('paints each note in the colour of its material', () => {
    const svg = drawingSvg(drawFragrance({ ...profile, musicEssence: ['G#4', 'A4'] }), LIGHT_PALETTE);
    for (const code of ['G#4', 'A4'] as const) expect(svg).toContain(noteColors(code, 'light').line);
    expect(svg).not.toContain(noteColors('C4', 'light').line);
  });

  it('draws the longer sillage for what lasts longer', () => {
    const lines = (persistence: number): number =>
      drawFragrance({ ...profile, persistence }).shapes.filter(({ fill }) => !fill).length;
    expect(lines(0.9)).toBeGreaterThan(lines(0.1));
  });

  it('keeps the body on the paper and every number finite, for any notes', () => {
    fc.assert(
      fc.property(
        essences,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (musicEssence, complexity, persistence) => {
          const { shapes } = drawFragrance({ musicEssence, intensity: 1, complexity, persistence });
          const body = shapes.filter(({ fill, opacity }) => fill && opacity >= 0.9);
          expect(body.length).toBeGreaterThan(3);
          expect(shapes.filter(({ path }) => !/^M-?\d+ -?\d+q[\d -]+z$/.test(path))).toEqual([]);
          const extent = body.flatMap(({ path }) => extentOf(path));
          expect(Math.min(...extent)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...extent)).toBeLessThanOrEqual(DRAWING_SIZE);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('closes its curves: the relative steps add up to nothing', () => {
    for (const { path } of drawFragrance(profile).shapes) {
      const steps = numbersOf(path.slice(path.indexOf('q') + 1, -1));
      const sum = (offset: number): number =>
        steps.reduce((total, step, i) => (i % 4 === offset ? total + step : total), 0);
      expect(sum(2)).toBe(0);
      expect(sum(3)).toBe(0);
    }
  });

  it('leaves bare paper for a profile without notes', () => {
    expect(drawFragrance({ musicEssence: [], intensity: 0, complexity: 0, persistence: 0 }).shapes).toEqual([]);
  });
});

describe('drawingSvg', () => {
  it('holds nothing that could clash on a page, and escapes its label', () => {
    const svg = drawingSvg(drawFragrance(profile), LIGHT_PALETTE, { label: `<b>"Tom" & 'Ann'</b>` });
    expect(svg).not.toMatch(/\sid=|<style|<script|url\(|href/);
    expect(svg).toContain('aria-label="&#60;b&#62;&#34;Tom&#34; &#38; &#39;Ann&#39;&#60;/b&#62;"');
    expect(svg).toContain('role="img"');
    expect(svg).not.toContain('aria-hidden');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<]*><rect [^<]*\/>(<path [^<]*\/>)+<\/svg>$/);
  });

  it('uses the palette it is given', () => {
    const drawing = drawFragrance(profile);
    expect(drawingSvg(drawing, DARK_PALETTE)).not.toBe(drawingSvg(drawing, LIGHT_PALETTE));
  });

  it('frames: a square that scales, a card with sides of paper, and no paper at all', () => {
    const drawing = drawFragrance(profile);
    expect(drawingSvg(drawing, LIGHT_PALETTE)).toContain('viewBox="0 0 10000 10000" aria-hidden="true"');
    expect(drawingSvg(drawing, LIGHT_PALETTE, { aspect: 2, width: 1200 })).toContain(
      'viewBox="-5000 0 20000 10000" width="1200" height="600"',
    );
    expect(drawingSvg(drawing, LIGHT_PALETTE, { aspect: 0.5 })).toContain('viewBox="0 -5000 10000 20000"');
    expect(drawingSvg(drawing, LIGHT_PALETTE, { background: false })).not.toContain('<rect');
  });

  it('stays small enough for a list of covers', () => {
    const full = fragranceFromEssence({
      essence: ['G4', 'D4', 'B4', 'A4', 'F#4', 'E4', 'C4', 'D5'],
      source: 'spectral',
      now,
    });
    expect(drawingSvg(drawFragrance(full), LIGHT_PALETTE).length).toBeLessThan(60_000);
  });
});

it('says in words what is drawn', () => {
  expect(drawingLabel({ name: 'First', musicEssence: ['C4', 'A0'] })).toBe(
    'Drawing of First: a nested form, from Oud at its edge to Rose at its heart',
  );
  expect(drawingLabel({ name: 'One', musicEssence: ['C4'] })).toContain('Rose');
  expect(drawingLabel({ name: 'None', musicEssence: [] })).toBe('Drawing of None');
});

function numbersOf(text: string): number[] {
  return (text.match(/-?[\d.]+/g) ?? []).map(Number);
}

/** All positions of the curve's corners, x and y together. */
function extentOf(path: string): number[] {
  let [x, y] = numbersOf(path.slice(0, path.indexOf('q'))) as [number, number];
  const steps = numbersOf(path.slice(path.indexOf('q') + 1, -1));
  const all = [x, y];
  for (let i = 0; i + 3 < steps.length; i += 4) {
    x += steps[i + 2]!;
    y += steps[i + 3]!;
    all.push(x, y);
  }
  return all;
}
