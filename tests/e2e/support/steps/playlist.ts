import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { publisher, save } from '../hosts/publicSide.ts';
import { serverKeys } from '../keys.ts';

export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

export const names = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents();

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or note' });

const MANY_NAME = 'One of many';

export const unique = (word: string) => `${word} ${Date.now().toString(36)}`;

/**
 * Enough fragrances for the playlist to have its search; those of other tests do not count, as they may be taken back.
 */
export async function fillPlaylist({ request }: Pick<Page, 'request'>): Promise<void> {
  const answer = await request.post('/rest/v1/rpc/public_fragrances', {
    headers: { apikey: serverKeys().publishable },
    data: { search: MANY_NAME, page_size: 20 },
  });
  const missing = 20 - ((await answer.json()) as unknown[]).length;
  if (missing <= 0) return;
  const owner = await publisher(request);
  await save(
    request,
    owner,
    Array.from({ length: missing }, (_, n) => ({ name: `${MANY_NAME} ${n}` })),
  );
}

export async function open(page: Page): Promise<void> {
  await fillPlaylist(page);
  await page.goto('/store?tab=playlist');
  await expect(search(page)).toBeVisible();
}
