import type { Floats } from '../dsp/kernels/kernels.ts';
import { HIGHEST_MIDI, hzOfMidi, LOWEST_MIDI, midiOfHz, noteCodeOf } from '../values/pitch.ts';
import type { MeasuredOvertone } from '../values/timbre.ts';
import type { NoteEvent } from '../types.ts';
import { TIMBRE, PARTIALS } from './parameters.ts';

const ROW_COUNT = HIGHEST_MIDI - LOWEST_MIDI + 1;
const COLUMN_COUNT = PARTIALS.highest + 1;
/** Semitones from a note to each of its partials. */
const PARTIAL_INTERVALS = Array.from({ length: COLUMN_COUNT }, (_, partial) => 12 * Math.log2(Math.max(1, partial)));

/**
 * Accumulates the strength of each partial of each pitch. A frame counts by the shares of its partials, not by its
 * loudness, so that one loud moment does not dominate. The size of the table does not depend on the length of the
 * sound.
 */
export class OvertoneTable {
  /** Sums of the shares of the power of partials, and of the noise around them, by pitch and partial. */
  readonly #shares = new Float64Array(ROW_COUNT * COLUMN_COUNT);
  readonly #noise = new Float64Array(ROW_COUNT * COLUMN_COUNT);
  readonly #frames = new Float64Array(ROW_COUNT);
  /** Power of the spectrum by semitone, of all frames; for chords, whose notes share a frame. */
  readonly #semitones = new Float64Array(ROW_COUNT);
  readonly #peaks = new Float64Array(COLUMN_COUNT);
  readonly #valleys = new Float64Array(COLUMN_COUNT);

  /** Adds a frame of pitch `hz`, with the power of bins `binHz` apart. */
  add(power: Floats, binHz: number, hz: number): void {
    const row = Math.round(midiOfHz(hz)) - LOWEST_MIDI;
    const spacing = hz / binHz;
    if (row < 0 || row >= ROW_COUNT || spacing < PARTIALS.minBins) return;
    const reach = Math.max(1, Math.round(spacing * PARTIALS.reach));
    const peaks = this.#peaks.fill(0);
    const valleys = this.#valleys.fill(0);
    let total = 0;
    for (let partial = 1; partial <= PARTIALS.highest; partial++) {
      const at = Math.round(partial * spacing);
      if (at + spacing >= power.length || (partial > 1 && at * binHz > TIMBRE.highest)) break;
      let sum = 0;
      for (let k = at - reach; k <= at + reach; k++) sum += power[k]!;
      let beside = 0;
      const half = Math.round(spacing / 2);
      for (const k of [at - half, at - half + 1, at + half - 1, at + half]) beside += power[Math.max(0, k)]! / 4;
      peaks[partial] = sum;
      valleys[partial] = beside * (2 * reach + 1);
      total += sum;
    }
    if (total === 0) return;
    this.#frames[row]!++;
    for (let partial = 1; partial <= PARTIALS.highest; partial++) {
      this.#shares[row * COLUMN_COUNT + partial]! += peaks[partial]! / total;
      this.#noise[row * COLUMN_COUNT + partial]! += valleys[partial]! / total;
    }
  }

  /** Adds the whole spectrum of a frame, independent of its pitch. */
  addSpectrum(power: Floats, binHz: number): void {
    const last = Math.min(power.length - 2, Math.floor(TIMBRE.highest / binHz));
    let total = 0;
    for (let k = 2; k <= last; k++) total += power[k]!;
    if (total === 0) return;
    for (let k = 2; k <= last; k++) {
      const centre = power[k]!;
      if (centre < 1e-5 * total || centre <= power[k - 1]! || centre < power[k + 1]!) continue;
      const row = Math.round(midiOfHz(k * binHz)) - LOWEST_MIDI;
      if (row >= 0 && row < ROW_COUNT) this.#semitones[row]! += (power[k - 1]! + centre + power[k + 1]!) / total;
    }
  }

  /**
   * The measured overtones of the notes of a sound, strongest first. `chords` reads them from the whole spectrum, as
   * the pitch of a frame is then none of the notes.
   */
  overtones(notes: readonly NoteEvent[], chords: boolean): MeasuredOvertone[] {
    const seconds = new Map<number, number>();
    for (const { midi, onset, offset } of notes) seconds.set(midi, (seconds.get(midi) ?? 0) + offset - onset);
    const all = [...seconds.values()].reduce((sum, length) => sum + length, 0);
    const found: MeasuredOvertone[] = [];
    for (const [midi, length] of seconds) {
      const levels = chords ? this.#levelsInChords(midi) : this.#levels(midi);
      const strongest = Math.max(...levels.values());
      for (const [partial, power] of levels) {
        const level = 10 * Math.log10(power / strongest);
        const sounding = midi + PARTIAL_INTERVALS[partial]!;
        if (partial === 1 || level < -PARTIALS.range || sounding > HIGHEST_MIDI + 0.5) continue;
        if (100 * Math.abs(sounding - Math.round(sounding)) > PARTIALS.maxDeviation) continue;
        found.push({ of: noteCodeOf(midi), partial, note: noteCodeOf(sounding), level, weight: length / all });
      }
    }
    const carried = ({ level, weight }: MeasuredOvertone): number => level + 10 * Math.log10(weight);
    return found.sort((a, b) => carried(b) - carried(a)).slice(0, PARTIALS.reported);
  }

  /** Power of the partials of a note that stand out from the noise around them. */
  #levels(midi: number): Map<number, number> {
    const row = midi - LOWEST_MIDI;
    const levels = new Map<number, number>();
    if (row < 0 || row >= ROW_COUNT || this.#frames[row] === 0) return levels;
    for (let partial = 1; partial <= PARTIALS.highest; partial++) {
      const power = this.#shares[row * COLUMN_COUNT + partial]!;
      const noise = this.#noise[row * COLUMN_COUNT + partial]!;
      if (power > 0 && power >= noise * 10 ** (PARTIALS.prominence / 10)) levels.set(partial, power);
    }
    return levels;
  }

  #levelsInChords(midi: number): Map<number, number> {
    const levels = new Map<number, number>();
    for (let partial = 1; partial <= PARTIALS.highest; partial++) {
      const sounding = Math.round(midi + PARTIAL_INTERVALS[partial]!);
      if (hzOfMidi(sounding) > TIMBRE.highest || sounding < LOWEST_MIDI || sounding > HIGHEST_MIDI) break;
      const power = this.#semitones[sounding - LOWEST_MIDI]!;
      if (power > 0) levels.set(partial, power);
    }
    return levels;
  }
}
