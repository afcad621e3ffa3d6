/** Names of fragrances: from the notes that sounded longest, and from musical forms by pitch. */
import { byPitch, midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { pick, seededRandom } from '#core/values/random.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { averageOctave, isMajority, type FragranceFacts, type VoiceKind } from './fragranceFacts.ts';

/**
 * Forms for one player or singer, from the lowest average octave to the highest; the limits are those of the
 * description.
 */
const NAME_FORMS: readonly { below: number; words: string }[] = [
  { below: 2.5, words: 'Nocturne Vigil Largo Adagio Chant Hymn Legend Lento Barcarole Elegy Canto Pastoral' },
  {
    below: 4,
    words:
      'Serenade Ballad Lullaby Romance Reverie Interlude Evensong Rhapsody Arioso Andante Idyll Berceuse Cantilena',
  },
  {
    below: 5.5,
    words: 'Aria Rondo Song Refrain Fantasia Melody Air Sonata Arietta Bagatelle Capriccio Intermezzo Roundelay Ditty',
  },
  { below: Infinity, words: 'Prelude Carol Chime Whistle Cadenza Scherzo Allegro Vivace Flourish Etude Caprice' },
];

/** Forms for sounds without a melody. */
const OTHER_FORMS: Partial<Readonly<Record<VoiceKind, string>>> = {
  spoken: 'Story Tale Fable Murmur Verse',
  unpitched: 'Echo Rustle Murmur Hush Shimmer',
  unread: 'Riddle Secret Enigma Study Sketch',
  beat: 'Pulse Groove March Beat Stride Step',
};

/** Prepositions between the name of a high material and that of a low one. */
const PREPOSITIONS = ['over', 'above', 'on', 'beside', 'near'];

/** A label holds a name of this length in two lines. */
export const MAX_NAME_LENGTH = 28;

/** Dissonance of an interval, by its semitones within an octave: 0 for a fourth and a fifth. */
const INTERVAL_DISSONANCE = [3, 5, 2, 1, 1, 0, 4, 0, 1, 1, 2, 5];

/** The facts that a name depends on. */
type NameFacts = Pick<FragranceFacts, 'longest' | 'manner'> & Partial<Pick<FragranceFacts, 'leads'>>;

/**
 * A short readable name, such as `Ozone above Violet Leaf` or `Whistle for Lemon Verbena`, of at most two materials. A
 * function of the set of the longest notes; its materials depend on two of them alone, so that takes of one tune share
 * these (docs/decisions.md, 17). A material of at least half of the fragrance is always in the name.
 * @throws RangeError without notes
 */
export function nameFragrance({ longest, manner, leads = null }: NameFacts): string {
  if (longest.length === 0) throw new RangeError('nameFragrance: the essence is empty');
  const notes = [...longest].sort(byPitch);
  const most = leads !== null && isMajority(leads) ? leads.note : null;
  const consonantPair = mostConsonantPair(notes);
  const namedNotes =
    most === null || consonantPair.includes(most) ? consonantPair : [most, consonantPair[0]!].sort(byPitch);
  const randomOfAllNotes = seededRandom(`name ${notes.join(' ')}`);
  const randomOfPair = seededRandom(`name ${namedNotes.join(' ')}`);
  const average = averageOctave(notes) ?? 0;
  const other = OTHER_FORMS[manner];
  const form = pick((other ?? NAME_FORMS.find(({ below }) => average < below)!.words).split(' '), randomOfAllNotes);
  const [low, high] = namedNotes.map((note) => perfumeNoteOf(note).name);
  const isPair = randomOfPair() >= SINGLE_MATERIAL_SHARE;
  const either = pick([low!, high ?? low!], randomOfPair);
  const materialName = most === null ? either : perfumeNoteOf(most).name;
  const single = pick(
    [...(other === undefined ? [`${form} for ${materialName}`] : []), `${materialName} ${form}`],
    randomOfAllNotes,
  );
  if (high === undefined || !isPair) return single;
  const fits = (name: string): boolean => name.length <= MAX_NAME_LENGTH;
  const prepositionNames = PREPOSITIONS.map((place) => `${high} ${place} ${low}`).filter(fits);
  const formed = [`${form} of ${low} & ${high}`].filter(fits);
  const kinds = randomOfPair() < PREPOSITION_SHARE ? [prepositionNames, formed] : [formed, prepositionNames];
  return pick(
    [...kinds, [single]].find(({ length }) => length > 0)!,
    randomOfAllNotes,
  );
}

/** Share of the names with two materials that have a preposition. */
const PREPOSITION_SHARE = 1 / 2;
/** Share of the names with one material, where two would fit. */
const SINGLE_MATERIAL_SHARE = 1 / 5;

/**
 * The two notes with the least dissonant interval, lower one first. A note that comes and goes from take to take is
 * seldom one of them: a tune is built on a fourth or a fifth.
 */
function mostConsonantPair(notes: readonly NoteCode[]): readonly NoteCode[] {
  if (notes.length < 2) return notes;
  const pairs = notes.flatMap((low, i) => notes.slice(i + 1).map((high) => [low, high] as const));
  const dissonanceOf = ([low, high]: readonly [NoteCode, NoteCode]): number =>
    INTERVAL_DISSONANCE[(midiOf(high) - midiOf(low)) % INTERVAL_DISSONANCE.length]!;
  return pairs.reduce((best, pair) => (dissonanceOf(pair) < dissonanceOf(best) ? pair : best));
}
