import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sung } from '../../../../tests/fixtures/diary.ts';
import { drawFragrance, tiersOf } from '../../fragrance/domain/index.ts';
import { agedDrawing, ageOf, ageWords, FRESH, PRESSED } from './age.ts';

const fragrance = { ...sung('rose', '2026-11-24T12:00:00Z'), persistence: 0.5 };
const made = Date.parse(fragrance.created);
const HOUR = 3_600_000;
const at = (hours: number) => ageOf(fragrance, made + hours * HOUR);

describe('the age of a face', () => {
  it('loses its top notes after half an hour, its heart after hours, its base after a day', () => {
    expect(at(0)).toEqual(FRESH);
    expect(at(0.5)).toEqual(FRESH);
    expect(at(1).present).toMatchObject({ middle: 1, base: 1 });
    expect(at(1).present.top).toBeLessThan(1);
    expect(at(8).present).toMatchObject({ top: 0.16, base: 1 });
    expect(at(8).present.middle).toBeLessThan(1);
    expect(at(24).present).toEqual({ top: 0.16, middle: 0.3, base: 1 });
    expect(at(24 * 400).present).toEqual({ top: 0.16, middle: 0.3, base: 0.5 });
  });

  it('only ever fades, a lasting one slower', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, persistence) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        const one = (age: number, lasts = persistence) =>
          ageOf({ ...fragrance, persistence: lasts }, made + age).present;
        for (const tier of ['top', 'middle', 'base'] as const) {
          expect(one(late)[tier]).toBeLessThanOrEqual(one(early)[tier]);
          expect(one(late, 1)[tier]).toBeGreaterThanOrEqual(one(late)[tier]);
          expect(one(late)[tier]).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('leaves later where it lasts', () => {
    const left = (persistence: number) => ageOf({ ...fragrance, persistence }, made + 1.5 * HOUR).present.top;
    expect(left(1)).toBeGreaterThan(left(0.5));
    expect(left(0.5)).toBeGreaterThan(left(0));
  });

  it('is fresh where the clock was set back, or the date is not readable', () => {
    expect(at(-1000)).toEqual(FRESH);
    expect(ageOf({ ...fragrance, created: 'once' }, made)).toEqual(FRESH);
  });

  it('is told in words', () => {
    expect([0, 1, 3, 6, 20, 40, 400].map((hours) => ageWords(at(hours)))).toEqual([
      'Fresh.',
      'Its top notes are leaving.',
      'Its top notes are gone.',
      'Its heart is leaving.',
      'Its base is left.',
      'Its base is leaving.',
      'A trace of it is left.',
    ]);
    expect(ageWords(PRESSED)).toBe('Pressed: it does not fade.');
  });
});

describe('a drawing at an age', () => {
  const drawing = drawFragrance(fragrance);

  it('is the same while it is fresh', () => {
    expect(agedDrawing(drawing, fragrance, FRESH)).toBe(drawing);
  });

  it('has every shape at its place, those of the top notes fainter first', () => {
    const aged = agedDrawing(drawing, fragrance, at(3));
    expect(aged.shapes.map(({ path }) => path)).toEqual(drawing.shapes.map(({ path }) => path));
    const base = tiersOf(fragrance.musicEssence).base;
    const opacities = (shapes: typeof drawing.shapes) =>
      shapes.filter(({ fill, stroke }) => base.includes((fill ?? stroke)!.note)).map(({ opacity }) => opacity);
    expect(opacities(aged.shapes)).toEqual(opacities(drawing.shapes));
    expect(aged.shapes.some((shape, i) => shape.opacity < drawing.shapes[i]!.opacity)).toBe(true);
  });

  it('is complete when it is pressed, in flat tones', () => {
    const pressed = agedDrawing(drawing, fragrance, PRESSED);
    const petals = (shapes: typeof drawing.shapes) =>
      shapes.filter(({ role, fill }) => role === 'petal' && fill).length;
    expect(petals(pressed.shapes)).toBe(petals(drawing.shapes));
    expect(new Set(pressed.shapes.flatMap(({ fill }) => fill?.depth ?? []))).toEqual(new Set([0.42]));
    expect(pressed.shapes.some(({ role }) => role === 'sillage')).toBe(false);
  });
});
