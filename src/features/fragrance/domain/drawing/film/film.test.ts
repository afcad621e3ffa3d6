import { describe, expect, test } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { TraceNote } from '#features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { drawFragrance } from '../drawing.ts';
import { DRAWING_SIZE } from '../shapes.ts';
import { Film, FLOWER_SETTLES_AT_S } from './film.ts';
import type { FilmSurface } from './lettering.ts';
import { nameCuesOf, FILM_WIDTH, momentsOf, planFilm } from './filmPlan.ts';
import { paintPicture } from './pictures.ts';

const heardNote = (note: NoteCode, onset: number): TraceNote => ({
  note,
  onset,
  offset: onset + 0.5,
  velocity: 0.8,
  cents: 0,
});
const essence: NoteCode[] = ['A4', 'C#5', 'E3'];
const fragranceOf = (notes: TraceNote[], duration: number) =>
  fragranceFromEssence({
    essence,
    source: 'spectral',
    now: new Date(0),
    name: 'Été ليلة',
    ...(notes.length === 0 ? {} : { trace: { duration, peaks: [], notes } }),
  });
const fragrance = fragranceOf([heardNote('A4', 0.2), heardNote('C#5', 1), heardNote('E3', 2)], 3);

describe('the plan of a film', () => {
  test('has all of a short sound and the ending, and is never longer than fifteen seconds', () => {
    expect(planFilm(3, fragrance)).toEqual({ from: 0, sound: 3, seconds: 6 });
    expect(planFilm(0.1, fragrance).sound).toBe(1);
    expect(planFilm(Number.NaN, fragrance).seconds).toBe(4);
    for (const length of [12, 13, 1800]) expect(planFilm(length, fragrance).seconds).toBe(15);
  });

  test('takes the part of a long sound with most notes', () => {
    const long = fragranceOf([heardNote('A4', 1), heardNote('C#5', 40), heardNote('E3', 42), heardNote('A4', 44)], 60);
    expect(planFilm(60, long).from).toBeCloseTo(39.75);
    expect(planFilm(60, fragranceOf([], 0)).from).toBe(0);
    // Never past its end.
    expect(planFilm(60, fragranceOf([heardNote('A4', 59), heardNote('E3', 59.5)], 60)).from).toBe(48);
  });

  test('shows each shape when its note sounds, and names the notes in that order', () => {
    const drawing = drawFragrance(fragrance);
    const moments = momentsOf(drawing, fragrance, planFilm(3, fragrance));
    const first: Partial<Record<NoteCode, number>> = { A4: 0.2, 'C#5': 1, E3: 2 };
    expect(moments).toEqual(
      drawing.shapes.map(({ role, fill, stroke }) =>
        role === 'petal' || role === 'layer' ? first[(fill ?? stroke)!.note] : null,
      ),
    );
    expect(nameCuesOf(drawing, moments)).toEqual([
      { at: 0.2, note: 'A4' },
      { at: 1, note: 'C#5' },
      { at: 2, note: 'E3' },
    ]);
  });

  test('shows the notes of a fragrance without a recording as they are played', () => {
    const bare = fragranceOf([], 0);
    const drawing = drawFragrance(bare);
    expect(
      nameCuesOf(drawing, momentsOf(drawing, bare, planFilm(2, bare)))
        .slice(0, 3)
        .map(({ at }) => at),
    ).toEqual([0, 0.6, 1.2]);
  });

  test("gives no moment to notes outside the film's part of the sound", () => {
    const long = fragranceOf([heardNote('A4', 1), heardNote('C#5', 40), heardNote('E3', 42), heardNote('C#5', 44)], 60);
    const plan = planFilm(60, long);
    const moments = momentsOf(drawFragrance(long), long, plan).filter((moment) => moment !== null);
    for (const moment of moments) expect(moment >= 0 && moment < plan.sound).toBe(true);
  });
});

/** Heights of the flower, and of the top of the link below it, in units of the film. */
const FLOWER_HEIGHTS = { from: 250, to: 918 };
const LINK_TOP = 1156;

/** A surface that records painted shapes, with letters of a part of their size. */
function paper(letter = 0.5) {
  const texts: string[] = [];
  /** The texts with their widths, and the middles and strengths of shapes, in pixels. */
  const places: { text: string; width: number; size: number; y: number }[] = [];
  const middles: { x: number; y: number; alpha: number }[] = [];
  let [scale, left, top] = [1, 0, 0];
  const widthOf = (text: string) => text.length * Number(/(\d+)px/.exec(surface.font)![1]) * letter;
  let shapes = 0;
  const surface = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    globalAlpha: 1,
    font: '10px sans',
    textBaseline: '',
    textAlign: '',
    setTransform(a: number, _b: number, _c: number, _d: number, e: number, f: number) {
      [scale, left, top] = [a, e, f];
    },
    fillRect: () => undefined,
    fill() {
      shapes++;
      const half = (scale * DRAWING_SIZE) / 2;
      middles.push({ x: left + half, y: top + half, alpha: surface.globalAlpha });
    },
    stroke: () => undefined,
    fillText(text: string) {
      if (surface.globalAlpha <= 0.01) return;
      texts.push(text);
      const size = scale * Number(/(\d+)px/.exec(surface.font)![1]);
      places.push({ text, width: widthOf(text) * scale, size, y: top });
    },
    measureText: (text: string) => ({ width: widthOf(text) }),
  };
  return { surface: surface as FilmSurface<string>, texts, places, middles, shapes: () => shapes };
}

