import { transcribeTrack, powerOfTwo, trackOf } from './track.ts';
import { AUBIO } from './tuned.ts';
import type { Engine } from './types.ts';

interface Aubio {
  Pitch: new (
    method: string,
    bufferSize: number,
    hopSize: number,
    sampleRate: number,
  ) => { do(input: Float32Array): number; delete?(): void };
}

/** Number of estimates to each side that are compared, and how close they must be, semitones. */
const AROUND = 3;
const STEADY = 0.4;

/** The package does not export aubio's confidence, so the share of neighbouring estimates that agree is used instead. */
function steadiness(midi: Float64Array): Float64Array {
  return midi.map((value, step) => {
    let agree = 0;
    for (let i = step - AROUND; i <= step + AROUND; i++)
      if (Math.abs((midi[i] ?? Number.NaN) - value) <= STEADY) agree++;
    return agree / (2 * AROUND + 1);
  });
}

/** aubiojs 0.2: aubio's yinfft (a spectrally weighted YIN, Brossier 2006), compiled to WebAssembly. */
export async function aubio(load: (specifier: string) => Promise<unknown>): Promise<Engine> {
  const { Pitch } = await ((await load('aubiojs')) as { default: () => Promise<Aubio> }).default();
  return {
    analyze(pcm, sampleRate) {
      // With a hop as long as the window, each estimate depends on its own window alone.
      const length = powerOfTwo(AUBIO.window * sampleRate);
      const detector = new Pitch('yinfft', length, length, sampleRate);
      const track = trackOf(pcm, sampleRate, length, (window) => [detector.do(window), 1]);
      detector.delete?.();
      return transcribeTrack({ ...track, clarity: steadiness(track.midi) }, AUBIO.segmenter);
    },
  };
}
