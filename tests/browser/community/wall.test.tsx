import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Below } from '../../../src/app/Below.tsx';
import Listen from '../../../src/features/community/screen/store/Listen.tsx';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/index.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, text, unmount } from '../support/mount.tsx';

/** The newest fragrances under the home screen: asked for once somebody scrolls, and nothing where there are none. */

const LIST = /POST \/rest\/v1\/rpc\/public_fragrances/;

/** A row of the playlist, as the database gives it. */
function row(n: number): Record<string, unknown> {
  const made = fragranceFromEssence({ essence: ['C4', 'E5', 'A3'], source: 'spectral', now: new Date(0) });
  return {
    id: `a0000000-0000-4000-8000-00000000000${n}`,
    name: `Gavotte ${n}`,
    description: '',
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.5,
    dominant_notes: made.dominantNotes,
    background_notes: [],
    music_essence: made.musicEssence,
    top_notes: made.topNotes,
    middle_notes: made.middleNotes,
    base_notes: made.baseNotes,
    source: 'spectral',
    face: null,
    accents: null,
    character: null,
    proportions: null,
    creator_name: 'Ada',
    has_audio: false,
    made_at: '2026-01-01 10:00:00+00',
    uploaded_at: '2026-01-01 10:00:00+00',
  };
}

let service: FakeService;
beforeEach(async () => {
  service = fakeService();
  await page.viewport(1280, 900);
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
});

/** A page that is longer than the window, with a line under what comes. */
const opened = () =>
  mount(
    <>
      <div style={{ height: '100vh' }} />
      <Below />
      <footer style={{ height: '3rem' }} />
    </>,
  );
const scroll = (to: number) => change(() => window.scrollTo(0, to));
const asked = () => service.calls.filter(({ path }) => path.endsWith('/public_fragrances'));
const height = () => document.documentElement.scrollHeight;

test('nothing is asked for until somebody scrolls; then six cards with two ingredients each', async () => {
  service.on(LIST, () => json([1, 2, 3, 4, 5, 6].map(row)));
  await opened();
  expect(asked()).toEqual([]);
  await scroll(20);
  await expect.poll(() => allByRole('heading', /^Gavotte/).length).toBe(6);
  expect(asked()[0]!.body).toMatchObject({ page_size: 6 });
  expect(byRole('region', 'Listen')).toBeTruthy();
  expect(byRole('link', 'Gavotte 3').getAttribute('href')).toContain('a0000000-0000-4000-8000-000000000003');
  expect(byRole('button', 'Play Gavotte 1').getAttribute('aria-pressed')).toBe('false');
  // Cards out of sight are laid out with the next frame.
  await expect.poll(text).toContain('Rose · Clary Sage');
  expect(byRole('link', 'Hear more').getAttribute('href')).toBe('/listen');
  const { violations } = await axe.run(document.querySelector('main')!, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

/** How many cards stand in each row. */
function rows(): number[] {
  const cards = [...document.querySelectorAll('main li')];
  const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
  const counts = new Map<number, number>();
  for (const top of tops) counts.set(top, (counts.get(top) ?? 0) + 1);
  return [...counts.values()];
}

test.each([
  [390, [2, 2, 2]],
  [820, [3, 3]],
  [1440, [6]],
])('six stand in even rows on a window of %i px', async (width, expected) => {
  await page.viewport(width, 900);
  service.on(LIST, () => json([1, 2, 3, 4, 5, 6].map(row)));
  await opened();
  await scroll(20);
  await expect.poll(rows).toEqual(expected);
});

test.each([
  [1, [1]],
  [4, [4]],
  [5, [5]],
  [6, [4, 2]],
  [9, [5, 4]],
])('of %i in the playlist none stands alone in a row', async (count, expected) => {
  await page.viewport(1440, 900);
  service.on(LIST, () => json(Array.from({ length: count }, (_, n) => row(n + 1))));
  await mount(<Listen />);
  await expect.poll(rows).toEqual(expected);
});

test('its room is kept from the first movement on, and does not change when somebody scrolls', async () => {
  let answer: (() => void) | null = null;
  service.on(LIST, () => new Promise<Response>((resolve) => (answer = () => resolve(json([])))));
  await opened();
  await change(() => window.dispatchEvent(new PointerEvent('pointerover')));
  const kept = height();
  expect(kept).toBe(window.innerHeight + (43 + 3) * 16);
  await scroll(20);
  await expect.poll(() => asked().length).toBeGreaterThan(0);
  expect(height()).toBe(kept);
  await change(() => answer?.());
});

test.each([
  ['there are none', () => json([])],
  ['the backend is out of reach', noConnection],
] as const)('nothing is shown where %s, and what is in sight stays where it is', async (_why, answer) => {
  service.on(LIST, answer);
  await opened();
  // The page without what stands below; the mouse may have kept its room already.
  const bare = window.innerHeight + 3 * 16;
  await scroll(20);
  await expect.poll(() => asked().length).toBeGreaterThan(0);
  await service.answered();
  expect(text()).toBe('');
  expect(height()).toBe(bare + 43 * 16);
  await scroll(0);
  await expect.poll(height).toBe(bare);
  expect(text()).toBe('');
});
