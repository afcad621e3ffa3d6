import bcrypt from 'bcryptjs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newMember, postAuth, signUp } from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';

const server = await sharedServer();
afterAll(async () => {
  vi.restoreAllMocks();
});

describe('whether an address has an account', () => {
  const compare = vi.spyOn(bcrypt, 'compare');
  const hash = vi.spyOn(bcrypt, 'hash');
  const call = (path: string, body: object, headers: Record<string, string> = {}) => {
    compare.mockClear();
    hash.mockClear();
    return postAuth(server, path, body, headers);
  };
  const logIn = (email: string, password: string, headers = {}) =>
    call('token?grant_type=password', { email, password }, headers);

  it('shows neither in the answer nor in the work of a login', async () => {
    const { email, password } = await newMember(server);
    const pending = `${crypto.randomUUID()}@example.com`;
    await signUp(server, pending, {}, password);
    for (const headers of [{}, { 'x-supabase-api-version': '2024-01-01' }]) {
      const seen: object[] = [];
      for (const address of [email, pending, pending.toUpperCase(), 'nobody@example.com']) {
        const { status, body } = await logIn(address, 'wrong', headers);
        seen.push({ status, body, compared: compare.mock.calls.length });
      }
      expect(seen).toEqual(Array.from({ length: 4 }, () => ({ ...seen[0], status: 400, compared: 1 })));
      expect(JSON.stringify(seen[0])).toContain('invalid_credentials');
    }
    // With the right password the answer names the missing confirmation.
    expect(JSON.stringify((await logIn(pending, password)).body)).toContain('email_not_confirmed');
    expect((await logIn(email, password)).status).toBe(200);
  });

  it('does not show in the work of a registration', async () => {
    const { email } = await newMember(server);
    for (const address of [email, `${crypto.randomUUID()}@example.com`]) {
      await call('signup', { email: address, password: 'correct horse' });
      expect(hash).toHaveBeenCalledTimes(1);
    }
  });
});
