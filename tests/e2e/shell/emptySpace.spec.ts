import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { record, recordButton } from '../support/createFlow.ts';
import { FRAGRANCE, signIn } from '../support/members.ts';
import { publisher, save } from '../support/hosts/publicSide.ts';
import { fragrance, idOf, openResults, share, storeMelody } from '../support/shareFlow.ts';

/** A page ends where its content ends, in every state and at every width. */

const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
/** Between the last content and the footer of a page that is longer than the window, px. */
const MAX_END = 120;
/** Height of a band in which nothing is painted, px. */
const MAX_BAND = 400;

/** What is wrong with the space of a page: text, pictures and controls are content, boxes without them are not. */
function emptySpace([maxEnd, maxBand]: readonly [number, number]): string[] {
  const main = document.querySelector('main')!;
  const spans: [top: number, bottom: number][] = [];
  const add = ({ top, bottom, width, height }: DOMRect) => {
    if (width > 1 && height > 1) spans.push([top + scrollY, bottom + scrollY]);
  };
  for (const box of main.querySelectorAll('img, canvas, svg, video, button, input, select, textarea, progress, hr'))
    if (box.checkVisibility({ visibilityProperty: true })) add(box.getBoundingClientRect());
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent!.trim() === '' || !parentElement!.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) add(box);
  }
  const footer = document.querySelector('footer')!.getBoundingClientRect();
  const wrong: string[] = [];
  let end = main.getBoundingClientRect().top + scrollY;
  for (const [top, bottom] of spans.toSorted(([a], [b]) => a - b)) {
    if (top - end > maxBand) wrong.push(`nothing from ${Math.round(end)} to ${Math.round(top)}`);
    end = Math.max(end, bottom);
  }
  const height = document.documentElement.scrollHeight;
  const rest = Math.round(footer.top + scrollY - end);
  if (height > innerHeight && rest > maxEnd) wrong.push(`${rest} px between the last content and the footer`);
  // A bar at the end of the window covers as much.
  const after = Math.round(height - footer.bottom - scrollY);
  if (after > maxEnd) wrong.push(`${after} px below the footer`);
  return wrong;
}

async function expectNoEmptySpace(page: Page): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(emptySpace, [MAX_END, MAX_BAND] as const), { message: `${width} x ${height}` })
      .toEqual([]);
  }
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (/^\/(store(\?|$)|profile(\?|$))/.test(path)) await expect(page.getByRole('tab').first()).toBeVisible();
      await expectNoEmptySpace(page);
    });
  }
}

// A share and a fragrance that do not exist are asked for on purpose, and the browser logs what is refused.
test.use({ expectedConsole: [/Failed to load resource/] });

const VISITOR = [
  '/',
  '/results',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/store',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/store/preorder/none',
  '/playlist/Nobody',
  '/share/AAAAAAAA',
  '/about',
  '/contact',
  '/imprint',
  '/privacy',
  '/terms',
  '/login',
  '/register',
  '/sign-up-success',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/no-such-page',
];
const HALVES = [0, 1];
for (const half of HALVES)
  test(`a visitor finds no empty space (${half + 1} of ${HALVES.length})`, ({ page }) =>
    walk(
      page,
      VISITOR.filter((_, i) => i % HALVES.length === half),
    ));

test('whoever has a fragrance, shared or published, finds none', async ({ page, request }) => {
  await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
  const name = `Spaced ${Date.now().toString(36)}`;
  await save(request, await publisher(request), [{ name }]);
  await walk(page, ['/', '/results', '/customize', '/store', `/playlist/${encodeURIComponent(name)}`]);
  await openResults(page, fragrance(await storeMelody(request)));
  await walk(page, [`/share/${idOf(await share(page))}`]);
});

test('a member finds none', async ({ page, request }) => {
  const member = await publisher(request);
  await signIn(page, member);
  await walk(page, ['/profile', '/profile?tab=soundcode', '/profile?tab=fragrances', '/profile/simple']);
  await save(request, member, [{ name: 'Spaced' }]);
  await walk(page, ['/', '/profile?tab=fragrances', '/store?tab=playlist']);
});

test('a recording leaves none', async ({ page }) => {
  await record(page, 1);
  await expectNoEmptySpace(page);
});

test('a blocked microphone leaves none', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'));
  });
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNoEmptySpace(page);
});
