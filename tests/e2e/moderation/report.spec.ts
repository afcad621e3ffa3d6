import type { APIRequestContext, Page } from '@playwright/test';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { DESKTOP, PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { logIn } from '../support/members.ts';
import { serverKeys } from '../support/keys.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

// One server for both: within it the reports of one machine are one voice, so those of others are given to its backend.
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

/** Reports by other devices, each from a network of its own. */
async function reportedBy(count: number, name: string, thing: object): Promise<void> {
  for (let i = 0; i < count; i++) {
    const answer = await server.backend!.fetch(
      new Request(`http://localhost/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: serverKeys().publishable,
          'Content-Type': 'application/json',
          'x-real-ip': `198.51.${100 + i}.1`,
        },
        body: JSON.stringify({ ...thing, reason: 'insult', owner_secret: crypto.randomUUID().replaceAll('-', '') }),
      }),
    );
    expect(answer.status, await answer.text()).toBe(200);
  }
}

async function report(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Report ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Report / });
  await dialog.getByLabel('What is wrong with it?').selectOption('It insults or threatens somebody');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('You reported this. Thank you.')).toBeFocused();
}

test('three reports hide a fragrance, and an owner gives it back', async ({ page, browser, playwright }) => {
  const request = await client(playwright);
  const name = `Reported ${Date.now().toString(36)}`;
  const maker = await publisher(request);
  const [id] = await save(request, maker, [{ name }]);
  const path = `${server.url}/playlist/${encodeURIComponent(name)}?id=${id}`;
  const heading = page.getByRole('heading', { level: 1, name });
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await expect(heading).toBeVisible();
  await report(page, name);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('You reported this. Thank you.')).toBeVisible();

  await reportedBy(2, 'report_fragrance', { id });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  await page.goto(`${server.url}/store?tab=playlist`);
  await page.getByRole('searchbox', { name: 'Search by name or note' }).fill(name);
  await expect(page.getByText('No fragrances found')).toBeVisible();

  // Its maker reads why, and answers.
  const home = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const own = await home.newPage();
  await logIn(own, maker);
  await own.goto('/profile?tab=fragrances');
  await expect(own.getByText(`${name} is hidden`)).toBeVisible();
  await expect(own.getByText('Several people have reported this.')).toBeVisible();
  await own.getByRole('button', { name: `Answer about ${name}` }).click();
  await own.getByLabel(`Your answer about ${name}`).fill('It is about a tree.');
  await expectAccessible(own);
  await own.getByRole('button', { name: 'Send answer' }).click();
  await expect(own.getByText('It is about a tree.')).toBeVisible();
  await home.close();

  const restored = await request.post('/rest/v1/rpc/desk_restore', {
    headers: { apikey: serverKeys().secret },
    data: { subject: 'fragrance', ids: [id] },
  });
  expect(await restored.json()).toMatchObject({ changed: 1 });
  await page.goto(path);
  await expect(heading).toBeVisible();
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
    await reportedBy(2, 'report_share', { share_id: link.split('/').at(-1) });
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
    // The device that made it reads why.
    await page.reload();
    await expect(page.getByText('Squall over Pine is hidden, with its link')).toBeVisible();
    await expectAccessible(page);
    for (const context of [maker, other]) await context.close();
  });
});
