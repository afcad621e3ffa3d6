import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import Results from '#screens/results/Results.tsx';
import { openingAndRest } from '#screens/results/words.ts';
import { fragrance, PROFILE_KEY } from '#features/fragrance/state/current.ts';
import {
  storePreviousFragrance,
  deleteCurrentFragrance,
  setCurrentFragrance,
} from '#features/fragrance/state/fragrance.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { describePerfumeNote } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { MELODY_FRAGRANCE as profile } from '../testData.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';

/** The fragrance that the results show, also when another one replaces it or there is none. */

const named = (name: string, at: number) => ({
  ...fragranceFromEssence({ essence: ['A4', 'C5', 'E5', 'D4'], source: 'spectral', now: new Date(at) }),
  name,
});
const rose = named('Rose', 1_790_000_000_000);
const oud = named('Oud', 1_790_000_001_000);

const notices: Notice[] = [];
beforeEach(() => {
  notices.length = 0;
  localStorage.clear();
  history.pushState(null, '', '/results');
  return onNotice((notice) => notices.push(notice));
});

afterEach(() => {
  deleteCurrentFragrance();
  localStorage.clear();
});

test('Bring back swaps the two fragrances, and the focus stays on the button that swaps them again', async () => {
  setCurrentFragrance(rose);
  storePreviousFragrance();
  setCurrentFragrance(oud);
  await mount(<Results />);
  byRole('button', 'Bring back Rose').focus();
  await press(byRole('button', 'Bring back Rose'));
  expect(byRole('heading', 'Rose')).toBeTruthy();
  await expect.poll(() => document.activeElement?.textContent).toBe('Bring back Oud');
});

test('the focus moves to the title when another fragrance replaces the focused part, and stays elsewhere', async () => {
  setCurrentFragrance(rose);
  const main = await mount(<Results />);
  byRole('button', 'Share').focus();
  await change(() => setCurrentFragrance(oud));
  expect(document.activeElement?.textContent).toBe('Your Sound, Your Scent');
  const elsewhere = Object.assign(document.createElement('button'), { textContent: 'Elsewhere' });
  main.before(elsewhere);
  elsewhere.focus();
  await change(() => setCurrentFragrance(rose));
  expect(allByRole('heading', 'Rose')).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('Elsewhere');
  elsewhere.remove();
});

test('a stored fragrance is loaded in a new visit', async () => {
  localStorage.setItem(PROFILE_KEY, JSON.stringify(profile));
  await mount(<Results />);
  expect(byRole('heading', profile.name)).toBeTruthy();
});

test('from a playlist, the title is its name in capitals', async () => {
  history.replaceState({ loadedProfile: { name: 'Citrus Burst', profile }, fromPlaylist: true }, '', '/results');
  await mount(<Results />);
  expect(byRole('heading', "CITRUS BURST'S FRAGRANCE").tagName).toBe('H1');
  for (const part of openingAndRest(profile.description)) expect(text()).toContain(part);
});

test('a fragrance from another screen replaces the stored one, unless it is invalid', async () => {
  setCurrentFragrance({ ...profile, name: 'Mine' });
  history.replaceState({ loadedProfile: { name: 'Theirs', profile: { nonsense: true } } }, '', '/results');
  await mount(<Results />);
  expect(byRole('heading', 'Mine')).toBeTruthy();
  history.replaceState({ loadedProfile: { name: 'Theirs', profile: { ...profile, id: '1' } } }, '', '/results');
  await mount(<Results />);
  expect(byRole('heading', 'Theirs')).toBeTruthy();
});

describe('the results without a fragrance', () => {
  test('show a message, and lead to the create screen', async () => {
    await mount(<Results />);
    expect(location.pathname).toBe('/create');
    expect(notices).toContainEqual(
      expect.objectContaining({
        title: 'No fragrance profile found',
        description: 'Please record audio first to generate a fragrance profile.',
      }),
    );
  });

  test('lead to the create screen after a reload with a storage error', async () => {
    setCurrentFragrance(profile);
    fragrance.current = null;
    localStorage.setItem('storage_error', 'quota_exceeded');
    await mount(<Results />);
    expect(location.pathname).toBe('/create');
  });

  test('are not empty for a fragrance that could not be stored, while it is in memory', async () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
      if (key !== 'storage_error') throw new DOMException('full', 'QuotaExceededError');
    });
    setCurrentFragrance(profile);
    setItem.mockRestore();
    localStorage.setItem('storage_error', 'quota_exceeded');
    await mount(<Results />);
    expect(location.pathname).toBe('/results');
    expect(document.body.textContent).toContain(profile.name);
    expect(notices.filter(({ title }) => title.startsWith('Storage full'))).toHaveLength(1);
  });
});

describe('the hints of the results', () => {
  const painted = () => withTimeout('what follows a picture', new Promise<void>((resolve) => afterNextPaint(resolve)));
  const hint = () => document.querySelector('[role="tooltip"]')?.textContent;
  test('describe a perfume note after a tap, and close by Escape', async () => {
    setCurrentFragrance(profile);
    await mount(<Results />);
    const name = profile.topNotes[0]!;
    await press(byRole('button', name));
    await expect.poll(hint).toBe(describePerfumeNote(name));
    await change(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    // It may leave with a transition.
    await expect.poll(hint).toBeUndefined();
  });

  test('open by keyboard focus, too, and have a default for an unknown note', async () => {
    setCurrentFragrance({ ...profile, topNotes: ['Moon Dust'] });
    const screen = await mount(<Results />);
    const space = document.createElement('div');
    space.style.height = '200vh';
    screen.prepend(space);
    window.scrollTo(0, 0);
    await painted();
    // The browser scrolls to it, and the hint stays.
    const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
    await change(() => byRole('button', 'Moon Dust').focus());
    await withTimeout('the page scrolled', scrolled, () => `${window.scrollY} px`);
    await painted();
    await painted();
    // A tooltip that closes keeps its text during its transition.
    expect(document.querySelector('[role="tooltip"]')!.closest('[data-state]')!.getAttribute('data-state')).toMatch(
      /open/,
    );
    expect(hint()).toBe('A captivating fragrance note.');
  });

  test.each([
    [/music essence/, /dominant notes detected/],
    [/top notes/, /15-30 minutes/],
    [/middle notes/, /2-4 hours/],
    [/base notes/, /up to 24 hours/],
  ])('explain the section %s', async (section, words) => {
    setCurrentFragrance(profile);
    await mount(<Results />);
    await press(byRole('button', section));
    await expect.poll(hint).toMatch(words);
  });
});

describe('the results page', () => {
  test('fades in 300 ms after its appearance, with everything in its final place', async () => {
    stopTheClock();
    setCurrentFragrance(profile);
    await mount(<Results />);
    const fade = document.querySelector<HTMLElement>('[data-shown]')!;
    const before = byRole('heading', profile.name).getBoundingClientRect();
    await pass(299);
    expect(fade.dataset['shown']).toBe('false');
    await pass(1);
    expect(fade.dataset['shown']).toBe('true');
    expect(byRole('heading', profile.name).getBoundingClientRect()).toEqual(before);
  });
});
