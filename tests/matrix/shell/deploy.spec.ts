import type { Page } from '@playwright/test';
import { recordButton } from '../../e2e/support/createFlow.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { keptOnDevice, pressLink } from '../../e2e/support/steps/waits.ts';
import { makeNext, MARK } from '../../e2e/support/hosts/nextBuild.ts';
import { staticHost, type StaticHost } from '../../e2e/support/hosts/staticHost.ts';

const NEXT = 'test-results/next-build-matrix';

// One next version for all of them.
test.describe.configure({ mode: 'default' });

let host: StaticHost;

test.beforeAll(() => makeNext(NEXT));

test.beforeEach(async () => {
  host = await staticHost('dist');
});

test.afterEach(() => host.close());

const next = (page: Page) => page.getByRole('heading', { name: new RegExp(MARK) });

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('where nothing answers the page opens all the same, with the key that was given out last', async ({ page }) => {
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
  });
});

test.describe('without a service worker', () => {
  // The old build's files are gone, as the browser says itself.
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('what is gone from the host opens in the new version', async ({ page }) => {
    await page.goto(`${host.url}/store`);
    await expect(page.getByRole('tab').first()).toBeVisible();
    host.deploy(NEXT);
    await page.getByRole('button', { name: 'Order NAMIBIAN BREEZE' }).click();
    await expect(page.getByRole('alert')).toContainText('There is a new version of Accord.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await pressLink(page, 'About');
    await expect(next(page)).toBeVisible();
  });

  test('what a first tap asks for without a connection comes when it is back', async ({ page, context }) => {
    await page.goto(host.url);
    await expect(recordButton(page)).toBeVisible();
    // What the browser fetches ahead is here; all that a tap asks for is not.
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
  });
});
