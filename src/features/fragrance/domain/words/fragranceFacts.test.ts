import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledFragrances } from '#tests/fixtures/labelled/labelled.ts';
import { midiOf, NOTE_CODES, type NoteCode } from '#analysis/values/pitch.ts';
import { CATALOGUE, perfumeNoteOf } from '../catalogue/catalogue.ts';
import { fragranceFromBeat, fragranceFromEssence } from '../composition/fragrance.ts';
import type { Fragrance } from '../composition/model.ts';
import { fragranceOfAnalysis } from '../timbre/analysisFragrance.ts';
import { proportionsOfBeat } from '../timbre/proportions.ts';
import { MANNERS, type Timbre } from '#analysis/values/timbre.ts';
import { factsOf, isAudible } from './fragranceFacts.ts';
import { explainNote } from './noteReason.ts';
import { revealCards, type SoundOrigin } from './reveal.ts';
import { countInWords, materialsNearby } from './tonight.ts';
import { AXIS_WORDS, characterWords, traitWords, traitSentence } from './traits.ts';
import { AXES } from '../timbre/character.ts';

/** Sounds that are drawn; all of them when the whole matrix runs. */
const RUN_COUNT = process.env['FUZZ_RUNS'] === undefined ? 50 : 500;

const note = fc.constantFrom(...NOTE_CODES);
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const doubleBetween = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const essences = fc.uniqueArray(note, { minLength: 1, maxLength: 8 });

/** Everything but the manner, which not every sound shows. */
const REQUIRED_FIELDS = [
  'centroid',
  'brightness',
  'warmth',
  'flatness',
  'harmonicity',
  'roughness',
  'attack',
  'vibrato',
  'wander',
  'overtones',
] as const;
const timbres = (essence: readonly NoteCode[]): fc.Arbitrary<Timbre> =>
  fc.record(
    {
      centroid: doubleBetween(50, 8000),
      brightness: doubleBetween(1, 12),
      warmth: unit,
      flatness: unit,
      harmonicity: orNull(doubleBetween(-5, 45)),
      roughness: unit,
      attack: orNull(doubleBetween(0.002, 0.4)),
      vibrato: orNull(fc.record({ rate: doubleBetween(3, 8), depth: doubleBetween(10, 200) })),
      wander: orNull(doubleBetween(0, 35)),
      overtones: fc.array(
        fc.record({
          of: fc.constantFrom(...essence),
          partial: fc.integer({ min: 2, max: 12 }),
          note,
          level: doubleBetween(-24, 0),
          weight: unit,
        }),
        { maxLength: 6 },
      ),
      manner: fc.record({ kind: fc.constantFrom(...MANNERS), confidence: unit }),
    },
    { requiredKeys: [...REQUIRED_FIELDS] },
  );

const events = (essence: readonly NoteCode[]) =>
  fc.array(
    fc.record({
      midi: fc.constantFrom(...essence).map(midiOf),
      cents: fc.integer({ min: -50, max: 50 }),
      onset: doubleBetween(0, 5),
      length: doubleBetween(0.03, 3),
      velocity: unit,
      confidence: unit,
    }),
    { minLength: 1, maxLength: 20 },
  );

const heardFragrance = essences.chain((essence) =>
  fc
    .record({
      source: fc.constantFrom('spectral' as const, 'link' as const),
      notes: events(essence),
      timbre: orNull(timbres(essence)),
    })
    .map(({ source, notes, timbre }) =>
      fragranceOfAnalysis(
        {
          duration: 8,
          essence,
          source,
          timbre,
          notes: notes.map((one) => ({ ...one, offset: one.onset + one.length })),
        },
        [],
        { now: new Date(0) },
      ),
    ),
);
const chosenFragrance = fc
  .record({ essence: essences, source: fc.constantFrom('keys', 'resonance', 'byte-hash', 'demo') })
  .map(({ essence, source }) => fragranceFromEssence({ essence, source, now: new Date(0) }));
const beats = essences.chain((notes) =>
  fc
    .array(fc.record({ note: fc.constantFrom(...notes), velocity: unit }), { minLength: 1, maxLength: 16 })
    .map((hits) => {
      return fragranceFromBeat({ notes, now: new Date(0), blend: { proportions: proportionsOfBeat(notes, hits) } });
    }),
);

