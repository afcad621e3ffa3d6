import { expect, test } from '../../e2e/support/fixture.ts';
import { linkIn, mailTo } from '../../e2e/support/mailbox.ts';
import { serverKeys } from '../../e2e/support/keys.ts';
import { accountButton, logIn, newMember, signIn } from '../../e2e/support/members.ts';

test.use({ expectedConsole: [/Failed to load resource: the server responded with a status of 4\d\d/] });

test(
  '/reset-password with a code sets the new password, and refuses one that is spent',
  { tag: '@slow' },
  async ({ page, request }) => {
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
  },
);

test(
  'a Sound Key sounds note by note, each lit while it sounds, and stops when asked',
  { tag: '@slow' },
  async ({ page, request }) => {
    await signIn(page, await newMember(request));
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
  },
);

test('a reset link that was used goes back to the request', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/change-password');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.locator('#screen output')).toContainText(
    'Password reset email sent. Please check your inbox and spam folder.',
  );
  const mail = await mailTo(request, member.email, /new password/i);
  await page.goto(linkIn(mail));
  await page.getByLabel('New password').fill('battery staple');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.locator('#screen output')).toHaveText('Password updated successfully!');
  await expect(page).toHaveURL('/');

  const spent = new URL(linkIn(mail)).searchParams.get('token_hash');
  await page.goto(`/profile/update-password?token_hash=${spent}&type=recovery`);
  await page.getByLabel('New password').fill('another one 1');
  await page.getByLabel('Confirm password').fill('another one 1');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid or expired reset link. Please request a new one.');
  await expect(page).toHaveURL(/\/reset-password$/);
});

test(
  'the fragment of a recovery link sets a password on its own page, and signs no one in',
  { tag: '@slow' },
  async ({ page, request }) => {
    const member = await newMember(request);
    await page.goto('/reset-password');
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    const link = linkIn(await mailTo(request, member.email, /new password/i));
    // What the mail of a project whose templates are the service's own leaves in the address.
    const token = new URL(link).searchParams.get('token_hash');
    const answer = await request.post('/auth/v1/verify', {
      headers: { apikey: serverKeys().publishable },
      data: { type: 'recovery', token_hash: token },
    });
    const { access_token: access, refresh_token: refresh } = (await answer.json()) as Record<string, string>;
    const fragment = `#access_token=${access}&expires_in=3600&refresh_token=${refresh}&token_type=bearer&type=recovery`;
    await page.goto('/contact');
    await page.goto(`/profile/update-password${fragment}`);
    await page.getByLabel('New password').fill('battery staple 3');
    await page.getByLabel('Confirm password').fill('battery staple 3');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Update password' }).click();
    await expect(page.locator('#screen output')).toHaveText('Password updated successfully!');
    await expect(page).toHaveURL('/');
    await expect(accountButton(page)).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))).toEqual([]);
    await logIn(page, { email: member.email, password: 'battery staple 3' });
  },
);
