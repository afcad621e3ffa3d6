import type { Locator, Page } from '@playwright/test';

/**
 * The content that each screen is opened for, and how far down it ends: at normal text size, on a phone and on a
 * desktop.
 */

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
const findText = (text: string | RegExp, phone = 1, desktop = 1) =>
  part((page) => page.getByText(text, { exact: true }), phone, desktop);
const field = (name: string) => part((page) => page.getByLabel(name, { exact: true }));

/** By the name of the screen, which is its path where that is always the same. */
export const FIRST_VIEWS: Readonly<Record<string, readonly Part[]>> = {
  home: [
    heading('Create Your Fragrance'),
    findText('Speak, sing, hum, play or open a file.'),
    button(/^Hear an example/),
    button('Choose a file'),
    button('Record'),
    part((page) => page.getByRole('switch', { name: 'Music' })),
    button('Video AI Coming Soon!'),
  ],
  '/results': [
    heading('Your Sound, Your Scent'),
    part((page) => page.locator('[data-moves] svg')),
    part((page) => page.getByRole('heading', { level: 2 })),
    button('Share'),
    button('Play Recording'),
    part((page) => page.locator('[data-note]').last(), 1.3),
  ],
  'share page': [
    findText('My Accord Fragrance Profile'),
    heading('Walked'),
    part((page) => page.locator('article svg[role="img"]').first()),
    button(/^Play /),
    findText('Music essence'),
    findText('Top notes'),
    findText('Middle notes'),
    findText('Base notes', 1.3),
    findText(/^\d+ views?$/, 1.3),
    button('Copy Link', 1.3),
    part((page) => page.getByRole('link', { name: 'Create Your Own' }), 1.3),
  ],
  '/beat-maker': [
    heading('Beat Maker'),
    button('Play'),
    button('Clear'),
    button(/step 1$/),
    button('Create Fragrance with 4 Notes'),
  ],
  '/secret-keyboard': [
    part((page) => page.getByRole('link', { name: 'Back' })),
    heading('Sound Perfume Keyboard'),
    findText(/^(No MIDI device connected|MIDI not supported in this browser)$/),
    part((page) => page.getByRole('list', { name: 'Scent categories' }).getByRole('listitem').last()),
    button(/^C4/),
    part((page) => page.getByRole('region', { name: 'Selected note' })),
  ],
  '/scentwaves': [
    heading('Scentwaves'),
    field('Audio source URL'),
    button('Analyze'),
    button('YouTube'),
    button('Vimeo'),
    button('Spotify'),
    button('Create Fragrance', 1.5),
  ],
  '/store': [
    heading('Store'),
    part((page) => page.getByRole('tab', { name: 'Preorder' })),
    part((page) => page.getByRole('tab', { name: 'Playlist' })),
    part((page) => page.getByRole('link', { name: /see the bottle$/ }).first()),
    heading('NAMIBIAN BREEZE'),
    part((page) => page.getByText(/^Edition: /).first(), 1.3),
    button(/^Order /, 1.3),
  ],
  '/store/preorder/namibian-breeze': [
    part((page) => page.getByRole('link', { name: 'Back to Store' })),
    heading('NAMIBIAN BREEZE'),
    part((page) => page.getByRole('img', { name: /^The bottle of/ })),
    findText('Music essence'),
    button('PLAY SOUND'),
    button('PRE ORDER'),
  ],
  '/customize': [
    part((page) => page.getByRole('link', { name: 'Back' })),
    part((page) => page.getByRole('img', { name: /bottle/ })),
    field('Fragrance name'),
    field('Ink'),
    findText('Silver Mirror', 1.3),
    button('PURCHASE NOW', 1.3),
  ],
  '/login': [
    heading('Welcome back'),
    field('Email'),
    field('Password'),
    button('Sign In'),
    part((page) => page.getByRole('link', { name: 'Forgot password?' })),
    part((page) => page.getByRole('link', { name: 'Sign Up' })),
  ],
  '/register': [
    heading('Join Accord'),
    field('Your Name'),
    field('Email'),
    field('Password'),
    field('Country'),
    field('City'),
    button('Cancel', 1.3),
    button('Create Account', 1.3),
  ],
  '/reset-password': [
    field('Email'),
    button(/^Send /),
    part((page) => page.getByRole('link', { name: 'Back to Login' })),
  ],
  '/contact': [heading('Contact'), field('Name'), field('Email'), field('Message'), button('Send Message')],
  '/no-such-page': [
    heading('404'),
    findText('Oops! Page not found'),
    part((page) => page.getByRole('link', { name: 'Return to Home' })),
  ],
  'playlist entry': [
    heading('Walked'),
    findText(/^By /),
    findText('Top notes'),
    findText('Middle notes'),
    findText('Base notes'),
    button(/^Play/, 1.3),
    part((page) => page.getByRole('link', { name: 'Back to Store' }), 1.3),
  ],
  '/profile': [
    heading('Ada Lovelace'),
    findText(/^Level 1 Member/),
    findText('Liquefied'),
    findText('Secret notes'),
    button('Edit Profile'),
    part((page) => page.getByRole('tab', { name: 'Essentials' })),
    part((page) => page.getByRole('tab', { name: 'Fragrances' })),
    heading('Personal Info'),
  ],
};

/** The parts of a screen that end too low, or are covered at their middle. */
export async function outOfSight(page: Page, screen: string, size: 'phone' | 'desktop'): Promise<string[]> {
  const found = await Promise.all(
    (FIRST_VIEWS[screen] ?? []).map(async (one) => {
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
