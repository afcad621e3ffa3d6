import { midiOfHz } from '../../../src/core/pitch/pitch.ts';
import { RISE_LAG, type OnsetSalience } from '../monophony/onsetSalience.ts';
import { PitchTrack } from '../monophony/pitchTrack.ts';
import { repeatEvidence } from '../monophony/repeats/repeatEvidence.ts';
import { judgeRepeat, latenessOf } from '../monophony/repeats/repeatJudge.ts';
import { LIVE } from './parameters.ts';
import { steps } from '../parameters.ts';

/**
 * Finds repeats of a note while a sound comes in, by the network for repeated notes. It runs `LIVE.judgedAfter` after the
 * rise, on the first part of the context that it was trained on.
 */

const BEHIND = steps(LIVE.judgedAfter);
/** Length of the track, steps; the older half is dropped at a time. */
const BUFFERED = 256;

interface Step {
  hz: number;
  clarity: number;
}

export class LiveRepeats {
  readonly #track = new PitchTrack();
  /** Steps whose rise is not known yet. */
  readonly #ahead: Step[] = [];
  #loudest = Number.MIN_VALUE;

  /**
   * Takes the next step: Hz (0 where unvoiced), periodicity, mean square, and the rises up to it. Returns how many steps
   * ago a note has begun again, or 0.
   */
  push(hz: number, clarity: number, power: number, rises: Pick<OnsetSalience, 'latestRise' | 'latestLevel'>): number {
    const track = this.#track;
    track.pushPower(power);
    this.#ahead.push({ hz, clarity });
    if (this.#ahead.length <= RISE_LAG) return 0;
    const known = this.#ahead.shift()!;
    const midi = known.hz > 0 ? midiOfHz(known.hz) : null;
    const level = midi === null ? (track.level[track.length - 1] ?? 0) : rises.latestLevel(midi);
    track.pushPitch(known.hz, known.clarity, midi === null ? 0 : rises.latestRise(midi), level);
    this.#loudest = Math.max(this.#loudest, level);
    const evidence = repeatEvidence(track, track.length - 1 - BEHIND, this.#loudest);
    const again = evidence !== null && judgeRepeat(evidence) >= LIVE.surelyAgain ? this.#stepsSince(evidence) : 0;
    if (track.length === BUFFERED) track.drop(BUFFERED / 2);
    return again;
  }

  #stepsSince(evidence: Float64Array): number {
    return Math.max(1, RISE_LAG + BEHIND + steps(latenessOf(evidence)));
  }
}
