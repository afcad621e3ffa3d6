/** How often tests fail when suites run again and again: what `npm run test:steady` is asked for, and what it says at its end. */
import { suitesOf, type Suite } from './suites.ts';

/** The limit of a wait beside busy processes, ms. */
export const LOADED_PATIENCE_MS = 120_000;

export interface SteadyPlan {
  runs: number;
  /** Busy processes beside the suites. */
  load: number;
  suites: readonly Suite[];
}

/** A run of the suites. */
export interface SteadyRun {
  /** The tests that failed, by suite and name; null when the run has left no report. */
  failed: readonly string[] | null;
  seconds: number;
  /** The last line of the run's output. */
  lastLine: string;
}

const isCount = (word: string | undefined): word is string => word !== undefined && /^[1-9]\d{0,3}$/.test(word);

/**
 * Reads `N [--load K] [suites]`; suites in real time are left out beside busy processes.
 * @throws an Error whose message says what is wrong
 */
export function steadyPlan(words: readonly string[]): SteadyPlan {
  const rest = [...words];
  let load = 0;
  const at = rest.indexOf('--load');
  if (at >= 0) {
    const [, count] = rest.splice(at, 2);
    if (!isCount(count)) throw new Error('--load takes a number of busy processes, such as --load 6.');
    load = Number(count);
  }
  const [runs, ...named] = rest;
  if (!isCount(runs)) throw new Error('Say how often: npm run test:steady -- N [--load K] [suites]');
  const asked = suitesOf(named);
  const suites = load > 0 ? asked.filter((suite) => suite !== 'realtime') : asked;
  if (suites.length === 0) throw new Error('The suite realtime runs with nothing beside it.');
  return { runs: Number(runs), load, suites };
}

/** How often each test failed, those that failed most first; null stands for a run that came to no end. */
function failures(runs: readonly SteadyRun[]): [test: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { failed } of runs)
    for (const test of failed ?? ['the run itself: it has left no report'])
      counts.set(test, (counts.get(test) ?? 0) + 1);
  return [...counts].sort(([one, count], [other, more]) => more - count || one.localeCompare(other));
}

const isGreen = ({ failed }: SteadyRun): boolean => failed?.length === 0;

/** What is printed at the end: a line a run, a line a test that failed, and how many runs were green. */
export function steadyReport(runs: readonly SteadyRun[]): string {
  const green = runs.filter(isGreen).length;
  return [
    ...runs.map(({ seconds, lastLine }, i) => `run ${i + 1}: ${seconds.toFixed(0)} s, ${lastLine}`),
    ...failures(runs).map(([test, count]) => `failed ${count} of ${runs.length}: ${test}`),
    `${green} of ${runs.length} runs are green`,
  ].join('\n');
}

/** Whether no run had a failure. */
export const isSteady = (runs: readonly SteadyRun[]): boolean => runs.every(isGreen);
