import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byPitch } from '#analysis/values/pitch.ts';
import { fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { analyzeLink, toggleDetected } from '#features/create/state/link/scentwaves.ts';
import { scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { stubBrowserGlobals } from '../memoryStorage.ts';

beforeEach(() => stubBrowserGlobals());
afterEach(() => vi.unstubAllGlobals());

it('a link is analysed once, and comes from the cache afterwards', async () => {
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

/** Opens a link to a fragrance of twelve notes, the strongest first. */
async function openTwelve(): Promise<void> {
  const essence = ['G4', 'C3', 'A5', 'E4', 'D4', 'B3', 'F5', 'C5', 'E5', 'A3', 'D5', 'G5'] as const;
  const json = fragranceJson(fragranceFromEssence({ essence: [...essence], source: 'spectral', now: new Date(1) }));
  vi.stubGlobal('fetch', async () => new Response(json));
  await analyzeLink(`https://a.example/${crypto.randomUUID()}.json`);
}

it('ticked notes are in the order of pitch', async () => {
  await openTwelve();
  toggleDetected(scentwaves.selected[1]!);
  expect(scentwaves.selected).toEqual([...scentwaves.selected].sort(byPitch));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await analyzeLink(`https://a.example/${crypto.randomUUID()}.wav`);
  expect(scentwaves).toMatchObject({ status: 'failed', fallback: true });
  expect(scentwaves.selected).toEqual([...scentwaves.selected].sort(byPitch));
});
