import { hzOfMidi, midiOfHz } from '../../../../src/domain/pitch/pitch.ts';
import type { Floats } from '../../dsp/kernels/kernels.ts';
import { LINGERING, steps } from '../../parameters.ts';
import type { Candidates } from '../periodicity.ts';
import { ownPartials } from './ownPartials.ts';

const LINGERS = steps(LINGERING.seconds);
const SOUNDED = steps(LINGERING.sounded);
/** Steps over which the mean of a pitch is taken. */
const MEAN_OF = 20;

interface Pitch {
  /** Fractional MIDI, the mean of its last steps. */
  midi: number;
  /** The same, Hz. */
  hz: number;
  /** In how many steps it has sounded, and the last one of them. */
  steps: number;
  last: number;
}

/**
 * Pitches that have sounded just before and may still be in the room. What one of them and a new note are multiples of is more
 * periodic than the new note: its place among the candidates is given to that note.
 */
export class LingeringPitches {
  readonly #pitches: Pitch[] = [];
  #step = 0;

  /** Takes the pitch of the next step, Hz, 0 where unvoiced. */
  push(hz: number): void {
    const step = this.#step++;
    if (hz > 0) this.#sound(midiOfHz(hz), step);
    for (let i = this.#pitches.length - 1; i >= 0; i--)
      if (this.#pitches[i]!.last < step - LINGERS) this.#pitches.splice(i, 1);
  }

  #sound(midi: number, step: number): void {
    const pitch = this.#pitches.find((known) => Math.abs(known.midi - midi) < LINGERING.within);
    if (pitch === undefined) {
      this.#pitches.push({ midi, hz: hzOfMidi(midi), steps: 1, last: step });
      return;
    }
    pitch.steps++;
    pitch.last = step;
    pitch.midi += (midi - pitch.midi) / Math.min(pitch.steps, MEAN_OF);
    pitch.hz = hzOfMidi(pitch.midi);
  }

  /** Moves each candidate that is only what a pitch before and another one have in common to that other one. */
  resolve(found: Candidates, amplitude: Floats): void {
    for (let c = 0; c < found.count; c++) {
      const multiple = this.#explaining(found.hz[c]!, amplitude);
      if (multiple > 1) move(found, c, multiple);
    }
  }

  /** The multiple of a pitch that is there instead of it, beside one that lingers; 1 where it is there itself. */
  #explaining(hz: number, amplitude: Floats): number {
    for (const pitch of this.#pitches) {
      if (pitch.steps < SOUNDED || !isMultiple(pitch.hz / hz)) continue;
      const { level, left, multiple } = ownPartials(hz, pitch.hz, amplitude);
      if (level < LINGERING.ownLevel && left >= LINGERING.left) return multiple;
    }
    return 1;
  }
}

function isMultiple(ratio: number): boolean {
  const nearest = Math.round(ratio);
  return nearest > 1 && Math.abs(ratio - nearest) < LINGERING.nearMultiple * ratio;
}

/** Gives the clarity of a candidate, or most of it, to a multiple of it, in its own place where that has none. */
function move(found: Candidates, from: number, multiple: number): void {
  const hz = found.hz[from]! * multiple;
  const clarity = found.clarity[from]! * LINGERING.share;
  let to = from;
  for (let c = 0; c < found.count; c++)
    if (c !== from && Math.abs(found.hz[c]! / hz - 1) < LINGERING.sameWithin) to = c;
  if (to === from) found.hz[from] = hz;
  else found.clarity[from]! *= LINGERING.rest;
  found.clarity[to] = to === from ? clarity : Math.max(found.clarity[to]!, clarity);
}
