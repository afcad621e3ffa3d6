import { expect, test } from '../../e2e/support/fixture.ts';
import { linkIn, mailTo } from '../../e2e/support/mailbox.ts';
import { accountButton, chooseInMenu, logIn, newMember, openResults } from '../../e2e/support/members.ts';

test.use({ expectedConsole: [/Failed to load resource: the server responded with a status of 4\d\d/] });

test('signing out in one tab signs out the other, and signing in signs it in', async ({ page, context, request }) => {
  const member = await newMember(request);
  await logIn(page, member);
  const other = await context.newPage();
  await other.goto('/about');
  await expect(accountButton(other)).toBeVisible();
  await page.bringToFront();
  await chooseInMenu(page, 'Logout');
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible();
  await logIn(page, member);
  await expect(accountButton(other)).toBeVisible();
});

test('what was on the results goes with the member who logs out, in both tabs, and is back at the next log-in', async ({
  page,
  context,
  request,
}) => {
  const ada = await newMember(request);
  await logIn(page, ada);
  await openResults(page);
  const other = await context.newPage();
  await other.goto('/results');
  await expect(other.getByText('Rose at Dawn').first()).toBeVisible();
  await page.bringToFront();
  await chooseInMenu(page, 'Logout');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/create');
    await expect(tab.getByText('Rose at Dawn')).toHaveCount(0);
  }
  await logIn(page, ada);
  await page.goto('/results');
  await expect(page.getByText('Rose at Dawn').first()).toBeVisible();
});

test('/reset-password with a code sets the new password, and refuses one that is spent', async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/reset-password');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('ada@');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  const code = new URL(linkIn(await mailTo(request, member.email, /new password/i))).searchParams.get('token_hash');
  const set = async () => {
    await page.goto(`/reset-password?code=${code}&type=recovery`);
    await page.getByLabel('New password').fill('battery staple');
    await page.getByLabel('Confirm password').fill('battery staple');
    await page.getByRole('button', { name: 'Set new password' }).click();
  };
  await set();
  await expect(
    page.getByText('Password updated successfully! You can now login with your new password.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await set();
  await expect(page.getByRole('alert')).toContainText(
    'Reset link is invalid or has expired. Please request a new password reset.',
  );
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.goto('/reset-password?type=recovery');
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid reset link. Please request a new password reset.');
  await page.goto('/profile/update-password');
  await expect(page.getByRole('alert')).toContainText('Unauthorized: Please use the reset link in your email.');
});

test('a Sound Key sounds note by note, each lit while it sounds, and stops when asked', async ({ page, request }) => {
  const member = await newMember(request);
  await logIn(page, member);
  await page.route(/rest\/v1\/profiles/, async (route) => {
    // Sound Keys are not made yet; the row of one who has one looks like this.
    const answer = await route.fetch();
    const row = (await answer.json()) as Record<string, unknown>[] | Record<string, unknown>;
    const keyed = Array.isArray(row)
      ? row.map((one) => ({ ...one, musical_identity: 'C4-E4-G4' }))
      : { ...row, musical_identity: 'C4-E4-G4' };
    await route.fulfill({ response: answer, json: keyed });
  });
  await page.goto('/profile?tab=soundcode');
  const notes = page.getByRole('list', { name: 'Sound Key' }).getByRole('listitem');
  await expect(notes).toHaveText(['C4', 'E4', 'G4']);
  // Written down in the page: each is lit for half a second only, and a busy machine looks seldom.
  const lit = await page.getByRole('list', { name: 'Sound Key' }).evaluateHandle((list) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const active = list.querySelector('[data-active="true"]')?.textContent ?? '';
      if (active !== '' && seen.at(-1) !== active) seen.push(active);
    }).observe(list, { attributes: true, subtree: true, attributeFilter: ['data-active'] });
    return seen;
  });
  await page.getByRole('button', { name: 'Play your Sound Key' }).click();
  await expect.poll(() => lit.jsonValue()).toEqual(['C4', 'E4', 'G4']);
  await expect(page.getByRole('button', { name: 'Play your Sound Key' })).toBeVisible();
  await expect(notes.filter({ hasText: 'G4' })).toHaveAttribute('data-active', 'false');
  await page.getByRole('button', { name: 'Play your Sound Key' }).click();
  await page.getByRole('button', { name: 'Stop your Sound Key' }).click();
  await expect(page.getByRole('button', { name: 'Play your Sound Key' })).toBeVisible();
});
