import { brightnessOf, gainOf, vibratoOf } from '#features/instruments/audio/sound/tones/expression.ts';
import type { Channel } from './channel.ts';
import type { PlayedListener, Voices } from './performerContract.ts';
import type { Zone } from './zone.ts';

/**
 * Sends the controller values of a channel to the voices of its notes, then to the listener. The steps are fields,
 * so that a message to a whole zone makes no function.
 */
export class ChannelExpression {
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #zone: Zone;

  constructor(voices: Voices, listener: PlayedListener, zone: Zone) {
    this.#voices = voices;
    this.#listener = listener;
    this.#zone = zone;
  }

  /** Sends all of them. */
  readonly send = (number: number, channel: Channel): void => {
    this.sendBend(number, channel);
    this.sendVibrato(number, channel);
    this.sendBrightness(number, channel);
    this.sendGain(number, channel);
    this.sendPedals(number, channel);
  };

  readonly sendBend = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const cents = channel.bend * channel.bendRange + (leader === null ? 0 : leader.bend * leader.bendRange);
    this.#voices.expressAll(channel.source, 'bend', cents);
    this.#listener.onControl(channel.source, 'bend', cents);
  };

  readonly sendVibrato = (number: number, channel: Channel): void => {
    const modulation = Math.min(1, channel.modulation + (this.#zone.leaderOf(number)?.modulation ?? 0));
    this.#voices.expressAll(channel.source, 'vibrato', vibratoOf(modulation));
    this.#listener.onControl(channel.source, 'modulation', modulation);
  };

  /** Sends brightness from timbre and pressure. */
  readonly sendBrightness = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const timbre = channel.timbre + (leader === null ? 0 : leader.timbre - 0.5);
    const pressure = pressureOf(channel, leader);
    this.#voices.expressAll(channel.source, 'brightness', brightnessOf(timbre, pressure));
    this.#listener.onControl(channel.source, 'timbre', Math.min(1, Math.max(0, timbre)));
    this.#listener.onControl(channel.source, leader === null ? 'pressure' : 'swell', pressure);
  };

  /** Sends the gain from volume and expression. In MPE, pressure also raises it. */
  readonly sendGain = (number: number, channel: Channel): void => {
    const leader = this.#zone.leaderOf(number);
    const volume = channel.volume * (leader?.volume ?? 1);
    const expression = channel.expression * (leader?.expression ?? 1);
    this.#voices.expressAll(
      channel.source,
      'pressure',
      gainOf(volume * expression, leader === null ? 0 : pressureOf(channel, leader)),
    );
    this.#listener.onControl(channel.source, 'volume', volume);
    this.#listener.onControl(channel.source, 'expression', expression);
  };

  /** Sends the expressions that the pressure of a channel changes. */
  readonly sendPressure = (number: number, channel: Channel): void => {
    this.sendBrightness(number, channel);
    if (this.#zone.isMember(number)) this.sendGain(number, channel);
  };

  /** Passes the pedals to the listener; the notes have them from the port. */
  readonly sendPedals = (number: number, channel: Channel): void => {
    const { sustain, sostenuto, soft } = this.#zone.pedalsOf(number);
    this.#listener.onControl(channel.source, 'sustain', Number(sustain));
    this.#listener.onControl(channel.source, 'sostenuto', Number(sostenuto));
    this.#listener.onControl(channel.source, 'soft', Number(soft));
  };
}

/** Pressure of a channel and of the one that leads its zone. */
function pressureOf(channel: Channel, leader: Channel | null): number {
  return Math.min(1, channel.pressure + (leader === null ? 0 : leader.pressure));
}
