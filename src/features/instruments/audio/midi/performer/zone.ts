import { Channel, NOTE_BEND_RANGE, type Pedals } from './channel.ts';
import type { Rules } from './rules.ts';

export const CHANNELS = 16;

/**
 * The channels of one device. They are independent, except with MPE: then the first leads the (lower) zone, and the
 * others up to the announced number are its members. Each member carries a note with its own bend, pressure and timbre;
 * pedals and the first channel apply to all.
 */
export class Zone {
  readonly #device: string;
  readonly #rules: Rules;
  readonly #channels: (Channel | undefined)[] = Array.from({ length: CHANNELS }, () => undefined);
  /** Member channels that the device announced; 0: none. */
  announced = 0;

  constructor(device: string, rules: Rules) {
    this.#device = device;
    this.#rules = rules;
  }

  /** Number of member channels; 0 without MPE. */
  get members(): number {
    if (this.#rules.mpe === 'off') return 0;
    if (this.announced > 0) return this.announced;
    return this.#rules.mpe === 'on' ? CHANNELS - 1 : 0;
  }

  isMember(number: number): boolean {
    return number > 0 && number <= this.members;
  }

  /** True for an included channel. A zone is one instrument: its first channel decides. */
  isHeard(number: number): boolean {
    const { channel } = this.#rules;
    return channel === -1 || channel === (this.isMember(number) ? 0 : number);
  }

  /** The channel if it has sent a message before. */
  known(number: number): Channel | undefined {
    return this.#channels[number];
  }

  /** The channel; created at its first message. */
  at(number: number): Channel {
    let channel = this.#channels[number];
    if (channel === undefined) {
      // Fixed width, so that no name is a prefix of another.
      channel = new Channel(`midi:${this.#device}:${number.toString(16)}`);
      if (this.isMember(number)) channel.bendRange = NOTE_BEND_RANGE;
      this.#channels[number] = channel;
    }
    return channel;
  }

  /** The zone's first channel when this one is its member. */
  leaderOf(number: number): Channel | null {
    return this.isMember(number) ? this.at(0) : null;
  }

  pedalsOf(number: number): Pedals {
    return this.at(this.isMember(number) ? 0 : number).pedals;
  }

  /** The last channel that a message to this one applies to: the zone's last for its first. */
  lastOf(number: number): number {
    return number === 0 ? this.members : number;
  }

  forget(): void {
    this.#channels.fill(undefined);
    this.announced = 0;
  }
}
