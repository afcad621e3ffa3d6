import type { Page } from '@playwright/test';
import { createButton, recordButton, recordedFor, stopButton } from '../support/createFlow.ts';
import { saveData } from '../support/firstPicture.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { keptOnDevice, pressLink } from '../support/steps/waits.ts';
import { makeNext, NEXT_BUILD_WORDS } from '../support/hosts/nextBuild.ts';
import { staticHost, type StaticHost } from '../support/hosts/staticHost.ts';

const NEXT_BUILD_FOLDER = 'test-results/next-build-matrix';

// One next version for all of them.
test.describe.configure({ mode: 'default' });

let host: StaticHost;

test.beforeAll(() => makeNext(NEXT_BUILD_FOLDER));

test.beforeEach(async () => {
  host = await staticHost('dist');
});

test.afterEach(() => host.close());

const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true });
const next = (page: Page) => page.getByRole('heading', { name: new RegExp(NEXT_BUILD_WORDS) });

/** True while this page has not been loaded again; below, the number of builds on the device. */
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'kept' in window);
const builds = (page: Page): Promise<number> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('accord-build-')).length);

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a new version is offered in every tab, and an old tab still works without the old files',
    { tag: '@slow' },
    async ({ page, context }) => {
      const open = async (tab: Page) => {
        await tab.goto(host.url);
        await keptOnDevice(tab);
        await tab.evaluate(() => Object.assign(window, { kept: true }));
      };
      const old = await context.newPage();
      await open(old);
      await open(page);
      await recordButton(page).click();
      await expect(stopButton(page)).toBeVisible();

      host.deploy(NEXT_BUILD_FOLDER);
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      // Files of the new version for a first recording load first, while the page records.
      await expect(update(old)).toBeVisible();
      // A recording goes on here, and is not disturbed.
      expect(await update(page).count()).toBe(0);
      // On a fast machine the new version is there within the first second, and a shorter recording is refused.
      await recordedFor(page, 2);
      await stopButton(page).click();
      await expect(createButton(page)).toBeVisible();
      await expect(update(page)).toBeVisible();
      await expectAccessible(page);
      expect(await isMarked(page)).toBe(true);

      await test.step('the old tab opens screens that the host no longer has', async () => {
        await pressLink(old, 'About');
        await expect(old.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(next(old)).toHaveCount(0);
        expect(await isMarked(old)).toBe(true);
      });
      await test.step('Update begins the new version in this tab alone', async () => {
        await update(page).click();
        await expect.poll(() => isMarked(page)).toBe(false);
        await pressLink(page, 'About');
        await expect(next(page)).toBeVisible();
        await expect(update(page)).toHaveCount(0);
        expect(await isMarked(old)).toBe(true);
        expect(await builds(page)).toBe(2);
      });
      await test.step('the old build is deleted with its last tab, and the new one opens without a connection', async () => {
        await old.close();
        // The browser lists a closed tab for a moment: its build then goes with the next opening.
        await expect(async () => {
          await page.reload();
          await expect.poll(() => builds(page), { timeout: 2000 }).toBe(1);
        }).toPass();
        await keptOnDevice(page);
        await host.close();
        await page.reload();
        await expect(next(page)).toBeVisible();
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      });
    },
  );

  test(
    'the page opens although nothing answers, with the newest key that it got',
    { tag: '@slow' },
    async ({ page }) => {
      const key = () => page.locator('meta[name="accord-backend"]').getAttribute('content');
      await page.goto(`${host.url}/about`);
      await keptOnDevice(page);
      host.deploy('dist', 'second');
      await page.reload();
      expect(await key()).toContain('second');
      host.stall();
      await page.goto(`${host.url}/contact`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await key()).toContain('second');
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    },
  );
});

test.describe('without a service worker', () => {
  // The old build's files are gone, as the browser reports itself.
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('a file that is gone from the host leads to the new version', { tag: '@slow' }, async ({ page }) => {
    await page.goto(`${host.url}/store`);
    await expect(page.getByRole('tab').first()).toBeVisible();
    host.deploy(NEXT_BUILD_FOLDER);
    await page.getByRole('button', { name: 'Order NAMIBIAN BREEZE' }).click();
    await expect(page.getByRole('alert')).toContainText('There is a new version of Accord.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await pressLink(page, 'About');
    await expect(next(page)).toBeVisible();
  });

  test(
    'files requested by a first tap without a connection load when it is back',
    { tag: '@slow' },
    async ({ page, context }) => {
      await saveData(page);
      await page.goto(host.url);
      await expect(recordButton(page)).toBeVisible();
      // Files fetched ahead are here; files that only a tap needs are not.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await recordButton(page).click();
      await expect(page.getByText('The recorder is not on this device yet.')).toBeVisible();
      await page.getByRole('link', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toContainText('This part is not on your device yet.');
      await expect(page.getByText('Application Error')).toHaveCount(0);
      await expect(page.getByText('Offline', { exact: true })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible();
      await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
    },
  );
});
