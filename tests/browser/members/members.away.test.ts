import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { supabase } from '#core/backend/client.ts';
import { loadPlaylist, playlist } from '#features/community/state/playlist.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { storeProfileCopy, loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { logIn, logOut } from '#features/members/state/auth/auth.ts';
import { clearUser } from '#features/session/state/session.ts';
import {
  describeBackend,
  fakeService,
  deferred,
  json,
  noConnection,
  profileRow,
  sessionOf,
  userOf,
  type FakeService,
} from '../support/fakeService.ts';

let service: FakeService;
const countCalls = (what: RegExp) => service.calls.filter(({ path }) => what.test(path)).length;

beforeAll(async () => {
  describeBackend();
  await supabase();
});

beforeEach(async () => {
  localStorage.clear();
  clearUser();
  service = fakeService();
  service.on(/POST \/auth\/v1\/token/, () => json(sessionOf('ada')));
  service.on(/GET \/auth\/v1\/user/, () => json(userOf('ada')));
  service.on(/POST \/auth\/v1\/logout/, () => new Response(null, { status: 204 }));
  service.on(/GET \/rest\/v1\/profiles/, () => json(profileRow('ada')));
  service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([]));
  if (!(await logIn('ada@example.com', 'correct horse')).ok) throw new Error('Nobody could log in.');
  await service.answered();
  service.on(/\/rest\/v1\//, noConnection);
  service.calls.length = 0;
  // Fake timers prevent all retries: the client pauses for 1 s before its first one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await logOut();
  service.end();
  localStorage.clear();
});

describe('without a connection, after one try and no pause,', () => {
  test("a member's list is this device's copy", async () => {
    const mine = { ...DEMO_FRAGRANCES[0]!, creatorId: 'ada' };
    storeProfileCopy('ada', [mine]);
    await loadSavedFragrances();
    expect(savedFragrances).toMatchObject({ status: 'offline', known: true });
    expect(savedFragrances.items.map(({ name }) => name)).toEqual([mine.name]);
    expect(countCalls(/fragrance_profiles/)).toBe(1);
  });

  test("the playlist is this device's copy", async () => {
    await loadPlaylist();
    expect(playlist.status).toBe('offline');
    expect(playlist.items.map(({ name }) => name).toSorted()).toEqual(
      DEMO_FRAGRANCES.map(({ name }) => name).toSorted(),
    );
    expect(countCalls(/public_fragrances/)).toBe(1);
  });
});

describe('if the backend never answers,', () => {
  test("a member's list is this device's copy at once, marked as not checked yet", async () => {
    const mine = { ...DEMO_FRAGRANCES[0]!, creatorId: 'ada' };
    storeProfileCopy('ada', [mine]);
    const answer = deferred<Response>();
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () => answer.promise);
    const loading = loadSavedFragrances();
    expect(savedFragrances).toMatchObject({ status: 'loading', known: true });
    expect(savedFragrances.items.map(({ name }) => name)).toEqual([mine.name]);
    answer.give(json([]));
    await loading;
    expect(savedFragrances).toMatchObject({ status: 'ready', items: [] });
  });
});
