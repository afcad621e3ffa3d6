import type { Channel } from './channel.ts';
import type { Voices } from './performerContract.ts';
import type { Zone } from './zone.ts';

/** Depth of the vibrato at full modulation wheel, cents each way. */
const VIBRATO_DEPTH = 60;

/**
 * Sends what the controllers of a channel say to the voices of its notes. The steps are fields, so that a message to a
 * whole zone makes no function.
 */
export class ChannelExpression {
  readonly #voices: Voices;
  readonly #zone: Zone;

  constructor(voices: Voices, zone: Zone) {
    this.#voices = voices;
    this.#zone = zone;
  }

  /** Sends all of them. */
  readonly send = (number: number, channel: Channel): void => {
    this.sendBend(number, channel);
    this.sendVibrato(number, channel);
    this.sendBrightness(number, channel);
  };

  readonly sendBend = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const cents = channel.bend * channel.bendRange + (leader === null ? 0 : leader.bend * leader.bendRange);
    this.#voices.expressAll(channel.source, 'bend', cents);
  };

  readonly sendVibrato = (number: number, channel: Channel): void => {
    const depth = Math.min(1, channel.modulation + (this.#zone.leaderOf(number)?.modulation ?? 0));
    this.#voices.expressAll(channel.source, 'vibrato', VIBRATO_DEPTH * depth);
  };

  /** Sends brightness from timbre and pressure. In MPE, pressure also raises the gain. */
  readonly sendBrightness = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const pressure = Math.min(1, channel.pressure + (leader === null ? 0 : leader.pressure));
    const timbre = channel.timbre + (leader === null ? 0 : leader.timbre - 0.5);
    this.#voices.expressAll(channel.source, 'brightness', timbre + pressure / 2);
    if (leader !== null) this.#voices.expressAll(channel.source, 'pressure', 1 + pressure);
  };
}
