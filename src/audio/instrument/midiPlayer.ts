import { MIDI_NOTE_LENGTH } from '../../domain/pitch/keyboard.ts';
import type { MidiMessage } from './midiMessages.ts';
import type { Patch } from './patch.ts';
import type { VoiceId, VoiceNote } from './voices.ts';

/** What a player needs of the voices. */
export interface Voices {
  start(note: VoiceNote): VoiceId;
  release(id: VoiceId): void;
  bend(source: string, cents: number): void;
  stop(source: string): void;
}

/** Told of every note, for the screen and for the take. */
export interface PlayedListener {
  onNote(source: string, midi: number, velocity: number, voice: VoiceId): void;
  onRelease(source: string, midi: number): void;
}

/** Range of the pitch wheel, cents each way: two semitones, the General MIDI default. */
const BEND_RANGE = 200;

interface Channel {
  /** Voice of each note whose key is down, by MIDI number. */
  down: Map<number, VoiceId>;
  /** Notes whose key is up but which the pedal holds. */
  held: Map<number, VoiceId>;
  pedal: boolean;
}

/**
 * Several MIDI devices at once, each with 16 channels: keeps what is held by key or pedal, so that a note-off, the
 * pedal, all-notes-off or an unplugged cable ends exactly the right notes and none hangs.
 */
export class MidiPlayer {
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #channels = new Map<string, Channel>();
  patch: Patch;

  constructor(voices: Voices, listener: PlayedListener, patch: Patch) {
    this.#voices = voices;
    this.#listener = listener;
    this.patch = patch;
  }

  handle(device: string, message: MidiMessage): void {
    const source = sourceOf(device, message.channel);
    const channel = this.#channel(source);
    switch (message.type) {
      case 'note-on':
        this.#noteOn(source, channel, message.midi, message.velocity);
        break;
      case 'note-off':
        this.#noteOff(source, channel, message.midi);
        break;
      case 'sustain':
        channel.pedal = message.down;
        if (!message.down) this.#letHeldGo(source, channel);
        break;
      case 'bend':
        this.#voices.bend(source, message.amount * BEND_RANGE);
        break;
      case 'all-notes-off':
        // The pedal still holds what it held (MIDI 1.0, controller 123): the keys go up, no more.
        for (const midi of channel.down.keys()) this.#noteOff(source, channel, midi);
        break;
      case 'all-sound-off':
        this.#silence(source);
        break;
      case 'reset-controllers':
        channel.pedal = false;
        this.#letHeldGo(source, channel);
        this.#voices.bend(source, 0);
        break;
    }
  }

  /** Ends every note of a device: it was unplugged, or another was chosen. */
  dropDevice(device: string): void {
    const mark = sourceOf(device, 0).slice(0, -1);
    for (const source of this.#channels.keys()) {
      if (source.startsWith(mark)) this.#silence(source);
    }
  }

  /** Ends every note of every device. */
  dropAll(): void {
    for (const source of this.#channels.keys()) this.#silence(source);
  }

  #noteOn(source: string, channel: Channel, midi: number, velocity: number): void {
    // The same key again while it sounds: the old note ends as the new one begins, or its note-off would be lost.
    const before = channel.down.get(midi) ?? channel.held.get(midi);
    if (before !== undefined) this.#end(source, channel, midi, before);
    const voice = this.#voices.start({ midi, velocity, length: MIDI_NOTE_LENGTH, patch: this.patch, source });
    channel.down.set(midi, voice);
    this.#listener.onNote(source, midi, velocity, voice);
  }

  #noteOff(source: string, channel: Channel, midi: number): void {
    const voice = channel.down.get(midi);
    if (voice === undefined) return;
    if (channel.pedal) {
      channel.down.delete(midi);
      channel.held.set(midi, voice);
    } else {
      this.#end(source, channel, midi, voice);
    }
  }

  #letHeldGo(source: string, channel: Channel): void {
    for (const [midi, voice] of channel.held) this.#end(source, channel, midi, voice);
  }

  #end(source: string, channel: Channel, midi: number, voice: VoiceId): void {
    channel.down.delete(midi);
    channel.held.delete(midi);
    this.#voices.release(voice);
    this.#listener.onRelease(source, midi);
  }

  #silence(source: string): void {
    const channel = this.#channel(source);
    for (const midi of new Set([...channel.down.keys(), ...channel.held.keys()]))
      this.#listener.onRelease(source, midi);
    this.#voices.stop(source);
    this.#voices.bend(source, 0);
    this.#channels.delete(source);
  }

  #channel(source: string): Channel {
    let channel = this.#channels.get(source);
    if (channel === undefined) {
      channel = { down: new Map(), held: new Map(), pedal: false };
      this.#channels.set(source, channel);
    }
    return channel;
  }
}

/** The voices' name of a device's channel. It ends in a fixed width, so that no name is the beginning of another. */
function sourceOf(device: string, channel: number): string {
  return `midi:${device}:${channel.toString(16)}`;
}
