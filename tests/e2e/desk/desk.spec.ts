import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { call, newOwner, placeOrder, sendMessage } from '../support/hosts/ownerSide.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { freshEmail, publisher } from '../support/hosts/publicSide.ts';
import { logIn, signIn } from '../support/members.ts';

/** The owner's desk: whoever runs Accord works through what came in; everybody else finds nothing there. */

const LISTS = ['desk_orders', 'desk_submissions', 'desk_messages', 'desk_reports', 'desk_fragrances', 'desk_members'];

/** A text that a spreadsheet would compute, and that no other test writes. */
const formula = (): string => `=HYPERLINK("http://evil.example","${crypto.randomUUID().slice(0, 8)}")`;

/** The rows of the list that has this word. */
async function search(page: Page, label: string, word: string): Promise<void> {
  await page.getByRole('searchbox', { name: label }).fill(word);
  await expect(page.getByRole('article')).toHaveCount(1);
}

test('an owner logs in, finds an order and a message, marks it done, takes that back and exports it', async ({
  page,
}) => {
  const owner = await newOwner(page.request);
  const [name, buyer, writer] = [formula(), freshEmail(), freshEmail()];
  await placeOrder(page.request, name, buyer);
  await sendMessage(page.request, 'Grete', writer, '<img src=x onerror=alert(1)>\nWhere is my bottle?');

  await page.goto('/desk');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fdesk$/);
  await logIn(page, owner, page.url());
  await expect(page).toHaveURL(/\/desk(\?|$)/);
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();

  await search(page, 'Search orders', buyer);
  const order = page.getByRole('article', { name });
  await expect(order.getByText('Not confirmed')).toBeVisible();
  await order.getByRole('button', { name: 'Done' }).click();
  await expect(order.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('1 order: Done.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(order.getByRole('button', { name: 'New' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeFocused();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^accord-orders-\d{4}-\d\d-\d\d\.csv$/);
  const [head, row, ...rest] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^\uFEFFid,at,state,note,name,email,/);
  expect(row).toContain(`,"'${name.replaceAll('"', '""')}",${buyer},`);
  expect(rest).toEqual(['']);

  await page.getByRole('tab', { name: /^Messages/ }).click();
  await search(page, 'Search messages', writer);
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();

  // The log has both, and takes back as well.
  await page.getByRole('tab', { name: 'Log' }).click();
  const done = page.getByRole('listitem').filter({ hasText: `${owner.email} set 1 order to Done` });
  await expect(done.first()).toContainText('undone by entry');
  await expectAccessible(page);
});

test('a member who is no owner and a visitor find nothing, and the database refuses both', async ({ page }) => {
  const member = await publisher(page.request);
  for (const list of LISTS) {
    expect((await call(page.request, list, {})).status(), `${list} for a visitor`).toBe(401);
    expect((await call(page.request, list, {}, member.headers)).status(), `${list} for a member`).toBe(403);
  }
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Please log in' })).toBeVisible();
  await signIn(page, member);
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Accord');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});
