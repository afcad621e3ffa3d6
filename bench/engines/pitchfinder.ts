import { transcribeTrack, powerOfTwo, trackOf } from './track.ts';
import { PITCHFINDER } from './tuned.ts';
import type { Engine } from './types.ts';

interface PitchfinderModule {
  Macleod(options: {
    bufferSize: number;
    cutoff: number;
    sampleRate: number;
  }): (input: Float32Array) => { freq: number; probability: number };
}

/** Default of the package: the first peak above this share of the highest is the pitch. */
const CUTOFF = 0.97;

/** pitchfinder 2.3: of its detectors the McLeod method, the only one that reports its certainty. */
export async function pitchfinder(load: (specifier: string) => Promise<unknown>): Promise<Engine> {
  const { Macleod } = (await load('pitchfinder')) as PitchfinderModule;
  return {
    analyze(pcm, sampleRate) {
      const length = powerOfTwo(PITCHFINDER.window * sampleRate);
      const detect = Macleod({ bufferSize: length, cutoff: CUTOFF, sampleRate });
      const read = (window: Float32Array): readonly [number, number] => {
        const { freq, probability } = detect(window);
        return [freq > 0 ? freq : 0, probability];
      };
      return transcribeTrack(trackOf(pcm, sampleRate, length, read), PITCHFINDER.segmenter);
    },
  };
}
