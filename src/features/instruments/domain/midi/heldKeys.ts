/** Pairs the releases and strikes of a track. */

/** A note; times in s. */
interface HeldNote {
  onset: number;
  /** Infinity while its key is down. */
  offset: number;
}

/**
 * Length of a note without a release, s: a struck string has decayed then, and the note must not outweigh the others.
 */
const MAX_RING_S = 2;
/** Minimum of that, as the track may end with the strike, s. */
const MIN_NOTE_S = 0.5;

interface Strike {
  note: HeldNote;
  /** Time of the next strike or release of its key, s. */
  next: number;
}

/** A key until all its strikes are released. */
interface Key {
  strikes: Strike[];
  /** Number of released strikes. */
  released: number;
  /** Number of strikes whose next event was read. */
  followed: number;
  /** A note of zero length: a later surplus release belongs to it. */
  momentary: HeldNote | null;
}

const idOf = (channel: number, key: number): number => channel * 128 + key;

/**
 * The keys of one track. A release ends the oldest strike of its key, so that notes of one pitch may overlap. A key
 * with more strikes than releases has lost a release: each of its strikes then ends at the next event of the key.
 * Surplus releases are ignored. Calls are in order of time; each has constant amortised cost.
 */
export class HeldKeys {
  readonly #keys = new Map<number, Key>();
  /** Keys that are down, by channel; created on demand, as a file may have thousands of tracks. */
  readonly #down = new Map<number, Set<number>>();

  strike(channel: number, key: number, note: HeldNote): void {
    const id = idOf(channel, key);
    let heldKey = this.#keys.get(id);
    if (heldKey === undefined) {
      heldKey = { strikes: [], released: 0, followed: 0, momentary: null };
      this.#keys.set(id, heldKey);
    }
    follow(heldKey, note.onset, MAX_RING_S);
    heldKey.momentary = null;
    heldKey.strikes.push({ note, next: Infinity });
    const down = this.#down.get(channel);
    if (down === undefined) this.#down.set(channel, new Set([key]));
    else down.add(key);
  }

  release(channel: number, key: number, now: number): void {
    const heldKey = this.#keys.get(idOf(channel, key));
    if (heldKey === undefined) return;
    const strike = heldKey.strikes[heldKey.released];
    if (strike === undefined) {
      if (heldKey.momentary !== null) heldKey.momentary.offset = Math.min(now, heldKey.momentary.onset + MAX_RING_S);
      heldKey.momentary = null;
      return;
    }
    follow(heldKey, now, Infinity);
    strike.note.offset = now;
    heldKey.momentary = strike.note.onset === now ? strike.note : null;
    heldKey.released++;
    if (heldKey.released < heldKey.strikes.length) return;
    heldKey.strikes = [];
    heldKey.released = 0;
    heldKey.followed = 0;
    this.#down.get(channel)?.delete(key);
  }

  /** Releases all keys of a channel. */
  releaseChannel(channel: number, now: number): void {
    for (const key of this.#down.get(channel) ?? [])
      for (let left = this.#left(channel, key); left > 0; left--) this.release(channel, key, now);
  }

  /** Ends the keys that are down at the end of the track. */
  finish(now: number): void {
    for (const { strikes } of this.#keys.values())
      for (const { note, next } of strikes)
        note.offset =
          next < Infinity ? next : Math.min(Math.max(now, note.onset + MIN_NOTE_S), note.onset + MAX_RING_S);
    this.#keys.clear();
  }

  #left(channel: number, key: number): number {
    const heldKey = this.#keys.get(idOf(channel, key))!;
    return heldKey.strikes.length - heldKey.released;
  }
}

/**
 * Sets the next event of a key's strikes, up to a maximum distance. Strikes at the same time count together.
 */
function follow(heldKey: Key, now: number, longest: number): void {
  for (; heldKey.followed < heldKey.strikes.length; heldKey.followed++) {
    const strike = heldKey.strikes[heldKey.followed]!;
    if (strike.note.onset >= now) return;
    strike.next = Math.min(now, strike.note.onset + longest);
  }
}
