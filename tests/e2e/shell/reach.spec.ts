import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { newMember, signIn } from '../support/members.ts';
import { fragrance, sharePath } from '../support/shareFlow.ts';
import { goTo } from '../support/steps/waits.ts';

/** Whatever can be pressed is what is pressed: no bar lies over it. */

const SHAPES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
] as const;

const SCREENS = [
  '/',
  '/results',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/store',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/playlist/Lavender%20Dreams',
  '/about',
  '/contact',
  '/login',
  '/register',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/sign-up-success',
  '/confirm-email',
  '/privacy',
  '/nowhere',
] as const;
const OF_MEMBERS = ['/', '/profile', '/profile?tab=soundcode', '/profile?tab=fragrances'] as const;

/** The controls of the page that another element covers: at the start, and scrolled to the middle. */
function covered(): string[] {
  const CONTROLS =
    'main :is(a[href], button, input, select, textarea, summary, [role=slider]), header :is(a[href], button)';
  const found: string[] = [];
  const check = (control: HTMLElement, when: string): void => {
    const label = (control as HTMLInputElement).labels?.[0];
    // A link of several lines has its text in each of them.
    const box = control.getClientRects()[0];
    if (box === undefined) return;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || x >= innerWidth || y < 0 || y >= innerHeight) return;
    const hit = document.elementFromPoint(x, y);
    if (hit === null || control.contains(hit) || hit.contains(control) || label?.contains(hit) === true) return;
    // What lies below the upper edge of the bar is not seen at the start.
    if (when === 'at the start' && box.top >= hit.getBoundingClientRect().top) return;
    found.push(
      `${when}: "${control.getAttribute('aria-label') ?? control.textContent}" at ${Math.round(y)} lies under ${hit.localName} "${hit.textContent?.slice(0, 30)}"`,
    );
  };
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      control.getBoundingClientRect().width > 1 &&
      control.closest('[inert]') === null,
  );
  scrollTo({ top: 0, behavior: 'instant' });
  for (const control of controls) check(control, 'at the start');
  for (const control of controls) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    check(control, 'in the middle');
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return found;
}

/** Another tab of a screen has its heading already. */
const open = (page: Page, screen: string): Promise<unknown> =>
  screen === '/' || screen.includes('?') ? page.goto(screen) : goTo(page, screen);

async function expectInReach(page: Page, screen: string): Promise<void> {
  await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
  for (const shape of SHAPES) {
    await page.setViewportSize(shape);
    await expect.poll(() => page.evaluate(covered), `${screen} at ${shape.width}x${shape.height}`).toEqual([]);
  }
}

test('no control of a screen lies under a bar, at the start and in the middle of the screen', async ({
  page,
  request,
}) => {
  await page.addInitScript(
    (stored) => localStorage.setItem('fragranceProfile', stored),
    JSON.stringify(fragrance(undefined, {})),
  );
  await page.setViewportSize(SHAPES[0]);
  for (const screen of [...SCREENS, await sharePath(request, 'In reach')]) {
    await open(page, screen);
    await expectInReach(page, screen);
  }
});

test("no control of a member's screen lies under a bar, Upload File neither", async ({ page, request }) => {
  await page.setViewportSize(SHAPES[0]);
  // One of the addresses that may upload.
  await signIn(page, await newMember(request, { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Upload File' })).toBeVisible();
  for (const screen of OF_MEMBERS) {
    await open(page, screen);
    await expectInReach(page, screen);
  }
});
