import { Channel, NOTE_BEND_RANGE, type Pedals } from './channel.ts';
import type { Rules } from './rules.ts';

export const CHANNEL_COUNT = 16;
/** The channels that lead the lower and the upper zone of MPE. */
const LOWER_LEADER = 0;
const UPPER_LEADER = 15;

/** True for a channel that can lead a zone. */
export const canLead = (number: number): boolean => number === LOWER_LEADER || number === UPPER_LEADER;

/**
 * The channels of one device. They are independent, except with MPE: then the first leads the lower zone and the last
 * the upper one, and the announced number of channels next to it are its members. Each member carries a note with its
 * own bend, pressure and timbre; pedals and the channel that leads apply to all of its zone.
 */
export class Zone {
  readonly #device: string;
  readonly #rules: Rules;
  readonly #channels: (Channel | undefined)[] = Array.from({ length: CHANNEL_COUNT }, () => undefined);
  /** Member channels that the device announced; 0: none. */
  #announcedLower = 0;
  #announcedUpper = 0;

  constructor(device: string, rules: Rules) {
    this.#device = device;
    this.#rules = rules;
  }

  /** Members of the lower zone. */
  get #lower(): number {
    const { mpe } = this.#rules;
    if (mpe === 'off') return 0;
    if (this.#announcedLower + this.#announcedUpper > 0) return this.#announcedLower;
    return mpe === 'on' ? CHANNEL_COUNT - 1 : 0;
  }

  get #upper(): number {
    return this.#rules.mpe === 'off' ? 0 : this.#announcedUpper;
  }

  /** The device announces the members of a zone; where they meet the other zone, that one shrinks (MPE 1.0, 2.1). */
  announce(leader: number, members: number): void {
    const announcedMembers = Math.min(members, CHANNEL_COUNT - 1);
    const left = Math.max(0, CHANNEL_COUNT - 2 - announcedMembers);
    this.#announcedLower = leader === LOWER_LEADER ? announcedMembers : Math.min(this.#announcedLower, left);
    this.#announcedUpper = leader === UPPER_LEADER ? announcedMembers : Math.min(this.#announcedUpper, left);
  }

  /** The number of the channel that leads the zone of a member; -1 for other channels. */
  leaderNumberOf(number: number): number {
    if (number > LOWER_LEADER && number <= this.#lower) return LOWER_LEADER;
    return number < UPPER_LEADER && number >= UPPER_LEADER - this.#upper ? UPPER_LEADER : -1;
  }

  isMember(number: number): boolean {
    return this.leaderNumberOf(number) !== -1;
  }

  /** True for an included channel. A zone is one instrument: its master channel decides. */
  isIncluded(number: number): boolean {
    const { channel } = this.#rules;
    if (channel === -1) return true;
    const leader = this.leaderNumberOf(number);
    return channel === (leader === -1 ? number : leader);
  }

  /** The channel if it has sent a message before. */
  usedChannel(number: number): Channel | undefined {
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

  /** The channel that leads the zone of a member; null for other channels. */
  leaderOf(number: number): Channel | null {
    const leader = this.leaderNumberOf(number);
    return leader === -1 ? null : this.at(leader);
  }

  pedalsOf(number: number): Pedals {
    return (this.leaderOf(number) ?? this.at(number)).pedals;
  }

  /** The first channel that a message to this one applies to: that of its zone for the one that leads it. */
  firstOf(number: number): number {
    return number === UPPER_LEADER ? UPPER_LEADER - this.#upper : number;
  }

  lastOf(number: number): number {
    return number === LOWER_LEADER ? this.#lower : number;
  }

  /** Resets all channels; zones stay as announced. */
  forgetChannels(): void {
    this.#channels.fill(undefined);
  }

  forget(): void {
    this.forgetChannels();
    this.#announcedLower = 0;
    this.#announcedUpper = 0;
  }
}
