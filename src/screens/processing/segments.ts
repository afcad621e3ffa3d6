import type { Fragrance } from '../../features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/** A note of the fragrance with its arc of the ring. */
export interface Segment {
  note: NoteCode;
  accent: boolean;
  /** Start and end of the arc, 0 to 1, clockwise from the top. */
  from: number;
  to: number;
}

/**
 * Weight of an accent on the ring, and minimum weight of a note, in parts of 100, so that each is visible.
 */
const ACCENT_PARTS = 7;
const MIN_PARTS = 6;

/**
 * The whole ring of a fragrance: its notes in the order of the essence, as wide as their parts of the blend, then its
 * accents.
 */
export function segmentsOf({
  musicEssence,
  proportions,
  accents = [],
}: Pick<Fragrance, 'musicEssence' | 'proportions' | 'accents'>): Segment[] {
  const partsOf = (note: NoteCode): number =>
    Math.max(MIN_PARTS, proportions?.find((one) => one.note === note)?.parts ?? 100 / musicEssence.length);
  const weighed = [
    ...musicEssence.map((note) => ({ note, accent: false, weight: partsOf(note) })),
    ...accents.map(({ note }) => ({ note, accent: true, weight: ACCENT_PARTS })),
  ];
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let from = 0;
  return weighed.map(({ note, accent, weight }) => {
    const segment = { note, accent, from, to: from + weight / total };
    from = segment.to;
    return segment;
  });
}
