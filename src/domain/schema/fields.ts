import type { Fragrance } from '../fragrance/model.ts';

/*
 * Which fields of a fragrance go where: the one list. A new field does not compile until it says so here.
 */

export interface Destinations {
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
  // About this device, and not about the sound.
  engineFailed: { saved: false, listed: false, shared: false, sending: false, exported: false },
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
} as const satisfies Record<keyof Fragrance, Destinations>;

type All = typeof FRAGRANCE_FIELDS;

/** The fields of a fragrance that go to a destination. */
export type FieldOf<Destination extends keyof Destinations> = {
  [F in keyof Fragrance]-?: All[F][Destination] extends true ? F : never;
}[keyof Fragrance];

/** The names of the fields that go to a destination, in one order. */
export function fieldsFor<Destination extends keyof Destinations>(
  destination: Destination,
): readonly FieldOf<Destination>[] {
  return (Object.keys(FRAGRANCE_FIELDS) as (keyof Fragrance)[]).filter(
    (field): field is FieldOf<Destination> => FRAGRANCE_FIELDS[field][destination],
  );
}

/** The part of a fragrance that goes to a destination, without what is not there. */
export function pickFields<Destination extends keyof Destinations>(
  destination: Destination,
  fragrance: Pick<Fragrance, FieldOf<Destination>>,
): Pick<Fragrance, FieldOf<Destination>> {
  return Object.fromEntries(
    fieldsFor(destination)
      .filter((field) => fragrance[field] !== undefined)
      .map((field) => [field, fragrance[field]]),
  ) as unknown as Pick<Fragrance, FieldOf<Destination>>;
}
