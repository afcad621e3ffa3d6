import { expect } from 'vitest';
import { text } from '../support/mount.tsx';

/** Waits until a reader of the page sees these words. */
export async function seen(words: string | RegExp): Promise<void> {
  await expect.poll(text).toMatch(words);
}

/** Waits until what is expected holds. */
export async function until(what: () => void): Promise<void> {
  await expect
    .poll(() => {
      what();
      return true;
    })
    .toBe(true);
}
