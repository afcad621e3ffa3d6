import type { Browser, Page } from '@playwright/test';
import { createButton } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

/** Answers to a shared fragrance, from three devices. */

const answerButton = (page: Page) => page.getByRole('button', { name: 'Answer with your voice' });
const answersOf = (page: Page) => page.getByRole('list', { name: 'Answers' }).getByRole('link');
const answered = (page: Page) => page.getByRole('list', { name: 'It answers' }).getByRole('link');
const sentence = (page: Page) => page.locator('[data-part="sentence"]');

/** Opens a shared page on a device of its own. */
async function visit(browser: Browser, link: string): Promise<Page> {
  const device = await browser.newContext({ reducedMotion: 'reduce', baseURL: new URL(link).origin });
  const page = await device.newPage();
  await page.goto(link);
  return page;
}

/** Answers by singing into the microphone, up to the page that shows the voices together. */
async function answer(page: Page): Promise<void> {
  await answerButton(page).press('Enter');
  await createButton(page).click();
  await expect(page).toHaveURL(/\/(processing|answer\/\w{8})$/);
  await Promise.race([page.getByText('Skip', { exact: true }).click(), page.waitForURL(/\/answer\/\w{8}$/)]).catch(
    () => undefined,
  );
  await expect(page).toHaveURL(/\/answer\/\w{8}$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Your answer to / })).toBeVisible();
}

/** Shares the answer of this page, and opens its public page. */
async function shareAnswer(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share your answer' }).click();
  await page.getByRole('link', { name: 'Open its page' }).click();
  await expect(page).toHaveURL(/\/share\/\w{8}$/);
  return page.url();
}

test('A shares, B answers, C answers B; B takes theirs back, and A and C stay whole', async ({
  page,
  browser,
  request,
}) => {
  await openResults(page, fragrance(await storeMelody(request), { name: 'First Voice' }));
  const first = await share(page);

  const b = await visit(browser, first);
  // On a phone, all that matters is above the fold.
  await b.setViewportSize({ width: 390, height: 844 });
  await expect(b.locator('main svg[role="img"]')).toBeVisible();
  for (const what of [
    b.locator('main svg[role="img"]'),
    b.getByRole('heading', { level: 1, name: 'First Voice' }),
    b.getByRole('button', { name: 'Play the recording' }),
    answerButton(b),
  ]) {
    const box = (await what.boundingBox())!;
    expect(box.y + box.height, String(what)).toBeLessThanOrEqual(844);
  }
  await answer(b);
  await expect(sentence(b)).toHaveText(/^You share .+; the first voice brings .+, yours brings .+\.$/);
  await expect(b.getByRole('img', { name: /: two flowers that interlock, with / })).toBeVisible();
  await expect(b.getByRole('button', { name: 'Play your voice' })).toBeEnabled();
  await expect(b.getByRole('button', { name: 'Play the voice that you answer' })).toBeEnabled();
  await expectAccessible(b);
  // Private until it is shared, also after a reload.
  await b.reload();
  await expect(sentence(b)).toBeVisible();
  await page.goto(first);
  await expect(answerButton(page)).toBeVisible();
  await expect(answersOf(page)).toHaveCount(0);
  await b.getByRole('button', { name: 'Hear together' }).click();
  await expect(b.getByRole('button', { name: 'Stop' })).toBeVisible();
  const second = await shareAnswer(b);
  await expect(answered(b)).toHaveText([/First Voice/]);
  await expectAccessible(b);

  // A is told by the page.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'One answer' })).toBeVisible();
  await expect(answersOf(page)).toHaveAttribute('href', new URL(second).pathname);

  const c = await visit(browser, second);
  await answer(c);
  await expect(c.getByRole('img', { name: /: a wreath of three flowers \(trio\), with / })).toBeVisible();
  const third = await shareAnswer(c);
  await expect(answered(c)).toHaveCount(2);

  await b.goto(second);
  await b.getByRole('button', { name: /^Take back/ }).click();
  await b.getByRole('button', { name: 'Take it back' }).click();
  await expect(b.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();

  await page.goto(first);
  await expect(page.getByRole('heading', { level: 1, name: 'First Voice' })).toBeVisible();
  await expect(answerButton(page)).toBeVisible();
  await expect(answersOf(page)).toHaveCount(0);
  await c.goto(third);
  await expect(c.getByText('It answers a voice that has been taken back.')).toBeVisible();
  await expect(answerButton(c)).toBeVisible();
  await expectAccessible(c);

  // A takes no more answers: the button is the one for a fragrance of one's own.
  await page.getByRole('switch', { name: 'Others may answer' }).click();
  await expect(page.getByRole('button', { name: 'Now you: 5 seconds' })).toBeVisible();
  await b.context().close();
  await c.context().close();
});
