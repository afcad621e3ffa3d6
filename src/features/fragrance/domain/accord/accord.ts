/**
 * The accord of several voices: the notes they share, the notes of each alone, and the accents of all. The order of
 * the voices does not matter: the same voices give the same accord.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Accent } from '../timbre/accents.ts';
import { scoreOf } from '../drawing/face/score.ts';
import type { Drawable } from '../drawing/shapes.ts';
import { byPitch, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { pick, seededRandom } from '../../../../core/values/random.ts';

/** Maximum number of voices in one accord. */
export const MAX_VOICES = 16;

/** What an accord reads of a fragrance: what its face is drawn from. */
export type Voice = Drawable;

export interface AccordVoice<V extends Voice = Voice> {
  voice: V;
  /** The notes of this voice alone, from low to high. */
  own: NoteCode[];
}

export interface Accord<V extends Voice = Voice> {
  name: string;
  /** In an order that depends on the voices alone. */
  voices: AccordVoice<V>[];
  /** The notes of at least two voices, from low to high. */
  shared: NoteCode[];
  /** The notes of every voice, from low to high; a part of `shared`. */
  common: NoteCode[];
  /** The accents of all voices, one for each note, from high to low. */
  accents: Accent[];
}

/**
 * The accord of 1 to 16 voices.
 * @throws RangeError for another number of voices, or for a voice without notes
 */
export function accordOf<V extends Voice>(voices: readonly V[]): Accord<V> {
  if (voices.length < 1 || voices.length > MAX_VOICES)
    throw new RangeError(`accordOf: ${voices.length} voices; 1 to ${MAX_VOICES} make an accord`);
  const sorted = [...voices]
    .map((voice) => ({ voice, key: keyOf(voice) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ voice }) => voice);
  const singers = new Map<NoteCode, number>();
  for (const { musicEssence } of sorted)
    for (const note of new Set(musicEssence)) singers.set(note, (singers.get(note) ?? 0) + 1);
  const notes = [...singers.keys()].sort(byPitch);
  const shared = sorted.length === 1 ? [] : notes.filter((note) => singers.get(note)! > 1);
  const parts = sorted.map((voice) => ({
    voice,
    own: notes.filter((note) => voice.musicEssence.includes(note) && !shared.includes(note)),
  }));
  return {
    name: nameOf(parts, notes),
    voices: parts,
    shared,
    common: shared.filter((note) => singers.get(note) === sorted.length),
    accents: accentsOf(sorted),
  };
}

/** Text that is the same for voices with the same face, whatever the order of the fields in their data. */
function keyOf(voice: Voice): string {
  const score = scoreOf(voice);
  if (score === null) throw new RangeError('accordOf: a voice has no notes');
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  const { intensity, complexity, persistence, musicEssence, accents = [] } = voice;
  return JSON.stringify([
    musicEssence,
    [intensity, complexity, persistence].map(rounded),
    score.events.map(({ note, midi, from, to, loud }) => [note, ...[midi, from, to, loud].map(rounded)]),
    Object.entries(score.axes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => rounded(value)),
    accents.map(({ note, of, partial, level }) => [note, of, partial, level]),
    [...score.shares].map(([note, share]) => [note, rounded(share)]),
  ]);
}

/** One accent a note: the loudest. */
function accentsOf(voices: readonly Voice[]): Accent[] {
  const loudest = new Map<NoteCode, Accent>();
  for (const accent of voices.flatMap(({ accents = [] }) => accents)) {
    const known = loudest.get(accent.note);
    if (known === undefined || accent.level > known.level) loudest.set(accent.note, accent);
  }
  return [...loudest.values()].sort((a, b) => byPitch(b.note, a.note));
}

/** What that many voices are called. */
const ENSEMBLES = ['Solo', 'Duet', 'Trio', 'Quartet', 'Quintet', 'Sextet', 'Septet', 'Octet', 'Nonet'];

export function ensembleOf(count: number): string {
  return ENSEMBLES[count - 1] ?? 'Choir';
}

/** A name from what the lowest and the highest voice bring: a function of the sets of notes alone. */
function nameOf(voices: readonly AccordVoice[], notes: readonly NoteCode[]): string {
  const leads = voices
    .map(({ voice, own }) => {
      const among = own.length > 0 ? own : [...new Set(voice.musicEssence)].sort(byPitch);
      return pick(among, seededRandom(`accord ${among.join(' ')}`));
    })
    .sort(byPitch);
  const [low, high] = [leads[0]!, leads.at(-1)!].map((note) => perfumeNoteOf(note).name) as [string, string];
  const ensemble = ensembleOf(voices.length);
  if (low === high) return `${low} ${ensemble}`;
  const random = seededRandom(`accord ${voices.length} ${notes.join(' ')}`);
  return pick([`${ensemble} of ${low} & ${high}`, `${low} & ${high} ${ensemble}`], random);
}
