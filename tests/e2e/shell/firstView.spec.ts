import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { DESKTOP, PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { newMember, signIn } from '../support/members.ts';
import { openResults, share, sharePath } from '../support/shareFlow.ts';
import { sung } from '../support/steps/results.ts';
import { goTo } from '../support/steps/waits.ts';

/** The content that each screen is opened for, and how far down it ends: at normal text size, on a phone and on a desktop. */

/** `phone` and `desktop` are heights of the screen; one is the first view, in which nothing lies over the part. */
interface Part {
  find: (page: Page) => Locator;
  phone: number;
  desktop: number;
}

const part = (find: Part['find'], phone = 1, desktop = 1): Part => ({ find, phone, desktop });
const button = (name: string | RegExp, phone = 1, desktop = 1) =>
  part((page) => page.getByRole('button', { name, exact: true }).first(), phone, desktop);
const heading = (name: string | RegExp, phone = 1, desktop = 1) =>
  part((page) => page.getByRole('heading', { name, exact: true }), phone, desktop);
const words = (text: string | RegExp, phone = 1, desktop = 1) =>
  part((page) => page.getByText(text, { exact: true }), phone, desktop);
const field = (name: string) => part((page) => page.getByLabel(name, { exact: true }));

interface Screen {
  name: string;
  /** Its path, where nothing is to be done before. */
  open: string | ((page: Page, request: APIRequestContext) => Promise<unknown>);
  parts: readonly Part[];
}

const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    open: '/',
    parts: [
      heading('Create Your Fragrance'),
      words('Speak, sing, hum, play or open a file.'),
      button(/^Hear an example/),
      button('Choose a file'),
      button('Record'),
      part((page) => page.getByRole('switch', { name: 'Music' })),
      button('Video AI Coming Soon!'),
    ],
  },
  {
    name: 'results',
    open: (page) => openResults(page, sung()),
    parts: [
      heading('Your Sound, Your Scent'),
      part((page) => page.locator('[data-moves] svg')),
      part((page) => page.getByRole('heading', { level: 2 })),
      button('Share'),
      button('Play Recording'),
      part((page) => page.locator('[data-note]').last(), 1.3),
    ],
  },
  {
    name: 'results of a shared fragrance',
    open: async (page) => {
      await openResults(page, sung());
      await share(page);
    },
    parts: [
      heading('Your Sound, Your Scent'),
      part((page) => page.locator('[data-moves] svg')),
      part((page) => page.getByRole('heading', { level: 2 })),
      button('Share'),
      button('Play Recording'),
      part((page) => page.locator('[data-note]').last(), 1.3),
    ],
  },
  {
    name: 'share page',
    open: async (page, request) => page.goto(await sharePath(request, 'Evening at Sea')),
    parts: [
      words('My Accord Fragrance Profile'),
      heading('Evening at Sea'),
      part((page) => page.locator('article svg[role="img"]').first()),
      button(/^Play /),
      words('Music essence'),
      words('Top notes'),
      words('Middle notes'),
      words('Base notes', 1.3),
      words(/^\d+ views?$/, 1.3),
      button('Copy Link', 1.3),
      part((page) => page.getByRole('link', { name: 'Create Your Own' }), 1.3),
    ],
  },
  {
    name: 'beat maker',
    open: '/beat-maker',
    parts: [
      heading('Beat Maker'),
      button('Play'),
      button('Clear'),
      button(/step 1$/),
      button('Create Fragrance with 4 Notes'),
    ],
  },
  {
    name: 'keyboard',
    open: '/secret-keyboard',
    parts: [
      part((page) => page.getByRole('link', { name: 'Back' })),
      heading('Sound Perfume Keyboard'),
      words(/^(No MIDI device connected|MIDI not supported in this browser)$/),
      part((page) => page.getByRole('list', { name: 'Scent categories' }).getByRole('listitem').last()),
      button(/^C4/),
      part((page) => page.getByRole('region', { name: 'Selected note' })),
    ],
  },
  {
    name: 'Scentwaves',
    open: '/scentwaves',
    parts: [
      heading('Scentwaves'),
      field('Audio source URL'),
      button('Analyze'),
      button('YouTube'),
      button('Vimeo'),
      button('Spotify'),
      button('Create Fragrance', 1.5),
    ],
  },
  {
    name: 'store',
    open: '/store',
    parts: [
      heading('Store'),
      part((page) => page.getByRole('tab', { name: 'Preorder' })),
      part((page) => page.getByRole('tab', { name: 'Playlist' })),
      part((page) => page.getByRole('link', { name: /see the bottle$/ }).first()),
      heading('NAMIBIAN BREEZE'),
      part((page) => page.getByText(/^Edition: /).first(), 1.3),
      button(/^Order /, 1.3),
    ],
  },
  {
    name: 'preorder',
    open: '/store/preorder/namibian-breeze',
    parts: [
      part((page) => page.getByRole('link', { name: 'Back to Store' })),
      heading('NAMIBIAN BREEZE'),
      part((page) => page.getByRole('img', { name: /^The bottle of/ })),
      words('Music essence'),
      button('PLAY SOUND'),
      button('PRE ORDER'),
    ],
  },
  {
    name: 'customise',
    open: '/customize',
    parts: [
      part((page) => page.getByRole('link', { name: 'Back' })),
      part((page) => page.getByRole('img', { name: /bottle/ })),
      field('Fragrance name'),
      field('Ink'),
      words('Silver Mirror', 1.3),
      button('PURCHASE NOW', 1.3),
    ],
  },
  {
    name: 'login',
    open: '/login',
    parts: [
      heading('Welcome back'),
      field('Email'),
      field('Password'),
      button('Sign In'),
      part((page) => page.getByRole('link', { name: 'Forgot password?' })),
      part((page) => page.getByRole('link', { name: 'Sign Up' })),
    ],
  },
  {
    name: 'register',
    open: '/register',
    parts: [
      heading('Join Accord'),
      field('Your Name'),
      field('Email'),
      field('Password'),
      field('Country'),
      field('City'),
      button('Cancel', 1.3),
      button('Create Account', 1.3),
    ],
  },
  {
    name: 'reset',
    open: '/reset-password',
    parts: [field('Email'), button(/^Send /), part((page) => page.getByRole('link', { name: 'Back to Login' }))],
  },
  {
    name: 'contact',
    open: '/contact',
    parts: [heading('Contact'), field('Name'), field('Email'), field('Message'), button('Send Message')],
  },
  {
    name: '404',
    open: '/nowhere',
    parts: [
      heading('404'),
      words('Oops! Page not found'),
      part((page) => page.getByRole('link', { name: 'Return to Home' })),
    ],
  },
  {
    name: 'playlist entry',
    open: async (page, request) => {
      const [id] = await save(request, await publisher(request), [{ name: 'Evening at Sea' }]);
      await page.goto(`/playlist/Evening%20at%20Sea?id=${id}`);
    },
    parts: [
      heading('Evening at Sea'),
      words(/^By /),
      words('Top notes'),
      words('Middle notes'),
      words('Base notes'),
      button(/^Play/, 1.3),
      part((page) => page.getByRole('link', { name: 'Back to Store' }), 1.3),
    ],
  },
  {
    name: 'profile',
    open: async (page, request) => {
      await signIn(page, await newMember(request));
      await page.goto('/profile?tab=essentials');
    },
    parts: [
      heading('Ada Lovelace'),
      words(/^Level 1 Member/),
      words('Liquefied'),
      words('Secret notes'),
      button('Edit Profile'),
      part((page) => page.getByRole('tab', { name: 'Essentials' })),
      part((page) => page.getByRole('tab', { name: 'Fragrances' })),
      heading('Personal Info'),
    ],
  },
];

