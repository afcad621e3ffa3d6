import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { SESSION_STORAGE_KEY } from '#core/backend/client.ts';
import { serverKeys } from './keys.ts';
import { linkIn, mailTo } from './mailbox.ts';

export interface Member {
  name: string;
  email: string;
  password: string;
}

let madeCount = 0;

/** A person who is not registered yet. */
export function unregisteredVisitor(): Member {
  return { name: 'Ada Lovelace', email: `ada-${Date.now()}-${madeCount++}@example.com`, password: 'correct horse' };
}

const key = (): string => serverKeys().publishable;

/** Registers over the auth service's own address, somewhere else than in the browser under test. */
export async function register(request: APIRequestContext, { email, password, name }: Member): Promise<void> {
  const answer = await request.post('/auth/v1/signup', {
    headers: { apikey: key() },
    data: { email, password, data: { liquidName: name, location: 'Berlin, Germany' } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Redeems a confirmation mail's token. @returns the session that the auth service gives */
async function redeem(request: APIRequestContext, token: string | null): Promise<Record<string, unknown>> {
  const confirmed = await request.post('/auth/v1/verify', {
    headers: { apikey: key() },
    data: { type: 'signup', token_hash: token },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return (await confirmed.json()) as Record<string, unknown>;
}

/** Registers and confirms over the auth service's own address, for tests that are about something else. */
export async function newMember(request: APIRequestContext, member: Member = unregisteredVisitor()): Promise<Member> {
  await register(request, member);
  const token = new URL(linkIn(await mailTo(request, member.email, /confirm/i))).searchParams.get('token_hash');
  // Registered somewhere else than in a browser that could show it: the password is chosen with the confirmation.
  const { access_token: session } = (await redeem(request, token)) as { access_token: string };
  const chosen = await request.put('/auth/v1/user', {
    headers: { apikey: key(), Authorization: `Bearer ${session}` },
    data: { password: member.password },
  });
  expect(chosen.ok(), await chosen.text()).toBe(true);
  return member;
}

/** Logs in on the login page, and waits until the avatar is there. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Member, 'email' | 'password'>,
  path = '/login',
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(accountButton(page)).toBeVisible();
}

const requestSession = (request: APIRequestContext, data: Pick<Member, 'email' | 'password'>) =>
  request.post('/auth/v1/token?grant_type=password', { headers: { apikey: key() }, data });

/** True when the auth service accepts an address with a password. */
export async function canLogIn(
  request: APIRequestContext,
  { email, password }: Pick<Member, 'email' | 'password'>,
): Promise<boolean> {
  const answer = await requestSession(request, { email, password });
  if (!answer.ok()) expect(answer.status()).toBe(400);
  return answer.ok();
}

/**
 * Signs a member in on the pages of a browser, as if they had logged in on an earlier visit: for tests that are about
 * something else. Call before a page is opened.
 */
export async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
  const answer = await requestSession(page.request, { email, password });
  expect(answer.ok(), await answer.text()).toBe(true);
  const session = (await answer.json()) as { user: { id: string } };
  const { origin } = new URL(answer.url());
  await page.context().setStorageState({
    cookies: [],
    origins: [
      {
        origin,
        localStorage: [
          { name: SESSION_STORAGE_KEY, value: JSON.stringify(session) },
          { name: 'accord:own-device', value: JSON.stringify(session.user.id) },
        ],
      },
    ],
  });
}

/** The link of the mail that a registration outside of the tested browser causes. */
export async function linkOf(
  request: APIRequestContext,
  who = unregisteredVisitor(),
): Promise<{ link: string; email: string }> {
  await register(request, who);
  return { link: linkIn(await mailTo(request, who.email, /confirm/i)), email: who.email };
}

/** Chooses the password of an account that was registered in another browser, perhaps by another person. */
export async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await page.getByLabel('New password').fill('a password of my own');
  await page.getByLabel('Confirm password').fill('a password of my own');
  await page.getByRole('button', { name: 'Set password' }).click();
}

export function accountButton(page: Page) {
  return page.getByRole('button', { name: /^Account of/ });
}

/** Opens the account menu and chooses an entry. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** A fragrance as the create flow keeps it, for tests that are not about singing. */
export const FRAGRANCE = {
  id: '1767323045000',
  name: 'Rose at Dawn',
  description: 'A rose opening over oud.',
  intensity: 0.6,
  complexity: 0.5,
  persistence: 0.7,
  dominantNotes: ['C4', 'E4', 'G4'],
  backgroundNotes: ['A2'],
  musicEssence: ['C4', 'E4', 'G4', 'A2'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose', 'Jasmine'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.000Z',
  source: 'spectral',
};

/** Makes a fragrance the current one and opens the results. */
export async function openResults(page: Page, fragrance: object = FRAGRANCE): Promise<void> {
  // Not the app: it must find the stored data when it starts.
  await page.goto('/manifest.webmanifest');
  await page.evaluate((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), fragrance);
  await page.goto('/results');
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
}
