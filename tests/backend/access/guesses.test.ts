import { beforeAll, describe, expect, it } from 'vitest';
import {
  fetchJson,
  callFunction,
  newMember,
  newSecret,
  ON_REAL_POSTGRES,
  rpc,
  visitor,
  type Member,
} from '../support/testServer.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { leaksOf, createMemberData, stateOf, type MemberData } from './memberData.ts';

/**
 * Attempts of a visitor and another member with guessed ids, patterns, and forged secrets at the functions open to
 * them.
 */

const server = await sharedServer();
let things: MemberData;
let eve: Member;
let before: unknown;
/** The database's hash of the secret of Ada's device. */
let hash: string;
beforeAll(async () => {
  things = await createMemberData(server);
  eve = await newMember(server, 'Eve');
  before = await stateOf(server);
  const hashes = await server.backend!.sql<{ hash: string }>('select private.secret_hash($1) as hash', [things.device]);
  hash = hashes[0]!.hash;
});

type Row = Record<string, unknown>;

describe.each([
  ['a visitor', () => visitor(server), false],
  ['another member', () => eve.headers, true],
] as const)('%s', (_who, headersOf, isMember) => {
  const call = <Body = unknown>(name: string, args: object) => rpc<Body>(server, headersOf(), name, args);

  it('reads no share without its id: with none, an empty one, a pattern or a list', async () => {
    const { shareId, recording } = things;
    for (const share_id of [null, '', '%', '________', '*', `${shareId}' or true--`])
      expect((await call('get_share', { share_id })).body).toEqual([]);
    for (const share_id of [[shareId], { a: shareId }])
      expect(JSON.stringify((await call('get_share', { share_id })).body)).not.toContain(recording);
    // PostgREST takes the pattern for an id of no share, or finds no such function.
    const { body } = await fetchJson<unknown[] | { code: string }>(
      `${server.url}/rest/v1/rpc/get_share?share_id=like.*`,
      {
        headers: headersOf(),
      },
    );
    expect([[], 'PGRST202']).toContainEqual(Array.isArray(body) ? body : body.code);
  });

  it('gets no more of a share than its page shows', async () => {
    const { shareId } = things;
    const [row] = (await call<Row[]>('get_share', { share_id: shareId })).body;
    expect(Object.keys(row!).sort().join(' ')).toBe(
      'accents audio_url base_notes character complexity created_at description intensity is_active maker_name middle_notes music_essence name persistence proportions share_id source title top_notes trace view_count',
    );
    for (const query of ['select=owner_id', 'select=*,recordings(*)', 'select=audio_path', 'owner_id=not.is.null']) {
      const url = `${server.url}/rest/v1/rpc/get_share?share_id=${shareId}&${query}`;
      expect((await fetchJson(url, { headers: headersOf() })).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('lists no shares of others with no secret, a wrong one, or the hash of the right one', async () => {
    const { device } = things;
    for (const owner_secret of [null, '', newSecret(), hash, '%', `${device} `, device.toUpperCase()])
      expect((await call('own_shares', { owner_secret })).body).toEqual([]);
  });

  it('finds no private fragrance in the playlist, and only the public columns of public ones', async () => {
    const { secretId } = things;
    const hidden = ['user_id', 'audio_path', 'audio_data', 'likes', 'is_public'];
    for (const args of [{}, { search: 'hidden' }, { page_size: 100_000 }, { before_at: 'infinity', page_size: -1 }]) {
      const { body } = await call<Row[]>('public_fragrances', args);
      expect(leaksOf(things, body)).toEqual([]);
      for (const row of body) for (const column of [...hidden, 'trace']) expect(row).not.toHaveProperty(column);
    }
    for (const args of [{ id: secretId }, { name: 'Hidden garden' }, { name: 'Open garden', id: secretId }])
      expect((await call('public_fragrance', args)).body).toEqual([]);
    const [open] = (await call<Row[]>('public_fragrance', { name: 'Open garden' })).body;
    for (const column of hidden.filter((name) => name !== 'audio_data')) expect(open).not.toHaveProperty(column);
  });

  it('deletes nothing of a device with another secret or the hash of the right one', async () => {
    const { device } = things;
    const forget = (owner: unknown) => callFunction(server, 'forget-device', { owner }, headersOf());
    expect((await forget(newSecret())).body).toEqual({ success: true });
    for (const owner of [hash, '%', null, '', device.toUpperCase(), [device]])
      expect((await forget(owner)).status).toBe(400);
  });

  it('deletes no account by its id', async () => {
    // A confirmed call of Eve deletes Eve, whomever else it names; so she does not confirm.
    const { id } = things.ada;
    const body = { ...(isMember ? {} : { confirm: true }), member: id, id };
    expect((await callFunction(server, 'delete-account', body, headersOf())).status).toBe(isMember ? 400 : 401);
  });

  it.skipIf(ON_REAL_POSTGRES)("cannot change a member's address", async () => {
    const put = async (path: string, fields: object) =>
      (
        await fetchJson(`${server.url}/auth/v1/${path}`, {
          method: 'PUT',
          headers: { ...headersOf(), 'Content-Type': 'application/json' },
          body: JSON.stringify(fields),
        })
      ).status;
    // A real project would request consent from both addresses first; in neither case has anything changed.
    for (const fields of [{ email: things.ada.email }, { email: 'new@example.com' }, { phone: '4915112345678' }])
      expect(await put('user', fields)).toBeGreaterThanOrEqual(400);
    expect(await put('us%65r', { email: things.ada.email })).toBe(400);
    expect(await server.backend!.sql('select email from auth.users where id = $1', [eve.id])).toEqual([
      { email: eve.email },
    ]);
  });
});

it('all attempts left the data unchanged', async () => {
  expect(await stateOf(server)).toEqual(before);
});
