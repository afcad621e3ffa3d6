import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { supabase } from '#core/backend/client.ts';
import { NETWORK_MESSAGE } from '#core/values/errors.ts';
import { logIn, logOut } from '#features/members/state/auth/auth.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { changePhoto, saveProfile } from '#features/members/state/profile.ts';
import { clearUser, session } from '#features/session/state/session.ts';
import {
  describeBackend,
  fakeService,
  json,
  noConnection,
  profileRow,
  sessionOf,
  userOf,
  type FakeService,
} from '../support/fakeService.ts';

let service: FakeService;
let notices: Notice[];
let stopListening: () => void;

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
  notices = [];
  stopListening = onNotice((notice) => notices.push(notice));
  notices.length = 0;
});

afterEach(async () => {
  vi.restoreAllMocks();
  stopListening();
  await logOut();
  service.end();
  localStorage.clear();
});

const change = () => saveProfile({ location: 'Paris' });

describe('a change of the profile', () => {
  test.each([
    [
      'that the row’s rules refuse',
      () => json({ code: '23514', message: 'new row violates check constraint' }, 400),
      'Update failed',
      'Error updating profile: new row violates check constraint',
    ],
    [
      'of a row that may not be written',
      () => json({ code: '42501', message: 'permission denied' }, 403),
      'Update failed',
      'Profile not found',
    ],
    ['of a row that is not there', () => json({ message: 'nothing here' }, 404), 'Update failed', 'Profile not found'],
    [
      'by a session that has ended',
      () => json({ code: 'PGRST301', message: 'JWT expired' }, 401),
      'Authentication Error',
      'User not found. Please log in again.',
    ],
    ['without a connection', noConnection, 'Update failed', NETWORK_MESSAGE],
    [
      'that fails for no known reason',
      () => json({ message: 'broken' }, 500),
      'Update failed',
      'There was a problem updating your profile. Please try again.',
    ],
  ])('%s shows a message', async (_what, answer, title, description) => {
    service.on(/PATCH \/rest\/v1\/profiles/, answer);
    expect(await change()).toBe(false);
    expect(notices).toMatchObject([{ kind: 'error', title, description }]);
    expect(session.user?.location).toBeNull();
  });

  test('without a session in this browser finds no user', async () => {
    service.on(/PATCH \/rest\/v1\/profiles/, () => json([]));
    localStorage.removeItem('sb-accord-auth-token');
    expect(await change()).toBe(false);
    expect(notices).toMatchObject([
      { kind: 'error', title: 'Authentication Error', description: 'No authenticated user found' },
    ]);
  });

  test('without a member shows a message and sends nothing', async () => {
    await logOut();
    notices.length = 0;
    expect(await change()).toBe(false);
    expect(notices).toMatchObject([
      { kind: 'error', title: 'Authentication Error', description: 'Please log in to update your profile.' },
    ]);
    expect(service.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });
});

test('refuses a photo that is no picture, with a message', async () => {
  expect(await changePhoto(new Blob(['MZ this program cannot be run']))).toBe(false);
  expect(notices).toMatchObject([
    { kind: 'error', title: 'Upload failed', description: 'Please choose a picture: png, jpeg or webp.' },
  ]);
});

test('shows a message for a photo that the server refuses as too large', async () => {
  const requests: XMLHttpRequest[] = [];
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    requests.push(this);
    Object.defineProperties(this, { status: { value: 413 }, responseText: { value: '<html>Too large</html>' } });
    this.dispatchEvent(new ProgressEvent('load'));
  });
  const canvas = new OffscreenCanvas(60, 60);
  canvas.getContext('2d');
  expect(await changePhoto(await canvas.convertToBlob())).toBe(false);
  expect(requests).toHaveLength(1);
  expect(notices).toMatchObject([
    {
      kind: 'error',
      title: 'Upload failed',
      description: 'Our server takes no photo of this size. Please choose another one.',
    },
  ]);
});
