import { Resampler } from '../resample.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { bandPower, compress, createAxis, type FrequencyAxis } from './axis.ts';
import { Decomposition } from './decomposition.ts';
import { NoteTracker, type PolyphonicNote } from './notes.ts';
import { OnsetDetector } from './onsets.ts';
import { PARAMETERS } from './parameters.ts';
import { SpectrumStream } from './spectrum.ts';
import { createDictionary, type Dictionary } from './templates.ts';
import { TextureMeter } from './texture.ts';
import { TuningMeter } from './tuning.ts';

/**
 * The polyphonic ear: chords and accompanied pieces.
 *
 *   samples ─ to 12 kHz (resample.ts) ──┬─ short spectra (43 ms) ─ onsets.ts: when something begins ───────────┐
 *                                       └─ long spectra (171 and 85 ms) ─ axis.ts ─ decomposition.ts: how much of each │
 *                                    pitch (templates.ts) ───────────────────────────────────── notes.ts ─┴─ notes
 *
 * tuning.ts shifts the templates to the tuning of the recording.
 * texture.ts says, from the same pitches, whether there are several voices at all: where there are not, the
 * notes of a single-voice ear are the better ones. The long window tells semitones and octaves apart, the
 * short one gives the time. Every number is in `parameters.ts`. Works on a stream: bounded state, the same
 * result for any cut into blocks.
 */
export interface PolyphonyTracker {
  /** How many-voiced the sound has been so far: 0 (a single voice) to 1 (voices of equal loudness). */
  readonly polyphony: number;
  /** True from the value of `polyphony` on at which the sound is chords or an accompanied piece. */
  readonly severalVoices: boolean;
  /** The tuning its notes are named against; 0 cents as long as there is no clear one. */
  readonly tuning: Tuning;
  /** Takes the next mono samples. */
  push(samples: Float32Array): void;
  /** Ends the sound and returns its notes by onset. Call once. */
  finish(): NoteEvent[];
}

/** Loudness that counts as velocity 0, dB under a full-scale sine. */
const QUIETEST = -60;

/** The templates in use so far, by the reach of the axes and the tuning: some ten tunings are all there are, and sounds share them. */
const dictionaries = new Map<string, Dictionary>();

function dictionaryOf(axes: readonly FrequencyAxis[], cents: number): Dictionary {
  const key = `${axes.map((axis) => axis.bands).join(' ')} ${cents}`;
  let dictionary = dictionaries.get(key);
  if (!dictionary) dictionaries.set(key, (dictionary = createDictionary(axes, cents)));
  return dictionary;
}

/** A tracker for a sound of `sampleRate` Hz. */
export function createPolyphonyTracker(sampleRate: number): PolyphonyTracker {
  const { rate, spectrum, onset } = PARAMETERS;
  const resampler = new Resampler(sampleRate, rate, { pass: spectrum.pass, stop: spectrum.stop });
  const short = new SpectrumStream([onset.window], onset.hop);
  const long = new SpectrumStream([spectrum.window, spectrum.highWindow], spectrum.hop);
  const highest = Math.min(spectrum.highest, 0.47 * Math.min(rate, sampleRate));
  const axes = [
    createAxis(rate / spectrum.window, spectrum.lowest, spectrum.split, 12 * spectrum.bandsPerSemitone),
    createAxis(rate / spectrum.highWindow, spectrum.split, highest, 12 * spectrum.bandsPerSemitone),
  ];
  const magnitude = new Float64Array(axes.reduce((sum, axis) => sum + axis.bands, 0));
  const tuning = new TuningMeter();
  const decomposition = new Decomposition(dictionaryOf(axes, tuning.cents), magnitude.length);
  const onsets = new OnsetDetector();
  const tracker = new NoteTracker(decomposition.activation.length);
  const texture = new TextureMeter();
  const notes: PolyphonicNote[] = [];
  let received = 0;

  const found = (time: number): void => tracker.onset(time, onsets.strike);
  const ended = (note: PolyphonicNote): void => void notes.push(note);
  const shortSpectrum = (): void => onsets.push(short.powers[0]!, found);
  const longSpectrum = (): void => {
    if (tuning.push(long.powers[0]!)) {
      decomposition.retune(dictionaryOf(axes, tuning.cents));
      tracker.cents = tuning.cents;
    }
    let at = 0;
    axes.forEach((axis, i) => {
      bandPower(long.powers[i]!, axis, magnitude, at);
      at += axis.bands;
    });
    for (let b = 0; b < magnitude.length; b++) magnitude[b] = compress(magnitude[b]!);
    decomposition.explain(magnitude);
    texture.push(decomposition.activation, decomposition.total);
    tracker.push(decomposition.activation, decomposition.total, ended);
  };
  const hear = (samples: Float32Array): void => {
    // Piece by piece, so that the onsets near a long spectrum are known whatever the block size.
    for (let at = 0; at < samples.length; at += onset.hop) {
      const piece = samples.subarray(at, at + onset.hop);
      short.push(piece, shortSpectrum);
      long.push(piece, longSpectrum);
    }
  };

  return {
    get polyphony() {
      return texture.polyphony;
    },
    get severalVoices() {
      return texture.polyphony >= PARAMETERS.texture.several;
    },
    get tuning() {
      return { cents: tuning.cents, confidence: Math.min(1, tuning.clarity) };
    },
    push(samples) {
      received += samples.length;
      resampler.push(samples, hear);
    },
    finish() {
      resampler.finish(hear);
      hear(new Float32Array(spectrum.window / 2 + Math.ceil(5 * PARAMETERS.note.reach * rate) + spectrum.hop));
      tracker.finish(ended);
      const duration = received / sampleRate;
      return notes
        .filter((note) => note.onset < duration)
        .map((note) => eventOf(note, duration))
        .sort((a, b) => a.onset - b.onset || a.midi - b.midi);
    },
  };
}

function eventOf(note: PolyphonicNote, duration: number): NoteEvent {
  const level = 40 * Math.log10(note.peak);
  return {
    midi: note.midi,
    cents: note.cents,
    onset: note.onset,
    offset: Math.min(duration, note.offset),
    confidence: 1 - 0.5 / note.strength,
    velocity: Math.max(0, Math.min(1, 1 - level / QUIETEST)),
  };
}
