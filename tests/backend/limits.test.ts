import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#shared/caller.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  fragranceRow,
  newMember,
  newSecret,
  rest,
  rpc,
  DEVICE_SECRET,
  shareRow,
  startBeside,
  upload as uploadSound,
  visitor,
  wav,
} from './support/testServer.ts';

/** Limits per caller: who is calling, who is counted, and who is locked out. */

const shared = await sharedServer();
let server: RunningServer;
beforeAll(async () => {
  server = await startBeside(shared, { RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => server?.close());

type Row = Record<string, unknown>;
const order = () => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  name: 'Ada',
  fragrance_id: 'namibian-breeze',
  fragrance_name: 'NAMIBIAN BREEZE',
});

/** Places an order from an address that our own proxy names. */
async function place(address: string): Promise<number> {
  const response = await server.backend!.fetch(
    new Request('http://localhost/rest/v1/rpc/place_preorder', {
      method: 'POST',
      headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json', 'x-real-ip': address },
      body: JSON.stringify({ preorder: order(), owner_secret: newSecret() }),
    }),
  );
  await response.text();
  return response.status;
}
/** Sets the limits to a part of the usual ones, which are 1. */
const widen = (factor: number) => server.backend!.sql('select private.configure(null, null, $1)', [factor]);
const storedCount = async () =>
  (await server.backend!.sql<{ n: number }>('select count(*)::int as n from public.preorders'))[0]!.n;

describe('a limit', () => {
  it('stops one caller, even with many secrets, and no other', async () => {
    const before = await storedCount();
    const flood: number[] = [];
    for (let i = 0; i < 24; i++) flood.push(await place('203.0.113.9'));
    expect(flood).toEqual([...Array<number>(20).fill(200), 429, 429, 429, 429]);
    expect((await storedCount()) - before).toBe(20);
    expect(await place('203.0.113.10')).toBe(200);
    // The count of all callers contains only the calls within the limits.
    expect(
      await server.backend!.sql("select hits from private.caller_windows where key = 'place_preorder:all'"),
    ).toEqual([{ hits: 21 }]);
  });

  it('is checked before the body is read, and a huge value is refused unread', async () => {
    const call = async (name: string, body: string, address = '203.0.113.77') => {
      const response = await server.backend!.fetch(
        new Request(`http://localhost/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json', 'x-real-ip': address },
          body,
        }),
      );
      return [response.status, await response.text()] as const;
    };
    const nested = `${'['.repeat(60)}${']'.repeat(60)}`;
    for (const value of [`[${Array(7000).fill('1e131071').join()}]`, '1e300', nested])
      for (const [name, argument] of [
        ['create_share', 'share'],
        ['place_preorder', 'preorder'],
      ])
        expect((await call(name!, `{"${argument}":{"x":${value}},"owner_secret":"${newSecret()}"}`))[0]).toBe(400);
    // A few bytes each, and up to 131,072 digits as text.
    const plain = 'select private.is_plain($1::text::jsonb, 65536) as plain';
    const isPlain = async (json: string) => (await server.backend!.sql<{ plain: boolean }>(plain, [json]))[0]!.plain;
    for (const json of ['1e131071', '-1e16', '0e-16383', '1e-16383', `{"a":[${'1'.repeat(5000)}]}`, nested])
      expect(await isPlain(`[${json}]`)).toBe(false);
    for (const json of ['5e-324', '0.30000000000000004', '{"a":{"b":[{"c":[-12.5, null, "x", true]}]}}'])
      expect(await isPlain(`[${json}]`)).toBe(true);
    // The limit comes first: its answer does not depend on the body.
    await widen(0.05);
    expect([await place('198.51.100.78'), await place('198.51.100.78')]).toEqual([200, 429]);
    expect((await call('place_preorder', '{"preorder":[]}', '198.51.100.78'))[0]).toBe(429);
    await widen(1);
  });

  it('applies to a household, not to one of the addresses with its 64 bits', async () => {
    await widen(0.1);
    for (let i = 0; i < 2; i++) expect(await place(`2001:db8:1:2::${i}`)).toBe(200);
    expect(await place('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await place('2001:db8:1:3::1')).toBe(200);
    await widen(1);
  });

  it('of all callers together is far above that of one caller', async () => {
    const setAll = (hits: number) =>
      server.backend!.sql(
        "insert into private.caller_windows (key, window_start, hits) values ('place_preorder:all', now(), $1) on conflict (key) do update set hits = excluded.hits",
        [hits],
      );
    await setAll(19_999);
    expect([await place('192.0.2.1'), await place('192.0.2.2')]).toEqual([200, 429]);
    // A window of a clock that was ahead is none.
    await server.backend!.sql(
      "update private.caller_windows set window_start = now() + interval '400 days' where key = 'place_preorder:all'",
    );
    expect(await place('192.0.2.3')).toBe(200);
    for (const limit of await server.backend!.sql<{ of_one: number; of_all: number | null }>(
      "select of_one::int, of_all::int from private.limits where scope <> 'upload-bytes'",
    ))
      expect(limit.of_all ?? Infinity).toBeGreaterThan(300 * limit.of_one);
  });

  it('of a function counts calls of its address, and of the member or device; withdrawing has no limit for all together', async () => {
    const call = (scope: string, address: string) =>
      server.backend!.sql('select public.count_call($1, $2)', [scope, address]).then(
        () => 'counted',
        (error: { code?: string }) => error.code,
      );
    for (const address of ['203.0.113.60', '2001:db8:60:1::/64', 'unknown']) {
      const answers: unknown[] = [];
      for (let i = 0; i < 11; i++) answers.push(await call('contact-form', address));
      expect(answers).toEqual([...Array<string>(10).fill('counted'), 'PT429']);
    }
    expect(await call('contact-form', '203.0.113.61')).toBe('counted');
    expect(await call('no-such-limit', '203.0.113.61')).toBe('P0002');
    expect(await server.backend!.sql('select scope from private.limits where of_all is null order by scope')).toEqual(
      ['delete-account', 'forget-device', 'publish-new', 'settle-recordings', 'withdraw-share'].map((scope) => ({
        scope,
      })),
    );
  });

  it('stores no address and no secret', async () => {
    for (const { key } of await server.backend!.sql<{ key: string }>('select key from private.caller_windows'))
      expect(key).toMatch(/^[a-z_-]+:([0-9a-f]{64}|all)$/);
  });

  it('keeps one member from filling the playlist, by any way of publishing', async () => {
    const member = await newMember(server);
    // On its first day it may less.
    await server.backend!.sql("update public.profiles set created_at = now() - interval '2 days' where id = $1", [
      member.id,
    ]);
    const publish = async (names: readonly string[]) => {
      const rows = names.map((name) => fragranceRow(name, { is_public: true }));
      return (await rest(server, member.headers, 'POST', 'fragrance_profiles', rows)).status;
    };
    const songs = (from: number, count: number) => Array.from({ length: count }, (_, i) => `Song ${from + i}`);
    expect([await publish(songs(0, 10)), await publish(songs(10, 3))]).toEqual([201, 429]);
    // Publishing a withdrawn fragrance again counts as well.
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++)
      for (const is_public of [false, true]) {
        const at = 'fragrance_profiles?name=eq.Song 0';
        statuses.push((await rest(server, member.headers, 'PATCH', at, { is_public })).status);
      }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    // Saving for oneself is not limited by it.
    expect((await rest(server, member.headers, 'POST', 'fragrance_profiles', fragranceRow('Private'))).status).toBe(
      201,
    );
  });

  it('lets a new account publish ten on its first day', async () => {
    // All members come from one address here.
    await server.backend!.sql("delete from private.caller_windows where key like 'publish:%'");
    const member = await newMember(server);
    const publish = async (...numbers: number[]) => {
      const rows = numbers.map((i) => fragranceRow(`New ${i}`, { is_public: true }));
      return (await rest(server, member.headers, 'POST', 'fragrance_profiles', rows)).status;
    };
    expect(await publish(...Array(10).keys())).toBe(201);
    expect(await publish(10)).toBe(429);
    await server.backend!.sql("delete from private.caller_windows where key like 'publish:%'");
    expect(await publish(10)).toBe(429);
    // Not the window of ten minutes: the day of the account.
    await server.backend!.sql("update public.profiles set created_at = now() - interval '2 days' where id = $1", [
      member.id,
    ]);
    expect(await publish(11)).toBe(201);
  });
});

describe('the bytes that are stored in a day', () => {
  const KIB_OF_MIB = 1024;
  /** Sets the limits for one caller and for all, MiB. */
  const setLimits = (ofOne: number, ofAll: number) =>
    server.backend!.sql("update private.limits set of_one = $1, of_all = $2 where scope = 'upload-bytes'", [
      ofOne * KIB_OF_MIB,
      ofAll * KIB_OF_MIB,
    ]);
  afterAll(() => setLimits(1024, 65_536));
  const upload = (mib: number, address: string, secret = newSecret(), member: string | null = null) =>
    server
      .backend!.sql("select public.count_call('upload-bytes', $1, $2, $3, $4)", [
        address,
        mib * KIB_OF_MIB,
        member,
        secret,
      ])
      .then(
        () => 'counted',
        (error: { code?: string }) => error.code,
      );
  const runMany = async (count: number, work: (i: number) => Promise<unknown>) => {
    const answers: unknown[] = [];
    for (let i = 0; i < count; i++) answers.push(await work(i));
    return answers.filter((answer) => answer === 'counted').length;
  };

  it('are limited for an address, a device and a member; a refused upload does not count', async () => {
    await setLimits(50, 20_000);
    expect(await runMany(4, () => upload(25, '203.0.113.20'))).toBe(2);
    expect(await upload(25, '203.0.113.21')).toBe('counted');
    const device = newSecret();
    expect(await runMany(4, (i) => upload(25, `198.18.${i}.1`, device))).toBe(2);
    const { id } = await newMember(server);
    expect(await runMany(4, (i) => upload(25, `198.19.${i}.1`, newSecret(), id))).toBe(2);
    expect(await runMany(4, () => upload(25, '2001:db8:5:1::/64'))).toBe(2);
    // The refused ones were not counted for the address.
    expect(await upload(50, '198.18.3.1')).toBe('counted');
  });

  it('are limited for all together', async () => {
    await server.backend!.sql("delete from private.caller_windows where key like 'upload-bytes:%'");
    await setLimits(50, 200);
    expect(await runMany(10, (i) => upload(25, `${i + 1}.1.1.1`))).toBe(8);
    expect(await upload(1, '200.9.1.1')).toBe('PT429');
  });
});

describe("the caller's address", () => {
  const headerCases: [header: string, hops: number, address: string | null][] = [
    ['203.0.113.9', 1, '203.0.113.9'],
    ['1.1.1.1,203.0.113.9', 1, '203.0.113.9'],
    ['1.1.1.1, 203.0.113.9', 1, '203.0.113.9'],
    ['1.1.1.1,203.0.113.9, 10.0.0.1', 2, '203.0.113.9'],
    ['203.0.113.9', 2, null],
    ['203.0.113.9:8080', 1, '203.0.113.9'],
    ['::ffff:203.0.113.9', 1, '203.0.113.9'],
    ['[2001:db8::1]:443', 1, '2001:db8::/64'],
    ['2001:db8:0:0:1:2:3:4', 1, '2001:db8::/64'],
    ['fe80::1%eth0', 1, 'fe80::/64'],
    ['', 1, null],
    ['unknown', 1, null],
    ['1.1.1.1,', 1, null],
    ['10.0.0.0/8', 1, null],
    ["'; drop table x", 1, null],
  ];

  it.each(headerCases)(
    'is read from the header "%s" behind %i proxies of ours as %s',
    async (header, hops, address) => {
      const { sql } = server.backend!;
      await sql("select private.configure('x-forwarded-for', $1)", [hops]);
      const seen = await sql(
        "select private.caller_address() as address from set_config('request.headers', $1, true)",
        [JSON.stringify({ 'x-forwarded-for': header })],
      );
      await sql("select private.configure('x-real-ip', 1)");
      expect(seen).toEqual([{ address }]);
    },
  );

  it('is read from the configured header alone', () => {
    const request = (headers: Record<string, string>) => new Request('http://localhost/', { headers });
    const env = (values: Record<string, string>) => (name: string) => values[name];
    const forged = { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '2.2.2.2', 'cf-connecting-ip': '3.3.3.3' };
    expect(addressOf(request(forged), env({}))).toBe('3.3.3.3');
    expect(addressOf(request(forged), env({ ACCORD_ADDRESS_HEADER: 'x-real-ip' }))).toBe('2.2.2.2');
    expect(
      addressOf(
        request({ 'x-forwarded-for': '9.9.9.9,1.1.1.1,203.0.113.9' }),
        env({ ACCORD_ADDRESS_HEADER: 'x-forwarded-for', ACCORD_TRUSTED_HOPS: '2' }),
      ),
    ).toBe('1.1.1.1');
    expect(addressOf(request({ 'x-real-ip': '2.2.2.2' }), env({}))).toBe('unknown');
  });

  it('cannot be forged from outside', async () => {
    await widen(0.1);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push(
        (
          await rpc(
            server,
            {
              apikey: server.keys!.publishable,
              'x-real-ip': `198.51.100.${i}`,
              'x-forwarded-for': `198.51.100.${i}`,
              'cf-connecting-ip': `198.51.100.${i}`,
            },
            'place_preorder',
            { preorder: order(), owner_secret: newSecret() },
          )
        ).status,
      );
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await widen(1);
  });
});

/* Calls at once: in turns on the embedded database, on as many connections as there are on a real one. */
describe('simultaneous shares', () => {
  /** Makes a share as a visitor, past the connections. */
  async function share(path: unknown) {
    const answer = await server.backend!.fetch(
      new Request('http://localhost/rest/v1/rpc/create_share', {
        method: 'POST',
        headers: { ...visitor(server), 'Content-Type': 'application/json', 'x-real-ip': '127.0.0.1' },
        body: JSON.stringify({ share: shareRow(path), owner_secret: DEVICE_SECRET }),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as Row };
  }
  const record = async (hz: number) => String((await uploadSound(server, wav({ hz }))).body['audioPath']);

  it('of one recording are 50 at most; the others get a message', async () => {
    const path = await record(555);
    await share(path);
    await server.backend!.sql(
      `insert into public.fragrance_shares (share_id, name, music_essence, audio_path, owner_hash)
       select 'Many' || lpad(n::text, 4, '0'), name, music_essence, audio_path, owner_hash
       from public.fragrance_shares, generate_series(1, 46) as n where audio_path = $1`,
      [path],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => share(path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body['code'], body['hint']]).toEqual([400, 'P0001', 'too_many']);
    const count = 'select count(*)::int as n from public.fragrance_shares where audio_path = $1';
    expect(await server.backend!.sql(count, [path])).toEqual([{ n: 50 }]);
  });

  it('of one caller are 60 in ten minutes at most', async () => {
    const path = await record(600);
    await server.backend!.sql('delete from private.caller_windows');
    await share(path);
    const windows =
      "update private.caller_windows set hits = 57 where key like 'create_share:%' and hits = 1 returning 1";
    expect((await server.backend!.sql(windows)).length).toBeGreaterThan(0);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => share(path)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429]);
  });
});
