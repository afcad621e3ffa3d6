import { HOP_SECONDS, NOTE } from './parameters.ts';
import { larger, midiOfBin, PITCH_BINS } from './onset.ts';

/**
 * From the pitch path to notes: a hidden Markov model with one state a pitch bin and one for rest, in
 * the spirit of Tony (Mauch et al. 2015). A note costs by its distance from the path (robustly, so
 * that vibrato and scoops ride); beginning one is cheap where the pitch's own partials rise, and
 * staying in it is dear there. Decoded by passing tokens (Young et al. 1989): each state remembers
 * only when its note began, each step only the note that would end there.
 */

const REST = PITCH_BINS;

/** A note as steps [first, end), the pitch bin's MIDI number, and the greatest rise of its partials while it began, dB. */
export interface Segment {
  first: number;
  end: number;
  midi: number;
  rise: number;
}

/** Steps before and after its first in which a note's partials may rise. */
const BEFORE = Math.round(NOTE.riseBefore / HOP_SECONDS);
const AFTER = Math.round(NOTE.riseAfter / HOP_SECONDS);

export type NoteParameters = { readonly [K in keyof typeof NOTE]: number };

/** 0 up to `from`, 1 from `to` on, straight between. */
function ramp(value: number, from: number, to: number): number {
  return value <= from ? 0 : value >= to ? 1 : (value - from) / (to - from);
}

export class NoteDecoder {
  readonly #score = new Float64Array(PITCH_BINS + 1).fill(-Infinity);
  readonly #began = new Int32Array(PITCH_BINS + 1);
  readonly #rise = new Float32Array(PITCH_BINS + 1);
  /** Rises of the last steps, a row each. */
  readonly #recent = new Float32Array(BEFORE * PITCH_BINS);
  /** For every step, the state that was best at its end, when that state began, and the rise it began with. */
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
   * One step: its fractional MIDI pitch (or null), how clear it is (0 to 1), and of every pitch bin the
   * rise in dB and how far it stands out of the unrest around it.
   */
  push(midi: number | null, clarity: number, rises: Float32Array, strikes: Float32Array): void {
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
    // The path's place among the bins, and what a bin's distance from it costs.
    const place = midi === null ? 0 : (midi - NOTE.lowest) * NOTE.binsPerSemitone;
    const perBin = 1 / (NOTE.binsPerSemitone * p.deviation);
    const { strike, stayThroughStrike, riseFrom, riseTo, unvoicedInNote, deviationCap, beginAtRise } = p;
    const leastBegun = best - p.begin;
    for (let s = 0; s < PITCH_BINS; s++) {
      const rise = rises[s]!;
      let value = strikes[s]! < strike ? score[s]! : score[s]! - stayThroughStrike;
      const begun = leastBegun + beginAtRise * ramp(rise, riseFrom, riseTo);
      if (begun > value) {
        value = begun;
        began[s] = t;
        // The rises of the steps just before count as well.
        let most = recent[s]!;
        for (let at = s + PITCH_BINS; at < recent.length; at += PITCH_BINS) most = larger(most, recent[at]!);
        risen[s] = most;
      }
      if (rise > risen[s]! && t - began[s]! <= AFTER) risen[s] = rise;
      let cost = unvoicedInNote;
      if (midi !== null) {
        const distance = Math.abs(place - s) * perBin;
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
  segments(): Segment[] {
    const found: Segment[] = [];
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
    return joined(found.reverse());
  }
}

/**
 * No note without an onset: what begins while nothing rises is the note before it, whose pitch the
 * path has mistaken for a while (the longer of the two is believed), or, with no note just before it,
 * the ringing of a room.
 */
function joined(segments: readonly Segment[]): Segment[] {
  const notes: Segment[] = [];
  for (const segment of segments) {
    const last = notes.at(-1);
    if (segment.rise >= NOTE.leastRise) notes.push({ ...segment });
    else if (last !== undefined && (segment.first - last.end) * HOP_SECONDS < NOTE.joinWithin) {
      if (segment.end - segment.first > last.end - last.first) last.midi = segment.midi;
      last.end = segment.end;
    }
  }
  return notes;
}
