import { NoteTracker, type PolyphonicNote } from './notes.ts';
import { OnsetDetector } from './onsets.ts';
import { PARAMETERS } from './parameters.ts';
import { PITCH_WINDOWS, type Pitches } from './pitches.ts';
import { SpectrumStream } from './spectrum.ts';
import type { TextureMeter } from './texture.ts';

const { rate, spectrum, onset, note } = PARAMETERS;

/** One stretch of sound that is listened to for several voices, from its first to its last sample. */
export class Attention {
  /** Where the stretch begins, samples at `rate`. */
  readonly begin: number;
  readonly #pitches: Pitches;
  readonly #texture: TextureMeter;
  readonly #short = new SpectrumStream([onset.window], onset.hop);
  readonly #long = new SpectrumStream(PITCH_WINDOWS, spectrum.hop);
  readonly #onsets = new OnsetDetector();
  readonly #tracker: NoteTracker;
  readonly #notes: PolyphonicNote[] = [];

  constructor(begin: number, pitches: Pitches, texture: TextureMeter) {
    this.begin = begin;
    this.#pitches = pitches;
    this.#texture = texture;
    pitches.forget();
    this.#tracker = new NoteTracker(pitches.activation.length);
    this.#tracker.cents = pitches.tuning.cents;
  }

  /** Takes at most `onset.hop` samples, so that the onsets near a long spectrum are known before it, however a sound is cut into blocks. */
  push(samples: Float32Array): void {
    this.#short.push(samples, this.#shortSpectrum);
    this.#long.push(samples, this.#longSpectrum);
  }

  /** The newest `most` notes of the stretch that are over and those that sound, each in the order of their ends, in s after the sound's beginning. */
  live(most: number): { over: PolyphonicNote[]; sounding: PolyphonicNote[] } {
    const { over, sounding } = this.#tracker.pending();
    return { over: [...this.#notes.slice(-most), ...over.map(this.#inSound)], sounding: sounding.map(this.#inSound) };
  }

  /** Ends the stretch; returns its notes, by the order of their ends, in s after the sound's beginning. */
  finish(): PolyphonicNote[] {
    const silence = new Float32Array(onset.hop);
    const rest = spectrum.window / 2 + Math.ceil(5 * note.reach * rate) + spectrum.hop;
    for (let at = 0; at < rest; at += onset.hop) this.push(silence);
    this.#tracker.finish(this.#ended);
    return this.#notes;
  }

  readonly #found = (time: number): void => this.#tracker.onset(time, this.#onsets.strike);
  /** A note of the tracker, whose times count from the stretch's beginning. */
  readonly #inSound = (note: PolyphonicNote): PolyphonicNote => ({ ...note, onset: note.onset + this.begin / rate, offset: note.offset + this.begin / rate });
  readonly #ended = (note: PolyphonicNote): void => void this.#notes.push(this.#inSound(note));
  readonly #shortSpectrum = (): void => this.#onsets.push(this.#short.powers[0]!, this.#found);
  readonly #longSpectrum = (): void => {
    const pitches = this.#pitches;
    pitches.explain(this.#long.powers, 1);
    this.#tracker.cents = pitches.tuning.cents;
    const { activation, total } = pitches;
    this.#texture.count(this.#texture.look(activation, total, 1), 1);
    this.#tracker.push(activation, total, this.#ended);
  };
}
