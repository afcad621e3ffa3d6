import { hzOfMidi, midiOfHz } from '#analysis/values/pitch.ts';
import { HOP_SECONDS, segment, type PitchTrack, type Segmenter } from './segmenter.ts';
import type { Transcriber, Transcription } from './types.ts';

interface PitchyModule {
  PitchDetector: {
    forFloat32Array(length: number): {
      findPitch(input: Float32Array, sampleRate: number): [hz: number, clarity: number];
    };
  };
}

/**
 * Length of the window of pitchy, s, and its segmentation, tuned as bench/README.md has it, so that the comparison is
 * fair.
 */
const WINDOW_SECONDS = 0.046;
const SEGMENTER_OPTIONS: Segmenter = {
  clarity: 0.75,
  keep: 0.75,
  delay: 0.03,
  level: -55,
  range: 35,
  median: 3,
  split: 0.8,
  hold: 4,
  rise: 10,
  riseSteps: 2,
  bridge: 1,
  shortest: 10,
};

/** Length of the window of a level measurement, s. */
const LEVEL_SECONDS = 0.02;

/** Estimates the pitch of one window: Hz, or 0 for none, and clarity. */
type ReadPitch = (window: Float32Array) => readonly [hz: number, clarity: number];

/** The power of two nearest to a number of samples, as pitchy needs such windows. */
const powerOfTwo = (samples: number): number => 2 ** Math.round(Math.log2(samples));

/** Estimates the pitch in windows of `length` samples, each centred on its step. */
function trackOf(pcm: Float32Array, sampleRate: number, length: number, read: ReadPitch): PitchTrack {
  const steps = Math.max(0, Math.floor(pcm.length / sampleRate / HOP_SECONDS));
  const track: PitchTrack = {
    midi: new Float64Array(steps).fill(Number.NaN),
    clarity: new Float64Array(steps),
    level: new Float64Array(steps),
  };
  const window = new Float32Array(length);
  const half = Math.round((LEVEL_SECONDS / 2) * sampleRate);
  for (let step = 0; step < steps; step++) {
    const centre = Math.round(step * HOP_SECONDS * sampleRate);
    const first = centre - (length >> 1);
    window.fill(0);
    window.set(pcm.subarray(Math.max(0, first), first + length), Math.max(0, -first));
    const [hz, clarity] = read(window);
    if (hz > 0) track.midi[step] = midiOfHz(hz);
    track.clarity[step] = clarity;
    let energy = 0;
    const from = Math.max(0, centre - half);
    const to = Math.min(pcm.length, centre + half);
    for (let i = from; i < to; i++) energy += pcm[i]! * pcm[i]!;
    track.level[step] = 10 * Math.log10(energy / Math.max(1, to - from) + 1e-12);
  }
  return track;
}

/** Notes and pitch track, by the segmentation. */
export function transcribeTrack(track: PitchTrack, segmenter: Segmenter): Transcription {
  const { notes, voiced } = segment(track, segmenter);
  return {
    notes,
    f0: Array.from(
      track.midi,
      (midi, step) => [step * HOP_SECONDS, Number.isNaN(midi) ? 0 : hzOfMidi(midi), voiced[step] ? 1 : 0] as const,
    ),
  };
}

/** pitchy 4.1: the McLeod pitch method with an FFT. */
export async function pitchy(load: (specifier: string) => Promise<unknown>): Promise<Transcriber> {
  const { PitchDetector } = (await load('pitchy')) as PitchyModule;
  return {
    analyze(pcm, sampleRate) {
      const length = powerOfTwo(WINDOW_SECONDS * sampleRate);
      const detector = PitchDetector.forFloat32Array(length);
      return transcribeTrack(
        trackOf(pcm, sampleRate, length, (window) => detector.findPitch(window, sampleRate)),
        SEGMENTER_OPTIONS,
      );
    },
  };
}
