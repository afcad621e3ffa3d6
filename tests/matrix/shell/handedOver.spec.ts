import { expect, test } from '../../e2e/support/fixture.ts';
import { FRAGRANCE, openResults } from '../../e2e/support/members.ts';
import { sendFile } from '../../e2e/support/steps/shareTarget.ts';
import { visit } from '../../e2e/support/steps/waits.ts';

test.use({ serviceWorkers: 'allow' });

test('another web site that sends a file takes the place of nothing', { tag: '@slow' }, async ({ page, context }) => {
  const foreign = (policy: string) => `<!doctype html><meta name="referrer" content="${policy}">`;
  await context.route('http://foreign.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: foreign(new URL(route.request().url()).pathname.slice(1)) }),
  );
  await visit(page, '/about');
  await openResults(page);
  const home = new URL(page.url()).origin;
  const theirs = Buffer.from(JSON.stringify({ ...FRAGRANCE, id: '1767323045001', name: 'Of A Stranger' }));

  // A site says who it is: nothing is taken from it.
  await page.goto('http://foreign.test/origin');
  await sendFile(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
  await expect(page).toHaveURL(`${home}/create`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await (await caches.open('accord-inbox')).keys()).length)).toBe(0);

  // One that hides itself looks like a share sheet: the visitor is asked.
  await page.goto('http://foreign.test/no-referrer');
  await sendFile(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
  await page.getByRole('dialog', { name: 'Open Of A Stranger?' }).getByRole('button', { name: 'Keep mine' }).click();
  await expect(page).toHaveURL(`${home}/create`);
  await page.goto(`${home}/results`);
  await expect(page.getByRole('heading', { level: 2, name: FRAGRANCE.name })).toBeVisible();
});