/** The parts that end too low, or are covered at their middle. */
async function outOfSight(page: Page, screen: Pick<Screen, 'parts'>, size: 'phone' | 'desktop'): Promise<string[]> {
  const found = await Promise.all(
    screen.parts.map(async (one) => {
      const views = one[size];
      const wrong = await one.find(page).evaluate((element, views) => {
        const box = element.getBoundingClientRect();
        const over = document
          .elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          .find((one) => one.checkVisibility({ opacityProperty: true }));
        const name = element.getAttribute('aria-label') ?? element.textContent;
        if (box.bottom > innerHeight * views) return `${name} ends at ${Math.round(box.bottom)} of ${innerHeight}`;
        // The inside of a drawing may be empty.
        const seen = views > 1 || over === undefined || element.contains(over) || over.contains(element);
        return seen ? '' : `${name} lies under ${over.className}`;
      }, views);
      return wrong;
    }),
  );
  return found.filter((wrong) => wrong !== '');
}

/** Looks at the screen that is open, on a phone and on a desktop. */
async function expectInSight(page: Page, screen: Omit<Screen, 'open'>): Promise<void> {
  for (const [size, shape] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    await page.setViewportSize(shape);
    await expect.poll(() => outOfSight(page, screen, size), `${screen.name}, ${size}`).toEqual([]);
  }
}

test('every screen that needs nothing before shows what it is opened for in the first view', async ({ page }) => {
  await page.goto('/about');
  for (const screen of SCREENS)
    if (typeof screen.open === 'string') {
      await page.setViewportSize(PHONE);
      await goTo(page, screen.open);
      await expectInSight(page, screen);
    }
});

for (const { open, ...screen } of SCREENS)
  if (typeof open !== 'string')
    test(`${screen.name} shows what it is opened for in the first view`, async ({ page, request }) => {
      await page.setViewportSize(PHONE);
      await open(page, request);
      await expectInSight(page, screen);
    });

test('the action of the beat maker lies below eight rows of pads on a low desktop, and on no chosen note', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/beat-maker');
  await page.getByRole('button', { name: 'Start with an example' }).click();
  const create = page.getByRole('button', { name: /^Create Fragrance with/ });
  const bar = (await create.boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(720);
  const pads = (await page.getByRole('grid').boundingBox())!;
  expect(pads.y + pads.height).toBeLessThanOrEqual(bar.y);
  const notes = (await page.getByRole('list', { name: /^Selected notes/ }).boundingBox())!;
  expect(notes.x + notes.width).toBeLessThanOrEqual(bar.x);
});

test.describe(() => {
  // The page may fetch its next parts when the connection ends.
  test.use({ expectedConsole: [/ERR_INTERNET_DISCONNECTED/] });

  test('the header with a fragrance has one row at 320 px, and offline at 390', async ({ page, context }) => {
    await openResults(page, sung());
    const middleOf = async (found: Locator) => {
      const box = (await found.boundingBox())!;
      return Math.round(box.y + box.height / 2);
    };
    const header = page.getByRole('banner');
    const logo = header.getByRole('link', { name: 'Accord, home' });
    const login = header.getByRole('link', { name: 'Login' });
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(async () => (await middleOf(logo)) - (await middleOf(login))).toBe(0);
    await page.setViewportSize(PHONE);
    await context.setOffline(true);
    await expect(header.getByText('Offline', { exact: true })).toBeVisible();
    expect((await middleOf(logo)) - (await middleOf(login))).toBe(0);
  });
});
