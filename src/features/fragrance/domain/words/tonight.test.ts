import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_CODES } from '#analysis/values/pitch.ts';
import { SUBSTITUTES, PLACE_PHRASES, MATERIAL_REACH, type SmellingPlace } from '../catalogue/reach.ts';
import { perfumeNoteByName } from '../catalogue/catalogue.ts';
import { RECIPE_DROPS } from './fragranceFacts.ts';
import { placeOf, recipeCard, SAFETY_NOTE, materialsNearby } from './tonight.ts';

/** Words that the lines of each place have, and no line of another one. */
const PLACE_THINGS: Readonly<Record<SmellingPlace, string>> = {
  kitchen:
    'cocoa|coffee|pod, split|sugar|hazelnuts|honey|almond|coconut milk|rice|whole clove|cinnamon|saffron|nutmeg|' +
    'black pepper|cardamom|chamomile|rosemary|mandarin|earl grey|pear|grapefruit|peel of a lemon|drop of lemon|green tea|' +
    'cucumber|ginger|juniper berries|melon|ice cube|raspberries|freezer|peel of an orange|smoked oysters',
  laundry: 'laundry|hot iron|cotton sheet',
  home: 'lighter|cat|glove|hat|scarf|sweater|pencil|wooden board',
  garden:
    'clay pot|rockrose|scented rose|carnation|heliotrope|clary sage|geranium|lavender|blackcurrant bush|fig leaf|grass|' +
    'orange or lemon tree|sweet violet|lily of the valley|verbena|spearmint|lawn|hedge',
  grocer: 'grocer|tea shop|whisky|molasses|cotton candy|jasmine tea|lychee|rhubarb',
  pharmacy: 'soap or shampoo|tincture|ylang oil|neroli oil|eucalyptus oil|herbalist',
  florist: 'tuberose|mimosa|peony',
  'incense shop': 'incense|agarwood|palo santo|opoponax|frankincense|galbanum|labdanum',
  'hardware shop': 'birch tar|beeswax',
  outdoors: 'rain|stable|sea|beach|thunderstorm',
  forest: 'lichen|fir twig',
};
/** Materials that harm when they are eaten, touched or heated. */
const HARMFUL_MATERIALS = [
  'Birch Tar',
  'Tonka Bean',
  'Caramel',
  'Bitter Almond',
  'Nutmeg',
  'Pink Pepper',
  'Heliotrope',
  'Fig Leaf',
  'Rhubarb',
  'Lily of the Valley',
  'Eucalyptus',
];

describe('the places of the materials', () => {
  it('have a text and a source for each of the 108', () => {
    expect(Object.keys(MATERIAL_REACH).sort()).toEqual([...NOTE_CODES].sort());
    for (const { access: how, source } of Object.values(MATERIAL_REACH)) {
      expect(how).toMatch(/^[A-Z].{10,90}\.$/);
      expect(how).not.toMatch(/nearest|copier/i);
      expect(source).toMatch(/^https:\/\/[\w.]+\/[\w()/-]+$/);
    }
    expect(new Set(Object.values(MATERIAL_REACH).map(({ access: how }) => how)).size).toBe(NOTE_CODES.length);
  });

  it('match the things in their texts', () => {
    const places = Object.keys(PLACE_PHRASES) as SmellingPlace[];
    for (const { place, access: how } of Object.values(MATERIAL_REACH)) {
      const named = places.filter((one) => new RegExp(`\\b(?:${PLACE_THINGS[one]})\\b`, 'i').test(how));
      expect({ how, named }).toEqual({ how, named: [place] });
    }
  });

  it('have a substitute for seasonal things and those not available at night', () => {
    const SEASONAL_PATTERN =
      /in (flower|spring|May|February)|sun\b|hot day|thunderstorm|windy|after rain|blackcurrant|fig leaf|clary sage, rubbed|geranium|lavender|tuberose|cut this minute|sweet violet|verbena|spearmint|carnation/i;
    expect(NOTE_CODES.filter((note) => SUBSTITUTES[note] !== undefined)).toEqual(
      NOTE_CODES.filter((note) => SEASONAL_PATTERN.test(MATERIAL_REACH[note].access)),
    );
    for (const instead of Object.values(SUBSTITUTES)) expect(instead).toMatch(/^[A-Z].{10,60}\.$/);
  });

  it('have a warning for harmful things', () => {
    for (const name of HARMFUL_MATERIALS)
      expect(`${name}: ${MATERIAL_REACH[perfumeNoteByName(name)!.code].warning}`).toMatch(/: [A-Z].{10,60}\.$/);
    for (const { access: how } of Object.values(MATERIAL_REACH))
      expect(how).not.toMatch(/poison|between the palms|over a candle/);
  });
});

