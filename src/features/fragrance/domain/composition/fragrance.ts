/**
 * Makes fragrances from notes. Pure: the same notes give the same fragrance, except for `id` and `created`, which come
 * from the given `now`.
 */
import type { Blend } from '../timbre/blend.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { factsOf } from '../words/fragranceFacts.ts';
import { describeFragrance } from '../words/description.ts';
import { nameFragrance } from '../words/names.ts';
import { byPitch, isNoteCode, octaveOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance, FragranceSource, SoundTrace } from './model.ts';
import { persistenceOf, persistenceOfBeat } from './persistence.ts';
import { randomBetween, seededRandom } from '#core/values/random.ts';

export type Tier = 'top' | 'middle' | 'base';

/** Content of an empty tier. */
const DEFAULT_TIER_NOTES: Readonly<Record<Tier, string>> = { top: 'Citrus', middle: 'Floral', base: 'Woody' };

/** Notes at which intensity is full. */
const FULL_INTENSITY_NOTES = 8;
/** Notes at which complexity is full. */
const FULL_COMPLEXITY_NOTES = 10;
/** Maximum notes of a keyboard fragrance. */
export const MAX_TAKE_ESSENCE = 8;
/** Dominant notes of the essence; the rest is background. */
const DOMINANT_NOTES = 3;

export interface EssenceInput {
  /** Strongest first (or in the order of choice); repeats count once. At least one. */
  essence: readonly NoteCode[];
  source: Exclude<FragranceSource, 'beat'>;
  now: Date;
  /** Name by the visitor; generated when absent. */
  name?: string | undefined;
  /** URL of the recording. */
  audioData?: string | undefined;
  trace?: SoundTrace | undefined;
  blend?: Blend | undefined;
}

interface BeatInput {
  /** The notes of the beat in the order of choice; repeats count for complexity. At least one. */
  notes: readonly NoteCode[];
  now: Date;
  name?: string | undefined;
  /** Trace of one round. */
  trace?: SoundTrace | undefined;
  blend?: Blend | undefined;
}

/** The tier of a single note: octave 5 and above is top, 3 and 4 middle, below 3 base. */
function tierOf(note: NoteCode): Tier {
  const octave = octaveOf(note);
  if (octave >= 5) return 'top';
  return octave >= 3 ? 'middle' : 'base';
}

/**
 * Splits notes by pitch in thirds: the highest third is top, the lowest is base (docs/decisions.md, 14). With a
 * remainder, one note goes to the middle and two go to top and base, for an even pyramid: 4 is 1-2-1, 5 is 2-1-2, 7 is
 * 2-3-2, 8 is 3-2-3. Two notes are top and base. One note follows the octave rule. Repeats count once; each tier goes
 * from its highest note down and may be empty.
 */
export function tiersOf(notes: readonly NoteCode[]): Record<Tier, NoteCode[]> {
  const descending = withoutDuplicates(notes).sort((a, b) => byPitch(b, a));
  const tiers: Record<Tier, NoteCode[]> = { top: [], middle: [], base: [] };
  if (descending.length === 1) {
    tiers[tierOf(descending[0]!)] = descending;
    return tiers;
  }
  const outer = Math.floor((descending.length + 1) / 3);
  tiers.top = descending.slice(0, outer);
  tiers.middle = descending.slice(outer, descending.length - outer);
  tiers.base = descending.slice(descending.length - outer);
  return tiers;
}

/**
 * The fragrance of a sound, of played notes or of a link. Intensity is notes / 8 (1 at most), complexity distinct notes
 * / 10, persistence as measured (persistence.ts).
 * @throws RangeError when the essence is empty or has a note outside the catalogue
 */
export function fragranceFromEssence(input: EssenceInput): Fragrance {
  const essence = checkNotes(input.essence);
  return fragranceOf({
    ...input,
    essence,
    intensity: Math.min(1, essence.length / FULL_INTENSITY_NOTES),
    complexity: Math.min(1, essence.length / FULL_COMPLEXITY_NOTES),
    persistence: persistenceOf(
      strengthsOf({ musicEssence: essence, ...(input.trace !== undefined && { trace: input.trace }) }),
      input.trace,
    ),
  });
}

/**
 * Name of a chord: the name of its fragrance on the keyboard, by its first 8 notes.
 * @throws RangeError without notes
 */
