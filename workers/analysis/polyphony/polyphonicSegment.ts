import type { Kernels } from '../dsp/kernels/kernels.ts';
import { ChordTracker, type ChordNote } from './notes/chordTracker.ts';
import type { PolyphonicNote } from './notes/noteCandidate.ts';
import { NoteTracker } from './notes/noteTracker.ts';
import { OnsetDetector } from './onsetDetector.ts';
import { PARAMETERS } from './parameters.ts';
import { PITCH_WINDOWS, type PitchActivations } from './pitchActivations.ts';
import { SpectrumStream } from './spectrum.ts';
import { SpectrumHistory } from './spectrumHistory.ts';
import type { TextureMeter } from './textureMeter.ts';

const { rate, spectrum, onset, note, chord } = PARAMETERS;

const NO_FEATURES = new Float64Array();

/** Spectra and onsets of a segment, reused by all segments, as the memory of kernels is never freed. */
export class SegmentStages {
  readonly short: SpectrumStream;
  readonly long: SpectrumStream;
  readonly onsets: OnsetDetector;
  readonly spectra = new SpectrumHistory();

  constructor(kernels: Kernels) {
    this.short = new SpectrumStream([onset.window], onset.hop, kernels);
    this.long = new SpectrumStream(PITCH_WINDOWS, spectrum.hop, kernels);
    this.onsets = new OnsetDetector(kernels);
  }

  reset(): void {
    this.short.reset();
    this.long.reset();
    this.onsets.reset();
    this.spectra.reset();
  }
}

/** Transcribes one segment of a sound as polyphonic, from its first to its last sample. */
export class PolyphonicSegment {
  /** Beginning of the segment, samples at `rate`. */
  readonly begin: number;
  readonly #pitches: PitchActivations;
  readonly #texture: TextureMeter;
  readonly #stages: SegmentStages;
  readonly #tracker: NoteTracker;
  readonly #chords: ChordTracker;
  readonly #candidates: PolyphonicNote[] = [];
  /** Notes that the network of chords has accepted, in the order of their ends; all candidates while it is trained. */
  readonly chordNotes: ChordNote[] = [];
  readonly #keepsFeatures: boolean;

  /** @param keepsFeatures keeps the features of each candidate, for training the network */
  constructor(
    begin: number,
    pitches: PitchActivations,
    texture: TextureMeter,
    stages: SegmentStages,
    keepsFeatures = false,
  ) {
    this.begin = begin;
    this.#keepsFeatures = keepsFeatures;
    this.#pitches = pitches;
    this.#texture = texture;
    this.#stages = stages;
    stages.reset();
    pitches.reset();
    this.#tracker = new NoteTracker(pitches, stages.spectra);
    this.#chords = new ChordTracker(
      pitches,
      (time, pitch, out) => stages.onsets.risesAt(time, pitch, out),
      stages.spectra,
      keepsFeatures ? () => true : (probability) => probability >= chord.surely,
    );
    this.#tracker.cents = pitches.tuning.cents;
    this.#chords.cents = pitches.tuning.cents;
  }

  /**
   * Takes at most `onset.hop` samples, so that the onsets near a long spectrum are decided before it, for any block
   * size.
   */
  push(samples: Float32Array): void {
    this.#stages.short.push(samples, this.#onShortSpectrum);
    this.#stages.long.push(samples, this.#onLongSpectrum);
  }

  /** Candidates that still sound; times in s from the start of the sound. */
  soundingNotes(): PolyphonicNote[] {
    const { sounding } = this.#tracker.pending();
    for (const note of sounding) this.#toSoundTime(note);
    return sounding;
  }

  /** Candidates and notes of chords up to now, and those that still sound; times in s from the start of the sound. */
  soFar(): { ended: PolyphonicNote[]; sounding: PolyphonicNote[]; chordNotes: ChordNote[] } {
    const { ended, sounding } = this.#tracker.pending();
    const chords = this.#chords.pending();
    for (const note of [...ended, ...sounding, ...chords]) this.#toSoundTime(note);
    return { ended: [...this.#candidates, ...ended], sounding, chordNotes: [...this.chordNotes, ...chords] };
  }

  /**
   * Ends the segment; returns its candidates in the order of their ends, times in s from the start of the sound.
   */
  finish(): PolyphonicNote[] {
    const silence = new Float32Array(onset.hop);
    const rest = spectrum.window / 2 + Math.ceil(5 * note.reach * rate) + spectrum.hop;
    for (let at = 0; at < rest; at += onset.hop) this.push(silence);
    this.#tracker.finish(this.#onNote);
    this.#chords.finish(this.#onChordNote);
    return this.#candidates;
  }

  readonly #onOnset = (time: number): void => this.#tracker.onset(time, this.#stages.onsets.partialRise);
  /** Converts the times of the tracker, from the beginning of the segment, to times of the sound. */
  #toSoundTime(note: { onset: number; offset: number }): void {
    note.onset += this.begin / rate;
    note.offset += this.begin / rate;
  }
  readonly #onNote = (note: PolyphonicNote): void => {
    this.#toSoundTime(note);
    if (!this.#keepsFeatures) note.features = NO_FEATURES;
    this.#candidates.push(note);
  };
  readonly #onChordNote = (note: ChordNote): void => {
    this.#toSoundTime(note);
    if (!this.#keepsFeatures) note.features = NO_FEATURES;
    this.chordNotes.push(note);
  };
  readonly #onFaint = (time: number, excess: number): void => this.#chords.onset(time, excess);
  readonly #onShortSpectrum = (): void =>
    this.#stages.onsets.push(this.#stages.short.powers[0]!, this.#onOnset, this.#onFaint);
  readonly #onLongSpectrum = (): void => {
    const pitches = this.#pitches;
    pitches.fit(this.#stages.long.powers, 1);
    this.#tracker.cents = pitches.tuning.cents;
    this.#chords.cents = pitches.tuning.cents;
    const { activation, total, magnitude } = pitches;
    this.#stages.spectra.push(this.#stages.long.powers[0]!, activation, pitches.tuning.cents);
    this.#texture.count(this.#texture.classify(activation, total, 1), 1);
    this.#tracker.push(activation, total, magnitude, this.#onNote);
    this.#chords.push(activation, total, magnitude, this.#onChordNote);
  };
}
