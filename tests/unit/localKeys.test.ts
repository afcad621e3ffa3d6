import { expect, it } from 'vitest';
import { DRAFTS_KEY } from '../../src/backend/recordings/drafts.ts';
import { STORAGE_ERROR_KEY } from '../../src/platform/storage/localStore.ts';
import { OWNER_SECRET_KEY } from '../../src/platform/storage/ownerSecret.ts';
import { USER_KEY } from '../../src/state/account/session.ts';
import { PROFILE_KEY } from '../../src/state/fragrance/fragrance.ts';
import { FALLBACK_KEY, PLAYLIST_KEY, SAVED_KEY } from '../../src/state/fragrance/localFragrances.ts';
import { PERSIST_KEY } from '../../src/state/shell/persist.ts';
import { PREORDER_KEY } from '../../src/state/store/preorder.ts';

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
