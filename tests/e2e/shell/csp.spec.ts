import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { accountButton, FRAGRANCE, logIn, newMember, openResults } from '../support/members.ts';

/** Every route, with what only shows when it is opened. */
const ROUTES = [
  '/',
  '/create',
  '/processing',
  '/results',
  '/about',
  '/contact',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/store',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/playlist/Walked',
  '/share/AAAAAAAA',
  '/login',
  '/Login',
  '/register',
  '/sign-up-success',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/no-such-page',
  '/mailbox',
] as const;

/** What the policy stopped, on any page and document of this test. */
async function violationsOf(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('tellViolation', (words: string) => seen.push(words));
  await page.addInitScript(() => {
    const tell = (window as unknown as { tellViolation: (words: string) => void }).tellViolation;
    document.addEventListener('securitypolicyviolation', (event) =>
      tell(
        `${location.pathname}: ${event.effectiveDirective} stopped ${event.blockedURI} (${event.sourceFile}:${event.lineNumber}) ${event.sample}`,
      ),
    );
  });
  return seen;
}

// A share that does not exist is asked for on purpose, and the browser logs that refusal.
test.use({ expectedConsole: [/Failed to load resource: the server responded with a status of 404/] });
test.describe.configure({ mode: 'parallel' });

test('no route meets the content security policy', async ({ page }) => {
  test.setTimeout(120_000);
  const violations = await violationsOf(page);
  await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
  for (const route of ROUTES) {
    await test.step(route, async () => {
      const answer = await page.goto(route);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const policy = answer?.headers()['content-security-policy'] ?? '';
      expect(policy, route).toContain("frame-ancestors 'none'");
      expect(policy, route).not.toMatch(/unsafe-inline|'unsafe-eval'/);
      expect(answer?.headers()['permissions-policy']).toContain('microphone=(self), camera=(self), midi=(self)');
    });
  }
  expect(violations).toEqual([]);
});

test('menus, dialogs, notices and sound do not meet it either', async ({ page, request }) => {
  const violations = await violationsOf(page);
  const member = await newMember(request);

  await openResults(page);
  const [download] = await Promise.all([page.waitForEvent('download'), chooseMore(page, /Download picture/)]);
  expect(download.suggestedFilename()).not.toBe('');
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible();
  // Radix locks the page with rules of its own while a dialog is open.
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');

  await page.goto('/store/preorder/namibian-breeze');
  await page.getByRole('button', { name: 'PLAY SOUND' }).click();
  await page.getByRole('button', { name: 'PRE ORDER' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preorder NAMIBIAN BREEZE' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.keyboard.press('Escape');

  await page.goto('/beat-maker');
  await page.getByRole('button', { name: 'Select notes' }).click();
  await page.getByRole('dialog', { name: 'Select notes' }).getByRole('tab', { name: 'By Category' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^C4, .*, step 1$/ }).click();
  // The transport's clock ticks in a worker made from a blob.
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await page.goto('/contact');
  await page.getByRole('textbox', { name: /name/i }).fill('Ada');
  await page.getByRole('textbox', { name: /email/i }).fill(member.email);
  await page.getByRole('textbox', { name: /message/i }).fill('How does the rose come in?');
  await page.getByRole('button', { name: /send/i }).click();
  const notice = page.locator('[data-sonner-toast]').first();
  await expect(notice).toBeVisible();
  // Sonner's own rules are in force: without them a notice would stand in the page like a paragraph.
  expect(await notice.evaluate((toast) => getComputedStyle(toast).position)).toBe('absolute');

  await logIn(page, member);
  await accountButton(page).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  for (const route of ['/profile', '/profile?tab=soundcode', '/profile?tab=fragrances', '/profile/simple']) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test.describe('the policy', () => {
  test.use({ expectedConsole: [/Content Security Policy/] });

  test('stops text from becoming code or rules', async ({ page }) => {
    const violations = await violationsOf(page);
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.head.append(script);
      const style = document.createElement('style');
      style.textContent = 'h1 { display: none }';
      document.head.append(style);
      return {
        injected: 'injected' in window,
        hidden: getComputedStyle(document.querySelector('h1')!).display === 'none',
      };
    });
    expect(ran).toEqual({ injected: false, hidden: false });
    await expect.poll(() => violations.length).toBe(2);
  });
});
