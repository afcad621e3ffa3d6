import { expect, it } from 'vitest';
import { DRAFTS_KEY } from '#core/recordings/drafts.ts';
import { STORAGE_ERROR_KEY } from '#core/storage/localStore.ts';
import { OWNER_SECRET_KEY } from '#core/storage/ownerSecret.ts';
import { USER_KEY } from '#features/session/state/session.ts';
import { PROFILE_KEY } from '#features/fragrance/state/current.ts';
import { FALLBACK_KEY, PLAYLIST_KEY, SAVED_KEY } from '#features/fragrance/state/savedFragrances.ts';
import { PERSIST_KEY } from '#core/appState/persist.ts';
import { PREORDER_KEY } from '#features/community/state/preorder.ts';

it('the local keys are those of existing devices: with another name their copies would be lost', () => {
  expect([PROFILE_KEY, SAVED_KEY, FALLBACK_KEY, PLAYLIST_KEY, PREORDER_KEY, USER_KEY]).toEqual([
    'fragranceProfile',
    'saved_fragrance_profiles',
    'fallback_fragrance_profiles',
    'communityPlaylist',
    'preorderData',
    'user',
  ]);
  expect([PERSIST_KEY, STORAGE_ERROR_KEY]).toEqual(['persist:root', 'storage_error']);
  expect([OWNER_SECRET_KEY, DRAFTS_KEY]).toEqual(['accord:owner', 'accord:drafts']);
});
