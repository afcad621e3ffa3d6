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

const stored = {
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

describe('the locally kept user', () => {
  test('is read field by field, and what is not of its kind becomes the default', () => {
    localStorage.setItem(USER_KEY, JSON.stringify(stored));
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

  test('is called by the address when it has no name', () => {
    localStorage.setItem(USER_KEY, JSON.stringify({ email: 'ada@example.com' }));
    expect(readLocalUser()?.liquidName).toBe('ada');
  });

  test('is forgotten when no session is stored beside it, without a request', () => {
    localStorage.setItem(USER_KEY, JSON.stringify(stored));
    session.user = readLocalUser();
    end = startSession();
    expect(session.user).toBeNull();
    expect(session.verified).toBe(true);
    expect(localStorage.getItem(USER_KEY)).toBeNull();
  });
});

test('forgetting takes every trace of the session, and nothing else', () => {
  for (const key of ['sb-accord-auth-token', 'sb-other', 'session', 'auth-token', 'user', 'userData'])
    localStorage.setItem(key, '{}');
  localStorage.setItem('fragranceProfile', '{}');
  clearUser();
  expect(Object.keys(localStorage)).toEqual(['fragranceProfile']);
});

describe('other tabs', () => {
  beforeEach(() => {
    end = startSession();
    localStorage.setItem(USER_KEY, JSON.stringify(stored));
    setUser(readLocalUser()!);
  });

  test('sign this one out', () => {
    localStorage.removeItem(USER_KEY);
    otherTab(USER_KEY, null);
    expect(session.user).toBeNull();
  });

  test('sign this one out when they clear everything', () => {
    localStorage.clear();
    otherTab(null, null);
    expect(session.user).toBeNull();
  });

  test('have signed in again when this one, that was frozen, hears of their log-out: the new session stays', () => {
    localStorage.setItem('sb-accord-auth-token', '{}');
    otherTab(USER_KEY, null);
    expect(session.user?.id).toBe('a');
    expect(readLocalUser()?.id).toBe('a');
    expect(localStorage.getItem('sb-accord-auth-token')).toBe('{}');
  });

  test('bring their changes of the profile here', () => {
    const text = JSON.stringify({ ...stored, liquidName: 'Countess' });
    localStorage.setItem(USER_KEY, text);
    otherTab(USER_KEY, text);
    expect(session.user?.liquidName).toBe('Countess');
  });

  test('say nothing to a screen that is gone', () => {
    end?.();
    end = null;
    otherTab(USER_KEY, null);
    expect(session.user?.liquidName).toBe('Ada');
  });
});

describe('an address that a link led to', () => {
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
    // The screen for a new password shows a spent link itself; a session is never taken there either.
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
    expect(session.verified).toBe(true);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
