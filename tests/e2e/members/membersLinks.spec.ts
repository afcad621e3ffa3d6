import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { serverKeys } from '../support/keys.ts';
import {
  accountButton,
  choosePassword,
  linkOf,
  newMember,
  openResults,
  signIn,
  unregisteredVisitor,
} from '../support/members.ts';

// Refused tokens and a connection that breaks are part of it; the browser and the auth client log each of them.
// One pattern: of two Playwright would take the second for the options of a fixture.
test.use({
  expectedConsole: [
    /Failed to load resource: the server responded with a status of 4\d\d|net::ERR_CONNECTION_RESET|TypeError: Failed to fetch/,
  ],
});

test('a link of another account leaves a member signed in', { tag: '@slow' }, async ({ page, context, request }) => {
  const ada = await newMember(request);
  await signIn(page, ada);
  const other = await context.newPage();
  await other.goto('/about');
  await expect(accountButton(other)).toBeVisible();
  const stillAda = async () => {
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.goto('/about');
      await accountButton(tab).click();
      await expect(tab.getByRole('menu', { name: 'Account' })).toContainText(ada.email);
    }
  };

  const { link, email } = await linkOf(request);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByText(`you are logged in as ${ada.email}`)).toBeVisible();
  // A reload before the answer is no consent.
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
  await stillAda();

  const eve = await newMember(request, { ...unregisteredVisitor(), name: 'Eve' });
  const reset = await request.post('/auth/v1/recover', {
    headers: { apikey: serverKeys().publishable },
    data: { email: eve.email },
  });
  expect(reset.ok()).toBe(true);
  await page.goto(linkIn(await mailTo(request, eve.email, /new password/i)));
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText(`This link belongs to ${eve.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'No, change nothing' }).click();
  await expect(page.getByText('No password was changed.')).toBeVisible();
  await stillAda();
  expect(email).not.toBe(ada.email);

  // Ada herself may go on with it: the password is Eve's new one, and Ada is still who she was.
  await request.post('/auth/v1/recover', { headers: { apikey: serverKeys().publishable }, data: { email: eve.email } });
  await page.goto(
    linkIn(await mailTo(request, eve.email, /new password/i)).replace('/profile/update-password', '/reset-password'),
  );
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByRole('button', { name: `Set it for ${eve.email}` }).click();
  await expect(
    page.getByText('Password updated successfully! You can now login with your new password.'),
  ).toBeVisible();
  await stillAda();
});

test('a lost confirmation mail is sent again', { tag: '@slow' }, async ({ page, request }) => {
  const { name, email, password } = unregisteredVisitor();
  await page.goto('/register');
  await page.getByLabel('Your Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  const first = await mailTo(request, email, /confirm/i);
  await expect(page).toHaveURL(/\/Login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Email not confirmed');
  // Between two mails there is a pause, which the service may name.
  await page.route(/auth\/v1\/resend/, (route) =>
    route.fulfill({
      status: 429,
      json: {
        code: 429,
        error_code: 'over_email_send_rate_limit',
        msg: 'For security purposes, you can only request this after 2 seconds.',
      },
    }),
  );
  const again = page.getByRole('button', { name: 'Send it again' });
  await again.click();
  await expect(page.getByText('The last mail was sent a moment ago.')).toBeVisible();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAttribute('aria-disabled', 'false');
  await page.unroute(/auth\/v1\/resend/);
  await again.click();
  await expect(page.getByText(`If ${email} is not confirmed yet, the mail is on its way.`)).toBeVisible();
  await expect(page.getByText(/You can ask for another one in \d+ s\./)).toBeVisible();
  await expectAccessible(page);
  const second = await mailTo(request, email, /confirm/i, first.id);

  // The same link: a holder of both mails may take either.
  expect(linkIn(second)).toBe(linkIn(first));

  // A link that is spent or was damaged on its way: this browser has stored whom to send another.
  await page.goto(linkIn(first).replace(/token_hash=\w+/, 'token_hash=spent'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('button', { name: `Send a new link to ${email}` })).toBeVisible();
  await expectAccessible(page);

  await page.goto(linkIn(second));
  await page.route(/auth\/v1\/verify/, (route) => route.abort('connectionreset'), { times: 1 });
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection and try again.');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(accountButton(page)).toBeVisible();
});

const sessionOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key === 'user'));

test(
  'a confirmation link of another person leads to a question about the account, and claims no data',
  { tag: '@slow' },
  async ({ page, request }) => {
    await openResults(page);
    await page.getByRole('button', { name: 'Save to my profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();

    const no = await linkOf(request);
    await page.goto(no.link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText(`This link belongs to ${no.email}`)).toBeVisible();
    await expect(page.getByText('Next you choose your password again')).toBeVisible();
    await expect(accountButton(page)).toHaveCount(0);
    expect(await sessionOf(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'It was not me' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing has changed here' })).toBeVisible();
    await expect(page.getByText('its owner chooses the password again')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/reset-password');
    expect(await sessionOf(page)).toEqual([]);

    const yes = await linkOf(request);
    await page.goto(yes.link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('button', { name: 'Yes, this is my account' }).click();
    await choosePassword(page);
    await expect(accountButton(page)).toBeVisible();
    await page.goto('/profile?tab=fragrances');
    await expect(page.getByRole('heading', { name: 'No fragrances yet' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('saved_fragrance_profiles'))).not.toBeNull();

    // Used once it is over.
    await page.goto(yes.link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
    await page.getByRole('link', { name: 'Choose a new password' }).click();
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  },
);