const NAME_PATTERN = `(${[...CATALOGUE.map(({ name }) => name), 'Citrus', 'Floral', 'Woody'].join('|')})`;
const claim = (...patterns: string[]): RegExp => new RegExp(patterns.join('|').replaceAll('NAME', NAME_PATTERN), 'g');

/** Phrases that give a material a role. */
const CLAIM_PATTERNS: Readonly<Record<string, RegExp>> = {
  leads: claim('NAME leads[:,]', 'led by NAME:', '[Mm]ost of it is NAME[:.]', 'Mostly NAME,'),
  most: claim('[Mm]ost of it is NAME[:.]', 'Mostly NAME,'),
  opens: claim(
    'opens with NAME,',
    'rises as NAME,',
    'lifted by NAME,',
    'begins with NAME:',
    'NAME comes first:',
    'NAME first,',
  ),
  heart: claim('gathers around NAME and', 'its heart in NAME and', 'rounded by NAME and', 'then NAME[.,]'),
  stays: claim('settles into NAME,', 'comes to rest on NAME:', 'Built on NAME,', 'What stays is NAME:', 'NAME stays'),
  rings: claim('rings NAME:', 'NAME rings above:'),
};

/** Returns a function that finds the materials with a role in these texts. */
function claimsIn(texts: readonly string[]): (kind: string) => string[] {
  return (kind) => {
    const found = texts.flatMap((text) => [...text.matchAll(CLAIM_PATTERNS[kind]!)]);
    return [...new Set(found.map((match) => match.slice(1).find((group) => group !== undefined)!))];
  };
}

/** Names the contradictions between texts of a fragrance, and between a text and a measured value. */
function contradictionsOf(fragrance: Fragrance, origin: SoundOrigin): string[] {
  const { description, musicEssence, proportions = [], accents = [], character, trace } = fragrance;
  const { ingredients, manner, traits } = factsOf(fragrance);
  const cards = revealCards(fragrance, origin);
  const lines = cards.filter(({ kind }) => kind !== 'lowest' && kind !== 'highest').map(({ line }) => line);
  const texts = [description, ...lines, ...cards.map(({ title }) => title)];
  const all = [...texts, ...cards.map(({ sentence }) => sentence)].join(' ');
  const hasWords = (pattern: RegExp): boolean => pattern.test(all);
  const names = musicEssence.map((code) => perfumeNoteOf(code).name);
  const audible = accents.filter(isAudible).map((accent) => perfumeNoteOf(accent.note).name);
  const parts = new Map(proportions.map((one) => [perfumeNoteOf(one.note).name, one.parts]));
  const most = Math.max(0, ...parts.values());
  const ranked = ingredients.map((one) => one.note);
  const claimed = claimsIn([description, ...lines]);
  const [leading] = claimed('leads');
  const [trait] = traits;
  const materialsByClaim: Readonly<Record<string, readonly string[]>> = {
    opens: fragrance.topNotes,
    heart: fragrance.middleNotes,
    stays: fragrance.baseNotes,
    leads: names,
    rings: audible,
  };
  const accord = cards.find(({ kind }) => kind === 'accord');
  const voice = cards.find(({ kind }) => kind === 'voice');
  const word = trait === undefined ? '' : AXIS_WORDS[trait.axis][trait.end === 'low' ? 0 : 2];
  const findings: Record<string, boolean> = {
    'two materials with one role': Object.keys(CLAIM_PATTERNS).some((kind) => claimed(kind).length > 1),
    'a material in the wrong tier': Object.entries(materialsByClaim).some(([kind, there]) =>
      claimed(kind).some((name) => !there.includes(name)),
    ),
    'a filler as a material': hasWords(/\b(Citrus|Floral|Woody)\b/),
    'another material leads the recipe':
      leading !== undefined && materialsNearby(fragrance)!.recipe[0]!.name !== leading,
    'another material has more parts': leading !== undefined && parts.size > 0 && parts.get(leading) !== most,
    'a name without the main material': claimed('most').some((name) => !fragrance.name.includes(name)),
    'a main material of less than half': claimed('most').length > 0 && most < 50,
    'another note counts most':
      leading !== undefined &&
      trace?.notes.some((one) => one.note === ranked[0]) === true &&
      !/counts most.* It smells of (.+)\.$/
        .exec(explainNote(ranked[0]!, ranked, trace.notes))?.[1]
        ?.startsWith(leading),
    'another number of notes':
      accord !== undefined && accord.title !== `${countInWords(musicEssence.length)} notes, one accord`,
    'a single material beside others':
      hasWords(/nothing else|one material|alone, from first/) !== (musicEssence.length === 1),
    'words of singing for a sound that was not sung':
      ['played', 'beat', 'unpitched', 'unread'].includes(manner) && hasWords(/\b(sang|sung|sing|spoken)\b/),
    'words of playing for a sound that was not played': !['played', 'beat'].includes(manner) && hasWords(/\bplayed\b/),
    'words of speech for another sound, or none for speech':
      /\b(spoken|spoke|[Ss]aid|talk)\b/.test(description) !== (manner === 'spoken'),
    'words of sound for a file that was not decoded':
      manner === 'unread' && hasWords(/\b(melody|tune|texture|pitch|sounded|overtone|rings|lowest|highest)\b/),
    'a different word for the trait':
      trait !== undefined && characterWords(character!)[AXES.indexOf(trait.axis)] !== word,
    'another trait on the card':
      trait !== undefined &&
      !['unpitched', 'unread'].includes(manner) &&
      voice?.title.toLowerCase() !== traitWords(trait, character!),
    'the sentence of the card twice': voice !== undefined && description.includes(voice.line),
    'a digit or a percent sign': texts.some((text) => /\d|%/.test(text)),
  };
  return Object.keys(findings).filter((finding) => findings[finding]);
}

