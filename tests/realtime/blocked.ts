import { limitOf } from '#tests/withTimeout.ts';

/** Keeps the main thread busy for so many ms, as a slow page does. */
export function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Lets timers and messages have their turn. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/**
 * Keeps the main thread busy for 80 ms at a time while `goesOn` is true.
 * @returns the longest time without a turn, s: more than 0.08 where the machine had something else to do
 */
export async function blockAgainAndAgain(goesOn: () => boolean): Promise<number> {
  let longest = 0;
  let before = performance.now();
  const inTime = limitOf('the end of what goes on beside a busy page');
  while (goesOn()) {
    inTime(`${longest} ms without a turn`);
    block(80);
    await breath();
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest / 1000;
}

/**
 * Repeats `round` until the stall that it returns, s, is shorter than `most`. A stall longer than the sound that is
 * planned ahead makes a round useless.
 */
export async function untilUndisturbed(most: number, round: () => Promise<number>): Promise<void> {
  const inTime = limitOf(`a round in which the machine is at hand every ${most} s`);
  for (let stood = await round(); stood >= most; stood = await round()) inTime(`it stood still for ${stood} s`);
}
