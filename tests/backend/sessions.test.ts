import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from './support/refusals.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  newMember,
  newSecret,
  ON_REAL_POSTGRES,
  orderOf,
  postAuth,
  rest,
  rpc,
  shareRow,
  upload,
  visitor,
  wav,
  type Member,
} from './support/testServer.ts';
import { createRecording, createShare } from './support/createRows.ts';

/** An ended session has ended for tables, functions and storage; requests that a device may send still work. */

const server = await sharedServer();
const ENDED_SESSION_ANSWER = {
  status: 401,
  body: { code: 'PT401', message: 'This session is over. Please log in again.' },
};

describe.each([
  ['with a fragrance', true],
  ['without one', false],
])('the token of an ended session of a member %s', (_how, hasRows) => {
  let gone: Member;
  beforeAll(async () => {
    gone = await newMember(server, 'Gone');
    if (hasRows) await rest(server, gone.headers, 'POST', 'fragrance_profiles', fragranceRow('Before'));
    const left = await postAuth(server, 'logout?scope=global', {}, gone.headers);
    if (left.status >= 300) throw new Error('The session could not be ended.');
  });

  it.each(['profiles', 'users', 'fragrance_profiles'])('gives no access to %s', async (table) => {
    const at = table === 'fragrance_profiles' ? `${table}?user_id=eq.${gone.id}` : `${table}?id=eq.${gone.id}`;
    const row =
      table === 'fragrance_profiles'
        ? fragranceRow(`After ${crypto.randomUUID()}`)
        : { id: gone.id, email: gone.email, liquid_name: 'Still here' };
    const change = table === 'fragrance_profiles' ? { description: 'After.' } : { scent_mood: 'After' };
    const answers = [
      await rest(server, gone.headers, 'GET', `${at}&select=*`),
      await rest(server, gone.headers, 'PATCH', at, change),
      await rest(server, gone.headers, 'POST', table, row),
    ];
    if (table === 'fragrance_profiles') answers.push(await rest(server, gone.headers, 'DELETE', at));
    for (const answer of answers) expect(answer).toMatchObject(ENDED_SESSION_ANSWER);
  });

  it.each([
    ['export_my_data', {}],
    ['own_shares', { owner_secret: newSecret() }],
    ['claim_device', { owner_secret: newSecret() }],
    ['claim_recording', { audio_path: 'a.wav', owner_secret: newSecret() }],
    ['keep_password', { owner_secret: newSecret() }],
    ['create_share', { share: shareRow('a.wav'), owner_secret: newSecret() }],
  ])('is refused by %s', async (name, args) => {
    expect(await rpc(server, gone.headers, name, args)).toMatchObject(ENDED_SESSION_ANSWER);
  });

  it('counts as the device in orders, reports and messages', async () => {
    const secret = newSecret();
    const order = orderOf({}, secret);
    expect(await rpc(server, gone.headers, 'place_preorder', order)).toMatchObject({ body: { status: 'stored' } });
    const ada = await newMember(server);
    const id = await createShare(server, await createRecording(server, ada.headers), ada.headers, null);
    const report = { subject: 'share', id, reason: 'spam', owner_secret: secret };
    expect(await rpc(server, gone.headers, 'report', report)).toMatchObject({ body: { status: 'reported' } });
    const message = {
      id: crypto.randomUUID(),
      name: 'Gone',
      email: 'gone@example.com',
      message: 'Hello there, Accord!',
    };
    const sent = await callFunction(server, 'contact-form', { ...message, owner: secret }, gone.headers);
    expect(sent).toMatchObject({ status: 200 });
    const owners = await server.backend!.sql<Row>(
      `select owner_id from public.preorders where id = $1 union all
       select reporter_id from public.reports where subject_id = $2 union all
       select owner_id from public.contact_messages where id = $3`,
      [order.preorder.id, id, message.id],
    );
    expect(owners).toEqual([{ owner_id: null }, { owner_id: null }, { owner_id: null }]);
  });

  it('stores no recording', async () => {
    expect((await upload(server, wav(), gone.headers, newSecret())).status).toBe(401);
  });
});

// Only Auth decides about passwords, and the stand-in has none.
describe.skipIf(ON_REAL_POSTGRES)('a new password', () => {
  it('ends the other sessions of the account, and not the one that set it', async () => {
    const ada = await newMember(server);
    const logIn = async (password: string) => {
      const { body } = await postAuth<{ access_token: string; refresh_token: string }>(
        server,
        'token?grant_type=password',
        { email: ada.email, password },
      );
      return {
        refresh: body.refresh_token,
        headers: { ...visitor(server), Authorization: `Bearer ${body.access_token}` },
      };
    };
    const [here, elsewhere] = [await logIn(ada.password), await logIn(ada.password)];
    const put = (body: object) =>
      fetchJson(`${server.url}/auth/v1/user`, {
        method: 'PUT',
        headers: { ...here.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const read = async ({ headers }: { headers: Record<string, string> }) =>
      (await rest(server, headers, 'GET', `profiles?id=eq.${ada.id}`)).status;
    // Other changes end no session, nor does a refused password.
    await put({ data: { liquidName: 'Ada' } });
    await put({ password: 'short' });
    expect([await read(here), await read(elsewhere)]).toEqual([200, 200]);
    expect((await put({ password: 'a better horse' })).status).toBe(200);
    expect([await read(here), await read(elsewhere), await read(ada)]).toEqual([200, 401, 401]);
    const refreshed = await postAuth(server, 'token?grant_type=refresh_token', { refresh_token: elsewhere.refresh });
    expect(refreshed.status).toBeGreaterThanOrEqual(400);
    expect((await postAuth(server, 'token?grant_type=refresh_token', { refresh_token: here.refresh })).status).toBe(
      200,
    );
  });
});
