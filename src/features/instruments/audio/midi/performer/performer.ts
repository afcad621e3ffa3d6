import { INITIAL_PERFORMER, type PerformerSettings } from '#features/instruments/domain/keyboard/performance.ts';
import { DEFAULT_TONE, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import { readMidi } from '../messages.ts';
import type { PlayedListener, Voices } from './performerContract.ts';
import { MidiDeviceState } from './midiDeviceState.ts';
import { Rules } from './rules.ts';

/**
 * Plays several MIDI devices at once. Tracks which notes sound and why (key, pedal), so that a note-off, a pedal, a
 * panic button or an unplugged cable ends exactly the right ones.
 */
export class Performer {
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #ports = new Map<string, MidiDeviceState>();
  readonly #rules = new Rules();
  #settings: Readonly<PerformerSettings> = INITIAL_PERFORMER;
  #tone: ToneChoice = DEFAULT_TONE;

  constructor(voices: Voices, listener: PlayedListener) {
    this.#voices = voices;
    this.#listener = listener;
  }

  /** Changes the settings for new notes. Ends notes that a new filter excludes. */
  configure(settings: Readonly<PerformerSettings>, tone: ToneChoice): void {
    const before = this.#settings;
    if (settings === before && tone === this.#tone) return;
    if (settings.channel !== before.channel || settings.mpe !== before.mpe) this.panic();
    this.#settings = settings;
    this.#tone = tone;
    this.#rules.set(settings, tone);
  }

  /** Handles a complete message of a device. */
  handle(device: string, data: ArrayLike<number>): void {
    readMidi(data, this.#port(device));
  }

  /** Sends bend, brightness and so on of all channels to new voices. */
  resendExpression(): void {
    for (const port of this.#ports.values()) port.resendExpression();
  }

  /** Ends every note of a device and resets its state: it was unplugged, or another was chosen. */
  drop(device: string): void {
    this.#ports.get(device)?.forget();
    this.#ports.delete(device);
  }

  /** Ends every note of every device and resets pedals, bends and zones. */
  panic(): void {
    for (const device of this.#ports.keys()) this.drop(device);
  }

  #port(device: string): MidiDeviceState {
    let port = this.#ports.get(device);
    if (port === undefined) {
      port = new MidiDeviceState(device, this.#rules, this.#voices, this.#listener);
      this.#ports.set(device, port);
    }
    return port;
  }
}
