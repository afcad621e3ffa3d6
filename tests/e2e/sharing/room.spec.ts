import { expect, expectAccessible, test } from '../support/fixture.ts';
import { faces, makeRoom, sing, visitor } from '../support/steps/room.ts';

/** A room: a member makes it, visitors sing into it from their own devices, and one wall shows all. */

test('a room is made, sung into, kept and closed', async ({ page, browser }) => {
  const path = await makeRoom(page, 'Choir day');
  await expect(page.getByText('Waiting for the first voice')).toBeVisible();
  await expectAccessible(page);
  const ben = await visitor(browser, path);
  await expect(ben.getByRole('heading', { level: 1, name: 'Choir day' })).toBeVisible();
  // What becomes public is said before anything is sung.
  await expect(ben.getByText('everybody with the link sees its drawing and its name')).toBeVisible();
  await expectAccessible(ben);

  const name = await sing(ben);
  await expectAccessible(ben);
  await expect(faces(page)).toHaveCount(0);
  await ben.getByRole('button', { name: 'Put it on the wall' }).click();
  await expect(ben.getByText('Your face is on the wall.')).toBeVisible();
  await expect(faces(page)).toHaveCount(1);
  await expect(page.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `A new face: ${name}.` })).toBeAttached();

  // Without a connection a face waits in words, and comes when there is one.
  const cy = await visitor(browser, path);
  await sing(cy);
  await cy.context().setOffline(true);
  await cy.getByRole('button', { name: 'Put it on the wall' }).click();
  await expect(cy.getByText('Your face waits here')).toBeVisible();
  await cy.context().setOffline(false);
  await expect(cy.getByText('Your face is on the wall.')).toBeVisible();
  await expect(faces(page)).toHaveCount(2);
  await expect(page.getByText('Of 2 voices:')).toBeVisible();

  await page.getByRole('button', { name: 'Hide faces' }).click();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Hide / })
    .nth(1)
    .click();
  await expect(faces(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(faces(page)).toHaveCount(2);
  // At the place where it was.
  await expect(faces(page).nth(0)).toHaveAttribute('data-place', '0');
  await page.getByRole('button', { name: 'Done hiding' }).click();

  await page.getByRole('button', { name: 'Close the room' }).click();
  await page.getByRole('button', { name: 'Close it', exact: true }).click();
  const late = await visitor(browser, path);
  await expect(late.getByText('This room is closed. Thank you to everybody who sang.')).toBeVisible();
  await expect(late.getByRole('button', { name: 'Sing five seconds' })).toHaveCount(0);
  for (const other of [ben, cy, late]) await other.context().close();
});

test('a room that is not there says so', async ({ page }) => {
  for (const path of ['/room/AAAAAAAAAAAAAAAAAAAAAA', '/room/short', '/room/AAAAAAAAAAAAAAAAAAAAAA/wall']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such room' })).toBeVisible();
    await expectAccessible(page);
  }
});
