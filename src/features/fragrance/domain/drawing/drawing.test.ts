import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AXES, type Axis } from '../timbre/character.ts';
import { fragranceFromBeat, fragranceFromEssence } from '../composition/fragrance.ts';
import type { TraceNote } from '../composition/model.ts';
import { NOTE_CODES, type NoteCode } from '#analysis/values/pitch.ts';
import { drawFragrance, drawingLabel } from './drawing.ts';
import { DRAWING_SIZE, type Drawable } from './shapes.ts';
import { drawingSvg } from './drawingSvg.ts';
import { drawnPart, MAX_DRAWN_NOTES } from '../composition/trace.ts';
import { noteColors } from './noteColors.ts';
import { paintDrawing, type PaintSurface } from './paintDrawing.ts';
import { formingDrawing } from '#features/fragrance/components/formingFlower.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';

const now = new Date(0);
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const code = fc.constantFrom(...NOTE_CODES);
const essences = fc.uniqueArray(code, { minLength: 1, maxLength: 8 });

const heardNote = (note: NoteCode, onset: number, offset: number, velocity = 0.8): TraceNote => ({
  note,
  onset,
  offset,
  velocity,
  cents: 0,
});
const axes = (changes: Partial<Record<Axis, number>> = {}): { axes: Record<Axis, number> } => ({
  axes: { brightness: 0.5, breath: 0.3, roughness: 0.3, strike: 0.5, tremor: 0.3, ...changes },
});
/** A tune that was sung. */
const sungTune: Drawable = {
  musicEssence: ['G4', 'C4', 'E4', 'D4'],
  intensity: 0.5,
  complexity: 0.4,
  persistence: 0.5,
  trace: {
    duration: 6,
    peaks: [],
    notes: [heardNote('C4', 0.2, 1), heardNote('E4', 1.1, 1.7), heardNote('G4', 1.8, 4), heardNote('D4', 4.4, 5.6)],
  },
  accents: [{ note: 'G5', of: 'C4', partial: 3, level: -6 }],
  character: axes(),
};
const keys = fragranceFromEssence({ essence: ['C3', 'E4', 'G4', 'C5'], source: 'keys', now });

const heardNotes = fc
  .tuple(code, fc.double({ min: 0, max: 7200, noNaN: true }), fc.double({ min: 0, max: 600, noNaN: true }), unit)
  .map(([note, onset, length, velocity]) => heardNote(note, onset, Math.min(7200, onset + length), velocity));
