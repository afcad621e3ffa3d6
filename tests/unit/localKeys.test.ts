import { expect, it } from 'vitest';
import { DRAFTS_KEY } from '../../src/core/recordings/drafts.ts';
import { STORAGE_ERROR_KEY } from '../../src/core/storage/localStore.ts';
import { OWNER_SECRET_KEY } from '../../src/core/storage/ownerSecret.ts';
import { USER_KEY } from '../../src/features/session/state/session.ts';
import { PROFILE_KEY } from '../../src/features/fragrance/state/current.ts';
import { FALLBACK_KEY, PLAYLIST_KEY, SAVED_KEY } from '../../src/features/fragrance/state/savedFragrances.ts';
import { PERSIST_KEY } from '../../src/core/appState/persist.ts';
import { PREORDER_KEY } from '../../src/features/community/state/preorder.ts';

it('the local keys are those under which devices have their copies: with another name all of them would be lost', () => {
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
