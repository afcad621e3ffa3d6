import { powerDecibels } from '../dsp/decibels.ts';
import { isMainsPitch } from '../monophony/mainsHum/mainsHum.ts';
import { HUM } from '../monophony/mainsHum/parameters.ts';
import { steps } from '../parameters.ts';

const SURE = steps(HUM.minSeconds);
/** Weight of the newest step in the usual level. */
const NEWEST = 1 / SURE;
/** Steps in a row at another level that reset the usual level: it was not that of hum. */
const OTHER = steps(HUM.minSeconds / 3);

/**
 * Detects mains hum while a sound comes in (monophony/mainsHum/mainsHum.ts has the whole sound): a soft pitch of the mains that has
 * lasted long enough at a constant level, with hardly anything else as soft. Until something louder comes, it is a note.
 */
export class LiveHum {
  readonly #mains = HUM.mains.map((hz) => ({ hz, heard: 0, quiet: 0, other: 0, usual: -Infinity }));

  /**
   * Whether the pitch of the next step, Hz (0: none), is hum, by the power of the step and the largest one around it.
   */
  push(hz: number, power: number, loudest: number): boolean {
    const level = powerDecibels(power);
    let isHum = false;
    for (const one of this.#mains) {
      const isNear = isMainsPitch(hz, one.hz);
      if (isNear && Math.abs(level - one.usual) <= HUM.level) {
        one.usual += NEWEST * (level - one.usual);
        one.heard++;
        one.other = 0;
      } else if (isNear && ++one.other === OTHER) Object.assign(one, { heard: 0, quiet: 0, other: 0, usual: level });
      if (!(level <= one.usual + HUM.level)) continue;
      one.quiet++;
      isHum ||= isNear && one.heard >= SURE && one.heard >= HUM.ofQuiet * one.quiet;
    }
    return isHum && level <= powerDecibels(loudest) - HUM.softer;
  }
}
