import { HIGHEST_MIDI, LOWEST_MIDI, midiOfHz } from '../values/pitch.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { ESSENCE } from '../parameters.ts';
import { BIN_HZ } from '../dsp/spectrum.ts';

/**
 * Measures the overtones of each pitch. Sums by semitone, over the steps, the peak at each multiple of the pitch and
 * the valleys halfway to its neighbours: a small table for any length of sound.
 */

const PARTIAL_COUNT = 8;
const PITCH_COUNT = HIGHEST_MIDI - LOWEST_MIDI + 1;

export class Overtones {
  readonly #peaks = new Float64Array(PITCH_COUNT * (PARTIAL_COUNT + 1));
  readonly #valleys = new Float64Array(PITCH_COUNT * (PARTIAL_COUNT + 1));

  /** Adds a step with the pitch `hz` and the amplitudes of its bins. */
  add(hz: number, amplitude: Floats): void {
    const pitch = Math.round(midiOfHz(hz)) - LOWEST_MIDI;
    // Partials less than four bins apart cannot be separated.
    if (pitch < 0 || pitch >= PITCH_COUNT || hz < 4 * BIN_HZ) return;
    const near = (bin: number): number => {
      const at = Math.round(bin);
      return at + 1 < amplitude.length ? Math.max(amplitude[at]!, amplitude[at - 1]!, amplitude[at + 1]!) ** 2 : 0;
    };
    for (let partial = 1; partial <= PARTIAL_COUNT; partial++) {
      const at = (partial * hz) / BIN_HZ;
      const half = hz / BIN_HZ / 2;
      if (at + half >= amplitude.length) break;
      const cell = pitch * (PARTIAL_COUNT + 1) + partial;
      this.#peaks[cell]! += near(at);
      this.#valleys[cell]! += (amplitude[Math.round(at - half)]! ** 2 + amplitude[Math.round(at + half)]! ** 2) / 2;
    }
  }

  /** MIDI numbers of the measured overtones of a note, strongest first. */
  of(midi: number): number[] {
    const pitch = midi - LOWEST_MIDI;
    if (pitch < 0 || pitch >= PITCH_COUNT) return [];
    const row = pitch * (PARTIAL_COUNT + 1);
    const strongest = Math.max(...this.#peaks.subarray(row, row + PARTIAL_COUNT + 1));
    const found: { midi: number; power: number }[] = [];
    for (let partial = 2; partial <= PARTIAL_COUNT; partial++) {
      const power = this.#peaks[row + partial]!;
      const valley = this.#valleys[row + partial]!;
      const present =
        power > 0 &&
        10 * Math.log10(strongest / power) <= ESSENCE.overtoneRange &&
        10 * Math.log10(power / (valley + Number.MIN_VALUE)) >= ESSENCE.overtoneProminence;
      const overtone = Math.round(midi + 12 * Math.log2(partial));
      if (present && overtone <= HIGHEST_MIDI) found.push({ midi: overtone, power });
    }
    return found.sort((a, b) => b.power - a.power).map((overtone) => overtone.midi);
  }
}
