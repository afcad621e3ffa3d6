import { expect, test } from '../support/fixture.ts';
import { FRAGRANCE } from '../support/members.ts';
import { expectStrictHeaders, violationsOf } from '../support/policy.ts';
import { rulesHost } from '../support/hosts/rulesHost.ts';

/** A build on a host that serves only its files. */

let host: Awaited<ReturnType<typeof rulesHost>>;
test.beforeAll(async () => {
  host = await rulesHost('dist');
});
test.afterAll(() => host.close());

// This host has no backend: it refuses the app's requests to one, and the browser logs that.
test.use({ serviceWorkers: 'allow', expectedConsole: [/Failed to load resource/, /accord-backend|backend/i] });

const ROUTES = ['/', '/create', '/results', '/beat-maker', '/secret-keyboard', '/store', '/share/AAAAAAAA', '/about'];

test(
  'every route opens by its address, isolated, under the policy, and again without the host',
  { tag: '@slow' },
  async ({ page, context }) => {
    const violations = await violationsOf(page);
    await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
    for (const route of ROUTES) {
      const answer = await page.goto(`${host.url}${route}`);
      expect(answer?.status(), route).toBe(200);
      if (answer?.fromServiceWorker() === false) expectStrictHeaders(answer);
      await expect(page.getByRole('heading', { level: 1 }).first(), route).toBeVisible();
      expect(await page.evaluate(() => crossOriginIsolated), `${route} may share memory`).toBe(true);
    }
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto(`${host.url}/beat-maker`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(violations).toEqual([]);
  },
);

test(
  'files are cached for as long as their names allow, and a file of an older build is not answered by the page',
  { tag: '@slow' },
  async ({ request }) => {
    const page = await (await request.get(`${host.url}/`)).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(page)![0];
    expect((await request.get(`${host.url}${script}`)).headers()['cache-control']).toMatch(
      /max-age=31536000, immutable/,
    );
    expect((await request.get(`${host.url}/sw.js`)).headers()['cache-control']).toBe('no-cache');
    expect((await request.get(`${host.url}/assets/index-00000000.js`)).status()).toBe(404);
  },
);
