import { DOWN_FLAG, KEY_COUNT, SOUNDING_FLAG, type Channel } from './channel.ts';
import type { PlayedListener, Voices } from './performerContract.ts';
import type { Zone } from './zone.ts';

/** Ends the notes of a device that neither a key nor a pedal holds. */
export class NoteEnds {
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #zone: Zone;

  constructor(voices: Voices, listener: PlayedListener, zone: Zone) {
    this.#voices = voices;
    this.#listener = listener;
    this.#zone = zone;
  }

  /** Releases all keys; pedals still hold their notes (MIDI 1.0, controller 123). */
  readonly releaseAllKeys = (number: number, channel: Channel): void => {
    if (!channel.busy) return;
    for (let key = 0; key < KEY_COUNT; key++) channel.marks[key]! &= ~DOWN_FLAG;
    this.endAllUnheld(number, channel);
  };

  /** Releases the keys that the sostenuto pedal caught. */
  readonly letCaughtGo = (number: number, channel: Channel): void => {
    channel.letCaughtGo();
    this.endAllUnheld(number, channel);
  };

  /** Ends the notes that nothing holds. */
  readonly endAllUnheld = (number: number, channel: Channel): void => {
    if (!channel.busy) return;
    for (let key = 0; key < KEY_COUNT; key++) this.endUnheld(number, channel, key);
  };

  /** Ends the note of a key if nothing holds it. */
  endUnheld(number: number, channel: Channel, key: number): void {
    // No key, sostenuto or sustain pedal holds it.
    if (channel.marks[key] === SOUNDING_FLAG && !this.#zone.pedalsOf(number).sustain) this.end(channel, key);
  }

  /** Ends the note of a key. */
  end(channel: Channel, key: number): void {
    channel.marks[key] = 0;
    this.#voices.release(channel.voices[key]!);
    this.#listener.onRelease(channel.source, channel.sounding[key]!);
  }

  /** Ends all notes at once, whatever holds them. */
  readonly silence = (_number: number, channel: Channel): void => {
    if (!channel.busy) return;
    channel.busy = false;
    for (let key = 0; key < KEY_COUNT; key++) {
      if (channel.marks[key] === 0) continue;
      channel.marks[key] = 0;
      this.#listener.onRelease(channel.source, channel.sounding[key]!);
    }
    this.#voices.silence(channel.source);
  };
}
