import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragranceOfAnalysis } from '../../src/features/fragrance/domain/timbre/analysisFragrance.ts';
import type { Fragrance } from '../../src/features/fragrance/domain/composition/model.ts';
import { peaksOf } from '../../src/features/fragrance/domain/composition/trace.ts';
import { seededRandom } from '../../src/core/values/random.ts';
import { randomMelody } from '../../tests/fixtures/melody.ts';
import { render, type Voice } from '../../tests/fixtures/synthesis.ts';
import { mixToMono } from '../../workers/ear/analysis/dsp/mix.ts';
import { readPcm } from '../../workers/ear/pcm/index.ts';
import { analyze } from '../../workers/ear/analysis/index.ts';
import { filesIn, kindOf } from '../accuracy/corpus.ts';

/** The fragrances that are compared: of recordings in a folder, and of one tune by several voices. */

export interface Sample {
  name: string;
  fragrance: Fragrance;
}

/** Kinds of recordings that are taken, one of each in turn: voices and instruments that are real or sampled, else synthesised. */
const KINDS = [
  'sung',
  'real_phrase',
  'mono_clean',
  'real_perf',
  'sampled_mono',
  'sung_synth',
  'sung_like',
  'mono_degraded',
];
const RATE = 44_100;

/** The fragrance of a sound as the app makes it; null for silence. */
function fragranceOf(pcm: Float32Array, sampleRate: number): Fragrance | null {
  const analysis = analyze(pcm, sampleRate);
  return analysis.essence.length === 0 ? null : fragranceOfAnalysis(analysis, peaksOf(pcm), { now: new Date(0) });
}

/** `count` recordings of a folder, the kinds in turns. */
export function recordingsIn(folder: string, count: number): Sample[] {
  const all = filesIn(folder, null);
  const queues = KINDS.map((kind) => all.filter((name) => kindOf(name) === kind)).filter((names) => names.length > 0);
  const chosen: string[] = [];
  for (let round = 0; chosen.length < count && queues.some((names) => names.length > round); round++)
    chosen.push(...queues.flatMap((names) => names[round] ?? []));
  return chosen.slice(0, count).flatMap((name): Sample[] => {
    const { sampleRate, channels } = readPcm(new Uint8Array(readFileSync(join(folder, `${name}.wav`))));
    const fragrance = fragranceOf(mixToMono(channels), sampleRate);
    return fragrance === null ? [] : [{ name, fragrance }];
  });
}

const VOICES: readonly Voice[] = ['pluck', 'flute', 'reed', 'saw', 'sung', 'hum'];

/** The same melody in the same key and time, by every voice of the synthesis: one group a tune. */
export function sameTunes(tunes: number): Sample[][] {
  return Array.from({ length: tunes }, (_, tune) => {
    const tones = randomMelody(
      { seconds: 8, low: 55, high: 74, shortest: 0.25, longest: 0.8, repeatGap: 0.05 },
      seededRandom(`same tune ${tune}`),
    );
    return VOICES.flatMap((voice): Sample[] => {
      const pcm = render(voice, tones, 8, RATE);
      const fragrance = fragranceOf(pcm, RATE);
      return fragrance === null ? [] : [{ name: `tune ${tune + 1}, ${voice}`, fragrance }];
    });
  });
}
