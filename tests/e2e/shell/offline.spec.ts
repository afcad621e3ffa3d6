import type { Page, BrowserContext } from '@playwright/test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isHostFile } from '#pwa/hosts/hostFiles.ts';
import {
  createButton,
  createFragrance,
  recordButton,
  recordedFor,
  shownEssence,
  stopButton,
} from '../support/createFlow.ts';
import { saveData } from '../support/firstPicture.ts';
import { expect, test, expectAccessible } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { waitForPath, pressLink, visit } from '../support/steps/waits.ts';

test.use({ serviceWorkers: 'allow' });

/** The paths of the files that the service worker stores. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test('the build has every file that a screen may request', () => {
  const worker = readFileSync('dist/sw.js', 'utf8');
  const needed = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^dist\//, ''))
    .filter((path) => !/\.map$|^sw\.js$|^screenshots\//.test(path) && !isHostFile(path));
  expect(needed.length).toBeGreaterThan(50);
  expect(
    needed.filter((path) => !worker.includes(`"${path}"`)),
    'files that the service worker does not keep',
  ).toEqual([]);
  for (const kind of [/worker.*\.js/, /worklet.*\.js/, /\.woff2/, /\.css/, /tone-.*\.js/])
    expect(
      needed.some((path) => kind.test(path)),
      String(kind),
    ).toBe(true);
});

test(
  'the first visit fetches the files for a recording, and the rest when the page is idle',
  { tag: '@slow' },
  async ({ page }) => {
    const first = [...readFileSync('dist/sw.js', 'utf8').matchAll(/\{[^{}]*"first":true[^{}]*\}/g)].map(
      ([entry]) => /"url":"([^"]+)"/.exec(entry)![1]!,
    );
    expect(first.some((path) => /recording-/.test(path))).toBe(true);
    // The page itself is one more.
    expect(first.length).toBeLessThan(40);
    expect(first.reduce((sum, path) => sum + statSync(`dist/${path}`).size, 0)).toBeLessThan(1_300_000);
    // The page itself requests the rest.
    await page.goto('/');
    await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/midi\.worker/));
  },
);

test(
  'with Save-Data the files of a screen are stored when it is opened, and nothing else',
  { tag: '@slow' },
  async ({ page }) => {
    await saveData(page);
    await page.goto('/');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await pressLink(page, 'About');
    await waitForPath(page, '/about');
    await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/\/About-/));
    expect(await keptFiles(page)).not.toContainEqual(expect.stringMatching(/midi\.worker|Legal-|members-/));
  },
);

test(
  'after one visit a recording becomes a fragrance without a connection',
  { tag: '@slow' },
  async ({ page, context }) => {
    await visit(page);
    await test.step("nothing of the backend's answers is cached", async () => {
      await page.evaluate(async () => {
        const tag = document.querySelector<HTMLMetaElement>('meta[name="accord-backend"]');
        const { key } = JSON.parse(tag?.content ?? '{}') as { key: string };
        for (const path of ['/auth/v1/settings', '/rest/v1/rpc/get_share?share_id=AAAAAAAA'])
          await (await fetch(path, { headers: { apikey: key } })).text();
      });
      const kept = await keptFiles(page);
      expect(kept.length).toBeGreaterThan(50);
      expect(kept.filter((path) => /\/v1\/|^\/mailbox/.test(path))).toEqual([]);
    });
    await context.setOffline(true);
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();

    await test.step('make a fragrance of a recording', async () => {
      await recordButton(page).click();
      await expect(stopButton(page)).toBeVisible();
      await recordedFor(page, 3);
      await stopButton(page).click();
      await expect(createButton(page)).toBeVisible();
      await createFragrance(page);
      expect((await shownEssence(page)).length).toBeGreaterThan(2);
    });
    await test.step('play and export it', async () => {
      await page.getByRole('button', { name: /Play Recording/ }).click();
      await expect(page.getByRole('button', { name: /Playing|Stop/ }).first()).toBeVisible();
      for (const item of [/Notes as MIDI/, /Download picture/]) {
        const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, item)]);
        expect(readFileSync(await file.path()).length).toBeGreaterThan(100);
      }
    });
    await test.step('the word "Offline" disappears when the connection is back', async () => {
      await page.goto('/about');
      await expect(page.getByText('Offline', { exact: true })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
    });
  },
);

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** The new tab that a press opens. */
async function tabOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()]);
  return tab;
}

test('after one visit every screen opens without a connection', { tag: '@slow' }, async ({ page, context }) => {
  await visit(page);
  await context.setOffline(true);
  await test.step('open those of the header, with its dialog', async () => {
    for (const [name, path] of [
      ['Beats', '/beat-maker'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Create', '/create'],
    ] as const) {
      await pressLink(page, name);
      await waitForPath(page, path);
    }
    await page.getByRole('link', { name: 'Accord, home' }).click();
    await waitForPath(page, '/');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('open the store, with its dialog', async () => {
    await pressLink(page, 'Store');
    await waitForPath(page, '/store');
    await page
      .getByRole('link', { name: /see the bottle/ })
      .first()
      .click();
    await waitForPath(page, /\/store\/preorder\//);
    await page.getByRole('button', { name: 'PRE ORDER' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('open a new tab', async () => {
    const login = await tabOf(context, () =>
      page.getByRole('link', { name: 'Login' }).click({ modifiers: ['ControlOrMeta'] }),
    );
    await waitForPath(login, '/login');
    await login.close();
  });
  await test.step('open those without a link, from the address bar', async () => {
    for (const path of [
      '/results',
      '/Login',
      '/register',
      '/reset-password',
      '/change-password',
      '/sign-up-success',
      '/profile/update-password',
      '/profile',
      '/profile/simple',
      '/share/AAAAAAAA',
      '/store?tab=playlist',
      '/playlist/Walked',
      '/scentwaves',
      '/customize',
      '/secret-keyboard',
      '/processing',
      '/no-such-page',
    ]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await expect(page.getByText('Application Error')).toHaveCount(0);
        expect(await isIsolated(page)).toBe(true);
      });
    }
  });
});

test('without a connection a phone shows a quiet word, accessibly', { tag: '@slow' }, async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/about');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
});
