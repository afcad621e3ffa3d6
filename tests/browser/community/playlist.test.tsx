import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Playlist } from '../../../src/features/community/screen/store/Playlist.tsx';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/index.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
import { mount, unmount } from '../support/mount.tsx';

/** The community's fragrances in the store. */

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
beforeEach(() => {
  service = fakeService();
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
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
  [1, [1]],
  [4, [4]],
  [5, [5]],
  [6, [4, 2]],
  [9, [5, 4]],
])('of %i in the playlist none stands alone in a row', async (count, expected) => {
  await page.viewport(1440, 900);
  service.on(LIST, () => json(Array.from({ length: count }, (_, n) => row(n + 1))));
  await mount(
    <div className="page">
      <Playlist />
    </div>,
  );
  await expect.poll(rows).toEqual(expected);
});
