/** Names of fragrances: from the notes that sounded longest, and from musical forms by pitch. */
import { byPitch, midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { pick, seededRandom } from '#core/values/random.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { averageOctave, isMost, type FragranceFacts, type VoiceKind } from './fragranceFacts.ts';

/** Forms for one player or singer, from the lowest average octave to the highest; the limits are those of the description. */
const FORMS: readonly { below: number; words: string }[] = [
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

/** Words of place between a high material and a low one. */
const PLACES = ['over', 'above', 'on', 'beside', 'near'];

/** A label holds a name of this length in two lines. */
export const NAME_LENGTH = 28;

/** How far two notes are from being kin, by their interval within an octave, semitones: 0 for a fourth and a fifth. */
const STRANGENESS = [3, 5, 2, 1, 1, 0, 4, 0, 1, 1, 2, 5];

/** The part of an account that gives a name. */
type Named = Pick<FragranceFacts, 'longest' | 'manner'> & Partial<Pick<FragranceFacts, 'leads'>>;

/**
 * A short readable name, such as `Ozone above Violet Leaf` or `Whistle for Lemon Verbena`, of at most two materials. A
 * function of the set of the longest notes; its materials depend on two of them alone, so that takes of one tune share
 * these (docs/decisions.md, 17). What the description calls most of it is always one of them.
 * @throws RangeError without notes
 */
export function nameFragrance({ longest, manner, leads = null }: Named): string {
  if (longest.length === 0) throw new RangeError('nameFragrance: the essence is empty');
  const notes = [...longest].sort(byPitch);
  const most = leads !== null && isMost(leads) ? leads.note : null;
  const kin = pillarsOf(notes);
  const pillars = most === null || kin.includes(most) ? kin : [most, kin[0]!].sort(byPitch);
  const ofAll = seededRandom(`name ${notes.join(' ')}`);
  const ofPillars = seededRandom(`name ${pillars.join(' ')}`);
  const average = averageOctave(notes) ?? 0;
  const other = OTHER_FORMS[manner];
  const form = pick((other ?? FORMS.find(({ below }) => average < below)!.words).split(' '), ofAll);
  const [low, high] = pillars.map((note) => perfumeNoteOf(note).name);
  const isPair = ofPillars() >= SINGLE;
  const either = pick([low!, high ?? low!], ofPillars);
  const one = most === null ? either : perfumeNoteOf(most).name;
  const single = pick([...(other === undefined ? [`${form} for ${one}`] : []), `${one} ${form}`], ofAll);
  if (high === undefined || !isPair) return single;
  const fits = (name: string): boolean => name.length <= NAME_LENGTH;
  const placed = PLACES.map((place) => `${high} ${place} ${low}`).filter(fits);
  const formed = [`${form} of ${low} & ${high}`].filter(fits);
  const kinds = ofPillars() < PLACED ? [placed, formed] : [formed, placed];
  return pick(
    [...kinds, [single]].find(({ length }) => length > 0)!,
    ofAll,
  );
}

/** Share of the names of two materials with a word of place. */
const PLACED = 1 / 2;
/** Share of the names with one material, where two have room. */
const SINGLE = 1 / 5;

/**
 * The two notes that are nearest kin, lower one first. A third note that comes and goes from take to take is seldom one of
 * them: a fourth or a fifth is the frame of a tune.
 */
function pillarsOf(notes: readonly NoteCode[]): readonly NoteCode[] {
  if (notes.length < 2) return notes;
  const pairs = notes.flatMap((low, i) => notes.slice(i + 1).map((high) => [low, high] as const));
  const strangeness = ([low, high]: readonly [NoteCode, NoteCode]): number =>
    STRANGENESS[(midiOf(high) - midiOf(low)) % STRANGENESS.length]!;
  return pairs.reduce((best, pair) => (strangeness(pair) < strangeness(best) ? pair : best));
}
