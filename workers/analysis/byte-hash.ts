import { NOTE_CODES, byPitch, type NoteCode } from '../../src/domain/pitch.ts';
import type { Analysis } from './types.ts';

/** Bytes that are looked at, tries against a double note, and the bounds of the note count. */
const SAMPLES = 50;
const MOST_ATTEMPTS = 20;
const FEWEST_NOTES = 4;
const MOST_NOTES = 6;
const HIGHEST_SCORE = 299;
/** Mean step between sampled bytes to complexity score; bytes of a compressed recording reach about 150. */
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
 * The net under the spectral engine: notes from the texture of the bytes alone, for a sound that
 * cannot be decoded or holds no pitch. The whole file is hashed, 50 of its bytes (evenly spread) give
 * 4 to 6 notes, a double note is tried again up to 20 times, and the notes are sorted by pitch.
 * The same bytes give the same notes. Never throws; an empty file has notes too.
 */
export function hashBytes(bytes: Uint8Array): Analysis {
  const hash = fnv1a(bytes);
  const sampled = Array.from({ length: SAMPLES }, (_, i) => bytes[Math.floor((i * bytes.length) / SAMPLES)] ?? 0);
  let steps = 0;
  for (let i = 1; i < SAMPLES; i++) steps += Math.abs(sampled[i]! - sampled[i - 1]!);
  const complexity = Math.min(HIGHEST_SCORE, Math.floor((steps / (SAMPLES - 1)) * SCORE_PER_STEP));
  const count = Math.min(MOST_NOTES, Math.max(FEWEST_NOTES, 3 + Math.floor(complexity / 50)));

  const essence: NoteCode[] = [];
  for (let i = 0; essence.length < count; i++) {
    let index = 0;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const byte = sampled[(i * MOST_ATTEMPTS + attempt) % SAMPLES]!;
      index = mix(hash ^ mix((byte << 16) ^ (i << 8) ^ attempt)) % NOTE_CODES.length;
      if (!essence.includes(NOTE_CODES[index]!)) break;
    }
    // Out of attempts: the next free note upwards, so that the count still holds.
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
    timbre: { centroid: 0, flatness: 0 },
    silent: false,
  };
}

/**
 * The analysis to build a fragrance from: the spectral one, or, where it found no pitch in a sound
 * that is not silent, the byte hash's notes with the duration, level and timbre that were measured.
 */
export function withFallback(analysis: Analysis, bytes: Uint8Array): Analysis {
  if (analysis.silent || analysis.essence.length > 0) return analysis;
  const { essence, complexity } = hashBytes(bytes);
  return { ...analysis, source: 'byte-hash', notes: [], essence, complexity };
}
