import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { analyzeLink } from '#features/create/state/link/scentwaves.ts';
import { scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { installPage } from '../memoryStorage.ts';

beforeEach(() => installPage());
afterEach(() => vi.unstubAllGlobals());

it('analyses a link once, and answers it from the cache from then on', async () => {
  const essence = ['A4', 'C#5', 'E3'] as const;
  const file = fragranceJson(fragranceFromEssence({ essence: [...essence], source: 'spectral', now: new Date(1) }));
  const fetching = vi.fn<() => Promise<Response>>(async () => new Response(file));
  vi.stubGlobal('fetch', fetching);
  for (const [address, requests] of [
    ['https://a.example/one.json', 1],
    [' https://a.example/one.json', 1],
    ['https://a.example/two.json', 2],
  ] as const) {
    Object.assign(scentwaves, { status: 'idle', detected: [] });
    await analyzeLink(address);
    expect(scentwaves).toMatchObject({ status: 'done', detected: essence });
    expect(fetching).toHaveBeenCalledTimes(requests);
  }
});
