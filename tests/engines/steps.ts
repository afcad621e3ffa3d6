import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { button, heading, type Driver } from './driver.ts';
import { expect } from './fixtures.ts';
import { isBroken, peakOf } from './soundCard.ts';

/** Steps of the flow. */

/**
 * The part of a key's note, which fades for a second, that is measured, s after its onset: past the attack, and loud.
 */
export const MEASURED_S = [0.05, 0.35] as const;
/** A key's note begins louder than this. */
export const QUIET_LEVEL = 0.25;

/** The essence on the results page, which is shown part by part. */
export async function shownEssence(driver: Driver): Promise<string[]> {
  let essence: string[] = [];
  const isShown = async (): Promise<boolean> => {
    essence = await driver.evaluate(() => {
      const section = [...document.querySelectorAll('section')].find((one) =>
        one.querySelector('h2, h3')?.textContent?.includes('MUSIC ESSENCE'),
      );
      return [...(section?.querySelectorAll('[data-note]') ?? [])].map((chip) => chip.getAttribute('data-note') ?? '');
    });
    return essence.length > 0;
  };
  await expect.poll(isShown).toBe(true);
  return essence;
}

export const nameOf = (driver: Driver): Promise<string> =>
  driver.evaluate(() => (JSON.parse(localStorage.getItem('fragranceProfile') ?? '{}') as { name?: string }).name ?? '');

/** Opens a path, and waits until the app has replaced the page's first picture, which ignores presses. */
export async function open(driver: Driver, path: string): Promise<void> {
  await driver.open(path);
  await expect
    .poll(() =>
      driver.evaluate(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
      ),
    )
    .toBe(true);
}

/** Waits until the app is on the device: the first visit stores much for the next. */
export async function waitForInstall(driver: Driver): Promise<void> {
  await expect
    .poll(() =>
      driver.evaluate(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
    )
    .toBe(true);
}

/** Waits for the results of a recorded or dropped sound. */
export async function toTheResults(driver: Driver): Promise<void> {
  await driver.click(button('Create Fragrance'));
  // Offered as soon as the analysis is done; the page may go on by itself just then.
  const skip = (): void =>
    [...document.querySelectorAll<HTMLElement>('a, button')].find((one) => one.textContent === 'Skip')?.click();
  await expect
    .poll(async () => {
      const path = await driver.path();
      if (path === '/processing') await driver.evaluate(skip);
      return path;
    })
    .toBe('/results');
  await driver.see(heading('Your Sound, Your Scent'));
}

/** The sound of a key from its beginning; nothing when it stays silent. */
export async function press(driver: Driver, key: string): Promise<Float32Array> {
  driver.card.clearOutput();
  await driver.down(key);
  await driver.see({ css: '[data-down]' });
  await driver.up(key);
  const sound = await driver.card.firstSound(MEASURED_S[1]);
  await driver.card.silence();
  return sound;
}

/**
 * A key's note as the app makes it. A machine that has too much to do leaves holes in a sound, in any browser, or loses
 * its first moment, which is the loudest: such a note is pressed again for a while.
 */
export async function wholeNote(driver: Driver, key: string): Promise<Float32Array> {
  for (const until = performance.now() + WAIT_TIMEOUT_MS; ;) {
    const sound = await press(driver, key);
    if ((!isBroken(sound) && peakOf(sound) > QUIET_LEVEL) || performance.now() > until) return sound;
  }
}
