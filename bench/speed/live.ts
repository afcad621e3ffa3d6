import { seededRandom } from '#core/values/random.ts';
import { randomTones } from '#tests/fixtures/melody.ts';
import { render, withNoise } from '#tests/fixtures/synthesis.ts';
import { createAnalyzer } from '#analysis/analyze.ts';

/** The sounds of the bench, and the cost of a recording in our engine, while it comes in and at its end. */

const SAMPLE_RATE = 48_000;
/** Samples per push, about thirty pushes a second. */
const BLOCK_SAMPLES = 1600;
const ROUND_COUNT = 5;

const SOUND_RATE = 44_100;
const SOUND_S = 30;

let madeSounds: { pcm: Float32Array; sampleRate: number }[] | null = null;

/** Half a minute of each kind of sound, the same on every machine; made once a process. */
export function speedSounds(): { pcm: Float32Array; sampleRate: number }[] {
  if (madeSounds !== null) return madeSounds;
  const random = seededRandom('speed');
  const sung = render('sung', randomTones(SOUND_S, 1, 50, random), SOUND_S, SOUND_RATE);
  const plucked = render('pluck', randomTones(SOUND_S, 1, 0, random), SOUND_S, SOUND_RATE);
  const noisy = withNoise(
    render('flute', randomTones(SOUND_S, 1, 20, random), SOUND_S, SOUND_RATE),
    'pink',
    10,
    random,
  );
  const chords = render('reed', randomTones(SOUND_S, 3, 0, random), SOUND_S, SOUND_RATE);
  madeSounds = [sung, plucked, noisy, chords].map((pcm) => ({ pcm, sampleRate: SOUND_RATE }));
  return madeSounds;
}

/** A minute of singing, for the time at its end. */
const minuteOfSinging = (): Float32Array =>
  render('sung', randomTones(60, 1, 50, seededRandom('minute')), 60, SAMPLE_RATE);

export interface FinishTime {
  /** From the last sample of a minute to its analysis, ms: the median and the longest of the rounds. */
  median: number;
  longest: number;
  /** A push and a read of the live state, ms: 95th percentile and maximum, without the first round, which warms up. */
  pushP95: number;
  pushLongest: number;
}

const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

/** Pushes a minute in blocks, and reads the live state after each. */
export function finishTime(): FinishTime {
  const sound = minuteOfSinging();
  const finishes: number[] = [];
  const pushes: number[] = [];
  for (let round = 0; round <= ROUND_COUNT; round++) {
    const analyzer = createAnalyzer(SAMPLE_RATE);
    for (let at = 0; at < sound.length; at += BLOCK_SAMPLES) {
      const begin = performance.now();
      analyzer.push(sound.subarray(at, at + BLOCK_SAMPLES));
      analyzer.live();
      if (round > 0) pushes.push(performance.now() - begin);
    }
    const begin = performance.now();
    analyzer.finish();
    if (round > 0) finishes.push(performance.now() - begin);
  }
  const longest = Math.max(...finishes);
  pushes.sort((a, b) => a - b);
  return {
    median: medianOf(finishes),
    longest,
    pushP95: pushes[Math.floor(0.95 * pushes.length)]!,
    pushLongest: pushes.at(-1)!,
  };
}

export interface MemoryGrowth {
  /** Minutes streamed, and notes found in them. */
  minutes: number;
  notes: number;
  /**
   * Heap and the memory to which it refers outside (array buffers, WebAssembly) after each minute, MB,
   * garbage-collected.
   */
  megabytes: number[];
  /** From the first minute's end to the last's, MB. */
  grown: number;
}

/**
 * Streams the same minute repeatedly through one analyzer, and reads the memory after each. `collect` runs the garbage
 * collector.
 */
export function memoryGrowth(
  minutes: number,
  usage: () => { heapUsed: number; external: number },
  collect: (() => unknown) | undefined,
): MemoryGrowth {
  const sound = minuteOfSinging();
  const analyzer = createAnalyzer(SAMPLE_RATE);
  const megabytes: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    for (let at = 0; at < sound.length; at += BLOCK_SAMPLES) {
      analyzer.push(sound.subarray(at, at + BLOCK_SAMPLES));
      analyzer.live();
    }
    collect?.();
    const { heapUsed, external } = usage();
    megabytes.push((heapUsed + external) / 2 ** 20);
  }
  const { notes } = analyzer.finish();
  return { minutes, notes: notes.length, megabytes, grown: megabytes.at(-1)! - megabytes[0]! };
}