export function blendName(notes: readonly NoteCode[]): string {
  return fragranceFromEssence({ essence: notes.slice(0, MAX_TAKE_ESSENCE), source: 'keys', now: new Date(0) }).name;
}

/**
 * The fragrance of a beat: intensity 0.5 to 1, pseudorandom by the notes; persistence 0.3 to 1, rising with the share
 * of low rows; complexity is length / 10 (1 at most).
 * @throws RangeError like `fragranceFromEssence`
 */
export function fragranceFromBeat(input: BeatInput): Fragrance {
  const essence = checkNotes(input.notes);
  const random = seededRandom(`fragrance beat ${input.notes.join(' ')}`);
  const intensity = randomBetween(0.5, 1, random);
  return fragranceOf({
    source: 'beat',
    now: input.now,
    name: input.name,
    trace: input.trace,
    blend: input.blend,
    essence,
    intensity,
    complexity: Math.min(1, input.notes.length / FULL_COMPLEXITY_NOTES),
    persistence: persistenceOfBeat(input.notes),
  });
}

/**
 * Strength of each note of a fragrance, 0 to 1, the strongest is 1. From its duration and loudness in the trace, else
 * from its position in the essence.
 */
export function strengthsOf(fragrance: Pick<Fragrance, 'musicEssence' | 'trace'>): Map<NoteCode, number> {
  const essence = withoutDuplicates(fragrance.musicEssence);
  const secondsOfNote = new Map<NoteCode, number>();
  for (const { note, onset, offset, velocity } of fragrance.trace?.notes ?? []) {
    secondsOfNote.set(note, (secondsOfNote.get(note) ?? 0) + Math.max(0, offset - onset) * velocity);
  }
  const loudest = Math.max(0, ...essence.map((note) => secondsOfNote.get(note) ?? 0));
  return new Map(
    essence.map((note, rank) => {
      const byRank = 1 - (0.7 * rank) / Math.max(essence.length, DOMINANT_NOTES);
      // An added overtone or resonance has no event: give it a low strength.
      return [note, loudest > 0 ? Math.max(0.15, (secondsOfNote.get(note) ?? 0) / loudest) : byRank];
    }),
  );
}

interface Parts {
  essence: NoteCode[];
  source: FragranceSource;
  now: Date;
  intensity: number;
  complexity: number;
  persistence: number;
  name?: string | undefined;
  audioData?: string | undefined;
  trace?: SoundTrace | undefined;
  blend?: Blend | undefined;
}

function fragranceOf(parts: Parts): Fragrance {
  const { essence, now } = parts;
  const tiers = tiersOf(essence);
  const perfume = (tier: Tier): string[] =>
    tiers[tier].length === 0 ? [DEFAULT_TIER_NOTES[tier]] : tiers[tier].map((note) => perfumeNoteOf(note).name);
  const topNotes = perfume('top');
  const middleNotes = perfume('middle');
  const baseNotes = perfume('base');
  const account = factsOf({
    musicEssence: essence,
    topNotes,
    middleNotes,
    baseNotes,
    source: parts.source,
    ...(parts.trace === undefined ? {} : { trace: parts.trace }),
    ...parts.blend,
  });
  return {
    id: String(now.getTime()),
    name: parts.name?.trim() || nameFragrance(account),
    description: describeFragrance(account),
    intensity: parts.intensity,
    complexity: parts.complexity,
    persistence: parts.persistence,
    dominantNotes: essence.slice(0, DOMINANT_NOTES),
    backgroundNotes: essence.slice(DOMINANT_NOTES),
    musicEssence: essence,
    topNotes,
    middleNotes,
    baseNotes,
    created: now.toISOString(),
    source: parts.source,
    ...(parts.audioData === undefined ? {} : { audioData: parts.audioData }),
    ...(parts.trace === undefined ? {} : { trace: parts.trace }),
    ...parts.blend,
  };
}

function checkNotes(notes: readonly NoteCode[]): NoteCode[] {
  if (notes.length === 0) throw new RangeError('a fragrance needs at least one note');
  const unknown = notes.find((note) => !isNoteCode(note));
  if (unknown !== undefined) throw new RangeError(`unknown note: ${String(unknown)}`);
  return withoutDuplicates(notes);
}

function withoutDuplicates(notes: readonly NoteCode[]): NoteCode[] {
  return [...new Set(notes)];
}
