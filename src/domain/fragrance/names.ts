/** Names of fragrances: made of the perfume notes inside, and of musical forms that suit their pitch. */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { averageOctave } from './description.ts';
import { byPitch, type NoteCode } from '../pitch/pitch.ts';
import { pick, type Random } from '../random.ts';

/** Musical forms, from the lowest average octave to the highest; the bounds are those of the description. */
const FORMS: readonly { below: number; words: readonly string[] }[] = [
  { below: 2.5, words: ['Nocturne', 'Elegy', 'Vesper', 'Largo', 'Undertone', 'Lament'] },
  { below: 4, words: ['Serenade', 'Reverie', 'Cantabile', 'Romance', 'Pavane', 'Ballad'] },
  { below: 5.5, words: ['Aria', 'Rondo', 'Aubade', 'Capriccio', 'Madrigal', 'Barcarolle'] },
  { below: Infinity, words: ['Overtone', 'Prelude', 'Arabesque', 'Descant', 'Harmonics', 'Glissando'] },
];

/**
 * A name a person can show, such as `Bergamot over Oud` or `Vanilla Nocturne`. It names perfume notes that are
 * in the fragrance: the strongest one, and often the deepest or the brightest beside it.
 *
 * @param essence strongest note first, at least one
 */
export function nameFragrance(essence: readonly NoteCode[], random: Random): string {
  const strongest = essence[0];
  if (strongest === undefined) throw new RangeError('nameFragrance: the essence is empty');
  const average = averageOctave(essence) ?? 0;
  const form = pick(FORMS.find(({ below }) => average < below)!.words, random);
  const lead = perfumeNoteOf(strongest).name;

  const sorted = [...essence].sort(byPitch);
  const lowest = sorted[0]!;
  const highest = sorted.at(-1)!;
  const second = essence.find((note) => note !== strongest);
  if (second === undefined || lowest === highest) return `${lead} ${form}`;

  const base = perfumeNoteOf(lowest).name;
  const top = perfumeNoteOf(highest).name;
  const companion = perfumeNoteOf(second).name;
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
