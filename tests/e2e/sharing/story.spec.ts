import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { logIn } from '../support/members.ts';
import { publisher } from '../support/hosts/publicSide.ts';
import { closeShareSheet, fragrance, openResults, openShareSheet, share, storeMelody } from '../support/shareFlow.ts';
import { takeBackInSheet } from '../support/steps/withdraw.ts';

/** The page of a share for a visitor: its words, its motion, and its links. */

const ACCENTS = [
  { note: 'E6', of: 'A4', partial: 3, level: -9 },
  { note: 'C#7', of: 'C#5', partial: 4, level: -14 },
] as const;

declare global {
  interface Window {
    /** Drawn while the sound played: the forms of animated petals, and whether a note of the roll was lit. */
    drawn: { petals: Set<string>; isLit: boolean };
  }
}

/** Petals that move right now. */
const livePetals = (page: Page) => page.locator('main svg[role="img"] path[data-now]');
const play = (page: Page) => page.getByRole('button', { name: 'Play the recording' });

async function shared(page: Page, request: Parameters<typeof storeMelody>[0], changes = {}): Promise<string> {
  await openResults(page, fragrance(await storeMelody(request), { accents: [...ACCENTS], ...changes }));
  return share(page);
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test(
    'the page of a share shows the notes of its sound as it plays',
    { tag: '@slow' },
    async ({ page, browser, request }) => {
      const link = await shared(page, request, {
        name: 'ليلة Night of a rather long and unbroken name',
        description: 'Rose <b>first</b>.',
      });
      const elsewhere = await browser.newContext();
      const visitor = await elsewhere.newPage();
      await visitor.goto(link);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
        'ليلة Night of a rather long and unbroken name',
      );
      await expect(visitor.getByText('My Accord Fragrance Profile')).toBeVisible();
      await expect(visitor.getByText('A sound of 6 seconds. This is how it smells.')).toBeVisible();
      await expect(visitor.getByText('Rose <b>first</b>.')).toBeVisible();
      await expect(
        visitor.getByText('Above the A4 rings an E6, its second overtone, too faint to hear by itself'),
      ).toBeVisible();
      await expect(visitor.getByText('Made by')).toHaveCount(0);
      await expect(
        visitor.getByRole('toolbar', { name: 'Notes that were heard, in order' }).getByRole('button'),
      ).toHaveCount(3);
      await expectAccessible(visitor);

      await expect(livePetals(visitor)).toHaveCount(0);
      // Recorded in the page, at the moment: polling from outside may be too rare.
      await visitor.evaluate(() => {
        window.drawn = { petals: new Set(), isLit: false };
        new MutationObserver(() => {
          for (const petal of document.querySelectorAll('main svg[role="img"] path[data-now]'))
            window.drawn.petals.add(petal.getAttribute('d')!);
          window.drawn.isLit ||= document.querySelector('[role="toolbar"] [data-lit]') !== null;
        }).observe(document, { subtree: true, childList: true, attributes: true });
      });
      await play(visitor).click();
      await expect
        .poll(() => visitor.evaluate(() => window.drawn.isLit && window.drawn.petals.size))
        .toBeGreaterThan(1);
      // Its end, or Pause before it.
      await visitor.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause());
      await expect(play(visitor)).toBeVisible();
      await expect(livePetals(visitor)).toHaveCount(0);

      // A note of the roll plays from its time in the recording.
      await visitor.getByRole('button', { name: 'C#5, 1.0 s' }).press('Enter');
      await expect(visitor.getByText('C#5 comes second: heard')).toBeVisible();
      await visitor.getByRole('button', { name: 'The recording there' }).click();
      await expect
        .poll(() => visitor.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
        .toBeGreaterThan(0.95);
      await expect.poll(() => visitor.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
      await elsewhere.close();
    },
  );
});

test(
  'the page of a share moves nothing for visitors who prefer less motion',
  { tag: '@slow' },
  async ({ page, browser, request }) => {
    const link = await shared(page, request);
    const still = await browser.newContext({ reducedMotion: 'reduce' });
    const visitor = await still.newPage();
    await visitor.goto(link);
    await play(visitor).click();
    // Read together: a note is over soon.
    await expect
      .poll(() => livePetals(visitor).evaluateAll((paths) => paths.map((path) => getComputedStyle(path).transform)))
      .toContain('none');
    await still.close();
  },
);

test('the page of a share names a member who chose so', { tag: '@slow' }, async ({ page, browser, request }) => {
  const ada = await publisher(request);
  const called = '<b>Ada</b> love "o\u2019';
  const renamed = await request.patch(`/rest/v1/profiles?id=eq.${ada.id}`, {
    headers: ada.headers,
    data: { liquid_name: called },
  });
  expect(renamed.ok(), await renamed.text()).toBe(true);
  await logIn(page, ada);
  await openResults(page, fragrance(await storeMelody(request, ada.headers)));
  await openShareSheet(page);
  const choice = page.getByRole('switch', { name: 'Show my name' });
  await expect(choice).not.toBeChecked();
  await expectAccessible(page);
  await choice.press('Space');
  await expect(choice).toBeChecked();
  const link = await share(page);
  await openShareSheet(page);
  await expect(page.getByText('Its page shows your name.')).toBeVisible();
  await closeShareSheet(page);

  const elsewhere = await browser.newContext();
  const visitor = await elsewhere.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('Made by')).toContainText(called);
  await expectAccessible(visitor);
  await elsewhere.close();

  await takeBackInSheet(page);
  expect((await request.get(link)).status()).toBe(410);
  // The next one sends a request again.
  await openShareSheet(page);
  await expect(choice).not.toBeChecked();
});
