/** Names of fragrances: from their perfume notes, musical forms by pitch, and the character of the sound. */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Axis } from '../timbre/character.ts';
import { averageOctave, traitsOf } from './description.ts';
import type { Fragrance } from './model.ts';
import { byPitch, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { pick, type Random } from '../../../../core/values/random.ts';

/** Musical forms, from the lowest average octave to the highest; the limits are those of the description. */
const FORMS: readonly { below: number; words: readonly string[] }[] = [
  { below: 2.5, words: ['Nocturne', 'Elegy', 'Vesper', 'Largo', 'Undertone', 'Lament'] },
  { below: 4, words: ['Serenade', 'Reverie', 'Cantabile', 'Romance', 'Pavane', 'Ballad'] },
  { below: 5.5, words: ['Aria', 'Rondo', 'Aubade', 'Capriccio', 'Madrigal', 'Barcarolle'] },
  { below: Infinity, words: ['Overtone', 'Prelude', 'Arabesque', 'Descant', 'Harmonics', 'Glissando'] },
];
/** Additional forms for measured sounds. */
const MORE_FORMS: readonly (readonly string[])[] = [
  ['Sarabande', 'Chaconne', 'Adagio', 'Threnody', 'Passacaglia', 'Vigil', 'Chorale', 'Requiem'],
  ['Berceuse', 'Intermezzo', 'Canzona', 'Andante', 'Lullaby', 'Rhapsody', 'Gavotte', 'Air'],
  ['Canon', 'Scherzo', 'Allegro', 'Minuet', 'Cavatina', 'Bagatelle', 'Fantasia', 'Bourrée'],
  ['Étude', 'Toccata', 'Impromptu', 'Cadenza', 'Vivace', 'Trill', 'Flourish', 'Courante'],
];

/** Epithets for both ends of each axis. */
const EPITHETS: Readonly<Record<Axis, Readonly<Record<'low' | 'high', readonly string[]>>>> = {
  brightness: {
    low: ['Warm', 'Amber', 'Ember', 'Dusky', 'Umber', 'Hearth', 'Honeyed', 'Tawny', 'Evening', 'Bronze'],
    high: ['Bright', 'Gilded', 'Daylight', 'Sunlit', 'Silver', 'Radiant', 'Noon', 'Gleaming', 'Brilliant', 'Dawn'],
  },
  breath: {
    low: ['Clear', 'Crystal', 'Limpid', 'Pure', 'Glass', 'Lucid', 'Spring', 'Lucent', 'Bell-Clear', 'Cloudless'],
    high: ['Misty', 'Whispered', 'Breathing', 'Hazy', 'Veiled', 'Airy', 'Gauze', 'Smoky', 'Windborne', 'Sighing'],
  },
  roughness: {
    low: ['Silken', 'Velvet', 'Polished', 'Satin', 'Smooth', 'River', 'Porcelain', 'Pearl', 'Soft-Spoken', 'Ivory'],
    high: ['Wild', 'Bramble', 'Gravel', 'Raw', 'Woven', 'Bark', 'Rugged', 'Sanded', 'Untamed', 'Tweed'],
  },
  strike: {
    low: [
      'Drifting',
      'Gentle',
      'Unhurried',
      'Floating',
      'Slow',
      'Swelling',
      'Tender',
      'Feathered',
      'Tidal',
      'Dreaming',
    ],
    high: ['Sparked', 'Quick', 'Flint', 'Struck', 'Rain', 'Bold', 'Hammered', 'Nimble', 'Kindled', 'Leaping'],
  },
  tremor: {
    low: ['Still', 'Steady', 'Hushed', 'Calm', 'Even', 'Resting', 'Lasting', 'Poised', 'Serene', 'Quiet'],
    high: [
      'Trembling',
      'Quivering',
      'Shimmering',
      'Rippling',
      'Fluttering',
      'Restless',
      'Swaying',
      'Wavering',
      'Flickering',
      'Aspen',
    ],
  },
};
/** Number of traits to choose an epithet from. */
const MAX_TRAITS = 4;

type Named = Pick<Fragrance, 'character' | 'accents'>;

/**
 * A readable name such as `Bergamot over Oud` or `Silken Vanilla Nocturne`. Uses perfume notes of the fragrance,
 * accents included, and one of the most distinct traits of a measured sound.
 *
 * @param essence strongest note first, at least one
 */
export function nameFragrance(
  essence: readonly NoteCode[],
  random: Random,
  { character, accents }: Named = {},
): string {
  const strongest = essence[0];
  if (strongest === undefined) throw new RangeError('nameFragrance: the essence is empty');
  const average = averageOctave(essence) ?? 0;
  const register = FORMS.findIndex(({ below }) => average < below);
  const { words } = FORMS[register]!;
  const lead = perfumeNoteOf(strongest).name;

  const sorted = [...essence].sort(byPitch);
  const lowest = sorted[0]!;
  const highest = sorted.at(-1)!;
  const second = essence.find((note) => note !== strongest);
  const base = perfumeNoteOf(lowest).name;
  const top = perfumeNoteOf(highest).name;
  const companion = second === undefined ? null : perfumeNoteOf(second).name;

  if (character !== undefined) {
    const { axis, end } = pick(traitsOf(character).slice(0, MAX_TRAITS), random);
    const epithet = pick(EPITHETS[axis][end], random);
    const form = pick([...words, ...MORE_FORMS[register]!], random);
    const others = [...new Set([...essence.slice(1), ...(accents ?? []).map(({ note }) => note)])];
    const other = others.length === 0 ? null : perfumeNoteOf(pick(others, random)).name;
    return pick(
      [
        `${epithet} ${lead} ${form}`,
        ...(other === null
          ? []
          : [
              `${epithet} ${form} ${pick(['for', 'of', 'in', 'after'], random)} ${other}`,
              `${epithet} ${other} ${form}`,
              `${lead} ${pick(['&', 'with', 'beside', 'under'], random)} ${epithet} ${other}`,
              `${form} ${pick(['in', 'of', 'for'], random)} ${lead} & ${other}`,
            ]),
        ...(base === top ? [] : [`${top} ${pick(['over', 'above', 'upon', 'before'], random)} ${epithet} ${base}`]),
      ],
      random,
    );
  }

  const form = pick(words, random);
  if (companion === null || lowest === highest) return `${lead} ${form}`;
  return pick(
    [
      `${top} over ${base}`,
      `${lead} ${form}`,
      `${form} for ${companion}`,
      `${lead} & ${companion}`,
      strongest === lowest ? `${top} above ${lead}` : `${lead} before ${base}`,
    ],
    random,
  );
}
