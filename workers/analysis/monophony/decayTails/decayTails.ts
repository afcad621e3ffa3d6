import { hzOfMidi, midiOfHz } from '../../values/pitch.ts';
import type { Floats } from '../../dsp/kernels/kernels.ts';
import { LINGERING } from './parameters.ts';
import { steps } from '../../parameters.ts';
import type { Candidates } from '../periodicity.ts';
import { ownPartials } from './ownPartials.ts';

const MAX_RING_STEPS = steps(LINGERING.seconds);
const MIN_SOUNDED_STEPS = steps(LINGERING.sounded);
/** Length of the mean of a pitch, steps. */
const MEAN_OF = 20;

interface Pitch {
  /** Fractional MIDI, the mean of its last steps. */
  midi: number;
  /** The same, Hz. */
  hz: number;
  /** Number of sounding steps, and the last of them. */
  steps: number;
  last: number;
}

/**
 * Pitches that sounded just before and may still ring in the room. The common subharmonic of one of them and a new note
 * is more periodic than the new note: its place among the candidates is given to the new note.
 */
export class LingeringPitches {
  readonly #pitches: Pitch[] = [];
  #step = 0;

  /** Takes the pitch of the next step, Hz, 0 where unvoiced. */
  push(hz: number): void {
    const step = this.#step++;
    if (hz > 0) this.#sound(midiOfHz(hz), step);
    for (let i = this.#pitches.length - 1; i >= 0; i--)
      if (this.#pitches[i]!.last < step - MAX_RING_STEPS) this.#pitches.splice(i, 1);
  }

  #sound(midi: number, step: number): void {
    const pitch = this.#pitches.find((candidate) => Math.abs(candidate.midi - midi) < LINGERING.within);
    if (pitch === undefined) {
      this.#pitches.push({ midi, hz: hzOfMidi(midi), steps: 1, last: step });
      return;
    }
    pitch.steps++;
    pitch.last = step;
    pitch.midi += (midi - pitch.midi) / Math.min(pitch.steps, MEAN_OF);
    pitch.hz = hzOfMidi(pitch.midi);
  }

  /** Moves each candidate that is only a common subharmonic with a ringing pitch to the new pitch. */
  resolve(found: Candidates, amplitude: Floats): void {
    for (let c = 0; c < found.count; c++) {
      const multiple = this.#explaining(found.hz[c]!, amplitude);
      if (multiple > 1) move(found, c, multiple);
    }
  }

  /**
   * The multiple of a pitch that sounds beside a ringing one in its place; 1 where the pitch itself sounds.
   */
  #explaining(hz: number, amplitude: Floats): number {
    for (const pitch of this.#pitches) {
      if (pitch.steps < MIN_SOUNDED_STEPS || !isMultiple(pitch.hz / hz)) continue;
      const { level, left, multiple, prominent } = ownPartials(hz, pitch.hz, amplitude);
      if (level < LINGERING.ownLevel && left >= LINGERING.left && prominent < LINGERING.prominent) return multiple;
    }
    return 1;
  }
}

function isMultiple(ratio: number): boolean {
  const nearest = Math.round(ratio);
  return nearest > 1 && Math.abs(ratio - nearest) < LINGERING.nearMultiple * ratio;
}

/**
 * Moves most of a candidate's clarity to its multiple: to the candidate of that pitch, or else by retuning it.
 */
export function move(found: Candidates, from: number, multiple: number): void {
  const hz = found.hz[from]! * multiple;
  const clarity = found.clarity[from]! * LINGERING.share;
  let to = from;
  for (let c = 0; c < found.count; c++)
    if (c !== from && Math.abs(found.hz[c]! / hz - 1) < LINGERING.sameWithin) to = c;
  if (to === from) found.hz[from] = hz;
  else found.clarity[from]! *= LINGERING.rest;
  found.clarity[to] = to === from ? clarity : Math.max(found.clarity[to]!, clarity);
}
