import { midiOfHz } from '../../../src/domain/pitch/pitch.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import type { Spectrum } from '../dsp/spectrum.ts';
import type { OnsetSalience } from '../monophony/onsetSalience.ts';
import { velocityOf } from '../monophony/monophonicTranscriber.ts';
import { FRAME, LIVE, steps } from '../parameters.ts';
import type { NoteEvent } from '../types.ts';
import { LiveHum } from './liveHum.ts';
import { LiveNotes, type LiveStep } from './liveNotes.ts';
import { LiveRepeats } from './liveRepeats.ts';
import { LivePitch } from './livePitch.ts';

/** Steps by which the view's own ear is ahead. */
const QUICK_AHEAD = steps(LIVE.quickAhead);

/** A pitch, Hz (0 where there is none), and its periodicity, 0 to 1. */
export interface PitchEstimate {
  hz: number;
  clarity: number;
}

/** What the analysis knows of a step as soon as it has come. */
export interface HeardStep extends PitchEstimate {
  /** Mean square of the step, and of the loudest one so far; below `gate` it is silent. */
  power: number;
  loudest: number;
  gate: number;
  /** Samples at `RATE`, and the index among them of the step's centre. */
  samples: Floats;
  centre: number;
}

/**
 * What one voice sings, as it is shown while the sound comes in. The finished analysis uses nothing of it, so that it is
 * made only when somebody looks.
 */
export class LiveMelody {
  readonly #notes: LiveNotes;
  readonly #repeats = new LiveRepeats();
  readonly #hum = new LiveHum();
  readonly #livePitch: LivePitch;
  readonly #spectrum: Spectrum;
  readonly #onsets: OnsetSalience;
  /** The latest step: one object for all. */
  readonly #step: LiveStep;

  /** @param first number of the first step that it will hear */
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

  /** The notes so far, oldest first; the same array every time, its last note still growing. */
  notes(): readonly NoteEvent[] {
    return this.#notes.notes();
  }

  /** The pitch of the newest moment, if the view's own ear is sure of it; else null. */
  newest(): PitchEstimate | null {
    return this.#step.ahead > 0 && this.#notes.isSteady ? this.#livePitch : null;
  }

  /** Takes the next step, when the spectrum and the onsets have it. */
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
  }
}
