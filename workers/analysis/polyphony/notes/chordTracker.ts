import type { Floats } from '../../dsp/kernels/kernels.ts';
import { PARAMETERS } from '../parameters.ts';
import type { PitchActivations } from '../pitchActivations.ts';
import { NoteMeter, type NoteMeterInput } from '../spectrumHistory.ts';
import { STEPS_AFTER_ONSET, ChordContext } from './chordContext.ts';
import { chordFeatures, measureRises, median, type ChordRise } from './chordFeatures.ts';
import { classifyChordNote } from './chordClassifier.ts';

const { rate, chord: P, note: NOTE, onset: ONSET, spectrum, template } = PARAMETERS;
const HOP_S = spectrum.hop / rate;
const RISE_REACH = Math.max(1, Math.round(P.reach / HOP_S));
/** Delay of the search after the newest activations, steps: by then the onsets near them are decided. */
const LAG_STEPS = 6;
const HELD_DECAY = Math.exp(-HOP_S / NOTE.heldMemory);
const MAX_ONSETS = 32;

/** A note of a chord. Times in s. */
export interface ChordNote {
  midi: number;
  /** Deviation from the semitone by its partials, or else that of the templates, cents. */
  cents: number;
  onset: number;
  offset: number;
  /** Relative to a full-scale sine. */
  power: number;
  /** Certainty of the network that it is in the sound, 0 to 1. */
  probability: number;
  features: Float64Array;
}

interface OpenNote {
  note: ChordNote;
  rise: ChordRise;
  meter: NoteMeter;
  isClassified: boolean;
  isNote: boolean;
  hasEnded: boolean;
  /** Highest activation, and the same decaying like a held string. */
  peak: number;
  decayingPeak: number;
}

/**
 * Finds the notes of chords, dense piano and mixes: every pitch that may begin at a peak of the flux, or by itself, is
 * a candidate, and a network decides by its context. State: 0.8 s of activations and spectra, the candidates of the
 * last 0.4 s and the notes that still sound.
 */
export class ChordTracker {
  readonly #context: ChordContext;
  readonly #risesAt: (time: number, pitch: number, out: Float64Array) => void;
  readonly #spectra: NoteMeterInput;
  readonly #accepts: (probability: number) => boolean;
  readonly #onsets = new Float64Array(MAX_ONSETS).fill(-Infinity);
  readonly #prominences = new Float64Array(MAX_ONSETS);
  #onsetCount = 0;
  #openNotes: OpenNote[] = [];
  /** Tuning of the next activations, cents. */
  cents = 0;

  constructor(
    pitches: Pick<PitchActivations, 'activation' | 'magnitude' | 'partialBands'>,
    risesAt: (time: number, pitch: number, out: Float64Array) => void,
    spectra: NoteMeterInput,
    accepts: (probability: number) => boolean,
  ) {
    this.#context = new ChordContext(pitches);
    this.#risesAt = risesAt;
    this.#spectra = spectra;
    this.#accepts = accepts;
  }

  /** Takes a peak of the flux at `time`, s. */
  onset(time: number, prominence: number): void {
    const slot = this.#onsetCount++ % MAX_ONSETS;
    this.#onsets[slot] = time;
    this.#prominences[slot] = prominence;
  }

  /** Takes the activations of the next step; calls `onNote` with the notes that have ended. */
  push(activation: Float64Array, total: number, magnitude: Floats, onNote: (note: ChordNote) => void): void {
    this.#context.push(activation, total, magnitude);
    this.#search(this.#context.steps - 1 - LAG_STEPS);
    this.#follow(this.#context.steps - 1, onNote);
  }

  /** The sounding notes, up to the newest decided step. */
  pending(): ChordNote[] {
    return this.#openNotes.filter(({ isNote }) => isNote).map(measureNote);
  }

  /** Ends the notes that still sound. */
  finish(onNote: (note: ChordNote) => void): void {
    for (const candidate of this.#openNotes) {
      if (!candidate.isClassified) this.#classify(candidate, this.#context.steps - 1 - LAG_STEPS);
      if (candidate.isNote) onNote(measureNote(candidate));
    }
    this.#openNotes = [];
  }

