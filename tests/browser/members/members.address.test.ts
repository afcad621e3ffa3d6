import { afterEach, beforeEach, expect, test } from 'vitest';
import { SESSION_STORAGE_KEY, supabase } from '#core/backend/client.ts';
import { describeBackend, fakeService, json, sessionOf, userOf, type FakeService } from '../support/fakeService.ts';

/* A separate file: the client is loaded once for each page, and reads the address then. */

let service: FakeService;
const { pathname, search } = window.location;

beforeEach(() => {
  describeBackend();
  localStorage.clear();
  service = fakeService();
  service.on(/GET \/auth\/v1\/user/, () => json(userOf('eve')));
});

afterEach(() => {
  service.end();
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  localStorage.clear();
});

test('the client takes no session from an address, even if the page has left one in it', async () => {
  const { access_token: access, refresh_token: refresh } = sessionOf('eve') as Record<string, string>;
  const left = `#access_token=${access}&refresh_token=${refresh}&expires_in=3600&token_type=bearer&type=signup`;
  window.history.replaceState(window.history.state, '', `${pathname}${search}${left}`);
  const { auth } = await supabase();
  expect((await auth.getSession()).data.session).toBeNull();
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  expect(service.calls).toEqual([]);
});
