import { midiOfHz } from '../../../src/core/pitch/pitch.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import type { Spectrum } from '../dsp/spectrum.ts';
import type { OnsetSalience } from '../monophony/onsetSalience.ts';
import { velocityOf } from '../monophony/monophonicTranscriber.ts';
import { FRAME, steps } from '../parameters.ts';
import { LIVE } from './parameters.ts';
import type { NoteEvent } from '../types.ts';
import { LiveHum } from './liveHum.ts';
import { LiveNotes, type LiveStep } from './liveNotes.ts';
import { LiveRepeats } from './liveRepeats.ts';
import { LivePitch } from './livePitch.ts';
import { LiveVerdict } from './liveVerdict.ts';

/** Lead of `LivePitch` over the pitch path, steps. */
const QUICK_AHEAD = steps(LIVE.quickAhead);

/** A pitch, Hz (0 without one), and its periodicity, 0 to 1. */
export interface PitchEstimate {
  hz: number;
  clarity: number;
}

/** First measurements of a step, before the pitch path decides. */
export interface HeardStep extends PitchEstimate {
  /** Mean square of the step, and of the loudest one so far; below `gate` it is silent. */
  power: number;
  loudest: number;
  gate: number;
  /** Samples at `RATE`, and the index of the step's centre. */
  samples: Floats;
  centre: number;
}

/**
 * Live transcription of one voice, for the display. The finished analysis does not use it, so it is created only by the
 * first read of the live state.
 */
export class LiveMelody {
  readonly #notes: LiveNotes;
  readonly #repeats = new LiveRepeats();
  readonly #hum = new LiveHum();
  readonly #verdict = new LiveVerdict();
  readonly #livePitch: LivePitch;
  readonly #spectrum: Spectrum;
  readonly #onsets: OnsetSalience;
  /** The latest step; the same object is reused. */
  readonly #step: LiveStep;

  /** @param first number of the first pushed step */
  constructor(kernels: Kernels, spectrum: Spectrum, onsets: OnsetSalience, first: number) {
    this.#notes = new LiveNotes(first);
    this.#livePitch = new LivePitch(kernels);
    this.#spectrum = spectrum;
    this.#onsets = onsets;
    this.#step = { midi: null, clarity: 0, velocity: 0, rise: 0, amplitude: spectrum.amplitude, ahead: 0, again: 0 };
  }

  /** Number of notes that have begun. */
  get begun(): number {
    return this.#notes.begun;
  }

  /** The notes so far, oldest first. Always the same array; its last note still grows. */
  notes(): readonly NoteEvent[] {
    return this.#notes.notes();
  }

  /** Whether the sound so far is a melody, and not speech or percussion: what the result will say of it. */
  get isMelody(): boolean {
    return this.#verdict.isMelody;
  }

  /** The pitch of the newest moment, or null if it is uncertain. */
  newest(): PitchEstimate | null {
    return this.#step.ahead > 0 && this.#notes.isSteady ? this.#livePitch : null;
  }

  /** Takes the next step, after the spectrum and the onsets. */
  push({ hz, clarity, power, loudest, gate, samples, centre }: Readonly<HeardStep>): void {
    this.#livePitch.measure(samples, centre + FRAME / 2, gate);
    const newest = this.#livePitch.hz > 0 ? this.#livePitch : null;
    const step = this.#step;
    const pitch = newest?.hz ?? hz;
    const heard = this.#hum.push(pitch, power, loudest) ? 0 : pitch;
    step.midi = heard > 0 ? midiOfHz(heard) : null;
    step.clarity = newest?.clarity ?? clarity;
    step.amplitude = (newest ?? this.#spectrum).amplitude;
    step.ahead = newest === null ? 0 : QUICK_AHEAD;
    step.velocity = velocityOf(power);
    step.rise = step.midi === null ? 0 : this.#onsets.latestRise(step.midi);
    step.again = this.#repeats.push(hz, clarity, power, this.#onsets);
    this.#notes.push(step);
    this.#verdict.push(hz, step, this.#notes.notes());
  }
}
