import { describe, expect, it } from 'vitest';

import { createAuthLimiter, type AuthLimiter } from '#local/auth/authLimits.ts';

/** Limits of the auth service: they stop guessing, lock no owner out, and show no caller whether an account exists. */

const request = (path: string, body: object, method = 'POST') =>
  new Request(`http://localhost/auth/v1/${path}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
const wrong = async () => Response.json({}, { status: 400 });
const right = async () => Response.json({ user: { email: 'Ada@example.com' } });

const SIGN_IN = 'token?grant_type=password';
const LINK = { type: 'recovery', token_hash: 'f'.repeat(56) };
const ADA = { email: 'ada@example.com' };

const signIn = (limit: AuthLimiter, address: string, answer = wrong, email = ADA.email) =>
  limit(request(SIGN_IN, { email }), address, answer).then(({ status }) => status);

/** An IPv4 address, each in another network of 16 bits, up to some 50,000. */
const elsewhere = (i: number) => `${1 + (i % 200)}.${Math.floor(i / 200) % 256}.7.9`;

describe('a caller', () => {
  it.each([SIGN_IN, 'verify', 'recover', 'resend', 'signup'])(
    'has its calls of %s in a window, and then new ones',
    async (path) => {
      let now = 0;
      const limit = createAuthLimiter(1, () => now);
      const body = path === 'verify' ? LINK : {};
      const statuses: number[] = [];
      for (let i = 0; i < 31; i++) statuses.push((await limit(request(path, body), '203.0.113.7', wrong)).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
      expect((await limit(request(path, body), '203.0.113.8', wrong)).status).toBe(400);
      now += 300_000;
      expect((await limit(request(path, body), '203.0.113.7', wrong)).status).toBe(400);
    },
  );

  it('is limited also by a path with an escape', async () => {
    const limit = createAuthLimiter(1, () => 0);
    let answered = 0;
    const answer = async () => {
      answered++;
      return Response.json({}, { status: 400 });
    };
    for (const path of ['tok%65n?grant_type=password', 'v%65rify', 'recove%72', 'ot%70'])
      expect((await limit(request(path, ADA), '203.0.113.7', answer)).status).toBe(404);
    expect(answered).toBe(0);
  });

  it('renews its session as often as a page does', async () => {
    const limit = createAuthLimiter(1, () => 0);
    for (let i = 0; i < 150; i++)
      expect(
        (await limit(request('token?grant_type=refresh_token', { refresh_token: 'x' }), '203.0.113.9', right)).status,
      ).toBe(200);
    expect((await limit(request('user', {}, 'GET'), '203.0.113.7', right)).status).toBe(200);
  });
});

describe('an account', () => {
  it('takes twenty wrong passwords from one caller, and a few from each of many', async () => {
    const limit = createAuthLimiter(1, () => 0);
    const one: number[] = [];
    for (let i = 0; i < 25; i++)
      one.push(await signIn(limit, '203.0.113.7', wrong, i % 2 ? ADA.email : ' ADA@example.com'));
    expect(one.filter((status) => status === 400)).toHaveLength(20);
    const many = await Promise.all(Array.from({ length: 1000 }, (_, i) => signIn(limit, elsewhere(i % 200))));
    expect(many.filter((status) => status === 400).length).toBeLessThanOrEqual(60 + 3 * 200);
    expect(await signIn(limit, '9.9.9.9', wrong, 'bob@example.com')).toBe(400);
  });

  it('stays open to its owner, whatever others try', async () => {
    const limit = createAuthLimiter(1, () => 0);
    for (let i = 0; i < 40; i++) await signIn(limit, '203.0.113.7');
    expect(await signIn(limit, '192.0.2.1', right)).toBe(200);
    for (let i = 0; i < 200; i++) await signIn(limit, elsewhere(i));
    expect(await signIn(limit, '192.0.2.1', wrong)).toBe(400);
    expect(await signIn(limit, '192.0.2.200', right)).toBe(200);
    // The link in a mail opens it too.
    expect((await limit(request('recover', ADA), '203.0.113.7', async () => Response.json({}))).status).toBe(200);
    expect((await limit(request('verify', LINK), '203.0.113.7', right)).status).toBe(200);
  });

  it('counts wrong passwords alone: what was refused, or failed on our side, locks no owner out', async () => {
    const limit = createAuthLimiter(1, () => 0);
    const failed = async () => Response.json({}, { status: 500 });
    const unconfirmed = async () => Response.json({ error_code: 'email_not_confirmed' }, { status: 400 });
    for (let i = 0; i < 25; i++)
      for (const answer of [failed, unconfirmed, right])
        expect(await signIn(limit, elsewhere(i), answer)).not.toBe(429);
    for (let i = 0; i < 21; i++) await signIn(limit, '192.0.2.7');
    for (let i = 0; i < 39; i++) await signIn(limit, elsewhere(100 + i));
    // 20 and 39 were wrong, and one was refused.
    for (let i = 0; i < 4; i++) expect(await signIn(limit, '192.0.2.9', right)).toBe(200);
  });

  it('lets in an owner who knows the password', async () => {
    const limit = createAuthLimiter(1, () => 0);
    for (let i = 0; i < 29; i++)
      expect(await signIn(limit, `203.0.113.${i % 2}`, i % 15 === 14 ? right : wrong)).not.toBe(429);
  });
});

describe('mails and their links', () => {
  it('go to one address three times in a window, and the answers do not show it', async () => {
    let now = 0;
    const limit = createAuthLimiter(1, () => now);
    let sent = 0;
    const send = async () => {
      sent++;
      return Response.json({});
    };
    for (const path of ['recover', 'resend'])
      for (let i = 0; i < 20; i++) {
        const answer = await limit(request(path, ADA), elsewhere(i), send);
        expect([answer.status, await answer.json()]).toEqual([200, {}]);
      }
    expect(sent).toBe(3);
    await limit(request('recover', { email: 'bob@example.com' }), '203.0.113.7', send);
    now += 300_000;
    await limit(request('recover', ADA), '203.0.113.7', send);
    expect(sent).toBe(5);
  });

  it('are the only thing that opens: codes, magic links and links by GET are refused before the service is called', async () => {
    const limit = createAuthLimiter(1, () => 0);
    let asked = 0;
    const answer = async () => {
      asked++;
      return Response.json({});
    };
    const refused: [Request, number][] = [
      [request('otp', ADA), 422],
      [request('magiclink', ADA), 422],
      [request('reauthenticate', {}, 'GET'), 422],
      [request('verify?type=recovery&token=abc', {}, 'GET'), 422],
      [request('verify', { type: 'recovery', ...ADA, token: '123456' }), 403],
      [request('verify', { type: 'magiclink', token_hash: 'f'.repeat(64) }), 403],
      [request('verify', { type: 'reauthentication', token_hash: 'f'.repeat(64) }), 403],
      [request('verify', { type: 'email_change', token_hash: 'f'.repeat(64) }), 403],
      [request('verify', []), 403],
    ];
    for (const [asking, status] of refused) expect((await limit(asking, '203.0.113.7', answer)).status).toBe(status);
    expect(asked).toBe(0);
  });
});
