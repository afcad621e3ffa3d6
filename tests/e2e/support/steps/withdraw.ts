import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixture.ts';
import { closeShareSheet, idOf, openShareSheet, rowsOf } from '../shareFlow.ts';

/** Public parts of a share: its page, its picture, and the file of its sound. */
export interface Public {
  link: string;
  picture: string;
  audio: string;
}

export async function publicOf(request: APIRequestContext, link: string): Promise<Public> {
  const html = await (await request.get(link)).text();
  const of = (key: string): string => new RegExp(`<meta property="${key}" content="([^"]*)">`).exec(html)![1]!;
  const found = { link, picture: of('og:image'), audio: of('og:audio') };
  for (const address of Object.values(found)) expect((await request.get(address)).status(), address).toBe(200);
  return found;
}

export async function expectGone(request: APIRequestContext, found: Public): Promise<void> {
  expect([404, 410]).toContain((await request.get(found.link)).status());
  // Storage answers 400 for an object that is not there, and has 404 inside.
  for (const address of [found.picture, found.audio])
    expect([404, 410], address).toContain((await request.get(address)).status());
  expect(await rowsOf(request, 'fragrance_shares', `share_id=eq.${idOf(found.link)}&select=share_id`)).toEqual([]);
}

/** On the results: opens the sheet with the link, takes it back there, and closes the sheet. */
export async function takeBackInSheet(page: Page): Promise<void> {
  await openShareSheet(page);
  await takeBack(page);
  await closeShareSheet(page);
}

/** Presses Take back and confirms. */
export async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Take back (the|this) share/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Take .*share.* back\?$/ });
  await expect(
    dialog.getByText('Its page, its picture and the public file of its recording are removed at once'),
  ).toBeVisible();
  await expect(dialog.getByText('Your fragrance stays, with its own recording on this device.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('Your share was taken back.')).toBeVisible();
}
