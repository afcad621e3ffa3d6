import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import PlaylistEntry from '#screens/playlist/PlaylistEntry.tsx';
import PlaylistRedirect from '#screens/store/PlaylistRedirect.tsx';
import { Playlist } from '#screens/store/Playlist.tsx';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { loadEntry, playlist } from '#features/community/state/playlist.ts';
import { session } from '#features/session/state/session.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text, unmount } from '../support/mount.tsx';

/** The community's fragrances in the store. */

const LIST_REQUEST = /POST \/rest\/v1\/rpc\/public_fragrances/;

/** A row of the playlist, as the database gives it. */
function row(n: number): Record<string, unknown> {
  const made = fragranceFromEssence({ essence: ['C4', 'E5', 'A3'], source: 'spectral', now: new Date(0) });
  return {
    id: `a0000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
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
beforeEach(() => {
  service = fakeService();
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
});

/** Number of cards in each row. */
function rows(): number[] {
  const cards = [...document.querySelectorAll('main li')];
  const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
  const counts = new Map<number, number>();
  for (const top of tops) counts.set(top, (counts.get(top) ?? 0) + 1);
  return [...counts.values()];
}

test.each([
  [1, [1]],
  [4, [4]],
  [5, [5]],
  [6, [4, 2]],
  [9, [5, 4]],
])('no card is alone in its row among %i in the playlist', async (count, expected) => {
  await page.viewport(1440, 900);
  service.on(LIST_REQUEST, () => json(Array.from({ length: count }, (_, n) => row(n + 1))));
  await mount(
    <div className="page">
      <Playlist />
    </div>,
  );
  await expect.poll(rows).toEqual(expected);
});

test.each([
  [1440, 900],
  [1280, 720],
  [844, 390],
  [390, 844],
])('a card has the same height before and after its drawing, at %i x %i', async (width, height) => {
  await page.viewport(width, height);
  service.on(LIST_REQUEST, () => json(Array.from({ length: 24 }, (_, n) => row(n + 10))));
  await mount(
    <div className="page">
      <Playlist />
    </div>,
  );
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(24);
  const card = document.querySelector('main li')!;
  const reserved = Number.parseFloat(getComputedStyle(card).containIntrinsicHeight.replace('auto ', ''));
  await expect.poll(() => Math.abs(card.getBoundingClientRect().height - reserved)).toBeLessThan(16);
});

test('an empty playlist invites to share, and has both demos and no search', async () => {
  service.on(LIST_REQUEST, () => json([]));
  await mount(<Playlist />);
  await expect.poll(text).toContain('No community fragrances yet');
  expect(text()).toContain('Be the first to share your fragrance creation!');
  expect(byRole('link', 'Create a Fragrance').getAttribute('href')).toBe('/create');
  for (const name of ['Lavender Dreams', 'Citrus Burst']) expect(byRole('heading', name)).toBeTruthy();
  expect(allByRole('searchbox', /./)).toEqual([]);
});

test('a playlist of twenty has a search, and the field stays while few are found', async () => {
  service.on(LIST_REQUEST, ({ body }) =>
    json(Array.from({ length: body['search'] === '' ? 20 : 1 }, (_, n) => row(n + 10))),
  );
  await mount(<Playlist />);
  await expect.poll(() => allByRole('searchbox', 'Search by name or note').length).toBe(1);
  await userEvent.fill(byRole('searchbox', 'Search by name or note'), 'gavotte 10');
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(1);
  expect(byRole('searchbox', 'Search by name or note')).toBe(document.activeElement);
  expect(service.calls.at(-1)!.body).toEqual({ search: 'gavotte 10', before_at: null, before_id: null, page_size: 24 });
});

test('the next page is loaded after a search that is still loading', async () => {
  const { promise: searched, resolve: answer } = Promise.withResolvers<Response>();
  const pageOf24 = (): Response => json(Array.from({ length: 24 }, (_, n) => row(n + 10)));
  service.on(LIST_REQUEST, ({ body }) => {
    if (body['before_id'] !== null) return json([row(40)]);
    return body['search'] === '' ? pageOf24() : searched;
  });
  await mount(<Playlist />);
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(24);
  await userEvent.fill(byRole('searchbox', 'Search by name or note'), 'gavotte');
  await expect.poll(() => service.calls.at(-1)!.body['search']).toBe('gavotte');
  byRole('button', 'Load more').click();
  answer(pageOf24());
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(25);
  expect(service.calls.at(-1)!.body).toMatchObject({ search: 'gavotte', before_id: row(33)['id'] });
});

test('a playlist of nineteen has no search', async () => {
  service.on(LIST_REQUEST, () => json(Array.from({ length: 19 }, (_, n) => row(n + 10))));
  await mount(<Playlist />);
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(19);
  expect(allByRole('searchbox', /./)).toEqual([]);
});

test('the former address of the playlist leads to its tab in the store', async () => {
  const { hook, history } = memoryLocation({ path: '/listen', record: true });
  await mount(
    <Router hook={hook}>
      <Route path="/listen" component={PlaylistRedirect} />
    </Router>,
  );
  expect(history).toEqual(['/store?tab=playlist']);
});

describe('the page of a fragrance by its name alone', () => {
  const ENTRY_REQUEST = /POST \/rest\/v1\/rpc\/public_fragrance$/;
  afterEach(() => {
    Object.assign(session, { isResolved: false, user: null });
  });

  test.each(['Lavender Dreams', 'Citrus Burst'])('opens for %s without a visit to the store before', async (name) => {
    session.isResolved = true;
    service.on(ENTRY_REQUEST, () => json([]));
    await loadEntry(name, null);
    expect(playlist.entry).toMatchObject({ status: 'ready', fragrance: { name } });
  });

  test('a phone shows three lines of a long description, and the rest after a press on More', async () => {
    await page.viewport(390, 844);
    session.isResolved = true;
    service.on(ENTRY_REQUEST, () => json([]));
    history.pushState(null, '', '/playlist/Lavender%20Dreams');
    await mount(<PlaylistEntry />);
    await expect.poll(() => allByRole('button', 'More').length).toBe(1);
    const words = [...document.querySelectorAll('p')].find((one) => one.textContent?.startsWith('A balanced'))!;
    expect(words.scrollHeight).toBeGreaterThan(words.clientHeight);
    await press(byRole('button', 'More'));
    expect(words.scrollHeight).toBeLessThanOrEqual(words.clientHeight + 1);
    expect(allByRole('button', 'More')).toEqual([]);
  });

  test('shows the waveform in the player of a recording', async () => {
    session.isResolved = true;
    const notes = [{ note: 'C4', onset: 0, offset: 6, velocity: 0.8, cents: 0 }];
    const trace = { duration: 6, peaks: [0.2, 0.9, 0.4], notes };
    service.on(ENTRY_REQUEST, () =>
      json([{ ...row(1), trace, audio_data: 'http://localhost:9/storage/v1/object/public/audio/gavotte.wav' }]),
    );
    history.pushState(null, '', '/playlist/Gavotte%201');
    await mount(<PlaylistEntry />);
    await expect.poll(text).toContain('0:00 / 0:06');
    expect(document.querySelectorAll('svg[viewBox="0 0 3 100"] path')).toHaveLength(1);
  });

  test('a public fragrance comes before the demo of its name', async () => {
    session.isResolved = true;
    service.on(ENTRY_REQUEST, () => json([{ ...row(1), name: 'Citrus Burst', trace: null, audio_data: null }]));
    await loadEntry('Citrus Burst', null);
    expect(playlist.entry.fragrance).toMatchObject({ name: 'Citrus Burst', id: row(1)['id'] });
  });

  test("a member's own fragrance comes before the demo of its name", async () => {
    const member = { id: 'b0000000-0000-4000-8000-000000000001', email: 'ada@example.org' };
    Object.assign(session, { isResolved: true, user: member });
    service.on(ENTRY_REQUEST, () => json([]));
    const own = {
      ...row(2),
      name: 'Citrus Burst',
      user_id: member.id,
      is_public: false,
      hidden: false,
      likes: [],
      trace: null,
      audio_data: null,
      created_at: '2026-01-01 10:00:00+00',
    };
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([own]));
    await loadEntry('Citrus Burst', null);
    expect(playlist.entry.fragrance).toMatchObject({ name: 'Citrus Burst', id: row(2)['id'] });
  });

  test('a demo opens without the backend, too', async () => {
    session.isResolved = true;
    service.on(ENTRY_REQUEST, () => json({ message: 'down' }, 503));
    await loadEntry('Citrus Burst', null);
    expect(playlist.entry).toMatchObject({ status: 'ready', fragrance: { name: 'Citrus Burst' } });
  });
});
