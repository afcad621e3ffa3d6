import { powerDecibels } from '../dsp/decibels.ts';
import { isMainsPitch } from '../monophony/mainsHum/mainsHum.ts';
import { HUM } from '../monophony/mainsHum/parameters.ts';
import { steps } from '../parameters.ts';

const MIN_HUM_STEPS = steps(HUM.minSeconds);
/** Weight of the newest step in the average level. */
const NEWEST_WEIGHT = 1 / MIN_HUM_STEPS;
/** After this many steps in a row at another level the average level is reset. */
const RESET_STEPS = steps(HUM.minSeconds / 3);

/**
 * Detects mains hum while a sound comes in (monophony/mainsHum/mainsHum.ts: in a whole sound). Hum has a pitch of the
 * mains and a constant low level, and few other steps are as quiet. It is a note until something louder comes.
 */
export class LiveHum {
  readonly #mains = HUM.mains.map((hz) => ({
    hz,
    matchingSteps: 0,
    quietSteps: 0,
    otherLevelSteps: 0,
    averageLevel: -Infinity,
  }));

  /**
   * Takes the next step and returns whether it is hum. `hz` is its pitch (0: none), `loudest` the largest power around
   * it.
   */
  push(hz: number, power: number, loudest: number): boolean {
    const level = powerDecibels(power);
    let isHum = false;
    for (const mains of this.#mains) {
      const isNear = isMainsPitch(hz, mains.hz);
      if (isNear && Math.abs(level - mains.averageLevel) <= HUM.level) {
        mains.averageLevel += NEWEST_WEIGHT * (level - mains.averageLevel);
        mains.matchingSteps++;
        mains.otherLevelSteps = 0;
      } else if (isNear && ++mains.otherLevelSteps === RESET_STEPS)
        Object.assign(mains, { matchingSteps: 0, quietSteps: 0, otherLevelSteps: 0, averageLevel: level });
      if (!(level <= mains.averageLevel + HUM.level)) continue;
      mains.quietSteps++;
      isHum ||= isNear && mains.matchingSteps >= MIN_HUM_STEPS && mains.matchingSteps >= HUM.ofQuiet * mains.quietSteps;
    }
    return isHum && level <= powerDecibels(loudest) - HUM.softer;
  }
}
