import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPost, type Post, type ReceivedMail } from '../../backend/mail/postOffice.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import {
  commandsOf,
  freePort,
  npm,
  npmStart,
  reverseProxy,
  settingsIn,
  type Process,
  type Proxy,
} from '../../e2e/support/hosts/ownMachine.ts';
import { accountButton, chooseInMenu, logIn, stranger } from '../../e2e/support/members.ts';

/**
 * docs/hosting.md, "One process, on a machine of your own", followed word by word: from an empty folder to a stranger's confirmed
 * account, an order, its mails in a real SMTP server, its line at the desk, and all of it once more from a backup.
 */

let folder: string;
let post: Post;
let proxy: Proxy;
let settings: Record<string, string>;
let running: Process | null = null;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accord-walk-'));
  post = await openPost();
  const port = await freePort();
  proxy = await reverseProxy(port);
  const [install, start, ...more] = commandsOf('## One process, on a machine of your own');
  expect([install, more]).toEqual(['npm ci', []]);
  expect(start).toMatch(/ npm start$/);
  settings = settingsIn(start!);
  expect(Object.keys(settings)).toEqual([
    'HOST',
    'PORT',
    'ACCORD_DATA',
    'ACCORD_TRUSTED_PROXIES',
    'ACCORD_SITE_URL',
    'ACCORD_SMTP_URL',
    'ACCORD_MAIL_FROM',
  ]);
  // What is the reader's own.
  Object.assign(settings, {
    PORT: String(port),
    ACCORD_DATA: join(folder, 'data'),
    ACCORD_SITE_URL: proxy.url,
    ACCORD_SMTP_URL: post.url,
  });
});
test.afterAll(async () => {
  await running?.stop();
  await proxy?.close();
  await post?.shut();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the process, and waits until it says that it is well. */
async function start(): Promise<void> {
  running = npmStart(settings);
  await expect
    .poll(async () => (await fetch(`${proxy.url}/healthz`).catch(() => null))?.status, { message: '/healthz' })
    .toBe(200);
}

/** The one mail to an address with this subject. */
async function mailed(to: string, subject: RegExp): Promise<ReceivedMail> {
  const found = () => post.to(to).filter((mail) => subject.test(mail.subject));
  await expect.poll(() => found().length, { message: `a mail to ${to}` }).toBe(1);
  return found()[0]!;
}

/** The address in a mail's button: one of the public address, in the text as well. */
function linkIn({ html, text }: ReceivedMail): string {
  const link = /<a href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
  expect(new URL(link).origin).toBe(proxy.url);
  expect(text).toContain(link);
  return link;
}

test('a stranger is confirmed and orders, the owner finds the order, and a backup keeps it', async ({ page }) => {
  const owner = stranger();
  const buyer = `buyer-${Date.now()}@example.com`;
  const toDesk = async () => {
    await page.goto(`${proxy.url}/desk`);
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(buyer);
    await expect(page.getByRole('article')).toHaveCount(1);
    return page.getByRole('article', { name: 'Bea Buyer' });
  };

  await test.step('npm start, in an empty folder', start);

  await test.step('a stranger registers, and is confirmed by the link of a mail', async () => {
    await page.goto(`${proxy.url}/register`);
    await page.getByLabel('Your Name').fill(owner.name);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByLabel('Country').selectOption('Germany');
    await page.getByLabel('City').selectOption('Berlin');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
    const mail = await mailed(owner.email, /confirm/i);
    expect(mail.headers).toContain(`From: ${settings['ACCORD_MAIL_FROM']}`);
    await page.goto(linkIn(mail));
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByText('Your email is confirmed. Welcome!')).toBeVisible();
    await chooseInMenu(page, 'Logout');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });

  const cancel = await test.step('somebody orders, and gets the mail with its link', async () => {
    await page.goto(`${proxy.url}/store/preorder/noise-pollution`);
    await page.getByRole('button', { name: 'PRE ORDER' }).click();
    await page.getByLabel('Email').fill(buyer);
    await page.getByLabel('Name').fill('Bea Buyer');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
    const mail = await mailed(buyer, /order/i);
    expect(mail.text).toContain('NOISE POLLUTION');
    return linkIn(mail);
  });

  await test.step('npm run owner: the member opens the desk, where the order is a line', async () => {
    expect(await npm(['owner', '--', 'add', owner.email], settings)).toContain('may open the desk now');
    await logIn(page, owner, `${proxy.url}/login`);
    const order = await toDesk();
    await expect(order.getByText('NOISE POLLUTION')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('npm run backup while it runs, npm run restore after it was stopped', async () => {
    const archive = join(folder, 'accord.tar.gz');
    await npm(['backup', '--', archive], settings);
    await running!.stop();
    await npm(['restore', '--', archive, '--force'], settings);
    await start();
    await page.goto(`${proxy.url}/`);
    await expect(accountButton(page)).toBeVisible();
    await expect(await toDesk()).toBeVisible();
  });

  await test.step('the link of before cancels the order, and the desk says so', async () => {
    await page.goto(cancel);
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByText('This order is cancelled.')).toBeVisible();
    await expect((await toDesk()).getByText('Cancelled', { exact: true })).toBeVisible();
  });
});
