import type { Patch } from '../patch.ts';
import type { ToneBus } from './effects.ts';
import type { VoiceSource } from './source.ts';
import { Voice } from './voice.ts';

/** Ringing of a tone's effects after its last note, s; then they are disconnected. */
const TAIL_S = 5;

/** The voices of one tone and their effects. */
export class ToneVoices {
  readonly voices: Voice[] = [];
  readonly #context: BaseAudioContext;
  readonly #make: () => VoiceSource;
  readonly #patch: Patch;
  readonly #bus: ToneBus;
  readonly #vibrato: AudioNode;
  #awake = false;

  constructor(context: BaseAudioContext, make: () => VoiceSource, patch: Patch, bus: ToneBus, vibrato: AudioNode) {
    this.#context = context;
    this.#make = make;
    this.#patch = patch;
    this.#bus = bus;
    this.#vibrato = vibrato;
  }

  /** Adds a voice. */
  add(): void {
    this.voices.push(new Voice(this.#context, this.#make(), this.#patch, this.#bus.input, this.#vibrato));
  }

  wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    this.#bus.open();
  }

  /** Disconnects voices that have been silent long enough. */
  rest(now: number): void {
    let last = 0;
    for (const voice of this.voices) {
      voice.rest(now);
      last = Math.max(last, voice.freeAt);
    }
    if (!this.#awake || last + TAIL_S > now) return;
    this.#awake = false;
    this.#bus.close();
  }

  dispose(): void {
    for (const voice of this.voices) voice.dispose();
    if (this.#awake) this.#bus.close();
  }
}
