import {
  ALL_NOTES_OFF,
  DATA_ENTRY,
  MPE_CONFIGURATION,
  PARAMETER_HIGH,
  PARAMETER_LOW,
  RESET_CONTROLLERS,
} from './performer/controllers.ts';

/** Sends complete messages, now or at a time on the performance clock, ms. */
type Send = (data: Uint8Array, time?: number) => void;

const KEYS = 128;
const CHANNELS = 16;

/**
 * Plays another device. Tracks its sounding notes and the channels with controllers, to release and reset them in any
 * case. Several notes on one key of a channel count as one there, which ends with the last of them. MPE keeps its
 * channels; all else is on one.
 */
export class MidiSender {
  readonly #send: Send;
  readonly #held = new Uint8Array(CHANNELS * KEYS);
  /** 1 for a channel that was sent a note or a message, and 1 for one with controllers. */
  readonly #used = new Uint8Array(CHANNELS);
  readonly #shaped = new Uint8Array(CHANNELS);
  /** Reused: Web MIDI copies it. */
  readonly #message = new Uint8Array(3);
  readonly #short = new Uint8Array(2);
  readonly #realtime = new Uint8Array(1);
  /** 0 to 15. */
  readonly channel: number;

  constructor(send: Send, channel: number) {
    this.#send = send;
    this.channel = channel;
  }

  /** @param velocity above 0, to 1 */
  noteOn(midi: number, velocity: number, time?: number, channel: number = this.channel): void {
    const key = channel * KEYS + midi;
    // Send a note-off first: on some devices the second of two note-ons would sound for ever.
    if (this.#held[key]! > 0) this.#say(0x80, midi, 0, channel, time);
    this.#held[key] = Math.min(255, this.#held[key]! + 1);
    this.#say(0x90, midi, Math.max(1, Math.round(velocity * 127)), channel, time);
  }

  noteOff(midi: number, time?: number, channel: number = this.channel): void {
    const key = channel * KEYS + midi;
    if (this.#held[key] === 0) return;
    this.#held[key]! -= 1;
    if (this.#held[key] === 0) this.#say(0x80, midi, 0, channel, time);
  }

  /** Sends a channel message that is no note; `status` is that of the first channel. */
  pass(status: number, first: number, second: number, channel: number = this.channel): void {
    const isReset = status === 0xb0 && first === RESET_CONTROLLERS;
    if (isReset && this.#shaped[channel] === 0) return;
    this.#shaped[channel] = isReset ? 0 : 1;
    this.#say(status, first, second, channel);
  }

  /** Announces an MPE zone on the channel that leads it. */
  announceZone(leader: number, members: number): void {
    this.#say(0xb0, PARAMETER_HIGH, 0, leader);
    this.#say(0xb0, PARAMETER_LOW, MPE_CONFIGURATION, leader);
    this.#say(0xb0, DATA_ENTRY, members, leader);
  }

  /** Sends a realtime byte: 248 clock, 250 start, 252 stop. */
  realtime(status: 0xf8 | 0xfa | 0xfc, time?: number): void {
    this.#realtime[0] = status;
    this.#send(this.#realtime, time);
  }

  /** Releases each note and resets controllers, then sends all notes off in case a device missed one. */
  releaseAll(time?: number): void {
    this.#used[this.channel] = 1;
    for (let channel = 0; channel < CHANNELS; channel++) {
      if (this.#used[channel] === 0) continue;
      for (let midi = 0; midi < KEYS; midi++) {
        if (this.#held[channel * KEYS + midi] === 0) continue;
        this.#held[channel * KEYS + midi] = 0;
        this.#say(0x80, midi, 0, channel, time);
      }
      if (this.#shaped[channel] === 1) this.#say(0xb0, RESET_CONTROLLERS, 0, channel, time);
      this.#say(0xb0, ALL_NOTES_OFF, 0, channel, time);
      this.#shaped[channel] = 0;
      this.#used[channel] = 0;
    }
  }

  #say(status: number, first: number, second: number, channel: number, time?: number): void {
    this.#used[channel] = 1;
    // A program and the pressure of a channel have one value.
    const message = status === 0xc0 || status === 0xd0 ? this.#short : this.#message;
    message[0] = status + channel;
    message[1] = first;
    if (message === this.#message) message[2] = second;
    this.#send(message, time);
  }
}
