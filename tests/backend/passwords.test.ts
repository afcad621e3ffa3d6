import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '#local/serverContract.ts';
import {
  fetchJson,
  mailedToken,
  newMember,
  newSecret,
  postAuth,
  ON_REAL_POSTGRES,
  rpc,
  secretHash,
  startTestServer,
  visitor,
} from './support/testServer.ts';

/** Passwords and mailed links: their owners, and attempts of other people to use them. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_FACTOR: '20' });
});
afterAll(() => server?.close());

const keep = (token: string | undefined, secret: string | null) =>
  rpc<boolean>(
    server,
    { ...visitor(server), ...(token === undefined ? {} : { Authorization: token }) },
    'keep_password',
    { owner_secret: secret },
  );
const passwordOf = async (email: string) =>
  (
    await server.backend!.sql<{ password: string }>(
      'select encrypted_password as password from auth.users where email = $1',
      [email],
    )
  )[0]!.password;

describe('a password that was set before the address was confirmed', () => {
  /** A member whose address is about to be confirmed; `device` is the secret of the device that registered. */
  async function pendingMember(device: string | null, sent = 'now()') {
    const member = await newMember(server);
    await server.backend!.sql(
      `update auth.users set email_confirmed_at = null, confirmation_sent_at = ${sent}, encrypted_password = 'old', raw_user_meta_data = $2 where id = $1`,
      [member.id, JSON.stringify(device === null ? {} : { device: secretHash(device) })],
    );
    await server.backend!.sql('update auth.users set email_confirmed_at = now() where id = $1', [member.id]);
    return { ...member, token: member.headers['Authorization']! };
  }

  it('is disabled by the confirmation, and enabled only by the device that registered, once', async () => {
    const device = newSecret();
    const member = await pendingMember(device);
    expect(await passwordOf(member.email)).toBe('');
    const stranger = (await newMember(server)).headers['Authorization']!;
    for (const [token, secret] of [
      [member.token, newSecret()],
      [member.token, null],
      [member.token, secretHash(device)],
      [stranger, device],
    ] as const)
      expect((await keep(token, secret)).body).toBe(false);
    expect((await keep(undefined, device)).status).toBe(401);
    expect(await passwordOf(member.email)).toBe('');
    expect((await keep(member.token, device)).body).toBe(true);
    expect(await passwordOf(member.email)).toBe('old');
    expect((await keep(member.token, device)).body).toBe(false);
  });

  it('is never enabled if the registration has no device, or a new one was chosen', async () => {
    const nameless = await pendingMember(null);
    expect((await keep(nameless.token, newSecret())).body).toBe(false);
    const device = newSecret();
    const chosen = await pendingMember(device);
    await server.backend!.sql("update auth.users set encrypted_password = 'new' where id = $1", [chosen.id]);
    expect((await keep(chosen.token, device)).body).toBe(false);
    expect(await passwordOf(chosen.email)).toBe('new');
  });

  it('stays valid if no confirmation by mail is required', async () => {
    expect(await passwordOf((await pendingMember(null, 'null')).email)).toBe('old');
  });
});

