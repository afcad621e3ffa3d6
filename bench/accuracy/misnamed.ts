import { RealFft } from '#analysis/dsp/fft.ts';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { readLabel, readSound } from './corpus.ts';

/**
 * Finds recordings of single notes that sound an octave above the note that they are named after: the fundamental of
 * that note and its other odd partials are missing.
 */

/** The odd partials are at least this far below the even ones, dB. */
const MISSING_DB = 25;
/** Partials that are measured, and the range around each in which its level is found, a share of its frequency. */
const PARTIAL_COUNT = 8;
const PARTIAL_RANGE = 0.03;
/** Length of the spectrum, samples. */
const SPECTRUM_SAMPLES = 2 ** 15;

/** Distance of the odd partials of a pitch below the even ones in the loudest part of a sound, dB. */
export function oddBelowEven(pcm: Float32Array, sampleRate: number, midi: number): number {
  let loudest = 0;
  for (let i = 0; i < pcm.length; i++) if (Math.abs(pcm[i]!) > Math.abs(pcm[loudest]!)) loudest = i;
  const from = Math.max(0, Math.min(loudest, pcm.length - SPECTRUM_SAMPLES));
  const signal = Float64Array.from(
    { length: SPECTRUM_SAMPLES },
    (_, i) => (pcm[from + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SPECTRUM_SAMPLES)),
  );
  const re = new Float64Array(SPECTRUM_SAMPLES / 2 + 1);
  const im = new Float64Array(SPECTRUM_SAMPLES / 2 + 1);
  new RealFft(SPECTRUM_SAMPLES).forward(signal, re, im);
  const strongest = (first: number): number => {
    let level = 1e-9;
    for (let partial = first; partial <= PARTIAL_COUNT; partial += 2) {
      const bin = (partial * hzOfMidi(midi) * SPECTRUM_SAMPLES) / sampleRate;
      for (
        let k = Math.floor(bin * (1 - PARTIAL_RANGE));
        k <= Math.min(SPECTRUM_SAMPLES / 2, Math.ceil(bin * (1 + PARTIAL_RANGE)));
        k++
      )
        level = Math.max(level, Math.hypot(re[k]!, im[k]!));
    }
    return level;
  };
  return 20 * Math.log10(strongest(2) / strongest(1));
}

/** True when a sound of one note in a folder sounds an octave above its label. */
export function isMisnamed(folder: string, name: string): boolean {
  const { pcm, sampleRate } = readSound(folder, name);
  return oddBelowEven(pcm, sampleRate, readLabel(folder, name).notes[0]!.midi) >= MISSING_DB;
}
