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
    this.sendGain(number, channel);
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

  /** Sends brightness from timbre and pressure. */
  readonly sendBrightness = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const timbre = channel.timbre + (leader === null ? 0 : leader.timbre - 0.5);
    this.#voices.expressAll(channel.source, 'brightness', timbre + pressureOf(channel, leader) / 2);
  };

  /** Sends the gain from volume and expression, by General MIDI's square law. In MPE, pressure also raises it. */
  readonly sendGain = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const level = channel.volume * channel.expression * (leader === null ? 1 : leader.volume * leader.expression);
    const swell = leader === null ? 0 : pressureOf(channel, leader);
    this.#voices.expressAll(channel.source, 'pressure', level * level * (1 + swell));
  };

  /** Sends what the pressure of a channel changes. */
  readonly sendPressure = (number: number, channel: Channel): void => {
    this.sendBrightness(number, channel);
    if (this.#zone.isMember(number)) this.sendGain(number, channel);
  };
}

/** Pressure of a channel and of the first of its zone. */
function pressureOf(channel: Channel, leader: Channel | null): number {
  return Math.min(1, channel.pressure + (leader === null ? 0 : leader.pressure));
}
