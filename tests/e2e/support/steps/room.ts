import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible } from '../fixture.ts';
import { newMember, signIn } from '../members.ts';

/** The way into a room, as its maker and its visitors go it. */

export async function makeRoom(page: Page, name: string): Promise<string> {
  await signIn(page, await newMember(page.request));
  await page.goto('/room');
  await expectAccessible(page);
  await page.getByLabel('Name of the room').fill(name);
  await page.getByRole('button', { name: 'Make a room' }).click();
  await expect(page).toHaveURL(/\/room\/[\w-]{22}\/wall$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname.replace(/\/wall$/, '');
}

/** Another device: a context of its own. */
export async function visitor(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', permissions: ['microphone'] });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

export async function sing(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Sing five seconds' }).click();
  const put = page.getByRole('button', { name: 'Put it on the wall' });
  await expect(put).toBeVisible();
  const name = await page.getByRole('heading', { level: 2 }).textContent();
  return name ?? '';
}

export const faces = (page: Page) => page.getByRole('list', { name: 'Faces on the wall' }).getByRole('listitem');
