import type { Floats } from '../../dsp/kernels/kernels.ts';
import { PARAMETERS } from '../parameters.ts';
import type { PitchActivations } from '../pitchActivations.ts';
import { NoteMeter, type Measures } from '../spectrumHistory.ts';
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
  evidence: Float64Array;
}

interface Open {
  note: ChordNote;
  rise: ChordRise;
  meter: NoteMeter;
  isJudged: boolean;
  isNote: boolean;
  hasEnded: boolean;
  /** Highest activation, and the same decaying like a held string. */
  peak: number;
  held: number;
}

/**
 * Finds the notes of chords, dense piano and mixes: every pitch that may begin at a peak of the flux, or by itself, is
 * a candidate, and a network decides by its context. State: 0.8 s of activations and spectra, the candidates of the
 * last 0.4 s and the notes that still sound.
 */
export class ChordTracker {
  readonly #context: ChordContext;
  readonly #risesAt: (time: number, pitch: number, out: Float64Array) => void;
  readonly #spectra: Measures;
  readonly #accepts: (probability: number) => boolean;
  readonly #onsets = new Float64Array(MAX_ONSETS).fill(-Infinity);
  readonly #excesses = new Float64Array(MAX_ONSETS);
  #onsetCount = 0;
  #open: Open[] = [];
  /** Tuning of the next activations, cents. */
  cents = 0;

  constructor(
    pitches: Pick<PitchActivations, 'activation' | 'magnitude' | 'partialBands'>,
    risesAt: (time: number, pitch: number, out: Float64Array) => void,
    spectra: Measures,
    accepts: (probability: number) => boolean,
  ) {
    this.#context = new ChordContext(pitches);
    this.#risesAt = risesAt;
    this.#spectra = spectra;
    this.#accepts = accepts;
  }

  /** Takes a peak of the flux at `time`, s. */
  onset(time: number, excess: number): void {
    const slot = this.#onsetCount++ % MAX_ONSETS;
    this.#onsets[slot] = time;
    this.#excesses[slot] = excess;
  }

  /** Takes the activations of the next step; calls `onNote` with the notes that have ended. */
  push(activation: Float64Array, total: number, magnitude: Floats, onNote: (note: ChordNote) => void): void {
    this.#context.push(activation, total, magnitude);
    this.#search(this.#context.steps - 1 - LAG_STEPS);
    this.#follow(this.#context.steps - 1, onNote);
  }

  /** The sounding notes, up to the newest decided step. */
  pending(): ChordNote[] {
    return this.#open.filter(({ isNote }) => isNote).map(measureNote);
  }

  /** Ends the notes that still sound. */
  finish(onNote: (note: ChordNote) => void): void {
    for (const one of this.#open) {
      if (!one.isJudged) this.#classify(one, this.#context.steps - 1 - LAG_STEPS);
      if (one.isNote) onNote(measureNote(one));
    }
    this.#open = [];
  }

