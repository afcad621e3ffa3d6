import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { onNotice } from '#core/appState/notices.ts';
import { clearUser, readLocalUser, setUser, session, USER_KEY } from '#features/session/state/session.ts';
import { startSession } from '#features/members/state/startSession.ts';

let end: (() => void) | null = null;
beforeEach(() => {
  localStorage.clear();
  clearUser();
});
afterEach(() => {
  end?.();
  end = null;
  localStorage.clear();
});

const storedSession = {
  id: 'a',
  email: 'ada@example.com',
  liquidName: 'Ada',
  favoriteNotes: ['Rose', 7],
  level: 'high',
  preference: 'mouth',
  showInstagram: 'yes',
};

/** The event that the browser sends to this page when another tab writes. */
function otherTab(key: string | null, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

describe('the locally stored user', () => {
  test('is read field by field, and an invalid field gets the default', () => {
    localStorage.setItem(USER_KEY, JSON.stringify(storedSession));
    expect(readLocalUser()).toMatchObject({
      id: 'a',
      liquidName: 'Ada',
      favoriteNotes: [],
      level: 1,
      preference: null,
      showInstagram: false,
    });
  });

  test.each(['', 'null', '7', '"ada"', '{}', '{"email":""}', '{"email":7}', '{half'])(
    'is null when %j is stored',
    (text) => {
      localStorage.setItem(USER_KEY, text);
      expect(readLocalUser()).toBeNull();
    },
  );

  test('has the address as its name if there is none', () => {
    localStorage.setItem(USER_KEY, JSON.stringify({ email: 'ada@example.com' }));
    expect(readLocalUser()?.liquidName).toBe('ada');
  });

  test('is deleted without a request when no session is stored with it', () => {
    localStorage.setItem(USER_KEY, JSON.stringify(storedSession));
    session.user = readLocalUser();
    end = startSession();
    expect(session.user).toBeNull();
    expect(session.isResolved).toBe(true);
    expect(localStorage.getItem(USER_KEY)).toBeNull();
  });
});

test('is deleted with every trace of the session, and with nothing else', () => {
  for (const key of ['sb-accord-auth-token', 'sb-other', 'session', 'auth-token', 'user', 'userData'])
    localStorage.setItem(key, '{}');
  localStorage.setItem('fragranceProfile', '{}');
  clearUser();
  expect(Object.keys(localStorage)).toEqual(['fragranceProfile']);
});

describe('another tab', () => {
  beforeEach(() => {
    end = startSession();
    localStorage.setItem(USER_KEY, JSON.stringify(storedSession));
    setUser(readLocalUser()!);
  });

  test('signs this one out', () => {
    localStorage.removeItem(USER_KEY);
    otherTab(USER_KEY, null);
    expect(session.user).toBeNull();
  });

  test('signs this one out when it clears everything', () => {
    localStorage.clear();
    otherTab(null, null);
    expect(session.user).toBeNull();
  });

  test('has signed in again when this one, which was frozen, gets the log-out event: the new session stays', () => {
    localStorage.setItem('sb-accord-auth-token', '{}');
    otherTab(USER_KEY, null);
    expect(session.user?.id).toBe('a');
    expect(readLocalUser()?.id).toBe('a');
    expect(localStorage.getItem('sb-accord-auth-token')).toBe('{}');
  });

  test('changes the profile here', () => {
    const text = JSON.stringify({ ...storedSession, liquidName: 'Countess' });
    localStorage.setItem(USER_KEY, text);
    otherTab(USER_KEY, text);
    expect(session.user?.liquidName).toBe('Countess');
  });

  test('has no effect on a closed screen', () => {
    end?.();
    end = null;
    otherTab(USER_KEY, null);
    expect(session.user?.liquidName).toBe('Ada');
  });
});

describe('an address with parameters of the auth service', () => {
  const titles: string[] = [];
  let stopListening: () => void = () => undefined;
  beforeEach(() => {
    titles.length = 0;
    stopListening = onNotice(({ title }) => void titles.push(title));
  });
  const home = location.href;
  afterEach(() => {
    stopListening();
    history.replaceState(null, '', home);
  });

  test.each([
    ['/about', '#access_token=EVE&refresh_token=EVE&type=signup', '', 'Please log in.'],
    ['/about?tab=1', '#refresh_token=EVE', '', 'Please log in.'],
    ['/', '#error=access_denied&error_code=otp_expired', '', 'This link is invalid or has expired.'],
    ['/', '#screen', '#screen', null],
    // The screen for a new password shows a used link itself, and takes no session from an address either.
    [
      '/profile/update-password',
      '#error=access_denied&error_code=otp_expired',
      '#error=access_denied&error_code=otp_expired',
      null,
    ],
    ['/profile/update-password', '#access_token=EVE&refresh_token=EVE&type=recovery', '', null],
  ])('%s%s leaves %j behind and shows %j, and signs no member in', (path, hash, left, words) => {
    history.replaceState(null, '', `${path}${hash}`);
    end = startSession();
    expect(location.hash).toBe(left);
    expect(`${location.pathname}${location.search}`).toBe(path);
    expect(titles).toEqual(words === null ? [] : [words]);
    expect(session.user).toBeNull();
    expect(session.isResolved).toBe(true);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
