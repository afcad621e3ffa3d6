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
    let held = this.#keys.get(id);
    if (held === undefined) {
      held = { strikes: [], released: 0, followed: 0, momentary: null };
      this.#keys.set(id, held);
    }
    follow(held, note.onset, MAX_RING_S);
    held.momentary = null;
    held.strikes.push({ note, next: Infinity });
    const down = this.#down.get(channel);
    if (down === undefined) this.#down.set(channel, new Set([key]));
    else down.add(key);
  }

  release(channel: number, key: number, now: number): void {
    const held = this.#keys.get(idOf(channel, key));
    if (held === undefined) return;
    const strike = held.strikes[held.released];
    if (strike === undefined) {
      if (held.momentary !== null) held.momentary.offset = Math.min(now, held.momentary.onset + MAX_RING_S);
      held.momentary = null;
      return;
    }
    follow(held, now, Infinity);
    strike.note.offset = now;
    held.momentary = strike.note.onset === now ? strike.note : null;
    held.released++;
    if (held.released < held.strikes.length) return;
    held.strikes = [];
    held.released = 0;
    held.followed = 0;
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
    const held = this.#keys.get(idOf(channel, key))!;
    return held.strikes.length - held.released;
  }
}

/**
 * Sets the next event of a key's strikes, up to a maximum distance. Strikes at the same time count together.
 */
function follow(held: Key, now: number, longest: number): void {
  for (; held.followed < held.strikes.length; held.followed++) {
    const strike = held.strikes[held.followed]!;
    if (strike.note.onset >= now) return;
    strike.next = Math.min(now, strike.note.onset + longest);
  }
}
