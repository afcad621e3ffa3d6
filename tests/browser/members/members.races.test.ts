import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { supabase } from '#core/backend/client.ts';
import { logIn, logOut, register } from '#features/members/state/auth/auth.ts';
import { reloadUser } from '#features/members/state/auth/resume.ts';
import { openLink } from '#features/members/state/mailLink.ts';
import { changePassword } from '#features/members/state/passwords.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { storeMailRequest } from '#features/members/state/requestedMails.ts';
import {
  storeFragranceLocally,
  toSaved,
  loadSavedFragrances,
  savedFragrances,
} from '#features/fragrance/state/savedFragrances.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { setVisibility } from '#features/fragrance/state/changeSaved.ts';
import { fragrance as shown, PROFILE_KEY } from '#features/fragrance/state/current.ts';
import { saveFragrance } from '#features/fragrance/state/saveFragrance.ts';
import { clearUser, hasSignedInWithPassword, setUser, session, USER_KEY } from '#features/session/state/session.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { defaultProfile } from '#features/session/domain/member.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { OWNER_SECRET_KEY, ownerSecret, withOwnerSecret } from '#core/storage/ownerSecret.ts';
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

const idOf = (token: string): string =>
  (JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub;
/** The auth service's refusal of the password that is set already. */
const samePassword = () =>
  json({ code: 422, error_code: 'same_password', msg: 'New password should be different from the old password.' }, 422);
const storedSession = () => localStorage.getItem('sb-accord-auth-token');
const callsTo = (pattern: RegExp) => service.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`));
/** Pending locks of tasks that need the device's secret, by the names of `navigator.locks`. */
const waitingForSecret = async () =>
  ((await navigator.locks.query()).pending ?? []).map(({ name, mode }) => `${name} ${mode}`);

// The client is loaded once, before the first test, so that it adds nothing to the time of the first login.
beforeAll(async () => {
  describeBackend();
  await supabase();
});

beforeEach(() => {
  // These tests break the network on purpose: afterEach fails those that write an error to the console.
  vi.spyOn(console, 'error');
  localStorage.clear();
  clearUser();
  service = fakeService();
  service.on(/POST \/auth\/v1\/token/, ({ body }) => json(sessionOf(String(body['email']).split('@')[0]!)));
  service.on(/GET \/auth\/v1\/user/, ({ token }) => json(userOf(idOf(token))));
  service.on(/POST \/auth\/v1\/logout/, () => new Response(null, { status: 204 }));
  service.on(/GET \/rest\/v1\/profiles/, ({ token }) => json(profileRow(idOf(token))));
  service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([]));
  service.on(/POST \/rest\/v1\/rpc\/claim_device/, () => json(0));
});

afterEach(async () => {
  await service.answered();
  await logOut();
  await service.answered();
  service.end();
  const heard = vi.mocked(console.error).mock.calls;
  if (heard.length > 0) throw new Error(`The console was written to: ${JSON.stringify(heard.map(String))}`);
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a log-out', () => {
  test('is not undone by a reload that had begun before', async () => {
    expect(await logIn('ada@example.com', 'correct horse')).toMatchObject({ ok: true });
    const answer = deferred<Response>();
    service.on(/GET \/rest\/v1\/profiles/, () => answer.promise);
    const reloading = reloadUser();
    await expect.poll(() => callsTo(/GET \/rest\/v1\/profiles/).length).toBe(2);
    expect(await logOut()).toBe('everywhere');
    answer.give(json(profileRow('ada')));
    await reloading;
    expect(session.user).toBeNull();
    expect([storedSession(), localStorage.getItem(USER_KEY)]).toEqual([null, null]);
  });

  test('works without a connection, and is undone only when the service refuses it', async () => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/POST \/auth\/v1\/logout/, () => json({ msg: 'broken' }, 500));
    expect(await logOut()).toBe('refused');
    expect(session.user?.id).toBe('ada');
    expect(storedSession()).not.toBeNull();
    service.on(/POST \/auth\/v1\/logout/, noConnection);
    expect(await logOut()).toBe('here');
    expect(session.user).toBeNull();
    expect([storedSession(), localStorage.getItem(USER_KEY)]).toEqual([null, null]);
  });
});

describe('a login', () => {
  test('with an answer after its time limit leaves the visitor signed out, and ends its session', async () => {
    const answer = deferred<Response>();
    service.on(/POST \/auth\/v1\/token/, () => answer.promise);
    expect(await logIn('ada@example.com', 'correct horse', 20)).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
    const late = sessionOf('ada');
    answer.give(json(late));
    await expect
      .poll(() => callsTo(/POST \/auth\/v1\/logout/).map(({ token }) => token))
      .toEqual([late['access_token']]);
    expect(session.user).toBeNull();
    expect(storedSession()).toBeNull();
  });

  test('with a profile after its time limit leaves the visitor signed out, too', async () => {
    const answer = deferred<Response>();
    service.on(/GET \/rest\/v1\/profiles/, () => answer.promise);
    expect(await logIn('ada@example.com', 'correct horse', 100)).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
    answer.give(json(profileRow('ada')));
    await expect.poll(() => callsTo(/POST \/auth\/v1\/logout/).length).toBe(1);
    expect(storedSession()).toBeNull();
  });

  test('without its profile leaves no session, on the device or on the server', async () => {
    service.on(/GET \/rest\/v1\/profiles/, () => json({ message: 'broken' }, 500));
    expect(await logIn('ada@example.com', 'correct horse')).toMatchObject({ ok: false, error: { code: 'profile' } });
    expect(session.user).toBeNull();
    expect(storedSession()).toBeNull();
    await expect.poll(() => callsTo(/POST \/auth\/v1\/logout/).length).toBe(1);
  });

  test("with the password claims the device's data and gives the next visitor a new secret; a link does not", async () => {
    const secret = ownerSecret();
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('eve')));
    const link = await openLink('token', 'signup');
    if (!link.ok) throw new Error(link.error.message);
    expect(link.value).toMatchObject({ email: 'eve@example.com', expected: false, signedInAs: null });
    expect(storedSession()).toBeNull();
    expect(await link.value.signIn()).toMatchObject({ ok: true });
    expect(session.user?.id).toBe('eve');
    expect(hasSignedInWithPassword('eve')).toBe(false);
    await logOut();

    await logIn('ada@example.com', 'correct horse');
    await expect.poll(() => localStorage.getItem(OWNER_SECRET_KEY)).toBeNull();
    // Claims take turns: a claim of the link's member would be before it in this list.
    expect(callsTo(/claim_device/).map(({ body, token }) => [body['owner_secret'], idOf(token)])).toEqual([
      [secret, 'ada'],
    ]);
  });
});

test('a recording that is still uploading when its visitor logs in is claimed once it is stored', async () => {
  const secret = ownerSecret();
  const sending = deferred<void>();
  const sent = withOwnerSecret(() => sending.promise);
  await logIn('ada@example.com', 'correct horse');
  await expect.poll(waitingForSecret).toContain('accord-owner exclusive');
  expect(callsTo(/claim_device/)).toEqual([]);
  expect(localStorage.getItem(OWNER_SECRET_KEY)).toBe(secret);
  sending.give();
  await sent;
  await expect.poll(() => callsTo(/claim_device/).map(({ body }) => body['owner_secret'])).toEqual([secret]);
  await expect.poll(() => localStorage.getItem(OWNER_SECRET_KEY)).toBeNull();
});

describe('a mail’s link', () => {
  test("of a registration from this browser signs in without a question, and claims the device's data", async () => {
    storeMailRequest('signup', 'ada@example.com');
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    const link = await openLink('token', 'signup');
    if (!link.ok) throw new Error(link.error.message);
    expect(link.value.expected).toBe(true);
    await link.value.signIn();
    expect(hasSignedInWithPassword('ada')).toBe(true);
  });

  test('of an address that another person may have registered requires a new password before it signs in', async () => {
    storeMailRequest('signup', 'ada@example.com');
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/POST \/rest\/v1\/rpc\/keep_password/, () => json(false));
    const link = await openLink('token', 'signup');
    if (!link.ok) throw new Error(link.error.message);
    expect(link.value).toMatchObject({ expected: true, passwordMissing: true });
    expect(storedSession()).toBeNull();
    await link.value.choosePassword('a password of my own');
    expect(callsTo(/PUT \/auth\/v1\/user/).map(({ body }) => body['password'])).toEqual(['a password of my own']);
    service.on(/POST \/rest\/v1\/rpc\/keep_password/, noConnection);
    const unanswered = await openLink('token', 'signup');
    expect(unanswered).toMatchObject({ ok: true, value: { passwordMissing: true } });
  });

  test('that is declined has no effect, and an unrequested one never replaces a member without an answer', async () => {
    await logIn('ada@example.com', 'correct horse');
    const eve = sessionOf('eve');
    service.on(/POST \/auth\/v1\/verify/, () => json(eve));
    const link = await openLink('token', 'recovery');
    if (!link.ok) throw new Error(link.error.message);
    expect(link.value).toMatchObject({ expected: false, signedInAs: 'ada@example.com' });
    link.value.decline();
    await expect
      .poll(() => callsTo(/POST \/auth\/v1\/logout/).map(({ token }) => token))
      .toEqual([eve['access_token']]);
    expect(session.user?.id).toBe('ada');
    expect(storedSession()).toContain('ada@example.com');
  });

  test('sets a password once although its answer was lost', async () => {
    storeMailRequest('recovery', 'ada@example.com');
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/PUT \/auth\/v1\/user/, noConnection);
    const link = await openLink('token', 'recovery');
    if (!link.ok) throw new Error(link.error.message);
    expect(await link.value.setPassword('battery staple')).toMatchObject({ ok: false, error: { code: 'network' } });
    service.on(/PUT \/auth\/v1\/user/, samePassword);
    expect(await link.value.setPassword('another one 1')).toMatchObject({
      ok: false,
      error: { detail: 'same_password' },
    });
    expect(await link.value.setPassword('battery staple')).toMatchObject({ ok: true });
  });

  test('gives an account its first password once although its answer was lost', async () => {
    storeMailRequest('signup', 'ada@example.com');
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/POST \/rest\/v1\/rpc\/keep_password/, () => json(false));
    service.on(/PUT \/auth\/v1\/user/, noConnection);
    const link = await openLink('token', 'signup');
    if (!link.ok) throw new Error(link.error.message);
    expect(await link.value.choosePassword('battery staple')).toMatchObject({ ok: false, error: { code: 'network' } });
    service.on(/PUT \/auth\/v1\/user/, samePassword);
    expect(await link.value.choosePassword('battery staple')).toMatchObject({ ok: true });
  });

  test('that sets a password ends every session of its account, also those that used the old one', async () => {
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/PUT \/auth\/v1\/user/, () => json(userOf('ada')));
    const link = await openLink('token', 'recovery');
    if (!link.ok) throw new Error(link.error.message);
    expect(await link.value.setPassword('battery staple')).toEqual({ ok: true, value: { otherSessionsEnded: true } });
    expect(callsTo(/POST \/auth\/v1\/logout/).map(({ path }) => path)).toEqual(['/auth/v1/logout?scope=global']);
  });

  test('that sets a password reports when the other sessions could not be ended', async () => {
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('ada')));
    service.on(/PUT \/auth\/v1\/user/, () => json(userOf('ada')));
    service.on(/POST \/auth\/v1\/logout/, () => json({ message: 'broken' }, 500));
    const link = await openLink('token', 'recovery');
    if (!link.ok) throw new Error(link.error.message);
    expect(await link.value.setPassword('battery staple')).toEqual({ ok: true, value: { otherSessionsEnded: false } });
  });
});

test('a successful registration stays one, even if loading the profile fails', async () => {
  service.on(/POST \/auth\/v1\/signup/, () => json(sessionOf('ada')));
  service.on(/GET \/rest\/v1\/profiles/, () => json({ message: 'broken' }, 500));
  expect(
    await register({ liquidName: 'ada', email: 'Ada@Example.com', password: 'correct horse', location: null }),
  ).toEqual({ ok: true, value: { signedIn: true } });
  expect(session.user).toMatchObject({ id: 'ada', liquidName: 'ada' });
});

const fragrance: Fragrance = {
  id: '1767323045000',
  name: 'Rose at Dawn',
  description: 'A rose.',
  intensity: 0.6,
  complexity: 0.5,
  persistence: 0.7,
  dominantNotes: ['C4', 'E4', 'G4'],
  backgroundNotes: [],
  musicEssence: ['C4', 'E4', 'G4'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.000Z',
  source: 'beat',
};
const row = {
  id: '11111111-1111-4111-8111-111111111111',
  user_id: 'ada',
  name: 'Rose at Dawn',
  description: 'A rose.',
  intensity: 0.6,
  complexity: 0.5,
  persistence: 0.7,
  dominant_notes: ['C4', 'E4', 'G4'],
  background_notes: [],
  music_essence: ['C4', 'E4', 'G4'],
  top_notes: ['Bergamot'],
  middle_notes: ['Rose'],
  base_notes: ['Oud'],
  source: 'beat',
  made_at: '2026-01-02T03:04:05Z',
  creator_name: 'ada',
  uploaded_at: null,
  audio_data: null,
  audio_path: null,
  trace: null,
  is_public: false,
  hidden: false,
  likes: [],
  created_at: '2026-01-02T03:04:05Z',
};

describe('the saved fragrances', () => {
  test('of one member are never shown to the next, however late the answer', async () => {
    await logIn('ada@example.com', 'correct horse');
    const answer = deferred<Response>();
    service.on(/POST \/rest\/v1\/fragrance_profiles/, () => answer.promise);
    const pending = saveFragrance(fragrance);
    await expect.poll(() => callsTo(/POST \/rest\/v1\/fragrance_profiles/).length).toBe(1);
    await logOut();
    await logIn('eve@example.com', 'correct horse');
    await loadSavedFragrances();
    answer.give(json([row], 201));
    await pending;
    expect(session.user?.id).toBe('eve');
    expect(savedFragrances.items).toEqual([]);
    expect(localStorage.getItem('userData')).not.toContain('Rose');
  });

  test('are shown from this device’s copy when the backend is unreachable, and the copy is deleted with the session', async () => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([row]));
    await loadSavedFragrances();
    expect(savedFragrances).toMatchObject({ status: 'ready', known: true });
    // A start without the backend: the session has its member, and no list is in memory.
    const ada = defaultProfile({ id: 'ada', email: 'ada@example.com' });
    session.user = null;
    await expect.poll(() => savedFragrances.status).toBe('idle');
    expect(savedFragrances).toMatchObject({ items: [], status: 'idle', known: false });
    setUser(ada);
    service.on(/GET \/rest\/v1\/fragrance_profiles/, noConnection);
    await loadSavedFragrances();
    expect(savedFragrances).toMatchObject({ status: 'offline', known: true });
    expect(savedFragrances.items.map(({ name }) => name)).toEqual(['Rose at Dawn']);
    expect(localStorage.getItem('userData')).toContain('Rose at Dawn');
    await logOut();
    expect(localStorage.getItem('userData')).toBeNull();
  });

  test.each([
    [429, { code: 'PT429', message: 'Too many' }],
    [404, { message: 'no such function' }],
    [401, { code: 'PGRST301', message: 'JWT expired' }],
    [503, { message: 'away' }],
  ])('that cannot be stored for %d stay on this device', async (status, body) => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/POST \/rest\/v1\/fragrance_profiles/, () => json(body, status));
    shown.saved = {};
    await saveFragrance(fragrance);
    expect(shown.saved[fragrance.id]).toBe('waiting');
    expect(localStorage.getItem('fallback_fragrance_profiles')).toContain('Rose at Dawn');
    expect(savedFragrances.items.map(({ name }) => name)).toEqual(['Rose at Dawn']);
  });

  test('follow the newest switch: an older change in the outbox is dropped', async () => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([row]));
    await loadSavedFragrances();
    service.on(/PATCH \/rest\/v1\/fragrance_profiles/, () => json({ message: 'away' }, 503));
    expect(await setVisibility('Rose at Dawn', true)).toBe(true);
    const waitingEntries = async () =>
      (await outbox.entries('fragrance')).filter(({ payload }) => fieldsOf(payload)['fragranceId'] === row.id);
    expect(await waitingEntries()).toHaveLength(1);
    service.on(/PATCH \/rest\/v1\/fragrance_profiles/, () => json({ ...row, is_public: false }));
    expect(await setVisibility('Rose at Dawn', false)).toBe(true);
    expect(await waitingEntries()).toEqual([]);
  });

  test.each([
    [true, 'no connection', noConnection, 'Everybody else does not see it until the connection is back.'],
    [false, 'no connection', noConnection, 'Everybody else still sees it until the connection is back.'],
    [
      true,
      'a failing server',
      () => json({ message: 'broken' }, 500),
      'Everybody else does not see it until our server',
    ],
    [
      false,
      'a failing server',
      () => json({ message: 'broken' }, 500),
      'Everybody else still sees it until our server',
    ],
  ])('of the playlist (public: %s) with %s show what others see', async (isPublic, _, answer, words) => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () => json([{ ...row, is_public: !isPublic }]));
    await loadSavedFragrances();
    service.on(/PATCH \/rest\/v1\/fragrance_profiles/, answer);
    const notices: Notice[] = [];
    const deaf = onNotice((notice) => notices.push(notice));
    notices.length = 0;
    expect(await setVisibility('Rose at Dawn', isPublic)).toBe(true);
    deaf();
    expect(notices).toMatchObject([
      {
        title: isPublic ? 'Added to playlist' : 'Removed from playlist',
        description: expect.stringContaining(`Only on this device so far. ${words}`),
      },
    ]);
    for (const { id } of await outbox.entries('fragrance')) await outbox.remove(id);
  });

  test('of a session that was ended elsewhere are no empty list: the member is logged out', async () => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/GET \/rest\/v1\/fragrance_profiles/, () =>
      json({ code: 'PT401', message: 'This session is over. Please log in again.', hint: 'no_session' }, 401),
    );
    service.on(/GET \/auth\/v1\/user/, () =>
      json(
        { code: 403, error_code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' },
        403,
      ),
    );
    await loadSavedFragrances();
    expect(savedFragrances.status).not.toBe('ready');
    await expect.poll(() => session.user).toBeNull();
    expect(storedSession()).toBeNull();
  });

  test('without an owner stay for a member who may have them', async () => {
    storeFragranceLocally(toSaved(fragrance, null, new Date()));
    localStorage.removeItem(PROFILE_KEY);
    service.on(/POST \/auth\/v1\/verify/, () => json(sessionOf('eve')));
    const link = await openLink('token', 'signup');
    if (link.ok) await link.value.signIn();
    await loadSavedFragrances();
    expect(savedFragrances.items).toEqual([]);
    await logOut();
    service.on(/POST \/rest\/v1\/fragrance_profiles/, () => json([row], 201));
    await logIn('ada@example.com', 'correct horse');
    await expect.poll(() => localStorage.getItem('saved_fragrance_profiles')).toBeNull();
    expect(callsTo(/POST \/rest\/v1\/fragrance_profiles/)).toHaveLength(1);
  });
});

describe('a new password of a signed-in member', () => {
  test.each([
    [true, () => new Response(null, { status: 204 })],
    [false, noConnection],
    [false, () => json({ message: 'broken' }, 500)],
  ])('ends the other sessions, and keeps this one (confirmed: %s)', async (otherSessionsEnded, answer) => {
    await logIn('ada@example.com', 'correct horse');
    service.on(/PUT \/auth\/v1\/user/, () => json(userOf('ada')));
    service.on(/POST \/auth\/v1\/logout/, answer);
    expect(await changePassword('battery staple')).toEqual({ ok: true, value: { otherSessionsEnded } });
    expect(callsTo(/POST \/auth\/v1\/logout/).map(({ path }) => path)).toEqual(['/auth/v1/logout?scope=others']);
    expect(session.user?.id).toBe('ada');
    expect(storedSession()).toContain('ada@example.com');
  });
});
