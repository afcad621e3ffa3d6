import { expect, expectAccessible, test } from '../support/fixture.ts';
import { publisher } from '../support/hosts/publicSide.ts';
import { serverKeys } from '../support/keys.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import {
  accountButton,
  chooseInMenu,
  FRAGRANCE,
  canLogIn,
  logIn,
  openResults,
  signIn,
  unregisteredVisitor,
  newMember,
} from '../support/members.ts';
import { PNG_PHOTO } from '../support/photo.ts';

test.use({ expectedConsole: [/Failed to load resource: the server responded with a status of 4\d\d/] });

test('a member registers, edits a profile, saves fragrances, and deletes the account', async ({ page, request }) => {
  const { name, email, password } = unregisteredVisitor();
  const newPassword = 'battery staple';

  await test.step('store an anonymous fragrance on the device', async () => {
    await openResults(page);
    await page.getByRole('button', { name: 'Save to my profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Kept on this device' })).toBeVisible();
  });

  await test.step('register', async () => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Join Accord' })).toBeVisible();
    await page.getByLabel('Your Name').fill(` ${name} `);
    await page.getByLabel('Email').fill(` ${email.toUpperCase()} `);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Country').selectOption('Germany');
    await page.getByLabel('City').selectOption('Berlin');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
    await expect(page.getByText('Please check your email', { exact: true })).toBeVisible();
    await expect(page.getByText('An email has been sent to verify your account.')).toBeVisible();
    await expect(page).toHaveURL(/\/Login$/);
  });

  await test.step('confirm: in the browser that registered the link signs in after a press, and the stored fragrance is uploaded', async () => {
    await page.goto(linkIn(await mailTo(request, email, /confirm/i)));
    await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeVisible();
    await expect(accountButton(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText('Your email is confirmed. Welcome!')).toBeVisible();
    await expect(accountButton(page)).toBeVisible();
    await expect(page).toHaveURL(/\/results$/);
    await expect(page.getByText('Your fragrance is in your profile now.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('saved_fragrance_profiles'))).toBeNull();
  });

  await test.step('log out, log in', async () => {
    await chooseInMenu(page, 'Logout');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    // The menu is gone with its button: the focus is on something else, not on the page.
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter(
          (key) => key.startsWith('sb-') || ['user', 'session', 'auth-token'].includes(key),
        ),
      ),
    ).toEqual([]);
    // The current fragrance went with the member; a visitor makes the same once more.
    await openResults(page);
    // The notice is gone after three seconds: it is looked for from before it comes.
    await Promise.all([
      expect(page.getByText(`Welcome back, ${name}!`)).toBeVisible(),
      logIn(page, { email, password }),
    ]);
    // As the login page promised, logging in has saved the current fragrance.
    await expect(page).toHaveURL(/\/results$/);
    await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();
  });

  await test.step('open the account menu', async () => {
    await accountButton(page).click();
    const menu = page.getByRole('menu', { name: 'Account' });
    await expect(menu).toContainText(name);
    await expect(menu).toContainText(email);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Personal Info',
      'Sound Profile',
      'Fragrances',
      'Logout',
      'View Full Profile',
    ]);
    await menu.getByRole('menuitem', { name: 'Personal Info' }).click();
    await expect(page).toHaveURL(/\/profile\?tab=essentials$/);
  });

  await test.step('edit the profile', async () => {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText('Berlin, Germany').first()).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    await dialog.getByLabel('Display name').fill('Countess');
    await dialog.getByRole('button', { name: 'Ear', exact: true }).click();
    await dialog.getByRole('tab', { name: 'Preferences' }).click();
    await dialog.getByRole('button', { name: 'Oud' }).click();
    await dialog.getByRole('button', { name: 'Rose' }).click();
    await dialog.getByRole('button', { name: 'Mysterious' }).click();
    await dialog.getByLabel('Favorite sound').fill('rain on a tin roof');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Countess', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Countess', level: 1 })).toBeVisible();
    await expect(page.getByText('Rose, Oud')).toBeVisible();
    await expect(page.getByText('Sound Focus')).toBeVisible();
  });

  await test.step('upload a photo', async () => {
    await page
      .getByLabel('Profile photo', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG_PHOTO });
    await expect(page.getByText('Profile photo updated')).toBeVisible();
    const photo = page.locator('header img').first();
    await expect(photo).toHaveAttribute(
      'src',
      /\/storage\/v1\/object\/public\/profiles\/[0-9a-f-]{36}\/\d+\.jpg\?t=\d+$/,
    );
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step('publish the saved fragrance, and make it private again', async () => {
    await page.getByRole('tab', { name: 'Fragrances' }).click();
    await expect(page).toHaveURL(/tab=fragrances$/);
    await expect(page.getByText('Scent Creator')).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: FRAGRANCE.name });
    await expect(card).toHaveCount(1);
    await expect(card.getByRole('link')).toHaveAttribute('href', /^\/playlist\/Rose%20at%20Dawn\?id=[0-9a-f-]{36}$/);
    await card.getByRole('switch').click();
    await expect(page.getByText('Added to playlist')).toBeVisible();
    await expect(card.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('button', { name: 'Private', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No fragrances found' })).toBeVisible();
    await page.getByRole('button', { name: 'In Playlist', exact: true }).click();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await card.getByRole('switch').click();
    await expect(page.getByText('Removed from playlist')).toBeVisible();
  });

  await test.step('save again from the results, without a duplicate', async () => {
    await page.goto('/results');
    await page.getByRole('button', { name: 'Save to my profile' }).click();
    await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();
    await page.goto('/profile/simple');
    await page.getByRole('button', { name: 'Fragrances' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: FRAGRANCE.name })).toHaveCount(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out')).toBeVisible();
  });

  await test.step('reset the password', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The log-in screen has a field of that name too.
    await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Password reset email sent successfully. Check your inbox!')).toBeVisible();
    await page.goto(linkIn(await mailTo(request, email, /new password/i)));
    await expect(page).toHaveURL(/\/profile\/update-password\?token_hash=/);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Update password' }).click();
    await expect(page.getByRole('alert')).toContainText('New password must be different from your current password.');
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Update password' }).click();
    await expect(page.locator('#screen output')).toHaveText('Password updated successfully!');
    await expect(page).toHaveURL('/');
  });

  await test.step('log in with the new password, and not with the old one', async () => {
    expect(await canLogIn(request, { email, password })).toBe(false);
    await logIn(page, { email, password: newPassword });
  });

  await test.step('export everything in one file', async () => {
    await page.goto('/profile?tab=essentials');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^accord-\d{4}-\d\d-\d\d\.json$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const data = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      account: { email: string };
      profile: { liquid_name: string };
      orders: unknown[];
      fragrances: { name: string }[];
      files: { url: string; data: string | null }[];
    };
    expect(data.account.email).toBe(email);
    expect(data.profile.liquid_name).toBe('Countess');
    expect(data.orders).toEqual([]);
    expect(data.fragrances.map((fragrance) => fragrance.name)).toEqual([FRAGRANCE.name]);
    expect(data.files).toHaveLength(1);
    expect(data.files[0]?.data).toMatch(/^data:image\/jpeg;base64,/);
  });

  await test.step('delete the account, files included', async () => {
    const photo = await page.locator('header img').first().getAttribute('src');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText(
      'Your profile, 1 fragrance, 0 shares, 0 submissions, 0 messages, 1 photo and 0 recordings.',
    );
    await expect(dialog).toContainText('What staysNothing.');
    await page.evaluate(() => localStorage.setItem('preorderData', '[]'));
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`Please type ${email}`);
    await dialog.getByLabel('Type your email to confirm').fill(email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Your account is deleted.')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter(
          (key) =>
            key.startsWith('sb-') ||
            [
              'user',
              'userData',
              'preorderData',
              'fragranceProfile',
              'saved_fragrance_profiles',
              'fallback_fragrance_profiles',
              'accord:owner',
              'accord:asked',
            ].includes(key),
        ),
      ),
    ).toEqual([]);
    expect((await request.get(photo!)).ok()).toBe(false);
    expect(await canLogIn(request, { email, password: newPassword })).toBe(false);
  });
});

