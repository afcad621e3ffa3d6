import { expect, test } from '../support/fixture.ts';
import { expectStrictHeaders, violationsOf } from '../support/policy.ts';
import { chooseMore } from '../support/results.ts';
import { accountButton, logIn, newMember, openResults } from '../support/members.ts';

test.describe.configure({ mode: 'parallel' });

test('menus, dialogs, notices and sound keep to the content security policy', async ({ page, request }) => {
  const violations = await violationsOf(page);
  const member = await newMember(request);

  await openResults(page);
  const [download] = await Promise.all([page.waitForEvent('download'), chooseMore(page, /Download picture/)]);
  expect(download.suggestedFilename()).not.toBe('');
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();
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

  await page.goto('/secret-keyboard');
  // The reverb of a family's tone is a worklet, which Tone would bring as text.
  const worklets = await page.evaluateHandle(() => {
    const { addModule } = AudioWorklet.prototype;
    const names: string[] = [];
    AudioWorklet.prototype.addModule = async function (url) {
      await addModule.call(this, url);
      names.push(String(url));
    };
    return names;
  });
  await page.getByRole('button', { name: 'Ether', exact: true }).click();
  await page.keyboard.press('KeyA');
  await expect.poll(() => worklets.evaluate((names) => names.filter((name) => /resonators/.test(name)).length)).toBe(1);

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
  expectStrictHeaders(await page.goto('/mailbox'));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
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
