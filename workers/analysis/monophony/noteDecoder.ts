import { HOP_SECONDS, NOTE } from '../parameters.ts';
import { larger, midiOfBin, PITCH_BINS } from './onsetSalience.ts';

/**
 * From the pitch path to notes: a hidden Markov model with one state per pitch bin and one for rest, similar
 * to Tony (Mauch et al. 2015). A step in a note costs the distance between its pitch and the path, up to a
 * limit, so that vibrato and scoops stay in the note. Beginning a note costs less where the partials of its
 * pitch rise, and staying in a note costs more where its onset salience is high. Decoded by token passing
 * (Young et al. 1989): each state keeps only when its note began, each step only the note that would end there.
 */

const REST = PITCH_BINS;

/** A note as the steps [first, end), the MIDI number of its pitch bin, and the largest rise of its partials at its beginning, dB. */
export interface NoteSegment {
  first: number;
  end: number;
  midi: number;
  rise: number;
}

/** Steps before and after its first in which a note's partials may rise. */
const BEFORE = Math.round(NOTE.riseBefore / HOP_SECONDS);
const AFTER = Math.round(NOTE.riseAfter / HOP_SECONDS);

export type NoteParameters = { readonly [K in keyof typeof NOTE]: number };

/** 0 up to `from`, 1 from `to` on, linear in between. */
function ramp(value: number, from: number, to: number): number {
  return value <= from ? 0 : value >= to ? 1 : (value - from) / (to - from);
}

export class NoteDecoder {
  readonly #score = new Float64Array(PITCH_BINS + 1).fill(-Infinity);
  readonly #began = new Int32Array(PITCH_BINS + 1);
  readonly #rise = new Float32Array(PITCH_BINS + 1);
  /** Rises of the last steps, a row each. */
  readonly #recent = new Float32Array(BEFORE * PITCH_BINS);
  /** For every step, the best state at its end, when that state began, and the rise it began with. */
  #bestState = new Int16Array(4096);
  #bestBegan = new Int32Array(4096);
  #bestRise = new Float32Array(4096);
  #steps = 0;
  readonly #parameters: NoteParameters;

  constructor(parameters: NoteParameters = NOTE) {
    this.#parameters = parameters;
    this.#score[REST] = 0;
  }

  /**
   * Takes one step: its fractional MIDI pitch (or null) and clarity (0 to 1), and of every pitch bin the rise
   * in dB and the onset salience.
   */
  push(midi: number | null, clarity: number, rises: Float32Array, saliences: Float32Array): void {
    const p = this.#parameters;
    const score = this.#score;
    const t = this.#steps;
    let bestState = REST;
    for (let s = 0; s < PITCH_BINS; s++) if (score[s]! > score[bestState]!) bestState = s;
    const best = score[bestState]!;
    if (t >= this.#bestState.length) this.#grow();
    this.#bestState[t] = bestState;
    this.#bestBegan[t] = this.#began[bestState]!;
    this.#bestRise[t] = this.#rise[bestState]!;
    const began = this.#began;
    const risen = this.#rise;
    const recent = this.#recent;
    // The pitch of the path in bins, and what one bin of distance from it costs.
    const pathBin = midi === null ? 0 : (midi - NOTE.lowest) * NOTE.binsPerSemitone;
    const perBin = 1 / (NOTE.binsPerSemitone * p.deviation);
    const { onsetSalience, stayThroughOnset, riseFrom, riseTo, unvoicedInNote, deviationCap, beginAtRise } = p;
    const beginBase = best - p.begin;
    for (let s = 0; s < PITCH_BINS; s++) {
      const rise = rises[s]!;
      let value = saliences[s]! < onsetSalience ? score[s]! : score[s]! - stayThroughOnset;
      const begun = beginBase + beginAtRise * ramp(rise, riseFrom, riseTo);
      if (begun > value) {
        value = begun;
        began[s] = t;
        // The rises of the steps just before count as well.
        let largest = recent[s]!;
        for (let at = s + PITCH_BINS; at < recent.length; at += PITCH_BINS) largest = larger(largest, recent[at]!);
        risen[s] = largest;
      }
      if (rise > risen[s]! && t - began[s]! <= AFTER) risen[s] = rise;
      let cost = unvoicedInNote;
      if (midi !== null) {
        const distance = Math.abs(pathBin - s) * perBin;
        cost = distance < deviationCap ? distance : deviationCap;
      }
      score[s] = value - cost - best;
    }
    let rest = score[REST]!;
    if (best > rest) {
      rest = best;
      this.#began[REST] = t;
    }
    score[REST] = rest - (midi === null ? 0 : p.voicedInRest * clarity) - best;
    this.#recent.set(rises, (t % BEFORE) * PITCH_BINS);
    this.#steps++;
  }

  #grow(): void {
    const size = 2 * this.#bestState.length;
    const state = new Int16Array(size);
    state.set(this.#bestState);
    this.#bestState = state;
    const began = new Int32Array(size);
    began.set(this.#bestBegan);
    this.#bestBegan = began;
    const rise = new Float32Array(size);
    rise.set(this.#bestRise);
    this.#bestRise = rise;
  }

  /** The best notes for the steps so far, in order. */
  segments(): NoteSegment[] {
    const found: NoteSegment[] = [];
    let state = REST;
    for (let s = 0; s < PITCH_BINS; s++) if (this.#score[s]! > this.#score[state]!) state = s;
    let end = this.#steps;
    let began = this.#began[state]!;
    let rise = this.#rise[state]!;
    while (end > 0) {
      if (state !== REST) found.push({ first: began, end, midi: midiOfBin(state), rise });
      end = began;
      if (end === 0) break;
      state = this.#bestState[end]!;
      began = this.#bestBegan[end]!;
      rise = this.#bestRise[end]!;
    }
    return mergeWithoutOnset(found.reverse());
  }
}

/**
 * Every note needs an onset. A segment without one continues the note just before it (the pitch path was
 * wrong in one of the two, presumably in the shorter one); with no note just before it, it is reverberation
 * and is dropped.
 */
function mergeWithoutOnset(segments: readonly NoteSegment[]): NoteSegment[] {
  const notes: NoteSegment[] = [];
  for (const segment of segments) {
    const last = notes.at(-1);
    if (segment.rise >= NOTE.minRise) notes.push({ ...segment });
    else if (last !== undefined && (segment.first - last.end) * HOP_SECONDS < NOTE.mergeWithin) {
      if (segment.end - segment.first > last.end - last.first) last.midi = segment.midi;
      last.end = segment.end;
    }
  }
  return notes;
}
