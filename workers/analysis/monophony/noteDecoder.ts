import type { Kernels, NoteCosts, NoteStates } from '../dsp/kernels/kernels.ts';
import { steps } from '../parameters.ts';
import { NOTE } from './parameters.ts';
import { midiOfBin, PITCH_BINS } from './onsetSalience.ts';

/**
 * Decodes the pitch path to notes: a hidden Markov model with one state per pitch bin and one for rest, similar to Tony
 * (Mauch et al. 2015). A step in a note costs the distance between its pitch and the path, up to a limit, so that
 * vibrato and scoops stay in the note. Beginning a note costs less where the partials of its pitch rise, and staying in
 * a note costs more where its onset salience is high. Uses token passing (Young et al. 1989): each state stores only
 * the start of its note, each step only the note that would end there.
 */

const REST_STATE = PITCH_BINS;

/**
 * A note: the steps [first, end), the MIDI number of its pitch bin, and the largest rise of its partials at its
 * beginning, dB.
 */
export interface NoteSegment {
  first: number;
  end: number;
  midi: number;
  rise: number;
}

/** Steps before and after the first of a note in which its partials may rise. */
const RISE_BEFORE_STEPS = steps(NOTE.riseBefore);
const RISE_AFTER_STEPS = steps(NOTE.riseAfter);
/** Length of a row of rises, in groups of four. */
const ROW_LENGTH = 4 * Math.ceil(PITCH_BINS / 4);
if (RISE_BEFORE_STEPS !== 2) throw new Error('The kernels look at the rises of two steps before');

export type NoteParameters = { readonly [K in keyof typeof NOTE]: number };

export class NoteDecoder {
  readonly #kernels: Kernels;
  readonly #states: NoteStates;
  readonly #costs: NoteCosts;
  /** The state with the best score at the end of the last step. */
  #best = 0;
  /** Score of the rest, and its first step. */
  #rest = 0;
  #restBegan = 0;
  /** Rises of the last steps, a row each. */
  readonly #recent: Float32Array;
  /** For every step, the best state at its end, with the first step and the first rise of that state. */
  #bestState = new Int16Array(4096);
  #bestBegan = new Int32Array(4096);
  #bestRise = new Float32Array(4096);
  #steps = 0;
  readonly #parameters: NoteParameters;

  constructor(kernels: Kernels, parameters: NoteParameters = NOTE) {
    this.#kernels = kernels;
    this.#parameters = parameters;
    this.#states = {
      score: kernels.floats(PITCH_BINS).fill(-Infinity),
      began: kernels.indices(new Int32Array(PITCH_BINS)),
      risen: kernels.outputs(PITCH_BINS),
    };
    this.#costs = { ...parameters, perBin: 1 / (NOTE.binsPerSemitone * parameters.deviation), after: RISE_AFTER_STEPS };
    this.#recent = kernels.outputs(RISE_BEFORE_STEPS * ROW_LENGTH);
  }

  /**
   * Takes one step: its fractional MIDI pitch (or null) and clarity (0 to 1), and for every pitch bin the rise in dB
   * and the onset salience.
   */
  push(midi: number | null, clarity: number, rises: Float32Array, saliences: Float32Array): void {
    const { score, began, risen } = this.#states;
    const t = this.#steps;
    const resting = !(score[this.#best]! > this.#rest);
    const best = resting ? this.#rest : score[this.#best]!;
    if (t >= this.#bestState.length) this.#grow();
    this.#bestState[t] = resting ? REST_STATE : this.#best;
    this.#bestBegan[t] = resting ? this.#restBegan : began[this.#best]!;
    this.#bestRise[t] = resting ? 0 : risen[this.#best]!;
    // The pitch of the path in bins, at least 0.
    const pathBin = midi === null ? -1 : Math.max(0, (midi - NOTE.lowest) * NOTE.binsPerSemitone);
    this.#best = this.#kernels.decodeStep(
      this.#states,
      this.#costs,
      rises,
      saliences,
      this.#recent,
      ROW_LENGTH,
      PITCH_BINS,
      t,
      best,
      pathBin,
    );
    let rest = this.#rest;
    if (best > rest) {
      rest = best;
      this.#restBegan = t;
    }
    this.#rest = rest - (midi === null ? 0 : this.#parameters.voicedInRest * clarity) - best;
    const row = (t % RISE_BEFORE_STEPS) * ROW_LENGTH;
    for (let s = 0; s < PITCH_BINS; s++) this.#recent[row + s] = rises[s]!;
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

  /**
   * The best notes for the steps so far, in order. Those without a rise may be dropped later (onsets/softNotes.ts).
   */
  segments(): NoteSegment[] {
    const found: NoteSegment[] = [];
    const { score, began: begins, risen } = this.#states;
    const resting = !(score[this.#best]! > this.#rest);
    let state = resting ? REST_STATE : this.#best;
    let end = this.#steps;
    let began = resting ? this.#restBegan : begins[state]!;
    let rise = resting ? 0 : risen[state]!;
    while (end > 0) {
      if (state !== REST_STATE) found.push({ first: began, end, midi: midiOfBin(state), rise });
      end = began;
      if (end === 0) break;
      state = this.#bestState[end]!;
      began = this.#bestBegan[end]!;
      rise = this.#bestRise[end]!;
    }
    return found.reverse();
  }
}