  /** Finds the candidates that begin at `step`. */
  #search(step: number): void {
    if (step < 0) return;
    for (let slot = 0; slot < MAX_ONSETS; slot++) {
      const time = this.#onsets[slot]!;
      if (Math.round(time / HOP_S) !== step) continue;
      for (let pitch = 0; pitch < this.#context.pitches; pitch++)
        this.#consider(pitch, step, time, this.#excesses[slot]!);
    }
    for (let pitch = 0; pitch < this.#context.pitches; pitch++) {
      if (!this.#risesAlone(pitch, step)) continue;
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
  #consider(pitch: number, step: number, time: number, excess: number): void {
    const context = this.#context;
    const after = Math.max(context.at(pitch, step + 1), context.at(pitch, step + 2), context.at(pitch, step + 3));
    if (after < this.#floor(step + RISE_REACH)) return;
    const before = Math.min(context.at(pitch, step - RISE_REACH), context.at(pitch, step - RISE_REACH - 1));
    if (after >= P.rise * before) this.#add(pitch, time, step, excess);
    else {
      this.#risesAt(time, pitch, scratch);
      if (median(scratch) >= P.partialRise) this.#add(pitch, time, step, excess);
    }
  }

  /** True when a pitch rises around `step`, more than at the steps before and after. */
  #risesAlone(pitch: number, step: number): boolean {
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
    return this.#onsets.some((onset, slot) => Math.abs(onset - time) < P.snap && this.#excesses[slot]! >= ONSET.delta);
  }

  /** The strongest other peak of the flux near `time`: its excess, and its distance, s. */
  #rival(time: number): { excess: number; distance: number } {
    const rival = { excess: 0, distance: 0 };
    for (let slot = 0; slot < MAX_ONSETS; slot++) {
      const distance = this.#onsets[slot]! - time;
      if (Math.abs(distance) > P.rival || distance === 0 || this.#excesses[slot]! <= rival.excess) continue;
      rival.excess = this.#excesses[slot]!;
      rival.distance = distance;
    }
    return rival;
  }

  #add(pitch: number, time: number, step: number, excess: number): void {
    const rises = measureRises(pitch, this.#context.pitches, (of, out) => this.#risesAt(time, of, out));
    this.#open.push({
      note: {
        midi: template.lowest + pitch,
        cents: this.cents,
        onset: Math.max(0, time),
        offset: time,
        power: 0,
        probability: 0,
        evidence: NO_CHORDS,
      },
      meter: new NoteMeter(),
      rise: { pitch, step, late: time / HOP_S - step, excess, rival: this.#rival(time), ...rises },
      isJudged: false,
      isNote: false,
      hasEnded: false,
      peak: 0,
      held: 0,
    });
  }

  /** Classifies a candidate and follows it from its beginning to `step`, if it is a note. */
  #classify(one: Open, step: number): void {
    one.note.evidence = chordFeatures(one.rise, this.#context);
    one.note.probability = classifyChordNote(one.note.evidence);
    one.isJudged = true;
    one.isNote = this.#accepts(one.note.probability);
    if (one.isNote) for (let at = one.rise.step; at <= step && !one.hasEnded; at++) this.#sound(one, at);
  }

  /** Follows the notes to the newest step, classifies the candidates that are old enough, and drops the rejected. */
  #follow(now: number, onNote: (note: ChordNote) => void): void {
    let kept = 0;
    for (const one of this.#open) {
      if (one.isJudged) this.#sound(one, now - LAG_STEPS);
      else if (now - one.rise.step >= STEPS_AFTER_ONSET) this.#classify(one, now - LAG_STEPS);
      if (!one.isJudged || (one.isNote && !one.hasEnded)) this.#open[kept++] = one;
      else if (one.isNote) onNote(measureNote(one));
    }
    this.#open.length = kept;
  }

  /** Follows a candidate at `step`, and ends it where it is released. */
  #sound(one: Open, step: number): void {
    const age = step - one.rise.step;
    if (age < 0) return;
    const { note, rise } = one;
    const activation = this.#context.at(rise.pitch, step);
    one.peak = Math.max(one.peak, activation);
    note.offset = step * HOP_S;
    one.meter.add(this.#spectra, rise.pitch, activation, step, age);
    if (age < RISE_REACH) return;
    one.held = Math.max(activation, one.held * HELD_DECAY);
    if (activation >= NOTE.release * one.held && activation >= NOTE.faded * one.peak) return;
    one.hasEnded = true;
    // Subtract the blur of the window, but leave the shortest note.
    note.offset = Math.max(note.offset - NOTE.blur, Math.min(note.offset, note.onset + NOTE.minSeconds));
  }
}

const NO_CHORDS = new Float64Array();

/** A note as it is so far. */
const measureNote = ({ note, meter }: Open): ChordNote => ({
  ...note,
  cents: meter.cents ?? note.cents,
  power: meter.power,
});
const scratch = new Float64Array(6);
