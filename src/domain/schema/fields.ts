import type { Fragrance } from '../fragrance/model.ts';

/*
 * Which fields of a fragrance go where: the one list. A new field does not compile until it says so here.
 */

export interface Ways {
  /** Stored in the row of whoever saves it (`fragrance_profiles`). */
  saved: boolean;
  /** In the lists of saved and public fragrances, which stay small. */
  listed: boolean;
  /** Stored in the row of a share (`fragrance_shares`), which everybody sees who has its link. */
  shared: boolean;
  /** Needed to make a share, and hence what waits when it cannot go out now. */
  sending: boolean;
  /** In the file that is exported, and taken from one. */
  exported: boolean;
}

export const FRAGRANCE_FIELDS = {
  // A row has an id of its own.
  id: { saved: false, listed: false, shared: false, sending: true, exported: true },
  name: { saved: true, listed: true, shared: true, sending: true, exported: true },
  description: { saved: true, listed: true, shared: true, sending: true, exported: true },
  intensity: { saved: true, listed: true, shared: true, sending: true, exported: true },
  complexity: { saved: true, listed: true, shared: true, sending: true, exported: true },
  persistence: { saved: true, listed: true, shared: true, sending: true, exported: true },
  dominantNotes: { saved: true, listed: true, shared: false, sending: false, exported: true },
  backgroundNotes: { saved: true, listed: true, shared: false, sending: false, exported: true },
  musicEssence: { saved: true, listed: true, shared: true, sending: true, exported: true },
  topNotes: { saved: true, listed: true, shared: true, sending: true, exported: true },
  middleNotes: { saved: true, listed: true, shared: true, sending: true, exported: true },
  baseNotes: { saved: true, listed: true, shared: true, sending: true, exported: true },
  created: { saved: true, listed: true, shared: false, sending: false, exported: true },
  source: { saved: true, listed: true, shared: true, sending: true, exported: true },
  // Rows name a recording by its path in storage, which is not this field: see `audioPath.ts`.
  audioData: { saved: false, listed: false, shared: false, sending: true, exported: true },
  // Another device has no such recording.
  recordingId: { saved: false, listed: false, shared: false, sending: true, exported: false },
  // The database makes it of the trace; a copy that lost its trace has only this.
  face: { saved: false, listed: true, shared: false, sending: true, exported: true },
  trace: { saved: true, listed: false, shared: true, sending: true, exported: true },
  accents: { saved: true, listed: true, shared: true, sending: true, exported: true },
  character: { saved: true, listed: true, shared: true, sending: true, exported: true },
  proportions: { saved: true, listed: true, shared: true, sending: true, exported: true },
} as const satisfies Record<keyof Fragrance, Ways>;

type All = typeof FRAGRANCE_FIELDS;

/** The fields of a fragrance that go a way. */
export type FieldOf<Way extends keyof Ways> = {
  [F in keyof Fragrance]-?: All[F][Way] extends true ? F : never;
}[keyof Fragrance];

/** The names of the fields that go a way, in one order. */
export function fieldsThatAre<Way extends keyof Ways>(way: Way): readonly FieldOf<Way>[] {
  return (Object.keys(FRAGRANCE_FIELDS) as (keyof Fragrance)[]).filter(
    (field): field is FieldOf<Way> => FRAGRANCE_FIELDS[field][way],
  );
}

/** The part of a fragrance that goes a way, without what is not there. */
export function partThatIs<Way extends keyof Ways>(
  way: Way,
  fragrance: Pick<Fragrance, FieldOf<Way>>,
): Pick<Fragrance, FieldOf<Way>> {
  return Object.fromEntries(
    fieldsThatAre(way)
      .filter((field) => fragrance[field] !== undefined)
      .map((field) => [field, fragrance[field]]),
  ) as unknown as Pick<Fragrance, FieldOf<Way>>;
}
