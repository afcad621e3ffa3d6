import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** The way from a sound to its fragrance, as a visitor goes it. */

/** The notes of the essence, in the order in which the results page shows them. */
export async function shownEssence(page: Page): Promise<string[]> {
  const chips = page
    .locator('section', { has: page.getByRole('heading', { name: /MUSIC ESSENCE/ }) })
    .locator('[data-note]');
  await expect(chips.first()).toBeVisible();
  return chips.evaluateAll((items) => items.map((item) => item.getAttribute('data-note') ?? ''));
}

/** Notes in an order that does not matter, for comparing sets. */
export const sortNotes = (notes: readonly string[]): string[] => [...notes].sort();

export const recordButton = (page: Page): Locator => page.getByRole('button', { name: 'Record', exact: true });
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: /stop recording/i });
export const createButton = (page: Page): Locator => page.getByRole('button', { name: 'Create Fragrance' });

/** Waits until so many whole seconds are recorded, by the recorder's own clock; rare reads may find more of them. */
export async function recordedFor(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => Number(/0:(\d\d)/.exec((await stopButton(page).textContent()) ?? '')?.[1] ?? -1))
    .toBeGreaterThanOrEqual(seconds);
}

/** Records through the real button for so many whole seconds. */
export async function record(page: Page, seconds: number): Promise<void> {
  await page.goto('/');
  await recordButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  await recordedFor(page, seconds);
  await stopButton(page).click();
  await expect(createButton(page)).toBeVisible();
}

/** Presses Create, and Skip as soon as it is there; on a slow machine the screen with Skip may be over before. */
export async function createAndSkip(page: Page): Promise<void> {
  await createButton(page).click();
  await skip(page);
}

/** From the processing screen to the results, with the Skip link as soon as it is there. */
export async function skip(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/(processing|results)$/);
  await Promise.race([page.getByText('Skip', { exact: true }).click(), page.waitForURL(/\/results$/)]).catch(
    () => undefined,
  );
}

/** From the recorded state to the results, with the Skip link as soon as it is there. */
export async function createFragrance(page: Page): Promise<void> {
  await createAndSkip(page);
  await expect(page).toHaveURL(/\/results$/);
}

/** Drops a file on the page, as a drag from the desktop does. */
export async function drop(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    async ([name, type, base64]) => {
      const data = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], name, { type }));
      return transfer;
    },
    [name, type, bytes.toString('base64')] as const,
  );
  // A visitor drops on a screen that is there.
  await expect(recordButton(page)).toBeVisible();
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.locator('main').first().dispatchEvent(event, { dataTransfer: transfer });
}

/** The recording as the browser keeps it: database AudioDB, store audio, under the id that it got when it began. */
export async function keptRecording(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('AudioDB does not answer.')));
      });
    const database = await resultOf(indexedDB.open('AudioDB'));
    const kept = await resultOf(
      database.transaction('audio').objectStore('audio').getAll(IDBKeyRange.bound('recording:', 'recording:~')),
    );
    database.close();
    const blobs = kept.filter((one): one is Blob => one instanceof Blob);
    if (blobs.length !== 1) throw new Error(`${blobs.length} recordings are kept.`);
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1]!));
      reader.readAsDataURL(blobs[0]!);
    });
  });
  return Buffer.from(base64, 'base64');
}

/** The value under a local key, parsed. */
export function readLocal<T>(page: Page, key: string): Promise<T | null> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as T | null, key);
}
