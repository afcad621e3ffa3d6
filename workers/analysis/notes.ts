import { NOTE, ONSET } from './parameters.ts';

/**
 * From the pitch path to notes: a hidden Markov model with one state a pitch bin and one for rest, in
 * the spirit of Tony (Mauch et al. 2015). A note costs by its distance from the path (robustly, so
 * that vibrato and scoops ride), beginning one is cheap where an onset is likely and staying in one
 * is cheap where it is not. Decoded by passing tokens (Young et al. 1989): each state remembers only
 * when its note began, each step only the note that would end there.
 */

const BINS = (NOTE.highest - NOTE.lowest) * NOTE.binsPerSemitone + 1;
const REST = BINS;

/** A note as steps [first, end) and the pitch bin's MIDI number. */
export interface Segment {
  first: number;
  end: number;
  midi: number;
}

export class NoteDecoder {
  #score = new Float64Array(BINS + 1);
  readonly #began = new Int32Array(BINS + 1);
  /** For every step, the state that was best at its end, and when that state began. */
  #bestState = new Int16Array(4096);
  #bestBegan = new Int32Array(4096);
  #steps = 0;

  constructor() {
    this.#score.fill(-Infinity);
    this.#score[REST] = 0;
  }

  /** One step: its fractional MIDI pitch (or null), and the logarithmic odds inputs of an onset. */
  push(midi: number | null, onset: number): void {
    const score = this.#score;
    const t = this.#steps;
    const probability = 1 / (1 + Math.exp(-(onset - ONSET.threshold) * ONSET.slope));
    const begin = -NOTE.begin * (1 - probability) - 0.5;
    const stay = -NOTE.begin * 1.2 * probability;
    let bestState = REST;
    for (let s = 0; s < BINS; s++) if (score[s]! > score[bestState]!) bestState = s;
    const best = score[bestState]!;
    if (t >= this.#bestState.length) this.#grow();
    this.#bestState[t] = bestState;
    this.#bestBegan[t] = this.#began[bestState]!;
    for (let s = 0; s < BINS; s++) {
      let value = score[s]! + stay;
      if (best + begin > value) {
        value = best + begin;
        this.#began[s] = t;
      }
      let cost: number = NOTE.unvoicedInNote;
      if (midi !== null) {
        const distance = Math.abs(midi - (NOTE.lowest + s / NOTE.binsPerSemitone)) / NOTE.deviation;
        cost = Math.min(NOTE.deviationCap, distance);
      }
      score[s] = value - cost;
    }
    let rest = score[REST]!;
    if (best > rest) {
      rest = best;
      this.#began[REST] = t;
    }
    score[REST] = rest - (midi === null ? 0 : NOTE.voicedInRest);
    for (let s = 0; s <= BINS; s++) score[s]! -= best;
    this.#steps++;
  }

  #grow(): void {
    const state = new Int16Array(2 * this.#bestState.length);
    state.set(this.#bestState);
    this.#bestState = state;
    const began = new Int32Array(2 * this.#bestBegan.length);
    began.set(this.#bestBegan);
    this.#bestBegan = began;
  }

  /** The best notes for the steps so far, in order. */
  segments(): Segment[] {
    const found: Segment[] = [];
    let state = REST;
    for (let s = 0; s < BINS; s++) if (this.#score[s]! > this.#score[state]!) state = s;
    let end = this.#steps;
    let began = this.#began[state]!;
    while (end > 0) {
      if (state !== REST) found.push({ first: began, end, midi: NOTE.lowest + state / NOTE.binsPerSemitone });
      end = began;
      if (end === 0) break;
      state = this.#bestState[end]!;
      began = this.#bestBegan[end]!;
    }
    return found.reverse();
  }
}
