import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '#app/App.tsx';
import { ErrorBoundary } from '#app/ErrorBoundary.tsx';
import { LazyNotices } from '#app/notices/LazyNotices.tsx';
import Notices from '#app/notices/Notices.tsx';
import { ROUTES } from '#app/routes.tsx';
import { mayUpload } from '#core/network/config.ts';
import { notify } from '#core/appState/notices.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { player } from '#features/instruments/state/playback/player.ts';
import { persisted } from '#core/appState/persist.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';

beforeEach(() => {
  localStorage.clear();
  persisted.rehydrated = true;
});

afterEach(() => {
  persisted.rehydrated = false;
});

async function open(path: string): Promise<void> {
  history.pushState(null, '', path);
  await mount(<App />);
  await expect.poll(() => document.querySelector('main h1') !== null).toBe(true);
}

describe('the frame around the screens', () => {
  test('shows nothing but "Loading..." until the persisted state has been read', async () => {
    persisted.rehydrated = false;
    history.pushState(null, '', '/nowhere');
    await mount(<App />);
    expect(text().trim()).toBe('Loading...');
    await change(() => {
      persisted.rehydrated = true;
    });
    await expect.poll(text).toContain('Oops! Page not found');
  });

  test('shows an unknown path as not found, with a link home', async () => {
    await open('/no/such/place');
    expect(byRole('heading', '404')).toBeTruthy();
    expect(text()).toContain('Oops! Page not found');
    expect(byRole('link', 'Return to Home').getAttribute('href')).toBe('/');
    expect(document.title).toBe('Page not found · Accord');
  });

  test('marks the link of the header to the screen, or to the one above it', async () => {
    const currentLink = () => document.querySelector('nav[aria-label="Main"] [aria-current]');
    for (const [path, state] of [
      ['/store', 'page'],
      ['/store/preorder/nothing', 'true'],
      ['/playlist/Rose', 'true'],
    ] as const) {
      await open(path);
      await expect.poll(() => currentLink()?.getAttribute('aria-current')).toBe(state);
      expect(currentLink()?.textContent).toBe('Store');
    }
    await open('/register');
    await expect.poll(currentLink).toBeNull();
  });

  test('moves the focus to the new heading and changes the title on a change of screen', async () => {
    await open('/no/such/place');
    expect(document.activeElement).toBe(document.body);
    await press(byRole('link', 'Return to Home'));
    await expect.poll(() => allByRole('heading', 'Create Your Fragrance').length).toBe(1);
    await expect.poll(() => document.activeElement?.textContent).toBe('Create Your Fragrance');
    expect(document.title).toBe('Accord · Your sound, as a fragrance');
  });

  test('shows the specified words for a screen that cannot be shown', async () => {
    const failing = vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = () => {
      throw new Error('broken on purpose');
    };
    await mount(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    expect(byRole('heading', 'Application Error')).toBeTruthy();
    expect(text()).toContain('Failed to load the application. Please try refreshing the page.');
    expect(failing).toHaveBeenCalled();
  });

  test('shows the last flower in the header as the way back to it', async () => {
    localStorage.setItem(
      'fragranceProfile',
      JSON.stringify(fragranceFromEssence({ essence: ['C4'], source: 'spectral', now: new Date(0), name: 'Rose' })),
    );
    await open('/no/such/place');
    await expect.poll(() => allByRole('link', 'Your fragrance Rose').length).toBe(1);
    expect(byRole('link', 'Your fragrance Rose').getAttribute('href')).toBe('/results');
    // The menu of a phone covers the header: it shows the flower with its name, and holds nothing before it is opened.
    const toggle = byRole('button', 'Open menu');
    expect(document.querySelector('dialog')?.textContent).toBe('');
    toggle.focus();
    await press(toggle);
    await expect
      .poll(() => allByRole('link', 'Your fragrance Rose').map(({ innerText }) => innerText))
      .toContain('Rose');
    await press(byRole('button', 'Close menu'));
    await expect.poll(() => document.activeElement).toBe(toggle);
    await change(deleteCurrentFragrance);
    expect(allByRole('link', /Your fragrance/)).toEqual([]);
  });

  test('shows and plays the example in the menu without a fragrance, and stops it when the menu is closed', async () => {
    await open('/no/such/place');
    await press(byRole('button', 'Open menu'));
    await expect.poll(() => allByRole('button', /^Hear an example/).length).toBe(1);
    expect(document.querySelector('dialog')!.innerText).toContain('Saffron Refrain with Galbanum');
    await press(byRole('button', /^Hear an example/));
    await expect.poll(() => player.sounding).toBe('recording');
    await press(byRole('button', 'Close menu'));
    await expect.poll(() => player.sounding).toBe(null);
    expect(allByRole('button', /^Hear an example/)).toEqual([]);
  });

  test('plays the flower beside a form at a press, and stops it at the next one', async () => {
    await open('/reset-password');
    await expect.poll(() => allByRole('button', 'Hear this flower').length).toBe(1);
    const button = byRole('button', 'Hear this flower');
    await press(button);
    expect([player.sounding, button.ariaPressed]).toEqual(['notes', 'true']);
    await press(button);
    expect([player.sounding, button.ariaPressed]).toEqual([null, 'false']);
  });

  test('has a screen for every route', () => {
    const paths = [
      '/',
      '/create',
      '/results',
      '/processing',
      '/about',
      '/contact',
      '/listen',
      '/beat-maker',
      '/scentwaves',
      '/secret-keyboard',
      '/customize',
      '/store',
      '/store/preorder/:id',
      '/playlist/:profileName',
      '/share/:shareId',
      '/login',
      '/Login',
      '/register',
      '/sign-up-success',
      '/reset-password',
      '/change-password',
      '/profile/update-password',
      '/profile',
      '/profile/simple',
      // Target of the link in a confirmation mail.
      '/confirm-email',
      // Pages with the texts of the operator.
      '/imprint',
      '/privacy',
      '/terms',
    ];
    expect(ROUTES.map(({ path }) => path).sort()).toEqual(paths.sort());
  });
});

describe('notices', () => {
  /** Time for which sonner shows a toast leave, ms (its TIME_BEFORE_UNMOUNT). */
  const LEAVING_MS = 200;
  /** The size in which the tests of this file begin, CSS px. */
  const FIRST_SIZE_PX = [414, 896] as const;
  const toasts = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];

  test('are at most three, top right, 356 px wide, 14 px apart', async () => {
    await page.viewport(1280, 900);
    await mount(<Notices />);
    for (let i = 1; i <= 4; i++) await change(() => notify({ kind: 'info', title: `Notice ${i}` }));
    await expect.poll(() => toasts().filter(({ dataset }) => dataset['visible'] === 'true').length).toBe(3);
    const toaster = document.querySelector<HTMLElement>('[data-sonner-toaster]')!;
    expect([toaster.dataset['xPosition'], toaster.dataset['yPosition']]).toEqual(['right', 'top']);
    expect(toaster.style.getPropertyValue('--width')).toBe('356px');
    expect(toaster.style.getPropertyValue('--gap')).toBe('14px');
    expect(text()).toContain('Notice 4');
    await page.viewport(...FIRST_SIZE_PX);
  });

  test.each([
    // Over the header of a phone, which is as high as the notice and 10 px above and below it.
    [390, 844, 20, 0, 20],
    [1440, 900, 90, 64, 90],
  ])('are below the header at %i x %i, or at the bottom when they would cover the focused control', async (...at) => {
    const [width, height, taken, least, most] = at;
    await page.viewport(width, height);
    await mount(
      <>
        <header style={{ height: 64 }} />
        <input aria-label="Name" style={{ position: 'fixed', top: taken, right: 60 }} />
        <Notices />
      </>,
    );
    const boxOf = async (words: string) => {
      const findToast = () => toasts().find(({ textContent }) => textContent?.includes(words));
      await expect.poll(() => findToast()?.dataset['mounted']).toBe('true');
      // Skip the animation: the test compares the final places.
      await Promise.all(
        findToast()!
          .getAnimations()
          .map(async (animation) => animation.finish()),
      );
      return findToast()!.getBoundingClientRect();
    };
    await change(() => notify({ kind: 'success', title: 'Kept for you' }));
    const free = await boxOf('Kept for you');
    expect(free.top).toBeGreaterThanOrEqual(least);
    expect(free.top).toBeLessThan(most);
    expect(free.right).toBeGreaterThan(width - 40);
    document.querySelector('input')!.focus();
    await change(() => notify({ kind: 'success', title: 'Name saved' }));
    expect((await boxOf('Name saved')).top).toBeGreaterThan(height - 300);
    await page.viewport(...FIRST_SIZE_PX);
  });

  test('have one line on a phone when the page shows the rest, and two otherwise', async () => {
    await page.viewport(390, 844);
    await mount(<Notices />);
    await change(() =>
      notify({ kind: 'error', title: 'Not Found', description: 'It is not here', pageShowsRest: true }),
    );
    await change(() => notify({ kind: 'error', title: 'Login failed', description: 'Invalid login credentials' }));
    const findToast = (words: string) => toasts().find(({ textContent }) => textContent?.includes(words));
    await expect.poll(() => findToast('Login failed')?.dataset['mounted']).toBe('true');
    const heightOf = (words: string) =>
      [...findToast(words)!.querySelectorAll('div')].find(({ textContent }) => textContent === words)!.offsetHeight;
    expect(heightOf('It is not here')).toBe(1);
    expect(heightOf('Invalid login credentials')).toBeGreaterThan(10);
    await page.viewport(...FIRST_SIZE_PX);
  });

  test('load with the first notice, and lose none meanwhile', async () => {
    await mount(<LazyNotices />);
    expect(document.querySelector('[data-sonner-toaster]')).toBeNull();
    await change(() => {
      notify({ kind: 'info', title: 'The first word' });
      notify({ kind: 'info', title: 'The second word' });
    });
    await expect
      .poll(() => toasts().map(({ textContent }) => textContent))
      .toEqual(
        expect.arrayContaining([expect.stringContaining('The second word'), expect.stringContaining('The first word')]),
      );
  });

  test('replace an earlier one with the same key', async () => {
    await mount(<Notices />);
    await change(() => notify({ kind: 'error', title: 'First words', key: 'same' }));
    await change(() => notify({ kind: 'error', title: 'Second words', key: 'same' }));
    const matchingToasts = () => toasts().filter((toast) => toast.textContent?.includes('words'));
    await expect
      .poll(() => matchingToasts().map(({ textContent }) => textContent))
      .toEqual([expect.stringContaining('Second words')]);
  });

  test('without a description do not keep that of the one they replace', async () => {
    await mount(<Notices />);
    await change(() => notify({ kind: 'success', title: 'Preordered', description: 'Thank you, Bo', key: 'one' }));
    await expect.poll(text).toContain('Thank you, Bo');
    await change(() => notify({ kind: 'info', title: 'Preordered already', key: 'one' }));
    await expect.poll(text).toContain('Preordered already');
    expect(text()).not.toContain('Thank you, Bo');
  });

  test('with the key of another that is just leaving are shown all the same', async () => {
    stopTheClock();
    await mount(<Notices />);
    await change(() => notify({ kind: 'info', title: 'No changes', key: 'one', duration: 300 }));
    const saying = (words: string) => toasts().filter(({ textContent }) => textContent?.includes(words));
    await pass(300);
    expect(saying('No changes').map(({ dataset }) => dataset['removed'])).toEqual(['true']);
    await change(() => notify({ kind: 'success', title: 'Profile updated', key: 'one' }));
    await pass(LEAVING_MS);
    expect(saying('No changes')).toEqual([]);
    expect(saying('Profile updated').map(({ dataset }) => dataset['removed'])).toEqual(['false']);
  });

  test('disappear after 4 s', async () => {
    stopTheClock();
    await mount(<Notices />);
    await change(() => notify({ kind: 'success', title: 'A short word' }));
    const removedStates = () =>
      toasts()
        .filter(({ textContent }) => textContent?.includes('A short word'))
        .map(({ dataset }) => dataset['removed']);
    await pass(3999);
    expect(removedStates()).toEqual(['false']);
    await pass(1);
    expect(removedStates()).toEqual(['true']);
    await pass(LEAVING_MS);
    expect(removedStates()).toEqual([]);
  });
});

test('the configured allow-list of this build has four addresses', () => {
  expect(['ada', 'grace', 'hedy', 'clara'].every((name) => mayUpload(`${name}@example.com`))).toBe(true);
});
