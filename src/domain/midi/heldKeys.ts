/** When the notes of a track end: which release belongs to which strike. */

/** A note as it is read; times in s. */
export interface HeldNote {
  onset: number;
  /** Infinity while its key is down. */
  offset: number;
}

/** How long a note rings that nothing ends, s: a struck string is no longer heard then, and it does not outweigh the rest. */
export const RINGING = 2;
/** And at least, as the track may end with its strike, s. */
const HEARD = 0.5;

interface Strike {
  note: HeldNote;
  /** When its key was next struck or released, s. */
  next: number;
}

/** A key from a strike on until all its strikes are released. */
interface Key {
  strikes: Strike[];
  /** How many of them are released. */
  released: number;
  /** How many of them know what was next. */
  followed: number;
  /** A note of no length: a later release without a strike of its own is its own. */
  momentary: HeldNote | null;
}

const idOf = (channel: number, key: number): number => channel * 128 + key;

/**
 * The keys of one track. A release ends the oldest strike of its key, so that notes of one pitch may overlap. A key that
 * was struck more often than it was released has lost a release: each of its strikes then ends with what was next there.
 * Releases of keys that are up are passed over. All calls come in the order of time; each costs the same on average.
 */
export class HeldKeys {
  readonly #keys = new Map<number, Key>();
  /** Keys that are down, by channel; made when there are any, as a file may have thousands of tracks. */
  readonly #down = new Map<number, Set<number>>();

  strike(channel: number, key: number, note: HeldNote): void {
    const id = idOf(channel, key);
    let held = this.#keys.get(id);
    if (held === undefined) {
      held = { strikes: [], released: 0, followed: 0, momentary: null };
      this.#keys.set(id, held);
    }
    follow(held, note.onset, RINGING);
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
      if (held.momentary !== null) held.momentary.offset = Math.min(now, held.momentary.onset + RINGING);
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
  quiet(channel: number, now: number): void {
    for (const key of this.#down.get(channel) ?? [])
      for (let left = this.#left(channel, key); left > 0; left--) this.release(channel, key, now);
  }

  /** Ends what is still down when the track is at its end. */
  finish(now: number): void {
    for (const { strikes } of this.#keys.values())
      for (const { note, next } of strikes)
        note.offset = next < Infinity ? next : Math.min(Math.max(now, note.onset + HEARD), note.onset + RINGING);
    this.#keys.clear();
  }

  #left(channel: number, key: number): number {
    const held = this.#keys.get(idOf(channel, key))!;
    return held.strikes.length - held.released;
  }
}

/** Tells the strikes of a key that something was next, at most so long behind each. Those of the same moment are together. */
function follow(held: Key, now: number, longest: number): void {
  for (; held.followed < held.strikes.length; held.followed++) {
    const strike = held.strikes[held.followed]!;
    if (strike.note.onset >= now) return;
    strike.next = Math.min(now, strike.note.onset + longest);
  }
}
