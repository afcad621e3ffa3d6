import { beforeAll, describe, expect, it } from 'vitest';
import { BLEND_FIELDS } from './support/fragrances.ts';
import { createPicture, pictureUrlOf, statusOf } from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  fetchJson,
  callFunction,
  getShare,
  makeShare,
  newMember,
  newSecret,
  newShareId as newId,
  png,
  rest,
  rpc,
  DEVICE_SECRET,
  serviceHeaders,
  shareRow,
  startBeside,
  upload,
  visitor,
  wav,
  type Member,
} from './support/testServer.ts';

const server = await sharedServer();
let eve: Member;
let audioUrl: string;
let audioPath: string;

beforeAll(async () => {
  eve = await newMember(server, 'Eve');
  audioUrl = String((await upload(server, wav({ seconds: 1 }))).body['audioUrl']);
  audioPath = audioUrl.split('/audio/')[1]!;
});

type Row = Record<string, unknown>;
const make = (more: Row = {}, headers = visitor(server)) => makeShare(server, shareRow(audioPath, more), headers);
const read = (id: string, headers = visitor(server)) => getShare(server, id, headers);

describe('a share', () => {
  it('can be made by any caller, and read by any caller with its id', async () => {
    for (const headers of [eve.headers, visitor(server)]) {
      audioPath = String((await upload(server, wav({ seconds: 1 }), headers)).body['audioPath']);
      audioUrl = `${server.url}/storage/v1/object/public/audio/${audioPath}`;
      const made = await make({}, headers);
      expect(made.status).toBe(200);
      expect(made.body[0]).toMatchObject({
        audio_url: `/storage/v1/object/public/audio/${audioPath}`,
        is_active: true,
        view_count: 0,
        music_essence: ['C4', 'E4', 'G#4'],
        title: 'My Accord Fragrance Profile',
      });
      expect((await read(String(made.body[0]!['share_id']))).body).toEqual(made.body);
    }
  });

  it('does not exist under a free id', async () => {
    expect((await read('Freeeeee')).body).toEqual([]);
    const id = String((await make()).body[0]!['share_id']);
    expect((await read(id)).body).toHaveLength(1);
    expect(
      (
        await makeShare(
          server,
          shareRow(String((await upload(server, wav(), undefined, newSecret())).body['audioPath']), { share_id: id }),
          undefined,
          newSecret(),
        )
      ).status,
    ).toBe(409);
  });

  it('stores unusual texts unchanged, and refuses values that break a rule', async () => {
    const strange = await make({ name: '<script>alert(1)</script>', top_notes: ['"><img src=x onerror=alert(1)>'] });
    expect(strange.body[0]).toMatchObject({
      name: '<script>alert(1)</script>',
      top_notes: ['"><img src=x onerror=alert(1)>'],
    });
    const wrong: Row[] = [
      { share_id: 'short' },
      { share_id: 'toolong99' },
      { share_id: 'has-dash' },
      { share_id: "a';drop-" },
      { title: 'Another title' },
      { music_essence: [] },
      { music_essence: ['H1'] },
      { music_essence: ['<b>'] },
      { music_essence: Array(33).fill('C4') },
      { top_notes: Array(33).fill('Rose') },
      { middle_notes: ['n'.repeat(81)] },
      { base_notes: [null] },
      { audio_path: 'https://example.com/a.mp3' },
      { audio_path: 'javascript:alert(1)' },
      { audio_path: 'none.wav' },
      { audio_path: `${audioPath}?x=1` },
      { audio_path: audioUrl },
      { audio_path: [audioPath] },
      { name: '' },
      { name: 'n'.repeat(121) },
      { name: { toString: 'x' } },
      { name: '\u00a0Night' },
      { name: 'Ni\u0001ght' },
      { intensity: 2 },
      { intensity: '2' },
      { trace: { notes: 'x'.repeat(70_000) } },
      { trace: {} },
      { trace: [] },
      { trace: { duration: 1, peaks: ['x'], notes: [] } },
      { accents: {} },
      { accents: [] },
      { accents: [{ note: 'H4', of: 'C4', partial: 2, level: 0 }] },
      { accents: [{ note: 'C5', of: 'C4', partial: 2.5, level: 0 }] },
      { accents: [{ note: 'C5', of: 'C4', partial: 2, level: '0' }] },
      { accents: Array.from({ length: 4 }, () => ({ note: 'C5', of: 'C4', partial: 2, level: 0 })) },
      { character: [] },
      { character: { axes: { brightness: 2 }, measured: {} } },
      { character: { axes: {}, measured: {}, x: 'x'.repeat(3000) } },
      ...[{ kind: 'shouted', confidence: 1 }, { kind: 'sung', confidence: 2 }, { kind: 'sung' }, 'sung', null].map(
        (manner) => ({ character: { ...BLEND_FIELDS.character, manner } }),
      ),
      { proportions: [] },
      { proportions: [{ note: 'C4', parts: 99 }] },
      { proportions: [{ note: '<b>', parts: 100 }] },
      { proportions: [{ note: 'C4', parts: 100, seconds: -1 }] },
      { proportions: [{ note: 'C4', parts: 100, loudness: 'loud' }] },
      { proportions: Array.from({ length: 33 }, () => ({ note: 'C4', parts: 3 })) },
      { description: 'd'.repeat(2001) },
      { description: ['d'] },
      { source: 'sung' },
      { show_name: 'yes' },
      { show_name: { liquid_name: 'Ada' } },
      { share_id: null },
      { audio_path: null },
    ];
    for (const change of wrong) {
      const answer = await make(change);
      expect({
        change: JSON.stringify(change).slice(0, 60),
        status: answer.status,
        code: (answer.body as unknown as Row)['code'],
      }).toMatchObject({ status: 400, code: '23514' });
      expect(String((answer.body as unknown as Row)['message'])).toMatch(
        /^(This share cannot be stored: [a-z_ ]+|This recording does not exist|"[a-z_]+" has to be .*)\.$/,
      );
    }
    // Fields that the owner may not set are ignored.
    expect(
      (await make({ is_active: false, view_count: 1_000_000, created_at: '2000-01-01', owner_id: eve.id })).body[0],
    ).toMatchObject({ is_active: true, view_count: 0, created_at: expect.not.stringContaining('2000') });
    for (const nothing of [null, [], 'share', 7, { share_id: 'x'.repeat(300_000) }])
      expect((await makeShare(server, nothing)).status).toBe(400);
  });

  it('has a story for its visitors, and older ones have none', async () => {
    const made = await make({ description: 'Rose and <b>oud</b>.', source: 'keys' });
    expect(made.body[0]).toMatchObject({ description: 'Rose and <b>oud</b>.', source: 'keys', maker_name: null });
    expect((await make()).body[0]).toMatchObject({ description: null, source: null, maker_name: null });
  });

  it('names its owner only if that member chose so, by the name in their profile, until it is withdrawn', async () => {
    const path = String((await upload(server, wav({ seconds: 1 }), eve.headers)).body['audioPath']);
    const mallory = await newMember(server, 'Mallory');
    const by = async (more: Row) => {
      const made = await makeShare(server, shareRow(path, more), eve.headers);
      expect(made.status).toBe(200);
      return String(made.body[0]!['share_id']);
    };
    const [named, silent, forged] = [
      await by({ show_name: true }),
      await by({ show_name: false }),
      await by({ maker_name: '<b>The King</b>', owner_id: mallory.id }),
    ];
    for (const headers of [visitor(server), mallory.headers, eve.headers]) {
      expect((await read(named, headers)).body[0]).toMatchObject({ maker_name: 'Eve' });
      expect((await read(silent, headers)).body[0]).toMatchObject({ maker_name: null });
      expect((await read(forged, headers)).body[0]).toMatchObject({ maker_name: null });
    }
    // The name cannot be added or removed later: its owner's repeat gives the same share, another person's is refused.
    expect(
      (await makeShare(server, shareRow(path, { share_id: silent, show_name: true }), eve.headers)).body[0],
    ).toMatchObject({
      maker_name: null,
    });
    for (const [headers, secret] of [
      [mallory.headers, undefined],
      [visitor(server), newSecret()],
    ] as const)
      expect(
        (await makeShare(server, shareRow(path, { share_id: silent, show_name: true }), headers, secret)).status,
      ).toBe(409);
    // A visitor has no name to show.
    expect((await make({ show_name: true })).body[0]).toMatchObject({ maker_name: null });
    const taken = await callFunction(server, 'withdraw-share', { shareId: named, owner: null }, eve.headers);
    expect(taken.status).toBe(200);
    expect((await read(named)).body).toEqual([]);
    expect(await server.backend!.sql('select 1 from public.fragrance_shares where maker_name = $1', ['Eve'])).toEqual(
      [],
    );
  });

  it('is gone for every caller once it is inactive', async () => {
    const id = newId();
    await createPicture(server, id);
    await make({ share_id: id });
    await rest(server, serviceHeaders(server), 'PATCH', `fragrance_shares?share_id=eq.${id}`, { is_active: false });
    for (const headers of [visitor(server), eve.headers]) {
      expect((await read(id, headers)).body).toEqual([]);
      expect((await rpc(server, headers, 'record_share_view', { share_id: id })).body).toBeNull();
      expect(
        (await rpc<Row[]>(server, headers, 'own_shares', { owner_secret: DEVICE_SECRET })).body.map(
          (row) => row['share_id'],
        ),
      ).not.toContain(id);
    }
    expect((await fetch(`${server.url}/share/${id}`)).status).toBe(404);
    expect(await statusOf(pictureUrlOf(server, id))).toBe(404);
    // Its picture goes with the next clean-up, however young it is.
    const storedPictures = () => server.backend!.sql('select 1 from storage.objects where name = $1', [`${id}.png`]);
    expect(await storedPictures()).toHaveLength(1);
    await fetchJson(`${server.url}/functions/v1/cleanup-recordings`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.keys!.secret}` },
    });
    expect(await storedPictures()).toEqual([]);
  });

  /** A view from an address that our own proxy names. */
  const viewFrom = async (address: string, id: string, owner_secret?: string) => {
    const answer = await server.backend!.fetch(
      new Request('http://localhost/rest/v1/rpc/record_share_view', {
        method: 'POST',
        headers: { ...visitor(server), 'Content-Type': 'application/json', 'x-real-ip': address },
        body: JSON.stringify({ share_id: id, owner_secret }),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as number };
  };

  it('counts each of 20 simultaneous views by as many callers', async () => {
    const id = String((await make()).body[0]!['share_id']);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => viewFrom(`${i + 1}.7.1.9`, id)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(20);
    expect((await read(id)).body[0]).toMatchObject({ view_count: 20 });
  });

  it('counts each device behind one address once an hour, and 200 of them at most', async () => {
    const id = String((await make()).body[0]!['share_id']);
    const [first, second, third] = [newSecret(), newSecret(), newSecret()];
    const views: number[] = [];
    for (const device of [first, second, third, first, second])
      views.push((await viewFrom('203.0.113.44', id, device)).body);
    expect(views).toEqual([1, 2, 3, 3, 3]);
    await server.backend!.sql("update private.caller_windows set hits = 200 where key like 'view:%' and hits > 2");
    expect((await viewFrom('203.0.113.44', id, newSecret())).body).toBe(3);
    expect((await viewFrom('198.18.7.7', id, newSecret())).body).toBe(4);
  });

  it('stores no invented device of an address whose views are used up', async () => {
    const id = String((await make()).body[0]!['share_id']);
    const rows = async () =>
      (
        await server.backend!.sql<{ n: number }>(
          "select count(*)::int as n from private.caller_windows where key like 'view:%'",
        )
      )[0]!.n;
    const before = await rows();
    for (let i = 0; i < 10; i++) await viewFrom('203.0.113.77', id, newSecret());
    const [addresses, devices] = [1, 10];
    expect(await rows()).toBe(before + addresses + devices);
    await server.backend!.sql("update private.caller_windows set hits = 200 where key like 'view:%' and hits = 10");
    for (let i = 0; i < 10; i++) await viewFrom('203.0.113.77', id, newSecret());
    expect((await read(id)).body[0]).toMatchObject({ view_count: 10 });
    expect(await rows()).toBe(before + addresses + devices);
  });

  it('counts one caller once in an hour, with any number of requests and identities', async () => {
    const id = String((await make()).body[0]!['share_id']);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => viewFrom('203.0.113.9', id)),
      ...Array.from({ length: 5 }, (_, i) => viewFrom(`2001:db8:9:9::${i}`, id)),
    ]);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect((await read(id)).body[0]).toMatchObject({ view_count: 2 });
    await server.backend!.sql(
      "update private.caller_windows set window_start = window_start - interval '1 hour' where key like 'view:%'",
    );
    expect((await viewFrom('203.0.113.9', id)).body).toBe(3);
    expect((await rpc(server, visitor(server), 'record_share_view', { share_id: 'Nothing0' })).body).toBeNull();
  });
});

describe('the picture of a share', () => {
  const urlOf = (id: string) => pictureUrlOf(server, id);
  const put = (
    id: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { Authorization: `Bearer ${server.keys!.publishable}` },
  ) => fetchJson(urlOf(id), { method: 'POST', headers: { ...headers, 'Content-Type': 'image/png' }, body });

  it('is stored before its share, visible with it, and final', async () => {
    const id = newId();
    const picture = await png(1200, 630);
    const answer = await put(id, picture);
    expect(answer.body).toEqual({ success: true });
    expect(await statusOf(urlOf(id))).toBe(404);
    // The same once more, because the answer was lost; a different one never.
    const other = await png(1200, 630, 0x10);
    expect((await put(id, picture)).body).toEqual(answer.body);
    expect((await put(id, other)).status).toBe(409);
    expect((await make({ share_id: id })).status).toBe(200);
    const seen = await fetch(urlOf(id));
    expect(seen.headers.get('content-type')).toBe('image/png');
    expect(seen.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30');
    expect(Buffer.from(await seen.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
    const known = { headers: { 'If-None-Match': seen.headers.get('etag')! } };
    expect((await fetch(urlOf(id), known)).status).toBe(304);
    expect((await put(id, picture)).body).toEqual(answer.body);
    expect((await put(id, other)).status).toBe(409);
    const without = String((await make()).body[0]!['share_id']);
    expect((await put(without, picture)).status).toBe(409);
  });

  it('counts among the bytes that its address may store in a day', async () => {
    const picture = await png(1200, 630);
    const strict = await startBeside(server, { RATE_LIMIT_FACTOR: '1' });
    const setLimit = (kib: number) =>
      server.backend!.sql("update private.limits set of_one = $1 where scope = 'upload-bytes'", [kib]);
    await setLimit(Math.ceil((2.5 * picture.length) / 1024));
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++)
        statuses.push(
          (
            await fetchJson(pictureUrlOf(strict, newId()), {
              method: 'POST',
              headers: { ...visitor(strict), 'Content-Type': 'image/png' },
              body: picture,
            })
          ).status,
        );
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await setLimit(1024 ** 2);
      await strict.close();
    }
  });

  it('is a whole PNG of 1200 by 630, at most 1 MiB', async () => {
    const picture = await png(1200, 630);
    const tooLarge = new Uint8Array(1024 * 1024 + 1);
    tooLarge.set(picture);
    const wrong: [string, Uint8Array<ArrayBuffer>, number][] = [
      ['another size', await png(630, 1200), 400],
      ['a page', new TextEncoder().encode('<!doctype html>'.repeat(20)), 415],
      ['half a picture', picture.slice(0, picture.length / 2), 415],
      ['nothing', new Uint8Array(), 415],
      ['too much', tooLarge, 413],
    ];
    for (const [name, body, status] of wrong)
      expect({ name, status: (await put(newId(), body)).status }).toEqual({ name, status });
    expect((await put('../../x', picture)).status).toBe(400);
    expect((await put(newId(), picture, {})).status).toBe(401);
  });
});

describe('smart-function', () => {
  const submit = (
    body: unknown,
    headers: Record<string, string> = { Authorization: `Bearer ${server.keys!.publishable}` },
  ) =>
    fetchJson(`${server.url}/functions/v1/smart-function`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify({ owner: DEVICE_SECRET, ...(body as object) }),
    });

  it('stores a submission', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await submit({ name: ' \u0007Ada\u0000 <b>\ud800 ', email, audioUrl })).body).toEqual({ success: true });
    const rows = await server.backend!.sql<Row>(
      'select name, email, audio_url from public.fragrance_submissions where email = $1',
      [email],
    );
    expect(rows).toEqual([{ name: 'Ada <b>', email, audio_url: `/storage/v1/object/public/audio/${audioPath}` }]);
  });

  it('reports missing and invalid fields', async () => {
    const good = { name: 'Ada', email: 'ada@example.com', audioUrl };
    const wrong: [unknown, string][] = [
      [{ ...good, name: '' }, 'Please provide name, email, and an audio file!'],
      [{ ...good, name: 7 }, 'Please provide name, email, and an audio file!'],
      [{ ...good, email: '  ' }, 'Please provide name, email, and an audio file!'],
      [{ ...good, audioUrl: undefined }, 'Please provide name, email, and an audio file!'],
      [{ ...good, email: 'ada at example' }, 'Please provide a valid email address.'],
      [{ ...good, name: 'n'.repeat(101) }, 'Please use a name of at most 100 characters.'],
      [{ ...good, name: '\u0001' }, 'Please provide name, email, and an audio file!'],
      [{ ...good, name: '\ud800 \u0000' }, 'Please provide name, email, and an audio file!'],
      [{ ...good, name: { first: 'Ada' } }, 'Please provide name, email, and an audio file!'],
      [{ ...good, email: 'a b@example.com' }, 'Please provide a valid email address.'],
      [{ ...good, email: '\ud800@example.com' }, 'Please provide a valid email address.'],
      [{ ...good, id: 'one' }, 'The field "id" has to be a UUID.'],
      [{ ...good, audioUrl: 'https://example.com/x.mp3' }, 'This is not a recording of ours.'],
      [{ ...good, audioUrl: { href: audioUrl } }, 'Please provide name, email, and an audio file!'],
      [
        { ...good, audioUrl: audioUrl.replace(/[^/]+$/, 'gone.wav') },
        'This recording no longer exists. Please record again.',
      ],
      ['{"name":', 'The request is not a JSON object.'],
      ['[]', 'The request is not a JSON object.'],
    ];
    for (const [body, error] of wrong) {
      const answer = await submit(body);
      expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 400, success: false, error });
    }
    expect((await submit(good, {})).status).toBe(401);
    expect((await submit({ ...good, name: 'x'.repeat(20_000) })).status).toBe(413);
  });
});
