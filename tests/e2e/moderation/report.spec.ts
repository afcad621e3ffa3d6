import type { APIRequestContext, Page } from '@playwright/test';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { DESKTOP, PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { logIn } from '../support/members.ts';
import { serverKeys } from '../support/keys.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

test.describe.configure({ mode: 'default' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({
    port: 0,
    dataDir: null,
    mode: 'start',
    build: false,
    backend: { keys: serverKeys() },
    env: { RATE_LIMIT_FACTOR: '100' },
  });
});
test.afterAll(() => server?.close());

/** A client of the server of this file. */
const client = (playwright: { request: { newContext(options: object): Promise<APIRequestContext> } }) =>
  playwright.request.newContext({ baseURL: server.url });

/** What the operator writes into the table. */
async function hide(request: APIRequestContext, row: string): Promise<void> {
  const answer = await request.patch(`/rest/v1/${row}`, {
    headers: { apikey: serverKeys().secret },
    data: { hidden: true },
  });
  expect(answer.status()).toBe(204);
}

async function report(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Report ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Report / });
  await dialog.getByLabel('What is wrong with it?').selectOption('It insults or threatens somebody');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('You reported this. Thank you.')).toBeFocused();
}

test('a report of a fragrance hides nothing, and what the operator hides is seen by its maker alone', async ({
  page,
  browser,
  playwright,
}) => {
  const request = await client(playwright);
  const name = `Reported ${Date.now().toString(36)}`;
  const maker = await publisher(request);
  const [id] = await save(request, maker, [{ name }]);
  const path = `${server.url}/playlist/${encodeURIComponent(name)}?id=${id}`;
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await report(page, name);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('You reported this. Thank you.')).toBeVisible();

  await hide(request, `fragrance_profiles?id=eq.${id}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  const home = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const own = await home.newPage();
  await logIn(own, maker);
  await own.goto('/profile?tab=fragrances');
  await expect(own.getByText('Hidden by Accord.')).toBeVisible();
  await expectAccessible(own);
  await home.close();
});

test.describe('a share', () => {
  // The page of a hidden share answers 404 or 410, which the browser logs by itself.
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('is reported by others, not by its maker, and is away while it is hidden', async ({ browser, playwright }) => {
    const request = await client(playwright);
    const [maker, other] = [
      await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' }),
      await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', viewport: DESKTOP }),
    ];
    const page = await maker.newPage();
    await openResults(page, fragrance(await storeMelody(request), { name: 'Squall over Pine' }));
    const link = await share(page);
    await page.goto(link);
    await expect(page.getByText('You shared this.')).toBeVisible();
    await expect(page.getByText('Base notes')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);

    const visitor = await other.newPage();
    await visitor.goto(link);
    await report(visitor, 'Squall over Pine');
    await visitor.reload();
    await expect(visitor.getByText('Base notes')).toBeVisible();
    await hide(request, `fragrance_shares?share_id=eq.${link.split('/').at(-1)}`);
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
    for (const context of [maker, other]) await context.close();
  });
});
