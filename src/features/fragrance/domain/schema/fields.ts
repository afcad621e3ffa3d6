import type { Fragrance } from '../composition/model.ts';

/* The destinations of each field of a fragrance. The compiler requires an entry for a new field. */

export interface Destinations {
  /** Stored in the owner's row (`fragrance_profiles`). */
  saved: boolean;
  /** In the lists of saved and public fragrances, which must be small. */
  listed: boolean;
  /** Stored in the row of a share (`fragrance_shares`), visible to everybody with its link. */
  shared: boolean;
  /** Needed to make a share, and so part of a share in the outbox. */
  sending: boolean;
  /** In exported and imported files. */
  exported: boolean;
}

export const FRAGRANCE_FIELDS = {
  // A row has its own id.
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
  // Concerns this device, not the sound.
  engineFailed: { saved: false, listed: false, shared: false, sending: false, exported: false },
  // Rows store a recording's path in another field: see `audioPathOf`.
  audioData: { saved: false, listed: false, shared: false, sending: true, exported: true },
  // Only valid on this device.
  recordingId: { saved: false, listed: false, shared: false, sending: true, exported: false },
  // The database computes it from the trace; a copy without a trace has only this.
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

/** The part of a fragrance for a destination, without absent fields. */
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
