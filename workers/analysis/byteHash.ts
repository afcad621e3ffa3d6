import { NOTE_CODES, byPitch, type NoteCode } from './values/pitch.ts';
import type { Analysis } from './types.ts';

/**
 * Number of sampled bytes, attempts to avoid a repeated note, and bounds of the note count (docs/decisions.md 1).
 */
const SAMPLED_BYTES = 50;
const MAX_ATTEMPTS = 20;
const MIN_NOTES = 4;
const MAX_NOTES = 6;
const MAX_SCORE = 299;
/**
 * Factor from the mean difference of sampled bytes to the complexity score; compressed recordings reach about 150.
 */
const SCORE_PER_STEP = 1.75;

/** FNV-1a (Fowler, Noll & Vo 1991) over all bytes, 32 bits, unsigned. */
function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}

/** Final mixing step of MurmurHash3 (Appleby 2011): spreads every input bit over all output bits. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Derives notes from the bytes of the file: the fallback for a sound that cannot be decoded or analysed. Hashes the
 * whole file, takes 4 to 6 notes from 50 evenly spaced bytes, replaces a repeated note in up to 20 attempts, and sorts
 * by pitch. The same bytes give the same notes.
 *
 * @throws RangeError if there are no bytes.
 */
export function hashBytes(bytes: Uint8Array): Analysis {
  if (bytes.length === 0) throw new RangeError('There are no bytes to hash.');
  const hash = fnv1a(bytes);
  const sampled = Array.from(
    { length: SAMPLED_BYTES },
    (_, i) => bytes[Math.floor((i * bytes.length) / SAMPLED_BYTES)] ?? 0,
  );
  let steps = 0;
  for (let i = 1; i < SAMPLED_BYTES; i++) steps += Math.abs(sampled[i]! - sampled[i - 1]!);
  const complexity = Math.min(MAX_SCORE, Math.floor((steps / (SAMPLED_BYTES - 1)) * SCORE_PER_STEP));
  const count = Math.min(MAX_NOTES, Math.max(MIN_NOTES, 3 + Math.floor(complexity / 50)));

  const essence: NoteCode[] = [];
  for (let i = 0; essence.length < count; i++) {
    let index = 0;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const byte = sampled[(i * MAX_ATTEMPTS + attempt) % SAMPLED_BYTES]!;
      index = mix(hash ^ mix((byte << 16) ^ (i << 8) ^ attempt)) % NOTE_CODES.length;
      if (!essence.includes(NOTE_CODES[index]!)) break;
    }
    // After the last attempt take the next free note upwards, so that the count is reached.
    while (essence.includes(NOTE_CODES[index]!)) index = (index + 1) % NOTE_CODES.length;
    essence.push(NOTE_CODES[index]!);
  }
  essence.sort(byPitch);

  return {
    source: 'byte-hash',
    duration: 0,
    notes: [],
    f0: [],
    essence,
    complexity,
    tuning: { cents: 0, confidence: 0 },
    level: { peak: -Infinity, rms: -Infinity },
    spectralShape: { centroid: 0, flatness: 0 },
    timbre: null,
    silent: false,
  };
}