// Auth's own endpoints, which the stand-in does not have.
describe.skipIf(ON_REAL_POSTGRES)('another person who', () => {
  const post = (path: string, body: object) => postAuth(server, path, body);
  const register = (email: string, password: string, device: string) =>
    post('signup', { email, password, data: { liquidName: 'Ada', device: secretHash(device) } });
  const logIn = async (email: string, password: string) =>
    (await post('token?grant_type=password', { email, password })).status;
  const open = async (token: string, type = 'signup') => {
    const { status, body } = await post('verify', { type, token_hash: token });
    return { status, token: `Bearer ${String(body['access_token'])}` };
  };
  const choose = (token: string, password: string) =>
    fetchJson(`${server.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: server.keys!.publishable, Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ password }),
    });
  const countMails = (email: string) => server.mails.filter(({ to }) => to === email).length;
  const address = () => `${crypto.randomUUID()}@example.com`;
  /** As if the last mail had gone out an hour ago. */
  const resetMailTime = (email: string) =>
    server.backend!.sql("update auth.users set confirmation_sent_at = now() - interval '59 minutes' where email = $1", [
      email,
    ]);

  it('registers an address first has a useless password, and its owner gets no hint of it', async () => {
    const email = address();
    const [theirs, mine] = [newSecret(), newSecret()];
    const first = await register(email, 'password of mallory', theirs);
    const second = await register(email, 'password of ada', mine);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Object.keys(second.body).sort()).toEqual(Object.keys(first.body).sort());
    expect(Object.keys((second.body['identities'] as object[])[0]!).sort()).toEqual(
      Object.keys((first.body['identities'] as object[])[0]!).sort(),
    );
    expect(countMails(email)).toBe(1);
    const opened = await open(mailedToken(server, email, /confirm/i));
    expect((await keep(opened.token, mine)).body).toBe(false);
    expect([await logIn(email, 'password of mallory'), await logIn(email, 'password of ada')]).toEqual([400, 400]);
    expect((await choose(opened.token, 'password of ada')).status).toBe(200);
    expect([await logIn(email, 'password of mallory'), await logIn(email, 'password of ada')]).toEqual([400, 200]);
  });

  it('registers an address gets the same answer for a new, an unconfirmed and a confirmed one', async () => {
    const [fresh, waiting, member] = [address(), address(), await newMember(server)];
    await register(waiting, 'password of ada', newSecret());
    const answers: Awaited<ReturnType<typeof register>>[] = [];
    for (const email of [fresh, waiting, member.email])
      answers.push(await register(email, 'password of eve', newSecret()));
    const shape = ({ status, body }: (typeof answers)[number]) => [
      status,
      Object.keys(body).sort(),
      (body['identities'] as object[]).map((identity) => Object.keys(identity).sort()),
    ];
    expect(answers.map(shape)).toEqual(answers.map(() => shape(answers[0]!)));
    const again: Awaited<ReturnType<typeof post>>[] = [];
    for (const email of [address(), waiting, member.email]) again.push(await post('resend', { type: 'signup', email }));
    expect(again.map(({ status, body }) => [status, body])).toEqual(again.map(() => [200, {}]));
  });

  it('registers a confirmed address causes one mail to its owner, about how to log in', async () => {
    const { email } = await newMember(server);
    const before = countMails(email);
    await resetMailTime(email);
    for (let i = 0; i < 2; i++) await register(email, 'password of eve', newSecret());
    expect(countMails(email)).toBe(before + 1);
    const { subject, text } = server.mails.findLast(({ to }) => to === email)!;
    expect(subject).toBe('You have an account at Accord');
    expect(text).toMatch(/\/login/);
    expect(text).toMatch(/\/reset-password/);
    expect(text).not.toMatch(/token/);
  });

  it.each([
    ['registers a waiting address again', (email: string) => register(email, 'password of mallory', newSecret())],
    ['has the mail sent again', (email: string) => post('resend', { type: 'signup', email })],
  ])("%s causes the same link once more, and the owner's password stays", async (_how, again) => {
    const email = address();
    const mine = newSecret();
    const id = (await register(email, 'password of ada', mine)).body['id'];
    const first = mailedToken(server, email, /confirm/i);
    // Too soon for another mail.
    expect((await again(email)).status).toBe(200);
    expect(countMails(email)).toBe(1);
    for (let count = 2; count <= 3; count++) {
      await resetMailTime(email);
      expect((await again(email)).status).toBe(200);
      expect([countMails(email), mailedToken(server, email, /confirm/i)]).toEqual([count, first]);
    }
    expect(await server.backend!.sql('select id from auth.users where email = $1', [email])).toEqual([{ id }]);
    const opened = await open(first);
    expect((await keep(opened.token, mine)).body).toBe(true);
    expect([await logIn(email, 'password of mallory'), await logIn(email, 'password of ada')]).toEqual([400, 200]);
  });

  it('registered an address yesterday does not prevent its owner from opening the link and choosing a password', async () => {
    const email = address();
    const [theirs, mine] = [newSecret(), newSecret()];
    await register(email, 'password of mallory', theirs);
    await resetMailTime(email);
    expect((await register(email, 'password of ada', mine)).status).toBe(200);
    expect(countMails(email)).toBe(2);
    const opened = await open(mailedToken(server, email, /confirm/i));
    expect((await keep(opened.token, mine)).body).toBe(false);
    expect([await logIn(email, 'password of mallory'), await logIn(email, 'password of ada')]).toEqual([400, 400]);
    expect((await choose(opened.token, 'password of ada')).status).toBe(200);
    expect(await logIn(email, 'password of ada')).toBe(200);
  });

  it('has the address cannot derive the link in its mail, and codes have no effect', async () => {
    const member = await newMember(server);
    await post('recover', { email: member.email });
    const token = mailedToken(server, member.email, /password/i);
    expect(token).toMatch(/^[0-9a-f]{56}$/);
    const [mail] = server.mails.filter(({ to }) => to === member.email).slice(-1);
    // No code in any form of the mail, so nothing that the token could be computed from.
    expect(`${mail!.text} ${mail!.html.replaceAll(token, '').replaceAll(member.email, '')}`).not.toMatch(
      /(?<![#\w-])\d{6,}(?![\w-])/,
    );
    for (const code of ['000000', '0000000000'])
      for (const type of ['recovery', 'magiclink', 'email', 'signup'])
        expect((await post('verify', { type, email: member.email, token: code })).status).toBeGreaterThanOrEqual(400);
    const opened = await open(token, 'recovery');
    expect(opened.status).toBe(200);
    expect((await open(token, 'recovery')).status).toBe(403);
    // A newer mail makes the older one void.
    await post('recover', { email: member.email });
    const older = mailedToken(server, member.email, /password/i);
    await post('recover', { email: member.email });
    expect((await open(older, 'recovery')).status).toBe(403);
    expect((await open(mailedToken(server, member.email, /password/i), 'recovery')).status).toBe(200);
  });
});
