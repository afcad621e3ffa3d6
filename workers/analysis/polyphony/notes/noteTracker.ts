import type { Floats } from '../../dsp/kernels/kernels.ts';
import { ActivationHistory, RISE_REACH } from '../activationHistory.ts';
import { candidateOf, STRETCH_STEPS, type PolyphonicNote, type OpenCandidate } from './noteCandidate.ts';
import { noSums, RISE_INTERVALS } from './noteFeatures.ts';
import { PARAMETERS } from '../parameters.ts';
import type { PitchActivations } from '../pitchActivations.ts';
import { NoteMeter, type NoteMeterInput } from '../spectrumHistory.ts';

const { rate, note: P, spectrum } = PARAMETERS;
const HOP_S = spectrum.hop / rate;
const HELD_DECAY = Math.exp(-HOP_S / P.heldMemory);
/** Delay of the evaluation after the newest activations, steps: by then all onsets near them are decided. */
const LAG_STEPS = 3 * RISE_REACH;
/** Semitones from a note to its partials 2, 3, 4 and 5. */
const PARTIAL_INTERVALS = [12, 19, 24, 28];
/** Number of buffered common onsets; at most 20 a second are found. */
const MAX_ONSETS = 16;

/**
 * Tracks notes in the pitch activations: a note begins where the activation of its pitch rises by a clear factor (also
 * for a repeated note) and ends where it falls below a share of its peak. The long window blurs the rise, so its time
 * is that of the nearest common onset (two-stage transcription as in Bello, Daudet & Sandler 2006); soft attacks keep
 * the time of their rise. Drops a note that is short for its loudness: a transient. State: 0.3 s of activations, one
 * open note per pitch, and the notes that ended within their first `stretch`.
 */
export class NoteTracker {
  readonly #history: ActivationHistory;
  readonly #spectra: NoteMeterInput;
  readonly #sounding: (OpenCandidate | null)[];
  /** Ended notes that began less than `stretch` ago and are not evaluated yet. */
  #closing: OpenCandidate[] = [];
  readonly #onsets = new Float64Array(MAX_ONSETS).fill(-Infinity);
  readonly #partialRises: Float64Array[];
  #onsetCount = 0;
  /** Tuning of the next activations, cents. */
  cents = 0;

  constructor(
    activations: Pick<PitchActivations, 'activation' | 'magnitude' | 'partialBands'>,
    spectra: NoteMeterInput,
  ) {
    this.#spectra = spectra;
    this.#history = new ActivationHistory(activations);
    const { pitches } = this.#history;
    this.#partialRises = Array.from({ length: MAX_ONSETS }, () => new Float64Array(pitches));
    this.#sounding = Array.from({ length: pitches }, () => null);
  }

  /** Takes a common onset at `time`, s, with the rise of each pitch's partials there. */
  onset(time: number, partialRise: Float64Array): void {
    const slot = this.#onsetCount++ % MAX_ONSETS;
    this.#onsets[slot] = time;
    this.#partialRises[slot]!.set(partialRise);
  }

