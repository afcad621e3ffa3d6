import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultProfile } from '#features/session/domain/member.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { freeName, isSameFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { stubBrowserGlobals } from './memoryStorage.ts';
import {
  FALLBACK_KEY,
  storeFragranceLocally,
  localFragrances,
  updateLocalVisibility,
  PLAYLIST_KEY,
  readFragrances,
  deleteLocalFragrance,
  SAVED_KEY,
  toSaved,
} from '#features/fragrance/state/savedFragrances.ts';

let localStorage: Storage;
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  localStorage = stubBrowserGlobals();
});

const ada = defaultProfile({ id: 'ada', email: 'ada@example.com' });
const profile: Fragrance = {
  id: '1700000000000',
  name: 'Rose Dawn',
  description: 'A rose.',
  intensity: 0.5,
  complexity: 0.4,
  persistence: 0.3,
  dominantNotes: ['C4', 'E4', 'G4'],
  backgroundNotes: ['A2'],
  musicEssence: ['C4', 'E4', 'G4', 'A2'],
  topNotes: ['Rose'],
  middleNotes: ['Jasmine'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.000Z',
  source: 'spectral',
  audioData: 'https://x.example/storage/v1/object/public/audio/2026-01/a.webm',
};
const now = new Date('2026-02-01T00:00:00Z');
const anonymous = () => toSaved(profile, null, now);

describe('fragrances stored on this device alone', () => {
  test('are under the key of their kind: without an account, or for an unreachable backend', () => {
    storeFragranceLocally(anonymous());
    storeFragranceLocally(toSaved({ ...profile, name: 'Other', musicEssence: ['C3'] }, ada, now));
    expect(readFragrances(SAVED_KEY).map(({ name, creatorId }) => [name, creatorId])).toEqual([['Rose Dawn', null]]);
    expect(readFragrances(FALLBACK_KEY).map(({ name, creatorId }) => [name, creatorId])).toEqual([['Other', 'ada']]);
  });

  test('are stored once if they are saved twice; another one of the same name is stored, too', () => {
    storeFragranceLocally(anonymous());
    storeFragranceLocally({ ...anonymous(), savedAt: '2026-03-01T00:00:00.000Z' });
    expect(readFragrances(SAVED_KEY)).toHaveLength(1);
    storeFragranceLocally({ ...anonymous(), musicEssence: ['C5'] });
    expect(readFragrances(SAVED_KEY)).toHaveLength(2);
  });

  test('are visible to their owner alone; those without an owner to the member who logs in', () => {
    storeFragranceLocally(anonymous());
    storeFragranceLocally(toSaved({ ...profile, name: 'Hers', musicEssence: ['D4'] }, ada, now));
    expect(
      localFragrances('ada', true)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Hers', 'Rose Dawn']);
    expect(localFragrances('grace', true).map(({ name }) => name)).toEqual(['Rose Dawn']);
    // A member who came by a mail's link alone takes nothing along.
    expect(localFragrances('grace', false)).toEqual([]);
    expect(localFragrances('ada', false).map(({ name }) => name)).toEqual(['Hers']);
  });

  test('count once under both keys, and are deleted from both', () => {
    storeFragranceLocally(anonymous());
    storeFragranceLocally(toSaved(profile, ada, now));
    expect(localFragrances('ada', true)).toHaveLength(1);
    deleteLocalFragrance(anonymous());
    expect(localStorage.getItem(SAVED_KEY)).toBeNull();
    expect(localStorage.getItem(FALLBACK_KEY)).toBeNull();
  });

  test('are read from older copies: an object with one entry a name, snake case, no source, audio inside', () => {
    const { source: _source, ...old } = profile;
    localStorage.setItem(
      FALLBACK_KEY,
      JSON.stringify({
        'Rose Dawn': { ...old, is_public: true, user_id: 'ada', audioData: 'data:audio/webm;base64,AAAA' },
      }),
    );
    expect(readFragrances(FALLBACK_KEY)).toMatchObject([
      {
        name: 'Rose Dawn',
        isPublic: true,
        creatorId: 'ada',
        source: 'spectral',
        audioData: 'data:audio/webm;base64,AAAA',
      },
    ]);
  });

  test('stay public if they are public', () => {
    localStorage.setItem(SAVED_KEY, JSON.stringify([{ ...anonymous(), isPublic: true }]));
    expect(readFragrances(SAVED_KEY).map(({ isPublic }) => isPublic)).toEqual([true]);
  });

  test.each([
    ['created', {}, profile.created],
    ['created_at when there is no other', { created: undefined }, '2025-01-01'],
    ['created_at instead of an empty one', { created: '' }, '2025-01-01'],
    ['created_at instead of a number', { created: 1_700_000_000 }, '2025-01-01'],
    ['savedAt when there is no other', { created: undefined, created_at: undefined }, '2024-01-01'],
  ])('have the date of an older copy from %s', (_from, dates, created) => {
    const copy = { ...profile, created_at: '2025-01-01', savedAt: '2024-01-01', ...dates };
    localStorage.setItem(SAVED_KEY, JSON.stringify([copy]));
    expect(readFragrances(SAVED_KEY).map((one) => one.created)).toEqual([created]);
  });

  test.each(['', '7', '"x"', '[null, 7, {"name": "half"}]', '{half', '[{"name":" ","musicEssence":["C4"]}]'])(
    'are none in an invalid list: %j',
    (stored) => {
      localStorage.setItem(SAVED_KEY, stored);
      expect(readFragrances(SAVED_KEY)).toEqual([]);
    },
  );
});

test('are the same by their notes and their time or recording', () => {
  const one = anonymous();
  expect(isSameFragrance(one, { ...one, created: '2026-01-02T04:04:05+01:00' })).toBe(true);
  expect(isSameFragrance(one, { ...one, created: '2027-01-01T00:00:00Z' })).toBe(true);
  expect(isSameFragrance(one, { ...one, created: '2027-01-01T00:00:00Z', audioData: null })).toBe(false);
  expect(isSameFragrance(one, { ...one, musicEssence: ['C4'] })).toBe(false);
  // Two takes or beats of the same notes have no recording, and are two.
  const played = { ...one, audioData: null };
  expect(isSameFragrance(played, { ...played, created: '2027-01-01T00:00:00Z' })).toBe(false);
  expect(isSameFragrance(played, { ...played })).toBe(true);
});

test('get the next number if their name is taken', () => {
  expect(freeName('Rose', new Set(['Rose']))).toBe('Rose 2');
  expect(freeName('Rose', new Set(['Rose', 'Rose 2', 'Rose 3']))).toBe('Rose 4');
});

test('update the local playlist with their visibility, without audio inside, and change only the own entry', () => {
  const mine: SavedFragrance = {
    ...toSaved(profile, ada, now),
    isPublic: true,
    audioData: 'data:audio/webm;base64,AAAA',
  };
  const demo: SavedFragrance = { ...anonymous(), name: 'Lavender Dreams', isPublic: true };
  updateLocalVisibility(demo);
  updateLocalVisibility(mine);
  updateLocalVisibility(mine);
  expect(readFragrances(PLAYLIST_KEY).map(({ name, audioData }) => [name, audioData])).toEqual([
    ['Rose Dawn', null],
    ['Lavender Dreams', profile.audioData],
  ]);
  updateLocalVisibility({ ...mine, isPublic: false });
  expect(readFragrances(PLAYLIST_KEY).map(({ name }) => name)).toEqual(['Lavender Dreams']);
});
