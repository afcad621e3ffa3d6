/** Names of fragrances: from their perfume notes, musical forms by pitch, and the family of the leading accent. */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Accent } from '../timbre/accents.ts';
import { averageOctave, leadingAccent } from './description.ts';
import { byPitch, octaveOf, type NoteCode, type Octave } from '../../../../core/pitch/pitch.ts';
import { pick, seededRandom } from '../../../../core/values/random.ts';

/** Musical forms, from the lowest average octave to the highest; the limits are those of the description. */
const FORMS: readonly { below: number; words: readonly string[] }[] = [
  {
    below: 2.5,
    words: [
      'Nocturne',
      'Elegy',
      'Undertone',
      'Lament',
      'Hymn',
      'Adagio',
      'Vigil',
      'Echo',
      'Requiem',
      'Murmur',
      'Largo',
      'Chant',
    ],
  },
  {
    below: 4,
    words: [
      'Serenade',
      'Ballad',
      'Lullaby',
      'Romance',
      'Rhapsody',
      'Reverie',
      'Chorale',
      'Waltz',
      'Anthem',
      'Tango',
      'Interlude',
      'Evensong',
    ],
  },
  {
    below: 5.5,
    words: [
      'Aria',
      'Rondo',
      'Song',
      'Canon',
      'Sonata',
      'Refrain',
      'Fantasia',
      'Duet',
      'Minuet',
      'Melody',
      'Chorus',
      'Bolero',
    ],
  },
  {
    below: Infinity,
    words: [
      'Overture',
      'Prelude',
      'Carol',
      'Chime',
      'Overtone',
      'Trill',
      'Cadenza',
      'Allegro',
      'Glissando',
      'Flourish',
      'Scherzo',
      'Whistle',
    ],
  },
];

/** Epithets by the octave of an accent: what its family smells like. */
const EPITHETS: Readonly<Record<Octave, readonly string[]>> = {
  0: ['Smoky', 'Ember', 'Slate', 'Midnight', 'Earthen', 'Charcoal', 'Hearthside', 'Stormy', 'Iron'],
  1: ['Velvet', 'Fireside', 'Suede', 'Dusky', 'Warm', 'Whispered', 'Amber', 'Hushed', 'Tawny'],
  2: ['Sweet', 'Golden', 'Toasted', 'Candied', 'Mellow', 'Melting', 'Caramelled', 'Buttered', 'Sugared'],
  3: ['Woodland', 'Temple', 'Autumn', 'Glowing', 'Shaded', 'Evening', 'Mossy', 'Candlelit', 'Ancient'],
  4: ['Spiced', 'Crimson', 'Kindled', 'Garden', 'Midsummer', 'Scarlet', 'Ruby', 'Bazaar', 'Peppered'],
  5: ['Meadow', 'Powdered', 'Blooming', 'Morning', 'Lilac', 'Springtime', 'Petal', 'Silken', 'Herbal'],
  6: ['Sunlit', 'Green', 'Sparkling', 'Orchard', 'Ripe', 'Bright', 'Zesty', 'Leafy', 'Summery'],
  7: ['Fresh', 'Cool', 'Windborne', 'Dewy', 'Clear', 'Rainwashed', 'Misty', 'Breezy', 'Glassy'],
  8: ['Crystal', 'Silver', 'Weightless', 'Starlit', 'Skyward', 'Frosted', 'Snowlit', 'Airborne', 'Gleaming'],
};

/**
 * A readable name such as `Bergamot over Oud` or `Sunlit Vanilla Nocturne`. A function of the set of notes and of the
 * leading accent alone: takes of one tune share a name (docs/decisions.md, 17).
 *
 * @param essence at least one note, in any order
 * @throws RangeError without notes
 */
export function nameFragrance(essence: readonly NoteCode[], accents: readonly Accent[] = []): string {
  const notes = [...new Set(essence)].sort(byPitch);
  if (notes.length === 0) throw new RangeError('nameFragrance: the essence is empty');
  const accent = leadingAccent(accents)?.note ?? null;
  const random = seededRandom(`name ${notes.join(' ')} ${accent ?? ''}`);
  const average = averageOctave(notes) ?? 0;
  const form = pick(FORMS.find(({ below }) => average < below)!.words, random);
  const names = notes.map((note) => perfumeNoteOf(note).name);
  const [base, top] = [names[0]!, names.at(-1)!];
  const lead = pick(names, random);
  const others = names.filter((name) => name !== lead);
  const other = others.length === 0 ? null : pick(others, random);
  const link = pick(['over', 'above'], random);
  const pair = other === null ? [] : [`${lead} & ${other}`, `${form} for ${other}`];
  const tall = base === top ? [] : [`${top} ${link} ${base}`];
  if (accent === null) return pick([`${lead} ${form}`, ...pair, ...tall], random);
  const epithet = pick(EPITHETS[octaveOf(accent)], random);
  const ringing = perfumeNoteOf(accent).name;
  return pick(
    [
      `${epithet} ${lead} ${form}`,
      `${epithet} ${form} of ${lead}`,
      `${lead} ${form} with ${ringing}`,
      `${epithet} ${lead} with ${ringing}`,
      ...(other === null
        ? []
        : [`${form} of ${lead} & ${other}`, `${lead} with ${epithet} ${other}`, `${epithet} ${lead} & ${other}`]),
      ...(base === top ? [] : [`${epithet} ${top} ${link} ${base}`]),
    ],
    random,
  );
}