test('a profile that is left while it opens does not come back', async ({ page, request }) => {
  const member = await publisher(request);
  await signIn(page, member);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const soon of ['in the same task', 'after it']) {
    await page.evaluate(
      ({ name, soon }) =>
        new Promise<void>((left) => {
          const leave = (): void => {
            history.pushState(null, '', '/about');
            left();
          };
          new MutationObserver((_records, observer) => {
            if (document.querySelector('main h1')?.textContent !== name) return;
            observer.disconnect();
            if (soon === 'after it') setTimeout(leave);
            else leave();
          }).observe(document, { subtree: true, childList: true });
          history.pushState(null, '', '/profile');
        }),
      { name: member.name, soon },
    );
    await expect(page.getByRole('heading', { name: member.name })).toHaveCount(0);
    // Content deferred until a paint appears within 200 ms.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    await expect(page, soon).toHaveURL('/about');
  }
});

test(
  '/reset-password with a code sets the new password, and refuses a used one',
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
  'a Sound Key plays note by note, each lit while it sounds, and stops at a press',
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
    // Recorded in the page: each is lit for half a second only, and polling on a busy machine is rare.
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

test('a used reset link leads back to the request', { tag: '@slow' }, async ({ page, request }) => {
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
    // Parameters in the address from the mail of a project with the service's own templates.
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
