import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import '#bench/kernels.ts';
import { readLabel, readSound } from '#bench/accuracy/corpus.ts';
import { count, type Counts } from '#bench/accuracy/score.ts';
import { finishTime, memoryGrowth, speedSounds, type FinishTime, type MemoryGrowth } from '#bench/speed/live.ts';
import { analyze, installProgram } from '#analysis/analyze.ts';
import { basicPitch } from './basicPitch.ts';
import { ACCORD_ENGINE, REFERENCE_ENGINE } from './index.ts';
import { pitchy } from './pitchy.ts';
import type { Transcriber, Transcription } from './types.ts';

/**
 * The process of one engine: it performs the tasks that its parent sends, on one thread, so that memory and speed are
 * measured for this engine alone. Arguments: the name of the engine, and the folder of the peers' package.
 */

export type Task =
  | { task: 'score'; folder: string; names: string[] }
  | { task: 'speed' }
  | { task: 'finish' }
  | { task: 'growth'; minutes: number };

export interface Timing {
  /** Seconds of sound, and seconds that the engine took for it. */
  sound: number;
  taken: number;
}

export type Answer =
  | { done: 'ready' }
  | { done: 'score'; counts: Counts; errors: string[] }
  | { done: 'speed'; timing: Timing; peakMegabytes: number }
  | { done: 'finish'; finish: FinishTime }
  | { done: 'growth'; growth: MemoryGrowth }
  | { done: 'failed'; message: string };

const [, , name = ACCORD_ENGINE, peersFolder = ''] = process.argv;
const sendAnswer = (answer: Answer): void => void process.send!(answer);

/**
 * Peak memory of this process, MB. On Linux the `maxRSS` of a child starts at that of its parent, so the kernel's
 * high-water mark is read instead.
 */
function peakMegabytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

/** Our engine with the interface of the bench: fractional pitches, a pitch track as [s, Hz, voicing]. */
const ownEngine: Transcriber = {
  analyze(pcm, sampleRate) {
    const { notes, f0 } = analyze(pcm, sampleRate);
    return {
      notes: notes.map((note) => ({ ...note, midi: note.midi + note.cents / 100 })),
      f0: f0.map(({ time, hz, confidence }) => [time, hz, hz > 0 ? Math.max(0.5, confidence) : 0] as const),
    };
  },
};

async function open(): Promise<Transcriber> {
  if (name === ACCORD_ENGINE) return ownEngine;
  if (name === REFERENCE_ENGINE) {
    installProgram(null);
    return ownEngine;
  }
  const { resolve } = createRequire(join(peersFolder, 'package.json'));
  const load = async (specifier: string): Promise<unknown> => {
    const module = (await import(pathToFileURL(resolve(specifier)).href)) as { default?: object };
    // The exports of a CommonJS package are in its default export.
    return { ...module.default, ...module };
  };
  if (name === 'pitchy') return pitchy(load);
  return basicPitch(load, join(peersFolder, 'node_modules'));
}

async function perform(engine: Transcriber, order: Task): Promise<Answer> {
  switch (order.task) {
    case 'score': {
      const counts: Counts = {};
      const errors: string[] = [];
      for (const file of order.names) {
        const { pcm, sampleRate } = readSound(order.folder, file);
        let transcription: Transcription | null = null;
        try {
          transcription = await engine.analyze(pcm, sampleRate);
        } catch (error) {
          errors.push(`${file}: ${String(error)}`);
        }
        count(counts, readLabel(order.folder, file), transcription);
      }
      return { done: 'score', counts, errors };
    }
    case 'speed': {
      const timing: Timing = { sound: 0, taken: 0 };
      for (const { pcm, sampleRate } of speedSounds()) {
        const begin = performance.now();
        await engine.analyze(pcm, sampleRate);
        timing.sound += pcm.length / sampleRate;
        timing.taken += (performance.now() - begin) / 1000;
      }
      return { done: 'speed', timing, peakMegabytes: peakMegabytes() };
    }
    case 'finish':
      return { done: 'finish', finish: finishTime() };
    case 'growth':
      return { done: 'growth', growth: memoryGrowth(order.minutes, () => process.memoryUsage(), globalThis.gc) };
  }
}

const engine = await open();
process.on('message', (order: Task) => {
  perform(engine, order).then(sendAnswer, (error: unknown) => sendAnswer({ done: 'failed', message: String(error) }));
});
sendAnswer({ done: 'ready' });
