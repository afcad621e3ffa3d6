/** Sends complete messages, now or at a time on the performance clock, ms. */
type Send = (data: Uint8Array, time?: number) => void;

const KEYS = 128;

/**
 * Plays another device. Tracks its sounding notes, to release them in any case. Several notes on one key count as one
 * there, which ends with the last of them.
 */
export class MidiSender {
  readonly #send: Send;
  readonly #held = new Uint8Array(KEYS);
  /** Reused: Web MIDI copies it. */
  readonly #message = new Uint8Array(3);
  readonly #realtime = new Uint8Array(1);
  /** 0 to 15. */
  readonly channel: number;

  constructor(send: Send, channel: number) {
    this.#send = send;
    this.channel = channel;
  }

  /** @param velocity above 0, to 1 */
  noteOn(midi: number, velocity: number, time?: number): void {
    // Send a note-off first: on some devices the second of two note-ons would sound for ever.
    if (this.#held[midi]! > 0) this.#say(0x80, midi, 0, time);
    this.#held[midi] = Math.min(255, this.#held[midi]! + 1);
    this.#say(0x90, midi, Math.max(1, Math.round(velocity * 127)), time);
  }

  noteOff(midi: number, time?: number): void {
    if (this.#held[midi] === 0) return;
    this.#held[midi]! -= 1;
    if (this.#held[midi] === 0) this.#say(0x80, midi, 0, time);
  }

  /** Sends a realtime byte: 248 clock, 250 start, 252 stop. */
  realtime(status: 0xf8 | 0xfa | 0xfc, time?: number): void {
    this.#realtime[0] = status;
    this.#send(this.#realtime, time);
  }

  /** Releases each note, then sends all notes off in case a device missed one. */
  releaseAll(time?: number): void {
    for (let midi = 0; midi < KEYS; midi++) {
      if (this.#held[midi] === 0) continue;
      this.#held[midi] = 0;
      this.#say(0x80, midi, 0, time);
    }
    this.#say(0xb0, 123, 0, time);
  }

  #say(status: number, first: number, second: number, time?: number): void {
    this.#message[0] = status + this.channel;
    this.#message[1] = first;
    this.#message[2] = second;
    this.#send(this.#message, time);
  }
}