  /** Finds the candidates that begin at `step`. */
  #search(step: number): void {
    if (step < 0) return;
    for (let slot = 0; slot < MAX_ONSETS; slot++) {
      const time = this.#onsets[slot]!;
      if (Math.round(time / HOP_S) !== step) continue;
      for (let pitch = 0; pitch < this.#context.pitches; pitch++)
        this.#consider(pitch, step, time, this.#prominences[slot]!);
    }
    for (let pitch = 0; pitch < this.#context.pitches; pitch++) {
      if (!this.#hasRisePeak(pitch, step)) continue;
      const time = this.#timeOfRise(pitch, step);
      if (this.#isNearOnset(time)) continue;
      this.#add(pitch, Math.max(0, time - NOTE.softLead), step, 0);
    }
  }

  #floor(step: number): number {
    const context = this.#context;
    return Math.max(P.absolute, P.floor * context.recent(step), P.tonal * context.total(step));
  }

  /** Considers a pitch at a peak of the flux. */
  #consider(pitch: number, step: number, time: number, prominence: number): void {
    const context = this.#context;
    const after = Math.max(context.at(pitch, step + 1), context.at(pitch, step + 2), context.at(pitch, step + 3));
    if (after < this.#floor(step + RISE_REACH)) return;
    const before = Math.min(context.at(pitch, step - RISE_REACH), context.at(pitch, step - RISE_REACH - 1));
    if (after >= P.rise * before) this.#add(pitch, time, step, prominence);
    else {
      this.#risesAt(time, pitch, scratch);
      if (median(scratch) >= P.partialRise) this.#add(pitch, time, step, prominence);
    }
  }

  /** True when a pitch rises around `step`, more than at the steps before and after. */
  #hasRisePeak(pitch: number, step: number): boolean {
    const context = this.#context;
    const after = context.at(pitch, step + RISE_REACH);
    const before = context.at(pitch, step - RISE_REACH);
    if (after < this.#floor(step + RISE_REACH) || after < P.softRise * before) return false;
    const rise = after - before;
    for (let i = step - RISE_REACH; i <= step + RISE_REACH; i++) {
      const other = context.at(pitch, i + RISE_REACH) - context.at(pitch, i - RISE_REACH);
      if (other > rise || (other === rise && i < step)) return false;
    }
    return true;
  }

  /** Moment at which the activation has risen by the share `entry`, s. */
  #timeOfRise(pitch: number, step: number): number {
    const context = this.#context;
    const before = context.at(pitch, step - RISE_REACH);
    const level = before + NOTE.entry * (context.at(pitch, step + RISE_REACH) - before);
    let i = step - RISE_REACH;
    while (i < step + RISE_REACH && context.at(pitch, i + 1) < level) i++;
    const low = context.at(pitch, i);
    const high = context.at(pitch, i + 1);
    return (i + (high > low ? Math.min(1, Math.max(0, (level - low) / (high - low))) : 0)) * HOP_S;
  }

  /** True when a clear peak of the flux is near. */
  #isNearOnset(time: number): boolean {
    return this.#onsets.some(
      (onset, slot) => Math.abs(onset - time) < P.snap && this.#prominences[slot]! >= ONSET.delta,
    );
  }

  /** The strongest other peak of the flux near `time`: its prominence, and its distance, s. */
  #strongestNeighbour(time: number): { prominence: number; distance: number } {
    const strongestNeighbour = { prominence: 0, distance: 0 };
    for (let slot = 0; slot < MAX_ONSETS; slot++) {
      const distance = this.#onsets[slot]! - time;
      if (Math.abs(distance) > P.rival || distance === 0 || this.#prominences[slot]! <= strongestNeighbour.prominence)
        continue;
      strongestNeighbour.prominence = this.#prominences[slot]!;
      strongestNeighbour.distance = distance;
    }
    return strongestNeighbour;
  }

  #add(pitch: number, time: number, step: number, prominence: number): void {
    const rises = measureRises(pitch, this.#context.pitches, (of, out) => this.#risesAt(time, of, out));
    this.#openNotes.push({
      note: {
        midi: template.lowest + pitch,
        cents: this.cents,
        onset: Math.max(0, time),
        offset: time,
        power: 0,
        probability: 0,
        features: NO_FEATURES,
      },
      meter: new NoteMeter(),
      rise: { pitch, step, late: time / HOP_S - step, prominence, neighbour: this.#strongestNeighbour(time), ...rises },
      isClassified: false,
      isNote: false,
      hasEnded: false,
      peak: 0,
      decayingPeak: 0,
    });
  }

  /** Classifies a candidate and follows it from its beginning to `step`, if it is a note. */
  #classify(candidate: OpenNote, step: number): void {
    candidate.note.features = chordFeatures(candidate.rise, this.#context);
    candidate.note.probability = classifyChordNote(candidate.note.features);
    candidate.isClassified = true;
    candidate.isNote = this.#accepts(candidate.note.probability);
    if (candidate.isNote)
      for (let at = candidate.rise.step; at <= step && !candidate.hasEnded; at++) this.#followNote(candidate, at);
  }

  /** Follows the notes to the newest step, classifies the candidates that are old enough, and drops the rejected. */
  #follow(now: number, onNote: (note: ChordNote) => void): void {
    let kept = 0;
    for (const candidate of this.#openNotes) {
      if (candidate.isClassified) this.#followNote(candidate, now - LAG_STEPS);
      else if (now - candidate.rise.step >= STEPS_AFTER_ONSET) this.#classify(candidate, now - LAG_STEPS);
      if (!candidate.isClassified || (candidate.isNote && !candidate.hasEnded)) this.#openNotes[kept++] = candidate;
      else if (candidate.isNote) onNote(measureNote(candidate));
    }
    this.#openNotes.length = kept;
  }

  /** Follows a candidate at `step`, and ends it where it is released. */
  #followNote(candidate: OpenNote, step: number): void {
    const age = step - candidate.rise.step;
    if (age < 0) return;
    const { note, rise } = candidate;
    const activation = this.#context.at(rise.pitch, step);
    candidate.peak = Math.max(candidate.peak, activation);
    note.offset = step * HOP_S;
    candidate.meter.add(this.#spectra, rise.pitch, activation, step, age);
    if (age < RISE_REACH) return;
    candidate.decayingPeak = Math.max(activation, candidate.decayingPeak * HELD_DECAY);
    if (activation >= NOTE.release * candidate.decayingPeak && activation >= NOTE.faded * candidate.peak) return;
    candidate.hasEnded = true;
    // Subtract the blur of the window, but leave the shortest note.
    note.offset = Math.max(note.offset - NOTE.blur, Math.min(note.offset, note.onset + NOTE.minSeconds));
  }
}

const NO_FEATURES = new Float64Array();

/** A note as it is so far. */
const measureNote = ({ note, meter }: OpenNote): ChordNote => ({
  ...note,
  cents: meter.cents ?? note.cents,
  power: meter.power,
});
const scratch = new Float64Array(6);
