import {
  curvedVelocity,
  INITIAL_PERFORMER,
  type MpeMode,
  OMNI_CHANNEL,
  type PerformerSettings,
} from '#features/instruments/domain/keyboard/performance.ts';
import { DEFAULT_TONE, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import { patchFor, type Patch } from '#features/instruments/audio/sound/patch.ts';

/** A performer's settings as lookup tables for note-ons. */
export class Rules {
  /** 0 to 15, or -1 for every channel. */
  channel = -1;
  mpe: MpeMode = 'auto';
  /** Velocity (0 to 127) to loudness (0 to 1). */
  readonly velocities = new Float32Array(128);
  #upperShift = 0;
  #lowerShift = 0;
  #splitAt = 0;
  #upper: ToneChoice = DEFAULT_TONE;
  #lower: ToneChoice = DEFAULT_TONE;

  constructor() {
    this.set(INITIAL_PERFORMER, DEFAULT_TONE);
  }

  set(settings: Readonly<PerformerSettings>, tone: ToneChoice): void {
    this.channel = settings.channel === OMNI_CHANNEL ? -1 : settings.channel - 1;
    this.mpe = settings.mpe;
    for (let v = 0; v < 128; v++) this.velocities[v] = curvedVelocity(v / 127, settings.velocity);
    this.#splitAt = settings.split ? settings.splitAt : 0;
    this.#upperShift = settings.transpose;
    this.#lowerShift = settings.transpose + 12 * settings.splitOctaves;
    this.#upper = tone;
    this.#lower = settings.splitTone;
  }

  /** The MIDI number of a key after transposition; -1 outside MIDI. */
  midiOf(key: number): number {
    const midi = key + (key < this.#splitAt ? this.#lowerShift : this.#upperShift);
    return midi >= 0 && midi <= 127 ? midi : -1;
  }

  /** The patch of a key; `midi` is from {@link midiOf}. */
  patchOf(key: number, midi: number): Patch {
    return patchFor(key < this.#splitAt ? this.#lower : this.#upper, midi);
  }
}
