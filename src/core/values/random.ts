/**
 * Seeded random numbers. The same sound must always give the same fragrance (docs/decisions.md, 13), so all randomness
 * of the product comes from a given generator.
 */

/** Returns numbers in [0, 1), like `Math.random`. */
export type Random = () => number;

/**
 * A generator seeded by any text, the same on every machine. Hashes the text twice with FNV-1a (Fowler, Noll, Vo; RFC
 * 9923), mixes the 64 bits with the 32-bit finalizer of MurmurHash3 (Appleby), and seeds xoshiro128** 1.1 (Blackman and
 * Vigna, https://prng.di.unimi.it). Not for secrets.
 */
export function seededRandom(seed: string): Random {
  const low = fnv1a(seed, 0x811c9dc5);
  const high = fnv1a(seed, 0x811c9dc5 ^ 0x9e3779b9);
  let s0 = avalanche(low);
  let s1 = avalanche(high);
  let s2 = avalanche(low + 0x9e3779b9);
  // An odd word excludes xoshiro's forbidden state, all zeros.
  let s3 = avalanche(high + 0x9e3779b9) | 1;
  const next = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9);
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotateLeft(s3, 11);
    return (result >>> 0) / 2 ** 32;
  };
  // Similar seeds differ in few bits of state; a few steps spread them.
  for (let i = 0; i < 8; i++) next();
  return next;
}

/** A random item of a list. @throws RangeError when it is empty */
export function pick<T>(items: readonly T[], random: Random): T {
  if (items.length === 0) throw new RangeError('pick: the list is empty');
  return items[Math.floor(random() * items.length)]!;
}

/** A number in [low, high). */
export function randomBetween(low: number, high: number, random: Random): number {
  return low + (high - low) * random();
}

/** FNV-1a over the text's UTF-16 code units, low byte first. */
function fnv1a(text: string, basis: number): number {
  let hash = basis;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash | 0;
}

function avalanche(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