/** Anything that the app takes for a fragrance, however unlikely. */
const drawables: fc.Arbitrary<Drawable> = fc.record(
  {
    musicEssence: essences,
    intensity: unit,
    complexity: unit,
    persistence: unit,
    trace: fc.record({
      duration: fc.double({ min: 0, max: 7200, noNaN: true }),
      peaks: fc.constant([]),
      notes: fc.array(heardNotes, { maxLength: 60 }),
    }),
    accents: fc.array(
      fc.record({
        note: code,
        of: code,
        partial: fc.integer({ min: 2, max: 16 }),
        level: fc.integer({ min: -60, max: 0 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    character: fc.record({
      axes: fc.record({ brightness: unit, breath: unit, roughness: unit, strike: unit, tremor: unit }),
    }),
    proportions: fc.array(fc.record({ note: code, parts: fc.integer({ min: 1, max: 100 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
  },
  { requiredKeys: ['musicEssence', 'intensity', 'complexity', 'persistence'] },
);

describe('drawFragrance', () => {
  it('gives the same drawing for the same scent and another for another', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(drawables, (fragrance) => {
        const drawing = JSON.stringify(drawFragrance(fragrance));
        expect(JSON.stringify(drawFragrance(structuredClone(fragrance)))).toBe(drawing);
        const key = JSON.stringify(fragrance.musicEssence);
        expect(seen.get(drawing) ?? key).toBe(key);
        seen.set(drawing, key);
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on name, time or source: an exported and imported copy looks the same', () => {
    const beat = fragranceFromBeat({ notes: ['C3', 'G3', 'E3'], now });
    expect(drawFragrance({ ...beat, id: '9', name: 'Other', created: '', source: 'keys' } as Drawable)).toEqual(
      drawFragrance(beat),
    );
  });

  it.each<[string, Partial<Drawable>]>([
    ['notes', { musicEssence: ['G4', 'C4', 'E4', 'D#4'] }],
    ['lead', { musicEssence: ['C4', 'G4', 'E4', 'D4'] }],
    ['complexity', { complexity: 1 }],
    ['persistence', { persistence: 0.9 }],
    ['accents', { accents: [{ note: 'G5', of: 'C4', partial: 3, level: -15 }] }],
    ['lack of accents', { accents: [] }],
    ['proportions', { proportions: sungTune.musicEssence.map((note, i) => ({ note, parts: [70, 10, 10, 10][i]! })) }],
    ['timing', { trace: { ...sungTune.trace!, duration: 6.4 } }],
    [
      'melody',
      {
        trace: {
          ...sungTune.trace!,
          notes: sungTune.trace!.notes.map((note, i) => (i === 1 ? { ...note, note: 'D4' } : note)),
        },
      },
    ],
    ...AXES.map((axis): [string, Partial<Drawable>] => [axis, { character: axes({ [axis]: 0.9 }) }]),
  ])('shows its %s', (_, changes) => {
    expect(drawingSvg(drawFragrance({ ...sungTune, ...changes }), LIGHT_PALETTE)).not.toBe(
      drawingSvg(drawFragrance(sungTune), LIGHT_PALETTE),
    );
  });

  it('gives an unclear note a narrow layer while the flower forms', () => {
    const innerWidth = (confidence: number): number => {
      const note = { cents: 0, velocity: 0.8 };
      const outer = { ...note, midi: 60, onset: 0, offset: 4, confidence };
      const inner = { ...note, midi: 64, onset: 4, offset: 8, confidence: 1 };
      const { shapes } = formingDrawing({ essence: ['E4', 'C4'], notes: [outer, inner], time: 8 });
      const numbers = shapes.findLast(({ role }) => role === 'layer')!.path.match(/-?\d+/g)!;
      return Math.max(...numbers.map(Number)) - Math.min(...numbers.map(Number));
    };
    expect(innerWidth(0.2)).toBeGreaterThan(innerWidth(1));
  });

  it.each<[string, Partial<Drawable>]>([
    ['order of strength', { musicEssence: ['E4', 'C3', 'G4', 'C5'] }],
    ['intensity', { intensity: keys.intensity + 0.2 }],
    ['complexity', { complexity: keys.complexity + 0.2 }],
    ['persistence', { persistence: keys.persistence / 2 }],
  ])('shows the %s of a fragrance without a recording', (_, changes) => {
    expect(drawFragrance({ ...keys, ...changes })).not.toEqual(drawFragrance(keys));
  });

  it('has a petal for each note of the sound, at its time, longer for a higher note', () => {
    const { shapes } = drawFragrance(sungTune);
    const petals = shapes.filter(({ role }) => role === 'petal');
    expect([...new Set(petals.map(({ at }) => at))].sort()).toEqual([0.2, 1.1, 1.8, 4.4]);
    expect(shapes.filter(({ role, at }) => role === 'accent' && at === 0.2).length).toBeGreaterThan(0);
    for (const { role, at } of drawFragrance(keys).shapes) expect([role, at]).toEqual([role, undefined]);
    const reach = (at: number): number =>
      Math.max(
        ...petals
          .filter((petal) => petal.at === at)
          .flatMap(({ path }) => cornersOf(path).map(([x, y]) => Math.hypot(x - 5000, y - 5000))),
      );
    expect(reach(1.8)).toBeGreaterThan(reach(0.2));
  });

  it('draws only the longest notes of a long sound', () => {
    const notes = Array.from({ length: 200 }, (_, i) => heardNote('C4', i, i + (i % 5 === 0 ? 0.9 : 0.2)));
    const { shapes } = drawFragrance({ ...sungTune, trace: { duration: 200, peaks: [], notes } });
    const moments = new Set(shapes.filter(({ role }) => role === 'petal').map(({ at }) => at!));
    expect(moments.size).toBe(MAX_DRAWN_NOTES);
    expect([...moments].every((at) => at % 5 === 0)).toBe(true);
  });

  it('is the same from the part of the trace that lists have', () => {
    fc.assert(
      fc.property(drawables, ({ trace, ...rest }) => {
        const listed = trace === undefined ? rest : { ...rest, face: drawnPart(trace) };
        expect(drawFragrance(listed)).toEqual(drawFragrance(trace === undefined ? rest : { ...rest, trace }));
      }),
      { numRuns: 40 },
    );
  });

  it('takes its colours from the essence and the accents alone', () => {
    fc.assert(
      fc.property(drawables, (fragrance) => {
        const known = new Set([...fragrance.musicEssence, ...(fragrance.accents ?? []).map(({ note }) => note)]);
        const used = drawFragrance(fragrance).shapes.flatMap(({ fill, stroke }) => [fill?.note, stroke?.note]);
        expect(used.filter((note) => note !== undefined && !known.has(note))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('cuts nothing off, fills its square, and has finite numbers only, for any fragrance', () => {
    fc.assert(
      fc.property(drawables, fc.constantFrom('tight' as const, 'still' as const), (fragrance, frame) => {
        const { shapes } = drawFragrance(fragrance, frame);
        // One expectation for all shapes: hundreds of them take longer than the drawing.
        const isDrawn = ({ path, opacity }: (typeof shapes)[number]): boolean =>
          /^M-?\d+ -?\d+q[\d -]+z?$/.test(path) && opacity > 0 && opacity <= 1;
        expect(shapes.filter((shape) => !isDrawn(shape))).toEqual([]);
        let [least, most] = [Infinity, -Infinity];
        for (const { path, stroke, strokeWidth = 0 } of shapes) {
          const edge = stroke ? strokeWidth / 2 : 0;
          for (const corner of cornersOf(path).flat()) {
            least = Math.min(least, corner - edge);
            most = Math.max(most, corner + edge);
          }
        }
        expect(least).toBeGreaterThan(0);
        expect(most).toBeLessThan(DRAWING_SIZE);
        expect(most - least).toBeGreaterThan(frame === 'tight' ? 0.9 * DRAWING_SIZE : 0);
      }),
      { numRuns: 100 },
    );
  });

  it('closes its closed curves: the relative steps add up to zero', () => {
    for (const { path } of drawFragrance(sungTune).shapes.filter(({ path }) => path.endsWith('z'))) {
      const corners = cornersOf(path);
      expect(corners.at(-1)).toEqual(corners[0]);
    }
  });

  it('gives the ring a colour far from the leading note: an accent, else the note of the farthest colour', () => {
    const ring = (fragrance: Drawable): NoteCode | undefined =>
      drawFragrance(fragrance).shapes.find(({ role }) => role === 'ring')?.stroke?.note;
    expect(ring(sungTune)).toBe('G5');
    // Rose, tuberose, black pepper and pink pepper: pepper is farthest from the white flower, the white flower from
    // pepper.
    expect(ring({ ...keys, musicEssence: ['C#4', 'C4', 'A4', 'B4'] })).toBe('A4');
    expect(ring({ ...keys, musicEssence: ['A4', 'C4', 'C#4', 'B4'] })).toBe('C#4');
  });

  it('draws as many rays for an accent as the number of its partial, evenly around the heart', () => {
    const fragrance = { ...sungTune, accents: [{ note: 'G5', of: 'C4', partial: 5, level: -6 }] } satisfies Drawable;
    const rays = drawFragrance(fragrance, 'still').shapes.filter(({ role }) => role === 'accent');
    expect(rays).toHaveLength(2 * 5);
    const angles = rays
      .map(({ path }) => cornersOf(path).map(([x, y]) => [x - DRAWING_SIZE / 2, y - DRAWING_SIZE / 2] as const))
      // The pearl at the end of a ray is round.
      .filter((_, i) => i % 2 === 1)
      .map((corners) => Math.atan2(mean(corners.map(([, y]) => y)), mean(corners.map(([x]) => x))))
      .sort((a, b) => a - b);
    for (const [i, angle] of angles.entries())
      expect((angles[i + 1] ?? angles[0]! + 2 * Math.PI) - angle).toBeCloseTo((2 * Math.PI) / 5, 1);
  });

  it('gives petals teeth only if a sound is rough', () => {
    const petals = (roughness: number): string[] =>
      drawFragrance({ ...sungTune, character: axes({ roughness }) }, 'still')
        .shapes.filter(({ role }) => role === 'petal')
        .map(({ path }) => path);
    expect(petals(0.15)).toEqual(petals(0));
    expect(petals(0.4)).not.toEqual(petals(0));
  });

  it('draws more threads of scent for more persistence', () => {
    const threads = (persistence: number): number =>
      drawFragrance({ ...sungTune, persistence }).shapes.filter(
        ({ role, path }) => role === 'sillage' && !path.endsWith('z'),
      ).length;
    expect(threads(0.9)).toBeGreaterThan(threads(0));
  });

  it('leaves opened petals in their places while a sound goes on', () => {
    const first = drawFragrance(sungTune, 'still').shapes;
    const more = { ...sungTune.trace!, notes: [...sungTune.trace!.notes, heardNote('E4', 5.7, 5.9)] };
    const paths = drawFragrance({ ...sungTune, trace: more }, 'still').shapes.map(({ path }) => path);
    const kept = first.filter(({ role, path }) => role === 'petal' && paths.includes(path));
    expect(kept.length / first.filter(({ role }) => role === 'petal').length).toBeGreaterThan(0.6);
  });

  it('draws bare paper for a fragrance without notes', () => {
    expect(drawFragrance({ musicEssence: [], intensity: 0, complexity: 0, persistence: 0 }).shapes).toEqual([]);
  });
});

describe('drawingSvg', () => {
  it('has no ids or styles that could clash on a page, and escapes its label', () => {
    const svg = drawingSvg(drawFragrance(sungTune), LIGHT_PALETTE, { label: `<b>"Tom" & 'Ann'</b>` });
    expect(svg).not.toMatch(/\sid=|<style|<script|url\(|href/);
    expect(svg).toContain('aria-label="&#60;b&#62;&#34;Tom&#34; &#38; &#39;Ann&#39;&#60;/b&#62;"');
    expect(svg).toContain('role="img"');
    expect(svg).not.toContain('aria-hidden');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<]*><rect [^<]*\/>(<path [^<]*\/>)+<\/svg>$/);
  });

  it('paints each note in the colour of its material', () => {
    const svg = drawingSvg(drawFragrance({ ...keys, musicEssence: ['G#4', 'A4'] }), LIGHT_PALETTE);
    for (const note of ['G#4', 'A4'] as const) expect(svg).toContain(noteColors(note, 'light').line);
    expect(svg).not.toContain(noteColors('C4', 'light').line);
  });

  it('uses the palette it is given', () => {
    const drawing = drawFragrance(sungTune);
    expect(drawingSvg(drawing, DARK_PALETTE)).not.toBe(drawingSvg(drawing, LIGHT_PALETTE));
  });

  it('has three frames: a square that scales, a card with sides of paper, and no paper at all', () => {
    const drawing = drawFragrance(sungTune);
    expect(drawingSvg(drawing, LIGHT_PALETTE)).toContain('viewBox="0 0 10000 10000" aria-hidden="true"');
    expect(drawingSvg(drawing, LIGHT_PALETTE, { aspect: 2, width: 1200 })).toContain(
      'viewBox="-5000 0 20000 10000" width="1200" height="600"',
    );
    expect(drawingSvg(drawing, LIGHT_PALETTE, { aspect: 0.5 })).toContain('viewBox="0 -5000 10000 20000"');
    expect(drawingSvg(drawing, LIGHT_PALETTE, { background: false })).not.toContain('<rect');
  });

  it('stays small enough for a list of covers, even for the fullest sound', () => {
    const musicEssence: NoteCode[] = ['G4', 'D4', 'B4', 'A4', 'F#4', 'E4', 'C4', 'D5'];
    const notes = Array.from({ length: 60 }, (_, i) => heardNote(musicEssence[i % 8]!, i / 4, i / 4 + 0.2));
    const accents = (
      [
        ['G6', 3],
        ['A6', 12],
        ['C#6', 16],
      ] as const
    ).map(([note, partial]) => ({
      note,
      of: 'G4' as const,
      partial,
      level: -3,
    }));
    const full = { ...sungTune, musicEssence, accents, complexity: 1, trace: { duration: 15, peaks: [], notes } };
    expect(drawingSvg(drawFragrance(full), LIGHT_PALETTE).length).toBeLessThan(58_000);
    expect(drawingSvg(drawFragrance(sungTune), LIGHT_PALETTE).length).toBeLessThan(24_000);
  });
});

describe('paintDrawing', () => {
  const paintedShapes = (shapes?: ReturnType<typeof drawFragrance>['shapes']): string[] => {
    const log: string[] = [];
    const surface: PaintSurface<string> = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      globalAlpha: 1,
      fill(path) {
        log.push(`fill ${path} ${String(this.fillStyle)} ${this.globalAlpha}`);
      },
      stroke(path) {
        log.push(`stroke ${path} ${String(this.strokeStyle)} ${this.globalAlpha} ${this.lineWidth}`);
      },
    };
    paintDrawing(surface, drawFragrance(sungTune), DARK_PALETTE, {
      pathOf: (data) => data,
      ...(shapes ? { shapes } : {}),
    });
    expect(surface.globalAlpha).toBe(1);
    return log;
  };

  it('paints the same shapes as the SVG', () => {
    const svg = drawingSvg(drawFragrance(sungTune), DARK_PALETTE, { background: false });
    const expected = [
      ...svg.matchAll(
        /<path d="([^"]*)" fill="([^"]*)"(?: stroke="([^"]*)" stroke-width="(\d+)")?(?: opacity="([^"]*)")?\/>/g,
      ),
    ].flatMap(([, path, fill, stroke, width, opacity = '1']) => [
      ...(fill === 'none' ? [] : [`fill ${path} ${fill} ${opacity}`]),
      ...(stroke === undefined ? [] : [`stroke ${path} ${stroke} ${opacity} ${width}`]),
    ]);
    expect(paintedShapes()).toEqual(expected);
  });

  it('paints some of the shapes for a film in which they appear one by one', () => {
    const { shapes } = drawFragrance(sungTune);
    const rings = shapes.filter(({ role }) => role === 'ring');
    expect(paintedShapes(rings)).toHaveLength(rings.length);
  });
});

it('has a text alternative', () => {
  expect(drawingLabel({ name: 'First', musicEssence: ['C4', 'A0'] })).toBe(
    'The flower of First around a cut agate, from Oud at its edge to Rose at its heart',
  );
  expect(drawingLabel({ name: 'One', musicEssence: ['C4'] })).toContain('Rose');
  expect(drawingLabel({ name: 'None', musicEssence: [] })).toBe('The flower of None');
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** All corners and ends of a path's curves: it cannot leave their hull. */
function cornersOf(path: string): [number, number][] {
  const numbers = (text: string): number[] => (text.match(/-?\d+/g) ?? []).map(Number);
  const cut = path.indexOf('q');
  let [x, y] = numbers(path.slice(0, cut)) as [number, number];
  const steps = numbers(path.slice(cut + 1));
  const all: [number, number][] = [[x, y]];
  for (let i = 0; i + 3 < steps.length; i += 4) {
    all.push([x + steps[i]!, y + steps[i + 1]!]);
    x += steps[i + 2]!;
    y += steps[i + 3]!;
    all.push([x, y]);
  }
  return all;
}
