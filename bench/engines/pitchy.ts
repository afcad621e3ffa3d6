import { transcribeTrack, powerOfTwo, trackOf } from './track.ts';
import { PITCHY } from './tuned.ts';
import type { Engine } from './types.ts';

interface PitchyModule {
  PitchDetector: {
    forFloat32Array(length: number): {
      findPitch(input: Float32Array, sampleRate: number): [hz: number, clarity: number];
    };
  };
}

/** pitchy 4.1: the McLeod pitch method with an FFT. */
export async function pitchy(load: (specifier: string) => Promise<unknown>): Promise<Engine> {
  const { PitchDetector } = (await load('pitchy')) as PitchyModule;
  return {
    analyze(pcm, sampleRate) {
      const length = powerOfTwo(PITCHY.window * sampleRate);
      const detector = PitchDetector.forFloat32Array(length);
      return transcribeTrack(
        trackOf(pcm, sampleRate, length, (window) => detector.findPitch(window, sampleRate)),
        PITCHY.segmenter,
      );
    },
  };
}