describe('the section "smell it tonight"', () => {
  const sentence = (...musicEssence: (typeof NOTE_CODES)[number][]) => materialsNearby({ musicEssence })!.sentence;

  it('counts the materials by place', () => {
    expect(sentence('F#4', 'A4', 'C4')).toBe('Two of these are in your kitchen. Go and smell them.');
    // Counted among all shown materials.
    expect(sentence('F#4', 'A4', 'D4', 'A0', 'C4')).toBe('Three of these are in your kitchen. Go and smell them.');
    expect(sentence('F#4', 'A4', 'D4')).toBe('All of these are in your kitchen. Go and smell them.');
    expect(sentence('F#4', 'A4')).toBe('Both are in your kitchen. Go and smell them.');
    expect(sentence('D4')).toBe('You find it in your kitchen. Go and smell it.');
    expect(sentence('C4', 'A0')).toBe('One of these is in a garden. Smell it there tomorrow.');
    // A material at home can be smelled tonight, even if more materials are elsewhere.
    expect(sentence('C4', 'F5', 'D4')).toBe('One of these is in your kitchen. Go and smell it.');
    expect(sentence('G1', 'C1')).toBe('These are hard to find. Here is what comes nearest.');
    expect(sentence('C1')).toBe('This one is hard to find. Here is what comes nearest.');
    expect(materialsNearby({ musicEssence: [] })).toBeNull();
  });

  it('never counts materials that are only similar', () => {
    // Water Lily and Fresh Snow have only something near to them in a kitchen.
    expect(sentence('D#7', 'A#8', 'B8', 'C4')).toBe('One of these is in a garden. Smell it there tomorrow.');
    expect(placeOf(materialsNearby({ musicEssence: ['D#7'] })!.now[0]!)).toBe('nearest to it, kitchen');
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { minLength: 1, maxLength: 10 }), (musicEssence) => {
        const tonight = materialsNearby({ musicEssence })!;
        const { steps } = tonight;
        expect(steps).toHaveLength(musicEssence.length);
        const met = steps.filter(({ nearest }) => !nearest);
        const where = Object.values(PLACE_PHRASES).find((words) => tonight.sentence.includes(` ${words}.`));
        expect(where === undefined).toBe(met.length === 0);
        const there = met.filter(({ place }) => PLACE_PHRASES[place] === where).length;
        const counts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
        const counted = counts.indexOf(tonight.sentence.split(' ')[0]!) + 1;
        expect(counted > 0 || met.length === 0 ? counted : steps.length).toBe(there);
      }),
    );
  });

  it('names all materials, lightest first, and the three nearest ones', () => {
    const { now, steps } = materialsNearby({ musicEssence: ['F#4', 'A4', 'D4', 'A0', 'C4', 'G1'] })!;
    expect(steps.map(({ note }) => note)).toEqual(['A4', 'F#4', 'D4', 'C4', 'G1', 'A0']);
    expect(now.map(({ note }) => note)).toEqual(['A4', 'F#4', 'D4']);
  });

  it('gives drops by the measured proportions', () => {
    const proportions = [
      { note: 'F#4', parts: 60 },
      { note: 'D4', parts: 30 },
      { note: 'C4', parts: 10 },
    ] as const;
    expect(materialsNearby({ musicEssence: ['F#4', 'D4', 'C4'], proportions: [...proportions] })!.recipe).toEqual([
      { name: 'Nutmeg', drops: 11 },
      { name: 'Clove', drops: 6 },
      { name: 'Rose', drops: 3 },
    ]);
  });

  it('gives each material a drop of the 20, however many there are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...NOTE_CODES), { minLength: 1, maxLength: 32 }), (musicEssence) => {
        const { recipe } = materialsNearby({ musicEssence })!;
        expect(recipe.reduce((sum, { drops }) => sum + drops, 0)).toBe(RECIPE_DROPS);
        for (const { drops } of recipe) expect(drops).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('puts the materials, the drops and the warnings on one card', () => {
    const card = recipeCard({ name: 'Rosy Clove', musicEssence: ['D5', 'C4'] })!;
    expect(card.title).toBe('Rosy Clove');
    expect(card.lines).toEqual([
      'Heliotrope (garden): Heliotrope in flower, in full sun. In other months, marzipan hints at it. Smell it only: it is poisonous when eaten.',
      'Rose (garden): A scented rose in flower. In winter, a spoon of rose water.',
      '20 drops: 11 Heliotrope, 9 Rose.',
      SAFETY_NOTE,
    ]);
    expect(recipeCard({ name: 'Nothing', musicEssence: [] })).toBeNull();
  });
});
