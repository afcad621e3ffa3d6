import { describe, expect, it } from 'vitest';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Accent } from '../timbre/accents.ts';
import { blendOf } from '../timbre/blend.ts';
import { characterOf } from '../timbre/character.ts';
import type { Timbre } from '#analysis/values/timbre.ts';
import { NOTE_CODES, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';
import { randomBetween, pick, seededRandom, type Random } from '#core/values/random.ts';
import { factsOf, type VoiceKind } from './fragranceFacts.ts';
import { fragranceFromEssence } from '../composition/fragrance.ts';
import { traceOf } from '../composition/trace.ts';
import type { Fragrance } from '../composition/model.ts';
import { MAX_NAME_LENGTH, nameFragrance } from './names.ts';
import { traitSentence, traitsOf } from './traits.ts';

const MAJOR_SCALE = [0, 2, 4, 5, 7, 9, 11];
const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * A typical sung tune: two thirds of its notes lie in one of a few keys around the middle of a voice, and all voices
 * are much alike.
 */
function sungFragrance(random: Random): Fragrance {
  const tonic = 45 + 12 * Math.floor(random() * 2) + pick([0, 2, 5, 7, 9], random);
  const scale = MAJOR_SCALE.map((step) => noteCodeOf(tonic + step));
  const essence: NoteCode[] = [];
  const count = 3 + Math.floor(random() * 5);
  while (essence.length < count) {
    const note = pick(scale, random);
    if (!essence.includes(note)) essence.push(note);
  }
  const timbre: Timbre = {
    centroid: 1200,
    brightness: Math.max(1, 3.5 + 1.2 * drawNormal(random)),
    warmth: Math.min(1, Math.max(0, 0.5 + 0.2 * drawNormal(random))),
    flatness: Math.min(1, Math.abs(0.05 * drawNormal(random))),
    harmonicity: 18 + 5 * drawNormal(random),
    roughness: Math.min(1, Math.abs(0.08 * drawNormal(random))),
    attack: Math.max(0.005, 0.05 + 0.02 * drawNormal(random)),
    vibrato: random() < 0.4 ? { rate: 5.5, depth: randomBetween(20, 90, random) } : null,
    wander: Math.abs(10 + 4 * drawNormal(random)),
    overtones: essence.slice(0, 3).map((of, i) => ({
      of,
      partial: i + 2,
      note: noteCodeOf(tonic + 24 + Math.floor(random() * 14)),
      level: -3 - 9 * random(),
      weight: 0.3,
    })),
  };
  return fragranceFromEssence({ essence, source: 'spectral', now: new Date(0), blend: blendOf(essence, [], timbre) });
}

const random = seededRandom('two hundred voices');
const fragrances = Array.from({ length: 200 }, () => sungFragrance(random));
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
const fragranceWith = (changes: Partial<typeof measured>): Fragrance =>
  fragranceFromEssence({
    essence,
    source: 'spectral',
    now: new Date(0),
    blend: { accents, character: characterOf({ ...measured, ...changes }) },
  });

describe('the words of a fragrance', () => {
  it('seldom have a name twice among any fifty of two hundred sounds, unless their longest notes are the same', () => {
    const notesOf = (fragrance: Fragrance) => factsOf(fragrance).longest.toSorted().join(' ');
    const twice = fragrances.filter((one, i) =>
      fragrances.slice(i + 1, i + 50).some((other) => other.name === one.name && notesOf(other) !== notesOf(one)),
    );
    expect(twice.length).toBeLessThanOrEqual(fragrances.length / 6);
  });

  it('have no description more than twice', () => {
    const times = new Map<string, number>();
    for (const { description } of fragrances) times.set(description, (times.get(description) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
  });

  it('name one or two materials of the sound, in at most 28 letters nine times of ten, and no group of players', () => {
    const short = fragrances.filter(({ name }) => name.length <= MAX_NAME_LENGTH);
    expect(short.length).toBeGreaterThanOrEqual(0.9 * fragrances.length);
    for (const { name, musicEssence } of fragrances) {
      expect(name).toMatch(/^\p{Lu}[\p{L}\d' &-]+$/u);
      expect(name).not.toMatch(/Duet|Trio|Chor|Canon|Choir|Anthem|Symphon/);
      const named = musicEssence.filter((note) => name.includes(perfumeNoteOf(note).name));
      expect(named.length).toBeGreaterThanOrEqual(1);
      expect(named.length).toBeLessThanOrEqual(2);
    }
  });

  it('have one name for takes of one tune, and a description of each voice', () => {
    expect(fragranceWith({})).toEqual(fragranceWith({}));
    const voices = [
      fragranceWith({}),
      fragranceWith({ harmonicity: 40 }),
      fragranceWith({ brightness: 1.2, warmth: 0.95 }),
      fragranceWith({ attack: 0.01 }),
    ];
    expect(new Set(voices.map(({ description }) => description)).size).toBe(voices.length);
    expect(new Set(voices.map(({ name }) => name)).size).toBe(1);
  });

  it('take the name from the longest notes in any order, whatever else sounds', () => {
    const names = (longest: NoteCode[]): string => nameFragrance({ longest, manner: 'unknown' });
    expect(names(['G4', 'C4', 'E4'])).toBe(names(['C4', 'E4', 'G4']));
    expect(names(['G4', 'C4', 'D4'])).not.toBe(names(['C4', 'E4', 'A4']));
    const essenceOfLengths = (seconds: readonly number[]): readonly NoteCode[] =>
      factsOf({
        ...fragranceWith({}),
        proportions: essence.map((note, i) => ({ note, parts: 25, seconds: seconds[i]! })),
      }).longest;
    expect(essenceOfLengths([2, 1, 3, 0.2])).toEqual(['G4', 'C4']);
    expect(essenceOfLengths([1, 0.7, 3, 0.2])).toEqual(['G4', 'C4']);
    // Small changes of length change nothing.
    expect(essenceOfLengths([2, 2.1, 2.2, 2]).toSorted()).toEqual(essenceOfLengths([2.2, 2, 2.1, 2.3]).toSorted());
    expect(essenceOfLengths([2, 0, 0, 0])).toEqual(['C4']);
  });

  it.each([
    // The longest notes of eight takes of a song by one singer, in the engine's results, and of a take by another one.
    ['Frankincense', 'Guaiacwood', ['B3 F#3 G3', 'F#3 B3 A#3', 'B3 F#3 C#4', 'F#3 B3 C#4']],
    ['Cotton Candy', 'Guaiacwood', ['B2 F#3 A#2', 'B2 A#2 F#3']],
  ])('name every take of one song by %s and %s', (one, other, takes) => {
    for (const take of takes) {
      const name = nameFragrance({ longest: take.split(' ') as NoteCode[], manner: 'sung' });
      expect(name).toContain(one);
      expect(name).toContain(other);
    }
  });

  it('take the materials of a name from the fifth or fourth of a tune, with any third note', () => {
    const fragranceWith = (note: NoteCode) => perfumeNoteOf(note).name;
    const thirds = {
      'C4 G4': ['C#4', 'D#4', 'E4', 'F#4', 'A4', 'A#4', 'B4'],
      'D4 G4': ['D#4', 'E4', 'F4', 'F#4', 'G#4', 'A#4', 'B4'],
    } as const;
    for (const [frame, others] of Object.entries(thirds))
      for (const other of others) {
        const [low, high] = frame.split(' ') as [NoteCode, NoteCode];
        const name = nameFragrance({ longest: [other, low, high], manner: 'sung' });
        expect(name).toMatch(new RegExp(`${fragranceWith(low)}|${fragranceWith(high)}`));
        expect(name).not.toContain(fragranceWith(other));
      }
  });

  it('name talk, noise and beats without the words of music, such as "for"', () => {
    const names = (manner: VoiceKind): string[] => NOTE_CODES.map((note) => nameFragrance({ longest: [note], manner }));
    expect(names('sung').some((name) => name.includes(' for '))).toBe(true);
    for (const manner of ['spoken', 'unpitched', 'unread', 'beat'] as const)
      expect(names(manner).filter((name) => / for |Letter|Weather/.test(name))).toEqual([]);
  });

  it('name talk by its most frequent notes, however long each is', () => {
    const spokenEssence = (last: number): readonly NoteCode[] =>
      factsOf({
        ...fragranceWith({}),
        musicEssence: ['C3', 'E3', 'G3'],
        character: characterOf({ ...measured, manner: { kind: 'spoken', confidence: 1 } }),
        proportions: (['C3', 'E3', 'G3'] as const).map((note, i) => ({
          note,
          parts: 33,
          seconds: [0.4, 0.5, last][i]!,
        })),
        trace: traceOf({
          duration: 3,
          notes: [48, 52, 48, 52, 48, 55].map((midi, i) => ({
            midi,
            cents: 0,
            onset: i / 2,
            offset: i / 2 + 0.2,
            velocity: 1,
          })),
          peaks: [],
        }),
      }).longest;
    expect(spokenEssence(0.3)).toEqual(['C3', 'E3']);
    expect(spokenEssence(0.9)).toEqual(['C3', 'E3']);
  });

  it('leave the rest of the fragrance the same with a timbre as without one', () => {
    const bare = fragranceFromEssence({ essence, source: 'spectral', now: new Date(0) });
    const {
      name: _name,
      description: _description,
      accents: _accents,
      character: _character,
      ...rest
    } = fragranceWith({});
    expect(bare).toMatchObject(rest);
  });

  it('name no trait that was not measured, as the notes of talk are too short', () => {
    const spoken = characterOf({ ...measured, attack: null, vibrato: null, wander: null });
    expect(spoken.axes).toMatchObject({ tremor: 0, strike: 0 });
    const axes = traitsOf(spoken, 4).map(({ axis }) => axis);
    expect(axes.length).toBeGreaterThan(0);
    expect(axes).not.toContain('tremor');
    expect(axes).not.toContain('strike');
  });

  it('name traits that are rare among many sounds, not those far from the middle of an axis', () => {
    const usual = { ...measured, brightness: 3, harmonicity: 25, roughness: 0.1, attack: 0.04, wander: 4 };
    expect(traitsOf(characterOf(usual), 4)).toEqual([]);
    const shaken = characterOf({ ...usual, wander: 25, roughness: 0.2 });
    expect(traitsOf(shaken, 4)[0]).toEqual({ axis: 'tremor', end: 'high' });
    const { description } = fragranceWith({ ...usual, wander: 25, roughness: 0.2 });
    const key = `C4 E4 G4 A3 ${traitsOf(shaken, 4)
      .map(({ axis, end }) => `${axis}-${end}`)
      .join(' ')}`;
    expect(description).toContain(traitSentence({ axis: 'tremor', end: 'high' }, key, 'description'));
  });

  it('call no bright fragrance warm and no deep one bright, and high notes never rough', () => {
    const warm = characterOf({ ...measured, brightness: 1, warmth: 1 });
    const bright = characterOf({ ...measured, brightness: 8, warmth: 0 });
    const rough = characterOf({ ...measured, roughness: 1 });
    const axes = (character: typeof warm, octave: number) =>
      traitsOf(character, octave).map(({ axis, end }) => `${axis} ${end}`);
    expect(axes(warm, 3)).toContain('brightness low');
    expect(axes(warm, 4.5)).not.toContain('brightness low');
    expect(axes(bright, 4.5)).toContain('brightness high');
    expect(axes(bright, 2)).not.toContain('brightness high');
    expect(axes(rough, 3)).toContain('roughness high');
    expect(axes(rough, 6.5)).not.toContain('roughness high');
  });

  it('have a name for a single note', () => {
    expect(nameFragrance({ longest: ['C4'], manner: 'sung' })).toMatch(/Rose/);
    expect(() => nameFragrance({ longest: [], manner: 'unknown' })).toThrow(RangeError);
  });
});