  /**
   * Takes the activations of the next step and its total magnitude, pitched or not. Calls `onNote` with the candidates
   * that have ended, in the order of their ends.
   */
  push(activation: Float64Array, total: number, magnitude: Floats, onNote: (note: PolyphonicNote) => void): void {
    this.#history.push(activation, total, magnitude);
    const step = this.#history.steps - 1 - LAG_STEPS;
    if (step < 0) return;
    for (const note of this.#closing) note.loudest = Math.max(note.loudest, this.#history.recent(step));
    for (let n = 0; n < this.#history.pitches; n++) {
      if (this.#history.rises(n, step)) this.#begin(n, step);
      this.#follow(n, step);
    }
    if (this.#closing.length > 0) {
      const due = this.#closing.filter((note) => step - note.begun >= STRETCH_STEPS);
      if (due.length === 0) return;
      this.#closing = this.#closing.filter((note) => step - note.begun < STRETCH_STEPS);
      for (const note of due) this.#evaluate(note, onNote);
    }
  }

  /** Ends the notes that still sound. */
  finish(onNote: (note: PolyphonicNote) => void): void {
    for (let n = 0; n < this.#history.pitches; n++) this.#end(n, (this.#history.steps - LAG_STEPS) * HOP_S);
    for (const note of this.#closing) this.#evaluate(note, onNote);
    this.#closing = [];
  }

  #begin(pitch: number, step: number): void {
    const before = this.#history.at(pitch, step - RISE_REACH);
    const level = before + P.entry * (this.#history.at(pitch, step + RISE_REACH) - before);
    let i = step - RISE_REACH;
    while (i < step + RISE_REACH && this.#history.at(pitch, i + 1) < level) i++;
    const low = this.#history.at(pitch, i);
    const high = this.#history.at(pitch, i + 1);
    const time = (i + (high > low ? Math.min(1, Math.max(0, (level - low) / (high - low))) : 0)) * HOP_S;
    const slot = this.#nearest(time);
    const isRepeated = slot >= 0 && this.#partialRises[slot]![pitch]! >= P.partialRise;
    const after = this.#history.at(pitch, step + RISE_REACH);
    const ratio = after / before;
    if (ratio < (slot < 0 ? P.minRise : isRepeated ? P.repeatedRise : P.minOnsetRise)) return;
    const clear =
      ratio >= (slot < 0 ? P.rise : isRepeated ? P.repeatedRise : P.onsetRise) &&
      after >= this.#history.floor(step, P.floor, P.tonal);
    const cut = this.#sounding[pitch]!;
    const soft = time - P.softLead;
    this.#end(pitch, Math.min(step * HOP_S, slot >= 0 ? time : soft));
    const onset = slot >= 0 ? this.#onsets[slot]! : soft;
    const riseOf = (at: number): number =>
      at < 0 || at >= this.#history.pitches
        ? 1
        : (this.#history.at(at, step + RISE_REACH) + 0.01) / (this.#history.at(at, step - RISE_REACH) + 0.01);
    this.#sounding[pitch] = {
      pitch,
      onset,
      begun: step,
      peak: this.#history.at(pitch, step + RISE_REACH),
      decayingPeak: 0,
      sum: 0,
      lower: 0,
      loudest: 0,
      offset: 0,
      rise: {
        ratio: riseOf(pitch),
        others: Float64Array.from(RISE_INTERVALS, (interval) => riseOf(pitch + interval)),
        distance: slot >= 0 ? onset - time : NaN,
        partials: slot >= 0 ? this.#partialRises[slot]![pitch]! : 0,
      },
      sums: noSums(),
      meter: new NoteMeter(),
      clear,
      before: cut,
      reported: null,
    };
  }

  #follow(pitch: number, step: number): void {
    const note = this.#sounding[pitch];
    if (!note) return;
    const age = step - note.begun;
    const activation = this.#history.at(pitch, step);
    if (age < STRETCH_STEPS) {
      note.sum += activation * HOP_S;
      let lower = 0;
      for (const interval of PARTIAL_INTERVALS)
        if (interval <= pitch) lower = Math.max(lower, this.#history.at(pitch - interval, step));
      note.lower += lower * HOP_S;
      note.loudest = Math.max(note.loudest, this.#history.recent(step));
      this.#history.addTo(note.sums, pitch, step);
    }
    note.meter.add(this.#spectra, pitch, activation, step, age);
    if (age < RISE_REACH) return;
    note.peak = Math.max(note.peak, activation);
    note.decayingPeak = Math.max(activation, note.decayingPeak * HELD_DECAY);
    if (activation >= P.release * note.decayingPeak && activation >= P.faded * note.peak) return;
    const ended = step * HOP_S;
    // Subtract the blur of the window, but leave the shortest note.
    this.#end(pitch, Math.max(ended - P.blur, Math.min(ended, note.onset + P.minSeconds)));
  }

  /** Slot of the common onset nearest to `time`, or -1. */
  #nearest(time: number): number {
    let best = -1;
    let distance: number = P.snap;
    for (let slot = 0; slot < MAX_ONSETS; slot++) {
      if (Math.abs(this.#onsets[slot]! - time) >= distance) continue;
      distance = Math.abs(this.#onsets[slot]! - time);
      best = slot;
    }
    return best;
  }

  #end(pitch: number, offset: number): void {
    const note = this.#sounding[pitch];
    if (!note) return;
    this.#sounding[pitch] = null;
    note.offset = offset;
    this.#closing.push(note);
  }

  /**
   * Provisional candidates: those that have ended but are not evaluated yet, and those that sound, with the newest
   * decided time as their offset.
   */
  pending(): { ended: PolyphonicNote[]; sounding: PolyphonicNote[] } {
    const ended: PolyphonicNote[] = [];
    const sounding: PolyphonicNote[] = [];
    const offset = (this.#history.steps - LAG_STEPS) * HOP_S;
    for (const note of this.#closing) {
      const candidate = candidateOf(note, this.cents);
      if (candidate !== null) ended.push(candidate);
    }
    for (const note of this.#sounding) {
      const candidate = note && candidateOf({ ...note, offset }, this.cents, false);
      if (candidate !== null) sounding.push(candidate);
    }
    return { ended, sounding };
  }

  /** Reports a note, and stores it for the one that cut it off. */
  #evaluate(note: OpenCandidate, onNote: (note: PolyphonicNote) => void): void {
    const candidate = candidateOf(note, this.cents);
    note.reported = candidate ?? note.before?.reported ?? null;
    note.before = null;
    if (candidate !== null) onNote(candidate);
  }
}
