import type { PitchTrack } from './pitchTrack.ts';

type Grown = Pick<PitchTrack, 'length' | 'changes'>;

/**
 * Caches a measurement of stretches of tracks that grow: the live view reads again and again, and measures each stretch
 * once. The value may depend on the steps of its stretch alone, and on `by`.
 */
export class TrackMemory<T> {
  readonly #tracks = new WeakMap<Grown, Map<number, { end: number; by: number; changes: number; value: T }>>();

  /** The value of the steps [first, end). */
  of(track: Grown, first: number, end: number, by: number, measure: () => T): T {
    let cached = this.#tracks.get(track);
    if (cached === undefined) this.#tracks.set(track, (cached = new Map()));
    const one = cached.get(first);
    const { changes } = track;
    if (one !== undefined && one.end === end && one.by === by && one.changes === changes) return one.value;
    const value = measure();
    if (end <= track.length) cached.set(first, { end, by, changes, value });
    return value;
  }
}
