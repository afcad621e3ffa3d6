import type { Patch } from '../patch.ts';
import type { VoiceSource } from './source.ts';
import { Voice } from './voice.ts';

/** After its last note a tone's effects ring for so long, s; then the browser need not compute them. */
const TAIL = 5;

/** The voices of one tone, and the way of their sound. */
export class Rack {
  readonly voices: Voice[] = [];
  readonly #context: BaseAudioContext;
  readonly #make: () => VoiceSource;
  readonly #patch: Patch;
  readonly #input: AudioNode;
  readonly #vibrato: AudioNode;
  readonly #ways: readonly (readonly [AudioNode, AudioNode])[];
  #awake = false;

  /** @param ways connections that are made while the tone sounds, from and to */
  constructor(
    context: BaseAudioContext,
    make: () => VoiceSource,
    patch: Patch,
    input: AudioNode,
    vibrato: AudioNode,
    ways: readonly (readonly [AudioNode, AudioNode])[],
  ) {
    this.#context = context;
    this.#make = make;
    this.#patch = patch;
    this.#input = input;
    this.#vibrato = vibrato;
    this.#ways = ways;
  }

  /** Makes one more voice ahead. */
  add(): void {
    this.voices.push(new Voice(this.#context, this.#make(), this.#patch, this.#input, this.#vibrato));
  }

  wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    for (const [from, to] of this.#ways) from.connect(to);
  }

  /** Leaves out what has been silent for long enough. */
  rest(now: number): void {
    let last = 0;
    for (const voice of this.voices) {
      voice.rest(now);
      last = Math.max(last, voice.freeAt);
    }
    if (!this.#awake || last + TAIL > now) return;
    this.#awake = false;
    for (const [from, to] of this.#ways) from.disconnect(to);
  }

  dispose(): void {
    for (const voice of this.voices) voice.dispose();
    if (this.#awake) for (const [from, to] of this.#ways) from.disconnect(to);
  }
}
