import { steps } from '../parameters.ts';
import { PITCH } from './parameters.ts';
import type { Candidates } from './periodicity.ts';

/**
 * Chooses one candidate or `unvoiced` for every step by a Viterbi search that balances periodicity against jumps
 * (Boersma 1993; several candidates per step as in pYIN, Mauch & Dixon 2014). Decides a step as soon as all paths go
 * through one of its states, as no later step can change it then, and at the latest when the search is `PITCH.lag`
 * further on, so that memory stays bounded.
 */

const LEAST_LAG = steps(PITCH.leastLag);
const LAG_STEPS = steps(PITCH.lag);
/** Steps that are decided at once. */
const BATCH_STEPS = steps(PITCH.batch);
const RING_STEPS = LAG_STEPS + BATCH_STEPS;
/** States per step: the candidates, then unvoiced. */
const STATE_COUNT = PITCH.candidates + 1;

/** Receives decided steps in order; `hz` is 0 where unvoiced, `clarity` the best periodicity of the step. */
export type PathSink = (hz: number, clarity: number) => void;

export class PitchPath {
  readonly #count = new Int32Array(RING_STEPS);
  readonly #log = new Float64Array(RING_STEPS * STATE_COUNT);
  readonly #hz = new Float64Array(RING_STEPS * STATE_COUNT);
  readonly #clarity = new Float64Array(RING_STEPS * STATE_COUNT);
  readonly #from = new Int8Array(RING_STEPS * STATE_COUNT);
  #score = new Float64Array(STATE_COUNT);
  #next = new Float64Array(STATE_COUNT);
  #steps = 0;
  #decided = 0;

  /** Takes the candidates of the next step; calls `sink` for each decided step. */
  push(found: Candidates, sink: PathSink): void {
    const row = (this.#steps % RING_STEPS) * STATE_COUNT;
    const previousRow = ((this.#steps + RING_STEPS - 1) % RING_STEPS) * STATE_COUNT;
    const first = this.#steps === 0;
    const previousCount = first ? 0 : this.#count[(this.#steps + RING_STEPS - 1) % RING_STEPS]!;
    const score = this.#score;
    const next = this.#next;
    const count = found.count;
    let clearest = 0;
    for (let c = 1; c < count; c++) if (found.clarity[c]! > found.clarity[clearest]!) clearest = c;
    const bestClarity = count === 0 ? 0 : found.clarity[clearest]!;
    const reference = count === 0 ? 0 : Math.log2(found.hz[clearest]!);
    for (let c = 0; c < count; c++) {
      const hz = found.hz[c]!;
      const clarity = found.clarity[c]!;
      const octaves = Math.log2(hz);
      this.#hz[row + c] = hz;
      this.#log[row + c] = octaves;
      this.#clarity[row + c] = clarity;
      let best = first ? 0 : score[PITCH.candidates]! - PITCH.voicingChangeCost;
      let from: number = PITCH.candidates;
      for (let p = 0; p < previousCount; p++) {
        const value = score[p]! - PITCH.octaveJumpCost * Math.abs(octaves - this.#log[previousRow + p]!);
        if (value > best) {
          best = value;
          from = p;
        }
      }
      next[c] = best + clarity + PITCH.octaveCost * (octaves - reference);
      this.#from[row + c] = from;
    }
    let best = first ? 0 : score[PITCH.candidates]!;
    let from: number = PITCH.candidates;
    for (let p = 0; p < previousCount; p++) {
      const value = score[p]! - PITCH.voicingChangeCost;
      if (value > best) {
        best = value;
        from = p;
      }
    }
    next[PITCH.candidates] = best + PITCH.voicingThreshold;
    this.#from[row + PITCH.candidates] = from;
    this.#hz[row + PITCH.candidates] = 0;
    this.#clarity[row + PITCH.candidates] = bestClarity;
    this.#count[this.#steps % RING_STEPS] = count;
    // Subtract the best score: only differences matter, and the sums stay exact for any length of sound.
    let top: number = next[PITCH.candidates]!;
    for (let c = 0; c < count; c++) top = Math.max(top, next[c]!);
    for (let c = 0; c < STATE_COUNT; c++) next[c]! -= top;
    this.#score = next;
    this.#next = score;
    this.#steps++;
    if (this.#steps % BATCH_STEPS !== 0) return;
    this.#decide(Math.max(this.#steps - LAG_STEPS, Math.min(this.#steps - LEAST_LAG, this.#common())), sink);
  }

  /** The best estimate for the last step so far: Hz (0 where unvoiced) and clarity. */
  latest(): { hz: number; clarity: number } {
    if (this.#steps === 0) return { hz: 0, clarity: 0 };
    const at = this.#bestState() + ((this.#steps - 1) % RING_STEPS) * STATE_COUNT;
    return { hz: this.#hz[at]!, clarity: this.#clarity[at]! };
  }

  /** Ends the path: decides the remaining steps. */
  finish(sink: PathSink): void {
    this.#decide(this.#steps, sink);
  }

  #bestState(): number {
    const count = this.#count[(this.#steps - 1) % RING_STEPS]!;
    let best: number = PITCH.candidates;
    for (let c = 0; c < count; c++) if (this.#score[c]! > this.#score[best]!) best = c;
    return best;
  }

  /** Number of steps up to the last one at which all paths are in one state; that of the decided ones without any. */
  #common(): number {
    const last = this.#steps - 1;
    let states = new Set(Array.from({ length: this.#count[last % RING_STEPS]! }, (_, c) => c)).add(PITCH.candidates);
    for (let step = last; step > this.#decided; step--) {
      const row = (step % RING_STEPS) * STATE_COUNT;
      states = new Set([...states].map((state) => this.#from[row + state]!));
      if (states.size === 1) return step;
    }
    return this.#decided;
  }

  #decide(until: number, sink: PathSink): void {
    if (until <= this.#decided) return;
    const states: number[] = [];
    let state = this.#bestState();
    for (let step = this.#steps - 1; step >= this.#decided; step--) {
      states.push(state);
      state = this.#from[(step % RING_STEPS) * STATE_COUNT + state]!;
    }
    for (; this.#decided < until; this.#decided++) {
      const at = (this.#decided % RING_STEPS) * STATE_COUNT + states.pop()!;
      sink(this.#hz[at]!, this.#clarity[at]!);
    }
  }
}
