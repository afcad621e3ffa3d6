import { describe, expect, it } from 'vitest';
import type { Accent } from '../timbre/accents.ts';
import { blendOf } from '../timbre/blend.ts';
import { characterOf } from '../timbre/character.ts';
import type { Timbre } from '../timbre/timbre.ts';
import { noteCodeOf, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { between, pick, seededRandom, type Random } from '../../../../core/values/random.ts';
import { describeFragrance, traitsOf } from './description.ts';
import { fragranceFromEssence } from '../composition/fragrance.ts';
import type { Fragrance } from '../composition/model.ts';
import { nameFragrance } from './names.ts';

const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What people sing: two thirds of it in one of a few keys around the middle of a voice, by voices that are much alike. */
function sung(random: Random): Fragrance {
  const tonic = 45 + 12 * Math.floor(random() * 2) + pick([0, 2, 5, 7, 9], random);
  const scale = MAJOR.map((step) => noteCodeOf(tonic + step));
  const essence: NoteCode[] = [];
  const count = 3 + Math.floor(random() * 5);
  while (essence.length < count) {
    const note = pick(scale, random);
    if (!essence.includes(note)) essence.push(note);
  }
  const colour: Timbre = {
    centroid: 1200,
    brightness: Math.max(1, 3.5 + 1.2 * normal(random)),
    warmth: Math.min(1, Math.max(0, 0.5 + 0.2 * normal(random))),
    flatness: Math.min(1, Math.abs(0.05 * normal(random))),
    harmonicity: 18 + 5 * normal(random),
    roughness: Math.min(1, Math.abs(0.08 * normal(random))),
    attack: Math.max(0.005, 0.05 + 0.02 * normal(random)),
    vibrato: random() < 0.4 ? { rate: 5.5, depth: between(20, 90, random) } : null,
    wander: Math.abs(10 + 4 * normal(random)),
    overtones: essence.slice(0, 3).map((of, i) => ({
      of,
      partial: i + 2,
      note: noteCodeOf(tonic + 24 + Math.floor(random() * 14)),
      level: -3 - 9 * random(),
      weight: 0.3,
    })),
  };
  return fragranceFromEssence({ essence, source: 'spectral', now: new Date(0), blend: blendOf(essence, [], colour) });
}

const random = seededRandom('two hundred voices');
const fragrances = Array.from({ length: 200 }, () => sung(random));
const accents: Accent[] = [{ note: 'E6', of: 'C4', partial: 5, level: -6 }];
const essence: NoteCode[] = ['C4', 'E4', 'G4', 'A3'];
const measured = {
  centroid: 900,
  brightness: 3,
  warmth: 0.5,
  flatness: 0.1,
  harmonicity: 8,
  roughness: 0.02,
  attack: 0.03,
  vibrato: null,
  wander: 24,
};
const named = (changes: Partial<typeof measured>): Fragrance =>
  fragranceFromEssence({
    essence,
    source: 'spectral',
    now: new Date(0),
    blend: { accents, character: characterOf({ ...measured, ...changes }) },
  });

describe('the words of a fragrance', () => {
  it('gives hardly a name twice among any fifty of two hundred sounds in a row, unless their notes are the same', () => {
    const notesOf = ({ musicEssence }: Fragrance) => [...musicEssence].sort().join(' ');
    const twice = fragrances.filter((one, i) =>
      fragrances.slice(i + 1, i + 50).some((other) => other.name === one.name && notesOf(other) !== notesOf(one)),
    );
    expect(twice.length).toBeLessThanOrEqual(1);
  });

  it('gives no description more than twice', () => {
    const times = new Map<string, number>();
    for (const { description } of fragrances) times.set(description, (times.get(description) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
  });

  it('names what is inside, in few words', () => {
    for (const { name, musicEssence } of fragrances) {
      expect(name.length).toBeLessThanOrEqual(60);
      expect(musicEssence.length).toBeGreaterThan(2);
      expect(name).toMatch(/^\p{Lu}[\p{L}\d' &-]+$/u);
    }
  });

  it('has one name for takes of one tune, and a description of each voice', () => {
    expect(named({})).toEqual(named({}));
    const voices = [
      named({}),
      named({ harmonicity: 32 }),
      named({ brightness: 1.2, warmth: 0.95 }),
      named({ attack: 0.01 }),
    ];
    expect(new Set(voices.map(({ description }) => description)).size).toBe(voices.length);
    expect(new Set(voices.map(({ name }) => name)).size).toBe(1);
    // Which note was the loudest and which overtones were faint differs from take to take.
    expect(
      nameFragrance(['G4', 'A3', 'C4', 'E4'], [{ note: 'B6', of: 'E4', partial: 6, level: -20 }, ...accents]),
    ).toBe(nameFragrance(essence, accents));
    expect(nameFragrance(['G4', 'A3', 'C4'], accents)).not.toBe(nameFragrance(essence, accents));
    expect(nameFragrance(essence)).not.toBe(nameFragrance(essence, accents));
  });

  it('leaves everything but the words of a fragrance as it is', () => {
    const bare = fragranceFromEssence({ essence, source: 'spectral', now: new Date(0) });
    const { name: _name, description: _description, accents: _accents, character: _character, ...rest } = named({});
    expect(bare).toMatchObject(rest);
  });

  it('tells no trait that was not measured, as the notes of talk are too short', () => {
    const spoken = characterOf({ ...measured, attack: null, vibrato: null, wander: null });
    expect(spoken.axes).toMatchObject({ tremor: 0, strike: 0 });
    const axes = traitsOf(spoken).map(({ axis }) => axis);
    expect(axes.length).toBeGreaterThan(0);
    expect(axes).not.toContain('tremor');
    expect(axes).not.toContain('strike');
  });

  it('tells the traits that stand out and the accent, whichever sentences it takes', () => {
    const character = characterOf({ ...measured, harmonicity: 5, wander: 25, roughness: 0.09 });
    expect(traitsOf(character)[0]).toEqual({ axis: 'tremor', end: 'high' });
    for (const seed of [0.1, 0.5, 0.9]) {
      const text = describeFragrance(
        { musicEssence: essence, topNotes: ['Rose'], middleNotes: ['Clove'], baseNotes: ['Oud'], character, accents },
        () => seed,
      );
      expect(text).toMatch(/bright, vibrant|balanced, harmonious/i);
      expect(text).toContain('Its pitch is never quite at rest');
      expect(text).toContain('breathy');
      expect(text).toContain('Bergamot');
    }
  });

  it('finds a name for one single note', () => {
    expect(nameFragrance(['C4'])).toMatch(/Rose/);
    expect(nameFragrance(['C4'], accents)).toMatch(/Rose/);
    expect(() => nameFragrance([])).toThrow(RangeError);
  });
});