describe('the film', () => {
  const plan = planFilm(3, fragrance);
  const bottles: number[] = [];
  const film = new Film<string>({
    fragrance,
    plan,
    link: 'accord.example/share/AAAAAAAA',
    pathOf: (data) => data,
    bottle: (x) => void bottles.push(x),
  });
  const at = (second: number) => {
    const painted = paper();
    film.paint(painted.surface, second, 720);
    return { ...painted, count: painted.shapes() };
  };

  test('begins with the finished flower and its name, which messages show, and rewinds', () => {
    const finished = at(plan.sound + FLOWER_SETTLES_AT_S);
    expect(at(0)).toMatchObject({ texts: ['Accord', 'Été ليلة'], count: finished.count });
    const counts = [0, 0.6, 0.7, 0.8].map((second) => at(second).count);
    for (let i = 1; i < counts.length; i++) expect(counts[i]!).toBeLessThan(counts[i - 1]!);
    expect(at(0.81).texts).not.toContain('Été ليلة');
  });

  test('grows with each note, and names its material', () => {
    const counts = [0.9, 1.9, 2.9].map((second) => at(second).count);
    for (let i = 1; i < counts.length; i++) expect(counts[i]!).toBeGreaterThan(counts[i - 1]!);
    expect(at(0.95).texts).toEqual(['Accord', 'A4', 'Black Pepper']);
    expect(at(2.4).texts).toEqual(['Accord', 'E3', 'Amber']);
  });

  test('ends with the name, the bottle and the link', () => {
    bottles.length = 0;
    expect(at(3.5).texts).toEqual(['Accord', 'Été ليلة']);
    expect(bottles).toEqual([]);
    const { texts } = at(plan.seconds - 0.1);
    expect(texts).toContain('accord.example/share/AAAAAAAA');
    // Once under the bottle and once on its label.
    expect(texts.filter((text) => text === 'Été ليلة')).toHaveLength(2);
    expect(bottles).toHaveLength(1);
  });

  test('shows every shape of the flower in full at its end', () => {
    expect(at(plan.sound + FLOWER_SETTLES_AT_S).middles.map(({ alpha }) => alpha)).toEqual(
      at(0).middles.map(({ alpha }) => alpha),
    );
  });

  test('centres landing petals on the flower at any size in pixels', () => {
    for (const width of [360, 720]) {
      const { surface, middles } = paper();
      film.paint(surface, 1.1, width);
      const unit = width / FILM_WIDTH;
      expect(middles.length).toBeGreaterThan(0);
      for (const { x, y } of middles) {
        expect(x / unit).toBeCloseTo(FILM_WIDTH / 2, 6);
        expect(y / unit).toBeCloseTo((FLOWER_HEIGHTS.from + FLOWER_HEIGHTS.to) / 2, 6);
      }
    }
  });

  test('narrows the name of a material to the width of its column', () => {
    const { surface, places } = paper(1.2);
    film.paint(surface, 0.95, 720);
    expect(places.find(({ text }) => text === 'Black Pepper')!.width).toBeCloseTo(FILM_WIDTH - 96, 6);
  });

  test('writes a name of two lines at full size, between the flower and the link', () => {
    const { surface, places } = paper();
    const name = 'Midsummer Promenade';
    new Film<string>({ fragrance: { ...fragrance, name }, plan, link: '', pathOf: String, bottle: null }).paint(
      surface,
      0,
      720,
    );
    const lines = places.slice(1);
    expect(lines.map(({ text, size }) => [text, Math.round(size)])).toEqual([
      ['Midsummer', 76],
      ['Promenade', 76],
    ]);
    expect(lines[0]!.y - 0.8 * 76).toBeGreaterThan(FLOWER_HEIGHTS.to);
    expect(lines[1]!.y + 0.2 * 76).toBeLessThan(LINK_TOP);
  });

  test('is the same at the same moment', () => {
    expect(at(2.2)).toMatchObject({ texts: at(2.2).texts, count: at(2.2).count });
  });
});

test('paints every picture with the name, however long', () => {
  for (const kind of ['link', 'still'] as const)
    for (const name of ['A', 'Very long names of fragrances '.repeat(5), 'W'.repeat(120), 'ليلة']) {
      const { surface, texts } = paper();
      paintPicture(kind, surface, { ...fragrance, name }, (data) => data);
      expect(texts.some((text) => text.startsWith(name.slice(0, 1)))).toBe(true);
      expect(texts).toContain('Accord');
    }
});
