import type { Locator } from '@playwright/test';
import { blendOf } from '../../../src/features/fragrance/domain/timbre/blend.ts';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import type { HeardNote } from '../../../src/features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '../../../src/core/pitch/pitch.ts';
import { expect, test } from '../support/fixture.ts';
import { open, search } from '../support/steps/playlist.ts';
import { openResults } from '../support/members.ts';
import { publisher, save } from '../support/hosts/publicSide.ts';

const ESSENCE: readonly NoteCode[] = ['G4', 'C4', 'A4', 'E4'];
/** More notes than a list carries. */
const notes = Array.from({ length: 60 }, (_, i): HeardNote => ({
  note: ESSENCE[(i * 7) % 4]!,
  onset: i / 4,
  offset: i / 4 + 0.1 + (i % 5) / 50,
  velocity: 0.3 + (i % 3) / 5,
  cents: 0,
}));

/** The outlines of a face, whatever its colours. */
const outlines = (face: Locator): Promise<(string | null)[]> =>
  face.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));

test('a fragrance has one face: on its results, on its cover in the store, and on its page in the playlist', async ({
  page,
  request,
}) => {
  const fragrance = fragranceFromEssence({
    essence: ESSENCE,
    source: 'spectral',
    now: new Date(0),
    trace: { duration: 16, peaks: [0.5], notes },
    blend: blendOf(ESSENCE, notes, {
      centroid: 1400,
      brightness: 3.5,
      warmth: 0.4,
      flatness: 0.02,
      harmonicity: 14,
      roughness: 0.05,
      attack: 0.04,
      vibrato: null,
      wander: 12,
      overtones: [{ of: 'C4', partial: 3, note: 'G5', level: -4, weight: 0.4 }],
    }),
  });
  const owner = await publisher(request);
  const name = `One Face ${owner.id.slice(0, 8)}`;
  const [id] = await save(request, owner, [{ name, essence: ESSENCE }]);
  const { trace, accents, character, proportions, intensity, complexity, persistence } = fragrance;
  const whole = await request.patch(`/rest/v1/fragrance_profiles?id=eq.${id}`, {
    headers: owner.headers,
    data: { trace, accents, character, proportions, intensity, complexity, persistence },
  });
  expect(whole.ok(), await whole.text()).toBe(true);

  await openResults(page, { ...fragrance, name });
  const drawing = page.getByRole('img', { name: /^(The face|Drawing) of/ });
  await expect(drawing).toBeVisible();
  const own = await outlines(drawing);
  expect(own.length).toBeGreaterThan(60);

  await open(page);
  await search(page).fill(name);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(card).toBeVisible();
  await expect.poll(() => outlines(card.locator('svg[viewBox="0 0 10000 10000"]'))).toEqual(own);

  await page.goto(`/playlist/${encodeURIComponent(name)}`);
  await expect(drawing).toBeVisible();
  expect(await outlines(drawing)).toEqual(own);
});
