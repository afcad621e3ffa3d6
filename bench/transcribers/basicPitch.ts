import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resampler } from '#analysis/dsp/resample.ts';
import type { Transcriber } from './types.ts';

interface ModelFile {
  weightsManifest: { paths: string[]; weights: unknown[] }[];
}

interface Tensorflow {
  setBackend(name: string): Promise<boolean>;
  tensor3d(values: Float32Array, shape: [number, number, number]): unknown;
  loadGraphModel(handler: { load(): Promise<unknown> }): Promise<unknown>;
}

interface BasicPitchModule {
  BasicPitch: new (model: Promise<unknown>) => {
    prepareData(pcm: Float32Array): Promise<[windows: unknown, length: number]>;
    evaluateModel(
      pcm: Float32Array,
      onComplete: (frames: number[][], onsets: number[][]) => void,
      onProgress: (share: number) => void,
    ): Promise<void>;
  };
  outputToNotesPoly(
    frames: number[][],
    onsets: number[][],
    onsetThreshold: number,
    frameThreshold: number,
    shortest: number,
  ): unknown[];
  noteFramesToTime(
    notes: unknown[],
  ): { startTimeSeconds: number; durationSeconds: number; pitchMidi: number; amplitude: number }[];
}

interface WasmBackend {
  setWasmPaths(folder: string): void;
  setThreadsCount(count: number): void;
}

/** Sample rate of the model, Hz. */
const SAMPLE_RATE = 22_050;
/** Its window and the overlap of two windows, samples. */
const WINDOW_SAMPLES = 2 * SAMPLE_RATE - 256;
const OVERLAP_SAMPLES = 30 * 256;
/** Thresholds of onsets and frames, and the shortest note in frames of 11.6 ms: tuned, see bench/README.md. */
const ONSET_THRESHOLD = 0.7;
const FRAME_THRESHOLD = 0.4;
const MIN_FRAMES = 9;

function resample(pcm: Float32Array, sampleRate: number): Float32Array {
  const parts: Float32Array[] = [];
  const resampler = new Resampler(sampleRate, SAMPLE_RATE);
  const keep = (part: Float32Array): void => void parts.push(part.slice());
  resampler.push(pcm, keep);
  resampler.finish(keep);
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The sound in overlapping windows, after half an overlap of silence, as the package divides it. */
function splitIntoWindows(pcm: Float32Array): { windows: Float32Array; count: number } {
  const hop = WINDOW_SAMPLES - OVERLAP_SAMPLES;
  const lead = OVERLAP_SAMPLES / 2;
  const count = Math.ceil((lead + pcm.length) / hop);
  const windows = new Float32Array(count * WINDOW_SAMPLES);
  for (let i = 0; i < count; i++) {
    const first = i * hop - lead;
    windows.set(pcm.subarray(Math.max(0, first), first + WINDOW_SAMPLES), i * WINDOW_SAMPLES + Math.max(0, -first));
  }
  return { windows, count };
}

/**
 * Basic Pitch 1.0 (Bittner et al. 2022): a neural network for polyphonic transcription, with its weights in the
 * package. It runs on TensorFlow's WebAssembly backend, on one thread as all others; the plain JavaScript backend takes
 * a hundred times as long.
 * @param modules the folder in which the packages are
 */
export async function basicPitch(load: (specifier: string) => Promise<unknown>, modules: string): Promise<Transcriber> {
  const tensorflow = (await load('@tensorflow/tfjs')) as Tensorflow;
  const { setWasmPaths, setThreadsCount } = (await load('@tensorflow/tfjs-backend-wasm')) as WasmBackend;
  setWasmPaths(`${join(modules, '@tensorflow/tfjs-backend-wasm/dist')}/`);
  setThreadsCount(1);
  if (!(await tensorflow.setBackend('wasm'))) throw new Error("TensorFlow's WebAssembly backend is not available.");
  const { BasicPitch, outputToNotesPoly, noteFramesToTime } = (await load('@spotify/basic-pitch')) as BasicPitchModule;
  const folder = join(modules, '@spotify/basic-pitch/model');
  const { weightsManifest, ...model } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as ModelFile;
  const weights = new Uint8Array(readFileSync(join(folder, weightsManifest[0]!.paths[0]!)));
  const weightSpecs = weightsManifest.flatMap((one) => one.weights);
  const network = tensorflow.loadGraphModel({
    load: async () => ({ ...model, weightSpecs, weightData: weights.buffer }),
  });
  return {
    async analyze(pcm, sampleRate) {
      const frames: number[][] = [];
      const onsets: number[][] = [];
      const detector = new BasicPitch(network);
      // The package's own framing needs a kernel that the WebAssembly backend lacks ("Unknown dtype undefined").
      detector.prepareData = async (sound) => {
        const { windows, count } = splitIntoWindows(sound);
        return [tensorflow.tensor3d(windows, [count, WINDOW_SAMPLES, 1]), sound.length];
      };
      await detector.evaluateModel(
        resample(pcm, sampleRate),
        (newFrames, newOnsets) => {
          frames.push(...newFrames);
          onsets.push(...newOnsets);
        },
        () => {},
      );
      const notes = noteFramesToTime(outputToNotesPoly(frames, onsets, ONSET_THRESHOLD, FRAME_THRESHOLD, MIN_FRAMES));
      return {
        notes: notes.map(({ startTimeSeconds, durationSeconds, pitchMidi, amplitude }) => ({
          midi: pitchMidi,
          onset: startTimeSeconds,
          offset: startTimeSeconds + durationSeconds,
          confidence: amplitude,
        })),
      };
    },
  };
}
