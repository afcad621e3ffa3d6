/**
 * Several fragrances as one: those of a week, or of a month. A function of their set: the order does not matter
 * (`roomAccord`, whose sums are of whole numbers).
 */
import { fragranceFromEssence, type Character, type Fragrance } from '../../fragrance/domain/index.ts';
import { roomAccord, roomFaceOf } from '../../room/domain/index.ts';
import { byTime, type DiaryEntry } from './entry.ts';

type Measured = Character['measured'];

/** Mean of what was measured, to three digits; null when it was measured nowhere. */
function mean(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => (value === null ? [] : [Math.round(1000 * value)]));
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length) / 1000;
}

/** Means of the measurements of all that have a character; null when none has. */
function meanMeasured(all: readonly Measured[]): Measured | null {
  if (all.length === 0) return null;
  const of = (pick: (measured: Measured) => number | null) => mean(all.map(pick));
  const rate = of(({ vibrato }) => vibrato?.rate ?? null);
  const depth = of(({ vibrato }) => vibrato?.depth ?? null);
  return {
    centroid: of(({ centroid }) => centroid) ?? 0,
    brightness: of(({ brightness }) => brightness) ?? 0,
    warmth: of(({ warmth }) => warmth) ?? 0,
    flatness: of(({ flatness }) => flatness) ?? 0,
    roughness: of(({ roughness }) => roughness) ?? 0,
    harmonicity: of(({ harmonicity }) => harmonicity),
    attack: of(({ attack }) => attack),
    wander: of(({ wander }) => wander),
    vibrato: rate === null || depth === null ? null : { rate, depth },
  };
}

/**
 * One fragrance of all these; null without any, and the fragrance itself when there is only one. It is as old as the
 * newest of them, and its notes are those that most of them have.
 */
export function compose(entries: readonly DiaryEntry[]): Fragrance | null {
  const all = [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort(byTime);
  const newest = all.at(-1);
  if (newest === undefined) return null;
  if (all.length === 1) return newest.fragrance;
  const accord = roomAccord(all.map(({ fragrance }) => roomFaceOf(fragrance)));
  if (accord === null) return null;
  const { drawable } = accord;
  const measured = meanMeasured(all.flatMap(({ fragrance }) => fragrance.character?.measured ?? []));
  const axes = drawable.character?.axes;
  const character: Character | null = axes && measured ? { axes: { ...axes }, measured } : null;
  return {
    ...fragranceFromEssence({
      essence: drawable.musicEssence,
      source: 'keys',
      now: new Date(newest.at),
      blend: {
        ...(drawable.accents && { accents: drawable.accents }),
        ...(drawable.proportions && { proportions: drawable.proportions }),
        ...(character && { character }),
      },
    }),
    id: `diary-${all.length}-${newest.id}`,
    persistence: drawable.persistence,
  };
}