const origins = fc.constantFrom<SoundOrigin>('voice', 'file');

describe('the facts of a fragrance', () => {
  it('have no contradictions for random analyses, essences and beats', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 3, arbitrary: heardFragrance }, chosenFragrance, beats),
        origins,
        (fragrance, origin) => {
          expect(contradictionsOf(fragrance, fragrance.source === 'beat' ? 'beat' : origin)).toEqual([]);
        },
      ),
      { numRuns: RUN_COUNT },
    );
  });

  it.each(labelledFragrances().map(({ name, fragrance }) => [name, fragrance] as const))(
    'have no contradictions for %s',
    (_, fragrance) => {
      expect(contradictionsOf(fragrance, 'voice')).toEqual([]);
      expect(contradictionsOf(fragrance, 'file')).toEqual([]);
    },
  );

  it.each([
    ['melody__vocadito_10', 'sung'],
    ['melody__humming_phone', 'sung'],
    ['mono_clean__00_piano', 'played'],
    ['neg_speech__08_french', 'spoken'],
    ['neg_speech__20_vctk_p286', 'spoken'],
    ['neg_body__05_applause', 'unpitched'],
    ['melody__jazz_bass', 'unknown'],
    ['song__ragtime', 'unknown'],
  ])('classify %s as %s', (name, manner) => {
    const { fragrance } = labelledFragrances().find((one) => one.name === name)!;
    expect(factsOf(fragrance).manner).toBe(manner);
  });
});

describe('the words of thirty labelled recordings', () => {
  const recordings = labelledFragrances();

  it('have different first sentences', () => {
    const first = recordings.map(({ fragrance }) => /^[^]*?[.!?](?=\s|$)/.exec(fragrance.description)![0]);
    expect(new Set(first).size).toBe(recordings.length);
  });

  it('repeat no sentence in more than a tenth of them', () => {
    const times = new Map<string, number>();
    for (const { fragrance } of recordings)
      for (const sentence of new Set(fragrance.description.split(/(?<=\.)\s/)))
        times.set(sentence, (times.get(sentence) ?? 0) + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(recordings.length / 10);
  });

  it('do not describe robin, piano or whistle as rough', () => {
    for (const name of ['melody__robin', 'mono_clean__00_piano', 'melody__whistle_tunes']) {
      const { fragrance } = recordings.find((one) => one.name === name)!;
      expect(factsOf(fragrance).traits).not.toContainEqual({ axis: 'roughness', end: 'high' });
    }
  });

  it('have another sentence on the card of a trait than in the description', () => {
    const trait = { axis: 'tremor', end: 'high' } as const;
    expect(traitSentence(trait, 'a sound', 'card')).not.toBe(traitSentence(trait, 'a sound', 'description'));
  });
});
