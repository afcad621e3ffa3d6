import { steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { HUM } from './parameters.ts';

/**
 * Removes mains hum in the pauses of a recording. It has a pitch, so that each pause would become a note. It is
 * detected by that pitch, which lies between the notes of any tuning near A 440, by its constant level, and by being
 * the only sound where it is quiet: for each second by the 20 s before its end, back to the last rest, and 1 s after
 * it, so that a sound does not change the notes of the next.
 */

const PAST_STEPS = steps(HUM.past);
const AHEAD_STEPS = steps(HUM.ahead);
const BLOCK_STEPS = steps(HUM.every);
const REST_STEPS = steps(HUM.rest);
const MIN_HUM_STEPS = steps(HUM.minSeconds);
/** Largest power of hum, relative to the loudest step, and factor of its power to each side. */
const MAX_SHARE = 10 ** (-HUM.softer / 10);
const TOLERANCE_RATIO = 10 ** (HUM.level / 10);

/** True when a pitch, Hz, is near one of the first multiples of a mains frequency, Hz. */
export function isMainsPitch(hz: number, mains: number): boolean {
  const multiple = Math.round(hz / mains);
  return multiple >= 1 && multiple <= HUM.multiples && Math.abs(1200 * Math.log2(hz / (multiple * mains))) <= HUM.near;
}

/** The steps [first, end) between two rests, and how many are near to a mains frequency. */
interface Heard {
  first: number;
  end: number;
  near: number;
  /** By mains frequency: the steps with hum in the seconds before `until`, which no later sound changes. */
  settled: { until: number; hum: Set<number> }[];
}

/** The steps with hum among steps of these powers, and marks of a mains pitch; empty without hum. */
function humIn(powers: Float32Array, isNear: Uint8Array): number[] {
  let loudest = 0;
  for (const power of powers) loudest = Math.max(loudest, power);
  const soft = powers.filter((power, i) => isNear[i] === 1 && power <= loudest * MAX_SHARE).sort();
  if (soft.length < MIN_HUM_STEPS) return [];
  const usual = soft[soft.length >> 1]!;
  const found: number[] = [];
  let quiet = 0;
  for (let i = 0; i < powers.length; i++) {
    if (powers[i]! > usual * TOLERANCE_RATIO) continue;
    quiet++;
    if (isNear[i] === 1 && powers[i]! >= usual / TOLERANCE_RATIO) found.push(i);
  }
  return found.length >= MIN_HUM_STEPS && found.length >= HUM.ofQuiet * quiet ? found : [];
}

/**
 * Removes hum from a track that grows. A decision about hum may change until a rest comes, so each read decides the
 * steps since the last rest again, by their original pitch: how often the live view reads does not change the result.
 */
export class MainsHum {
  readonly #track: PitchTrack;
  /** For each step whether its pitch is near each of the mains frequencies, a bit each. */
  #near = new Uint8Array(1024);
  /** Steps whose pitch has been compared with them. */
  #compared = 0;
  /** The stretches between rests that a rest has not settled. */
  #runs: Heard[] = [];
  /** Pitch and clarity of the steps since the last rest that are hum. */
  #hidden = new Map<number, { mains: number; hz: number; clarity: number }>();

  constructor(track: PitchTrack) {
    this.#track = track;
  }

  /**
   * Makes the steps with hum unvoiced and marks them. @returns the first step where this has changed; Infinity without
   * one
   */
  unvoice(): number {
    const { hz, clarity, hum } = this.#track;
    const before = this.#hidden;
    for (const [t, was] of before) {
      hz[t] = was.hz;
      clarity[t] = was.clarity;
      hum[t] = 0;
    }
    this.#compare();
    this.#hidden = new Map();
    for (const run of this.#runs) HUM.mains.forEach((_, i) => this.#markRun(run, i));
    let changed = Infinity;
    for (const [t, { mains }] of before) if (hum[t] !== mains) changed = Math.min(changed, t);
    for (const t of this.#hidden.keys()) {
      if (!before.has(t)) changed = Math.min(changed, t);
      hz[t] = clarity[t] = 0;
    }
    this.#settle();
    if (changed < Infinity) this.#track.changes++;
    return changed;
  }

  /** Drops the state from before the last rest: its decisions are final. */
  #settle(): void {
    this.#runs = this.#runs.filter(({ end }) => this.#track.length - end < REST_STEPS);
    const open = this.#runs[0]?.first ?? Infinity;
    for (const t of this.#hidden.keys()) if (t < open) this.#hidden.delete(t);
  }

  #compare(): void {
    const { hz, length } = this.#track;
    if (length > this.#near.length) {
      const longer = new Uint8Array(2 * length);
      longer.set(this.#near);
      this.#near = longer;
    }
    for (; this.#compared < length; this.#compared++) {
      const t = this.#compared;
      const pitch = hz[t]!;
      if (!(pitch > 0)) continue;
      let run = this.#runs.at(-1);
      if (run === undefined || t - run.end >= REST_STEPS)
        this.#runs.push(
          (run = { first: t, end: t, near: 0, settled: HUM.mains.map(() => ({ until: t, hum: new Set() })) }),
        );
      run.end = t + 1;
      HUM.mains.forEach((mains, i) => {
        if (!isMainsPitch(pitch, mains)) return;
        this.#near[t]! |= 1 << i;
        run.near++;
      });
    }
  }

  /** Marks the steps of a stretch with hum of the mains frequency number `i`. */
  #markRun({ first, end, near, settled }: Heard, i: number): void {
    if (near < MIN_HUM_STEPS) return;
    const settledMains = settled[i]!;
    const start = Math.max(first, settledMains.until + BLOCK_STEPS - PAST_STEPS);
    const isNear = this.#near.slice(start, end).map((bits) => (bits >> i) & 1);
    const powers = this.#track.power.subarray(start, end);
    for (const t of settledMains.hum) this.#hide(t, HUM.mains[i]!);
    for (let begin = settledMains.until; begin < end; begin += BLOCK_STEPS) {
      const from = Math.max(first, begin + BLOCK_STEPS - PAST_STEPS);
      const until = begin + BLOCK_STEPS + AHEAD_STEPS;
      const hum = humIn(powers.subarray(from - start, until - start), isNear.subarray(from - start, until - start));
      for (const at of hum) this.#hide(from + at, HUM.mains[i]!);
      if (until > end) continue;
      for (const at of hum) settledMains.hum.add(from + at);
      settledMains.until = begin + BLOCK_STEPS;
    }
  }

  #hide(t: number, mains: number): void {
    const { hz, clarity, hum } = this.#track;
    hum[t] = mains;
    this.#hidden.set(t, { mains, hz: hz[t]!, clarity: clarity[t]! });
  }
}

/** The notes that are not hum. */
export function withoutHum(segments: readonly NoteSegment[], { hz, hum }: PitchTrack): readonly NoteSegment[] {
  return segments.filter(({ first, end }) => {
    let voicedCount = 0;
    let humming = 0;
    for (let t = first; t < end; t++) {
      voicedCount += Number(hz[t]! > 0 || hum[t]! > 0);
      humming += Number(hum[t]! > 0);
    }
    return humming < HUM.ofNote * voicedCount || voicedCount === 0;
  });
}
