import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import {
  accountButton,
  chooseInMenu,
  FRAGRANCE,
  logIn,
  newMember,
  openResults,
  unregisteredVisitor,
} from '../support/members.ts';
import { withTimeout } from '#tests/withTimeout.ts';

// These tests cause refusals, and the browser logs each of them.
test.use({ expectedConsole: [/Failed to load resource|TypeError: Failed to fetch/] });

async function fillRegistration(
  page: Page | Locator,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Your Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

/** The backend goes away for the calls that match, in the middle of them. */
async function cut(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort('connectionreset'));
  return () => page.unroute(path);
}

test('a wrong password and an unknown address get the same refusal', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill('ada');
  await expect(page.getByText('Email is required')).toBeHidden();
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page);
  for (const email of [member.email, unregisteredVisitor().email]) {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
    // The notice of the first try may still be leaving.
    await expect(page.getByText('Login failed').first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('the registration refuses missing fields and a taken address', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/register');
  await page.getByLabel('Your Name').focus();
  await page.getByLabel('Your Name').blur();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Your Name').pressSequentially('A');
  await expect(page.getByText('Name is required')).toBeHidden();
  await fillRegistration(page, { name: 'Al', email: 'al@example', password: 'short' });
  await expect(page.getByText('Name must be at least 3 characters', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Country').selectOption('Canada');
  await page.getByLabel('City').selectOption('Montreal');
  await page.getByLabel('Country').selectOption('Germany');
  await expect(page.getByLabel('City')).toHaveValue('');
  await fillRegistration(page, { name: 'Alma', email: member.email.toUpperCase(), password: 'correct horse' });
  // A registered address gets the answer of a new one, so that nobody can find out who is a member.
  await expect(page.getByText('Registration successful! Please check your email for verification')).toBeVisible();

  await logIn(page, member);
  await page.goto('/register');
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('the login dialog keeps the visitor where they are', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Welcome Back' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please enter both email and password');
  await dialog.getByRole('button', { name: 'Email me a reset link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please enter your email first.');
  await dialog.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(dialog).toBeHidden();
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Login' }).click();
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please enter both email and password');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Login' })).toBeFocused();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByRole('button', { name: 'Email me a reset link' }).click();
  await expect(page.getByText('Password reset email sent. Please check your inbox and spam folder.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign up here' }).click();
  const joining = page.getByRole('dialog', { name: 'Create Account' });
  await expectAccessible(page);
  const other = unregisteredVisitor();
  await fillRegistration(joining, other);
  await expect(joining).toBeHidden();
  await expect(page).toHaveURL(/\/sign-up-success$/);
  await expect(page.getByText(/Your account has been submitted/)).toBeVisible();
  await expectAccessible(page);

  // The login shows that an account is not confirmed yet.
  await page.getByRole('link', { name: 'Login' }).click();
  await dialog.getByLabel('Email').fill(other.email);
  await dialog.getByLabel('Password', { exact: true }).fill(other.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Email not confirmed');
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send the confirmation email again' })).toBeVisible();
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(accountButton(page)).toBeVisible();
  await expect(page.getByText('Logged in successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/sign-up-success$/);
});

test('only members can open the profile', { tag: '@slow' }, async ({ page, request }) => {
  await page.goto('/profile?tab=fragrances');
  await expect(page.getByText('Not logged in')).toBeVisible();
  await expect(page.getByText('Please log in to view your profile.')).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await logIn(page, await newMember(request));
  await page.goto('/profile?tab=soundcode');
  await page.getByRole('button', { name: 'Generate Sound Key' }).click({ force: true });
  await expect(page.getByText('Feature Coming Soon')).toBeVisible();
  await page.getByRole('tab', { name: 'Fragrances' }).click();
  await expect(page.getByRole('heading', { name: 'No fragrances yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coming soon' })).toBeDisabled();
  await expectAccessible(page);
});

test('a refused change shows a message, and the typed text stays', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await logIn(page, member);
  await openResults(page);
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();
  await page.goto('/profile?tab=fragrances');
  const card = page.getByRole('listitem').filter({ hasText: FRAGRANCE.name });
  await page.route(/rest\/v1\/fragrance_profiles/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { code: '23514', message: 'no' } })
      : route.fallback(),
  );
  await card.getByRole('switch').click();
  await expect(page.getByText('Could not add to playlist. Please try again.')).toBeVisible();
  await expect(card.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  await page.unroute(/rest\/v1\/fragrance_profiles/);

  let back = await cut(page, /rest\/v1\/profiles/);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Display name').fill('Countess');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Update failed')).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('Countess');
  await back();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Countess', level: 1 })).toBeVisible();

  await page.route(/auth\/v1\/logout/, (route) => route.fulfill({ status: 500, json: { msg: 'broken' } }));
  await chooseInMenu(page, 'Logout');
  await expect(page.getByText('There was a problem logging you out. Please try again.')).toBeVisible();
  await expect(accountButton(page)).toBeVisible();
  await page.unroute(/auth\/v1\/logout/);

  await page.goto('/profile?tab=essentials');
  back = await cut(page, /rest\/v1\/rpc\/export_my_data/);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByText('Your data could not be collected.')).toBeVisible();
  await back();

  // A start without the backend shows the locally stored member, who stays signed in.
  back = await cut(page, /(auth|rest)\/v1\//);
  await page.goto('/profile?tab=essentials');
  await expect(page.getByRole('heading', { name: 'Countess', level: 1 })).toBeVisible();
  await expect(page.getByText('Failed to load user data')).toBeVisible();
  await page.getByRole('tab', { name: 'Fragrances' }).click();
  await expect(card).toHaveCount(1);
  await expect(page.getByText('These are kept on this device.')).toBeVisible();
  await chooseInMenu(page, 'Logout');
  await expect(page.getByText('We could not reach our server. You are logged out on this device.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await back();
});

test('a late list does not turn a switch back', { tag: '@slow' }, async ({ page, request }) => {
  await logIn(page, await newMember(request));
  await openResults(page);
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();
  await page.goto('/profile?tab=fragrances');
  const toggle = page.getByRole('listitem').filter({ hasText: FRAGRANCE.name }).getByRole('switch');
  await expect(toggle).toHaveAttribute('aria-checked', 'false');

  // The backend's answers from now on arrive after the switch was turned.
  const lists = (url: URL): boolean => url.pathname.endsWith('/rest/v1/fragrance_profiles');
  let arrive = (): void => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const asked = new Promise<void>((resolve) => {
    void page.route(lists, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      resolve();
      await late;
      return route.fulfill({ response });
    });
  });
  await page.reload();
  await withTimeout('the list is asked for', asked);
  await toggle.click();
  await expect(page.getByText(/is now in the public playlist/)).toBeVisible();
  const again = page.waitForResponse((response) => lists(new URL(response.url())));
  arrive();
  await again;
  await page.unrouteAll({ behavior: 'wait' });
  await expect(toggle).toHaveAttribute('aria-checked', 'true');

  // The change is in the outbox, the list loads.
  await page.route(lists, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
  await toggle.click();
  await expect(
    page.getByText('Only on this device so far. Everybody else still sees it until the connection is back.'),
  ).toBeVisible();
  const listed = page.waitForResponse((response) => lists(new URL(response.url())));
  await page.reload();
  await listed;
  await expect(page.getByRole('list').filter({ has: toggle })).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-checked', 'false');
});

test('a session that cannot be refreshed is removed', { tag: '@slow' }, async ({ page, request }) => {
  const member = await newMember(request);
  await logIn(page, member);
  for (const body of [
    '[]',
    JSON.stringify({ code: 'PGRST205', message: "Could not find the table 'public.profiles'" }),
  ]) {
    await page.route(/rest\/v1\/profiles/, (route) =>
      route.fulfill({ status: body === '[]' ? 200 : 404, contentType: 'application/json', body }),
    );
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
    await page.unroute(/rest\/v1\/profiles/);
  }
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('sb-'))!;
    const session = JSON.parse(localStorage.getItem(key)!) as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...session, refresh_token: 'spent', expires_at: 1, expires_in: 0 }));
  });
  await page.goto('/about');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key === 'user')))
    .toEqual([]);

  // A forged local user is not signed in.
  await page.evaluate(() => localStorage.setItem('user', JSON.stringify({ id: '1', email: 'ada@example.com' })));
  await page.goto('/about');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});
