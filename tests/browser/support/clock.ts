import { vi } from 'vitest';
import { until, withTimeout } from '#tests/withTimeout.ts';

/** The clock in browser tests: orders a test's reads where no event reports an end. Nothing here waits for a time. */

/** Settles after all that was put off until now with a timer of 0 ms, in the order in which it was put off. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Settles with the next picture of the page, which has to be rendered. */
export const nextFrame = (): Promise<number> =>
  withTimeout(
    'the next picture of the page',
    new Promise((resolve) => requestAnimationFrame(resolve)),
    () => `a page that is ${document.visibilityState}`,
  );

/** Settles when a context has rendered up to `time`, s on its own clock: however long its device takes for that. */
export async function renderedUntil(context: BaseAudioContext, time: number): Promise<void> {
  await until(
    `sound rendered up to ${time} s`,
    () => context.currentTime,
    (rendered) => rendered >= time,
  );
}

/** The time of a test's data that is of today, ms since 1970. */
export const today = (): number => Date.now();

/** The moment at which a test's event happens, ms on the performance clock, as browsers stamp events. */
export const now = (): number => performance.now();

/** @returns a function that puts the page's clock ahead by so many ms, as for a page that was blocked */
export function clockAhead(): (ms: number) => void {
  let ahead = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead);
  return (ms) => {
    ahead += ms;
  };
}
