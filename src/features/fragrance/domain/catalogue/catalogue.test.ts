import { describe, expect, it } from 'vitest';
import { CATALOGUE, describePerfumeNote, FAMILIES, familyOf, perfumeNoteByName, perfumeNoteOf } from './catalogue.ts';
import { MATERIAL_IMAGES } from './images.ts';
import { FAVORITE_NOTES } from '#features/members/domain/options.ts';
import { NOTE_CODES, OCTAVES, type NoteCode, type Octave } from '#analysis/values/pitch.ts';

describe('the catalogue', () => {
  it('has every note from C0 to B8, in order', () => {
    expect(CATALOGUE.map(({ code }) => code)).toEqual(NOTE_CODES);
  });

  it('has 108 different names and 108 different descriptions', () => {
    expect(new Set(CATALOGUE.map(({ name }) => name.toLowerCase())).size).toBe(108);
    expect(new Set(CATALOGUE.map(({ description }) => description.toLowerCase())).size).toBe(108);
  });

  it.each([
    ['C0', 'Cade Oil'],
    ['A0', 'Oud'],
    ['E2', 'Vanilla'],
    ['C4', 'Rose'],
    ['E6', 'Bergamot'],
    ['B7', 'Glacial Breeze'],
  ] as const)('%s is %s', (code, name) => {
    expect(perfumeNoteOf(code).name).toBe(name);
  });

  it('describes each note in one unique sentence', () => {
    for (const { name, description } of CATALOGUE) {
      expect(description, `of ${name}`).toMatch(/^[A-Z][^.!?]{45,140}\.$/);
      expect(description, `of ${name}`).not.toBe('A captivating fragrance note.');
    }
    // No template: no two sentences open or end with the same three words.
    const words = CATALOGUE.map(({ description }) =>
      description
        .toLowerCase()
        .replace(/[^a-z' -]/g, '')
        .split(' '),
    );
    expect(new Set(words.map((w) => w.slice(0, 3).join(' '))).size).toBe(108);
    expect(new Set(words.map((w) => w.slice(-3).join(' '))).size).toBe(108);
  });

  it('has the nine families with their names, twelve notes each', () => {
    expect(FAMILIES.map(({ name }) => name)).toEqual([
      'Deep, Smoky, and Mineral',
      'Animalic, Palo Santo, and Musk',
      'Gourmand & Sweet',
      'Woody & Resinous',
      'Spices & Deep Florals',
      'Floral & Aromatic',
      'Light, Sparkling, Fruity & Green',
      'Bright, Fresh, Airy',
      'Ultra-Light & Ethereal',
    ]);
    for (const octave of OCTAVES) {
      expect(FAMILIES[octave]!.octave).toBe(octave);
      const notes = CATALOGUE.filter((note) => note.octave === octave);
      expect(notes).toHaveLength(12);
      for (const note of notes) expect(note.category).toBe(FAMILIES[octave]!.name);
    }
  });

  it('finds a family by note and by octave', () => {
    expect(familyOf('C#4').name).toBe('Spices & Deep Florals');
    expect(familyOf(8).name).toBe('Ultra-Light & Ethereal');
    expect(() => familyOf(9 as Octave)).toThrow('unknown note');
    expect(() => perfumeNoteOf('C9' as NoteCode)).toThrow('unknown note');
  });

  it('finds a note by name, in any capitals', () => {
    for (const note of CATALOGUE) expect(perfumeNoteByName(note.name)).toBe(note);
    expect(perfumeNoteByName(' oUD ')?.code).toBe('A0');
    expect(perfumeNoteByName('Citrus')).toBeUndefined();
    expect(perfumeNoteByName('constructor')).toBeUndefined();
  });

  it('gives the default description to names outside the catalogue', () => {
    expect(describePerfumeNote('Oud')).toBe(perfumeNoteOf('A0').description);
    for (const name of ['Citrus', 'Floral', 'Woody', '', '__proto__'])
      expect(describePerfumeNote(name)).toBe('A captivating fragrance note.');
  });

  it('has every favourite that a member can choose, except the collective word Citrus', () => {
    expect(FAVORITE_NOTES.filter((name) => perfumeNoteByName(name) === undefined)).toEqual(['Citrus']);
  });
});

/** Words of names that are no material by themselves: green, leaf, oil. */
const PARTS_OF_NAMES = new Set(
  (
    'absolute attar berry bitter black blossom breeze bud candy choya clean cloud cut dew first fresh glacial green ' +
    'leaf light lily milk mitti morning nakh of oil orange palo pink roasted root santo sea seed smoke sparkling spray ' +
    'steamed struck tar the valley water wet white wood'
  ).split(' '),
);
/** Words of a text, in the singular. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
const MATERIAL_WORDS = new Set(
  CATALOGUE.flatMap(({ name }) => wordsOf(name)).filter((word) => !PARTS_OF_NAMES.has(word)),
);
/** The beginnings of the longer words of a text, without mere connecting words. */
const stemsOf = (text: string): string[] => [
  ...new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      .filter((word) => !JOINING_WORDS.has(word))
      .map((word) => word.slice(0, 5)),
  ),
];
const JOINING_WORDS = new Set('from into like that this what with after before over under only still just'.split(' '));

describe('the images of the materials', () => {
  const images = CATALOGUE.flatMap(({ code }) => MATERIAL_IMAGES[code]);
  /** The first words of all images, sorted, with repetitions. */
  const heads = (count: number): string[] => images.map((image) => image.split(' ').slice(0, count).join(' ')).sort();

  it('are three phrases without numbers for each material', () => {
    expect(Object.keys(MATERIAL_IMAGES).sort()).toEqual([...NOTE_CODES].sort());
    expect(new Set(images).size).toBe(3 * 108);
    for (const image of images) expect(image).toMatch(/^[a-zA-Z][^.:;!?\d]{10,59}$/);
  });

  it('name no material', () => {
    for (const image of images) expect(wordsOf(image).filter((word) => MATERIAL_WORDS.has(word))).toEqual([]);
  });

  it('never repeat the description of their material', () => {
    for (const { code, description } of CATALOGUE) {
      const line = new Set(stemsOf(description));
      for (const image of MATERIAL_IMAGES[code]) {
        expect(description.toLowerCase()).not.toContain(image.toLowerCase());
        const repeated = stemsOf(image).filter((stem) => line.has(stem));
        expect({ image, repeated: repeated.slice(1) }).toEqual({ image, repeated: [] });
      }
    }
  });

  it('do not begin alike', () => {
    expect(heads(2).filter((head, i, all) => head === all[i - 1])).toEqual([]);
    expect(heads(1).filter((head) => head === 'a').length).toBeLessThan(images.length / 4);
  });

  it('avoid the words of perfume advertisements', () => {
    for (const image of images)
      expect(image).not.toMatch(/kiss|whisper|embrace|caress|essence|journey|memories|bliss/i);
  });
});
