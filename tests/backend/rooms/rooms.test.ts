import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { cleanUp, ROOM_DAYS } from '../../../supabase/functions/_shared/cleanUp.ts';
import { createService } from '../../../supabase/functions/_shared/service.ts';
import { drawFragrance } from '../../../src/features/fragrance/domain/index.ts';
import { readNews } from '../../../src/features/room/domain/news.ts';
import { drawableOf } from '../../../src/features/room/domain/roomFace.ts';
import { today } from '../../turn.ts';
import {
  callFunction,
  newMember,
  newSecret,
  rpc,
  secretHash,
  startTestServer,
  visitor,
} from '../support/testServer.ts';
import { callAt, newPeople, refusal, type People } from '../desk/desk.ts';
import { faceIds, makeRoom, newRoomId, newsOf, sing, someFace, type Row } from './rooms.ts';

/** A room: who makes, reads, sings, hides and closes, and what everybody else is told. */

let server: RunningServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  people = await newPeople(server);
});
afterAll(() => server?.close());

const sql = (query: string, values: readonly unknown[] = []) => server.backend!.sql<Row>(query, values);
const everybody = () => [visitor(server), people.ada.headers, people.eve.headers, people.owner.headers];

describe('making a room', () => {
  it('is for members: open for eight hours unless they say otherwise', async () => {
    const room_id = newRoomId();
    const made = await rpc<Row>(server, people.ada.headers, 'make_room', { room_id, name: 'Choir day' });
    expect(made.body).toMatchObject({
      id: room_id,
      name: 'Choir day',
      closed: false,
      keeper: true,
      count: 0,
      rev: 0,
      faces: [],
      gone: [],
    });
    const [life] = await sql(
      'select round(extract(epoch from closes_at - created_at) / 3600)::integer as hours from public.rooms where room_id = $1',
      [room_id],
    );
    expect(life).toEqual({ hours: 8 });
    expect(refusal(await rpc(server, visitor(server), 'make_room', { room_id, name: 'x' })).slice(0, 2)).toEqual([
      401,
      '42501',
    ]);
  });

  it('is once for each id, and nobody takes the id of another', async () => {
    const room_id = await makeRoom(server, people.ada);
    const again = await rpc<Row>(server, people.ada.headers, 'make_room', { room_id, name: 'Another name' });
    expect(again.body).toMatchObject({ id: room_id, name: 'Choir day' });
    expect(refusal(await rpc(server, people.eve.headers, 'make_room', { room_id, name: 'Mine' }))[0]).toBe(409);
    expect(await newsOf(server, room_id)).toMatchObject({ name: 'Choir day', keeper: false });
  });

  it('takes no id, name or time that is none', async () => {
    const bad: [Row, string][] = [
      [{ room_id: 'short' }, 'room_id'],
      [{ room_id: `${'a'.repeat(21)}/` }, 'room_id'],
      [{ room_id: null }, 'room_id'],
      [{ name: '' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ name: 'a\u202Eb' }, 'name'],
      [{ name: null }, 'name'],
      [{ hours: 0 }, 'hours'],
      [{ hours: 169 }, 'hours'],
      [{ hours: null }, 'hours'],
    ];
    for (const [more, hint] of bad) {
      const answer = await rpc(server, people.ada.headers, 'make_room', { room_id: newRoomId(), name: 'x', ...more });
      expect([more, ...refusal(answer)]).toEqual([more, 400, '23514', hint]);
    }
  });

  it('ends at twenty open ones, and begins again when one is closed', async () => {
    const member = await newMember(server, 'Max');
    const rooms: string[] = [];
    for (let n = 0; n < 20; n++) rooms.push(await makeRoom(server, member));
    const more = () => rpc(server, member.headers, 'make_room', { room_id: newRoomId(), name: 'One more' });
    expect(refusal(await more())).toEqual([400, 'P0001', 'too_many']);
    await rpc(server, member.headers, 'close_room', { room_id: rooms[3] });
    expect((await more()).status).toBe(200);
    const mine = (await rpc<Row[]>(server, member.headers, 'my_rooms')).body;
    expect(mine).toHaveLength(21);
    expect(mine.filter(({ closed }) => closed).map(({ room_id }) => room_id)).toEqual([rooms[3]]);
    expect((await rpc<Row[]>(server, (await newMember(server)).headers, 'my_rooms')).body).toEqual([]);
  });
});

describe('singing in a room', () => {
  it('shows the face to everybody who has the link, as it was drawn on the device', async () => {
    const room_id = await makeRoom(server, people.ada);
    const sent = someFace();
    const answer = await sing(server, room_id, { face: { ...sent, name: '<script>', extra: { a: 1 } } });
    expect(answer.body).toMatchObject({ room_id, place: 0, rev: 1 });
    for (const headers of everybody()) {
      const news = await newsOf(server, room_id, 0, headers);
      expect(news['faces']).toEqual([{ id: answer.body['face_id'], rev: 1, place: 0, face: sent }]);
      expect(JSON.stringify(news)).not.toMatch(/script|extra|owner|hash/);
    }
    const read = readNews(await newsOf(server, room_id))!;
    expect(drawFragrance(drawableOf(read.faces[0]!.face)).shapes.length).toBeGreaterThan(5);
  });

  it('counts a face once, however often it is sent, and leaves it to its device', async () => {
    const room_id = await makeRoom(server, people.ada);
    const [face_id, owner_secret] = [crypto.randomUUID(), newSecret()];
    for (let again = 0; again < 3; again++)
      expect((await sing(server, room_id, { face_id, owner_secret })).body).toMatchObject({ place: 0, rev: 1 });
    expect(refusal(await sing(server, room_id, { face_id }))[0]).toBe(409);
    expect(await newsOf(server, room_id)).toMatchObject({ count: 1, rev: 1 });
  });

  it('gives simultaneous faces a place and a number each', async () => {
    const room_id = await makeRoom(server, people.ada);
    await Promise.all(Array.from({ length: 25 }, () => sing(server, room_id)));
    const { faces } = (await newsOf(server, room_id)) as { faces: { place: number; rev: number }[] };
    expect(faces.map(({ rev }) => rev)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
    expect(faces.map(({ place }) => place).sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  it('is read page by page after a number, nothing lost and nothing twice', async () => {
    const room_id = await makeRoom(server, people.ada);
    for (let n = 0; n < 130; n++)
      await sql(
        'insert into public.room_faces (room_id, face_id, place, rev, face, owner_hash) values ($1, $2, $3, $4, private.room_face($5), $6)',
        [room_id, crypto.randomUUID(), n, n + 1, JSON.stringify(someFace()), secretHash(newSecret())],
      );
    await sql('update public.rooms set rev = 130, places = 130 where room_id = $1', [room_id]);
    const seen: unknown[] = [];
    let after = 0;
    for (let more = true; more;) {
      const news = await newsOf(server, room_id, after);
      expect(news).toMatchObject({ after, count: 130 });
      seen.push(...faceIds(news));
      after = Number(news['rev']);
      more = news['more'] === true;
    }
    expect(after).toBe(130);
    expect(new Set(seen).size).toBe(130);
    expect(await newsOf(server, room_id, 130)).toMatchObject({ faces: [], more: false, rev: 130 });
    expect(await newsOf(server, room_id, 1e15)).toMatchObject({ faces: [], more: false, rev: 130 });
    expect((await newsOf(server, room_id, -5))['after']).toBe(0);
  });

  it('takes nothing that cannot be drawn', async () => {
    const room_id = await makeRoom(server, people.ada);
    const good = someFace();
    const note = { note: 'A4', onset: 0, offset: 1, velocity: 0.5, cents: 0 };
    const bad: unknown[] = [
      null,
      'x',
      [],
      {},
      { ...good, essence: [] },
      { ...good, essence: ['H4'] },
      { ...good, essence: [['A4']] },
      { ...good, essence: Array.from({ length: 33 }, () => 'A4') },
      { ...good, intensity: 1.5 },
      { ...good, persistence: '0.5' },
      { ...good, trace: [] },
      { ...good, trace: 'x' },
      { ...good, trace: { duration: 1 } },
      { ...good, trace: { duration: -1, notes: [] } },
      { ...good, trace: { duration: 1, notes: [{ ...note, note: 'X' }] } },
      { ...good, trace: { duration: 1, notes: [{ ...note, velocity: 2 }] } },
      { ...good, trace: { duration: 1, notes: [{ ...note, onset: 1e9 }] } },
      { ...good, trace: { duration: 1, notes: Array.from({ length: 37 }, () => note) } },
      { ...good, accents: [] },
      { ...good, axes: { brightness: 0.5 } },
      { ...good, proportions: [{ note: 'A4', parts: 99 }] },
      { ...good, essence: ['A4'], more: 'x'.repeat(16_000) },
    ];
    for (const face of bad) {
      const answer = await sing(server, room_id, { face });
      // A text is no JSON to some: refused before the function is called.
      const codes = face === 'x' ? ['23514', '22P02'] : ['23514'];
      expect([face, answer.status, codes.includes(String(answer.body['code']))]).toEqual([face, 400, true]);
    }
    expect(refusal(await sing(server, room_id, { owner_secret: null }))).toEqual([400, '23514', 'no_owner']);
    expect(await newsOf(server, room_id)).toMatchObject({ count: 0, rev: 0 });
  });

  it('keeps no more of a note than is drawn', async () => {
    const room_id = await makeRoom(server, people.ada);
    const note = { note: 'A4', onset: 0, offset: 1, velocity: 0.5, cents: 0, words: 'Call 555' };
    await sing(server, room_id, {
      face: { ...someFace(), trace: { duration: 1, notes: [note], peaks: [1, 1], title: 'Call 555' } },
    });
    expect(JSON.stringify(await newsOf(server, room_id))).not.toMatch(/Call|peaks/);
  });

  it('is refused in words where there is no room, or where it is full', async () => {
    expect(refusal(await sing(server, newRoomId()))).toEqual([400, 'P0001', 'no_room']);
    expect(refusal(await sing(server, "' or true --"))).toEqual([400, 'P0001', 'no_room']);
    const room_id = await makeRoom(server, people.ada);
    await sql('update public.rooms set places = 500 where room_id = $1', [room_id]);
    const full = await sing(server, room_id);
    expect(refusal(full)).toEqual([400, 'P0001', 'room_full']);
    expect(full.body['message']).toBe('This room is full: it has 500 faces.');
    expect((await rpc(server, visitor(server), 'room_news', { room_id: newRoomId() })).body).toBeNull();
  });
});

describe('limits', () => {
  it('let a device sing once in ten seconds, others meanwhile, and a device twenty times', async () => {
    const tight = await startTestServer({});
    try {
      const ada = await newMember(tight, 'Ada');
      const room_id = await makeRoom(tight, ada);
      const owner_secret = newSecret();
      expect((await sing(tight, room_id, { owner_secret })).status).toBe(200);
      const soon = await sing(tight, room_id, { owner_secret });
      expect(refusal(soon).slice(0, 2)).toEqual([429, 'PT429']);
      expect(Number.parseInt(String(soon.body['hint']), 10)).toBeLessThanOrEqual(10);
      expect((await sing(tight, room_id)).status).toBe(200);
      // In another room at once.
      expect((await sing(tight, await makeRoom(tight, ada), { owner_secret })).status).toBe(200);
    } finally {
      await tight.close();
    }
    const room_id = await makeRoom(server, people.ada);
    const owner_secret = newSecret();
    for (let n = 0; n < 20; n++) expect((await sing(server, room_id, { owner_secret })).status).toBe(200);
    expect(refusal(await sing(server, room_id, { owner_secret }))).toEqual([400, 'P0001', 'too_many']);
    expect((await sing(server, room_id)).status).toBe(200);
  });

  it('let an address bring a whole class, and not thousands', async () => {
    const room_id = await makeRoom(server, people.ada);
    await sql('select private.configure(null, null, 1)');
    try {
      const from = (address: string) =>
        callAt(server, address, 'add_room_face', {
          room_id,
          face_id: crypto.randomUUID(),
          face: someFace(),
          owner_secret: newSecret(),
        });
      expect((await from('203.0.113.9')).status).toBe(200);
      // As if 399 others of that address had sung before.
      await sql(
        "update private.caller_windows set hits = 400 where key = 'add_room_face:' || private.hashed('203.0.113.9')",
      );
      expect((await from('203.0.113.9')).status).toBe(429);
      expect((await from('198.51.100.7')).status).toBe(200);
    } finally {
      await sql('select private.configure(null, null, 1000)');
    }
  });
});

describe('hiding a face', () => {
  it('is for the maker and the owners of the desk: gone for everybody, and back at its place', async () => {
    for (const keeper of [people.ada, people.owner]) {
      const room_id = await makeRoom(server, people.ada);
      const { face_id } = (await sing(server, room_id)).body;
      await sing(server, room_id);
      const hide = (headers: Record<string, string>, hidden = true) =>
        rpc<Row>(server, headers, 'hide_room_face', { room_id, face_id, hidden });
      expect((await hide(visitor(server))).status).toBe(401);
      expect(refusal(await hide(people.eve.headers))).toEqual([403, '42501', 'not_yours']);
      expect((await hide(keeper.headers)).body).toMatchObject({ hidden: true, rev: 3 });
      expect((await hide(keeper.headers)).body).toMatchObject({ hidden: true, rev: 3 });
      for (const headers of everybody()) {
        expect(faceIds(await newsOf(server, room_id, 0, headers))).not.toContain(face_id);
        expect(await newsOf(server, room_id, 2, headers)).toMatchObject({ faces: [], gone: [face_id], count: 1 });
      }
      expect((await hide(keeper.headers, false)).body).toMatchObject({ hidden: false, rev: 4 });
      expect(await newsOf(server, room_id, 3)).toMatchObject({ faces: [{ id: face_id, place: 0, rev: 4 }], gone: [] });
    }
  });

  it('is refused alike for a room of somebody else and for none, and in words for no face', async () => {
    const room_id = await makeRoom(server, people.ada);
    const face_id = crypto.randomUUID();
    for (const wanted of [room_id, newRoomId(), '', null])
      expect(refusal(await rpc(server, people.eve.headers, 'hide_room_face', { room_id: wanted, face_id }))).toEqual([
        403,
        '42501',
        'not_yours',
      ]);
    expect(refusal(await rpc(server, people.ada.headers, 'hide_room_face', { room_id, face_id }))).toEqual([
      400,
      'P0001',
      'no_face',
    ]);
  });

  it('by an owner of the desk stands in the log, by the maker it does not', async () => {
    const room_id = await makeRoom(server, people.ada);
    const { face_id } = (await sing(server, room_id)).body;
    await rpc(server, people.ada.headers, 'hide_room_face', { room_id, face_id });
    await rpc(server, people.owner.headers, 'hide_room_face', { room_id, face_id, hidden: false });
    await rpc(server, people.owner.headers, 'close_room', { room_id });
    const log = await rpc<Row[]>(server, people.owner.headers, 'desk_log', { of_kind: 'room', of_item: room_id });
    expect(log.body.map(({ act }) => act)).toEqual(['close a room', 'show a face']);
  });
});

describe('closing a room', () => {
  const close = (room_id: string, headers: Record<string, string>) =>
    rpc<Row>(server, headers, 'close_room', { room_id });
  /** It refuses, and shows its faces to its keepers alone. */
  async function expectClosed(room_id: string) {
    const refused = await sing(server, room_id);
    expect([...refusal(refused), refused.body['message']]).toEqual([
      400,
      'P0001',
      'room_closed',
      'This room is closed.',
    ]);
    for (const headers of [visitor(server), people.eve.headers])
      expect(await newsOf(server, room_id, 0, headers)).toMatchObject({ closed: true, faces: [], count: 1 });
    expect(await newsOf(server, room_id, 0, people.owner.headers)).toMatchObject({
      closed: true,
      faces: [{ place: 0 }],
    });
  }

  it('is for the maker and the owners of the desk, once and for good', async () => {
    for (const keeper of [people.ada, people.owner]) {
      const room_id = await makeRoom(server, people.ada);
      await sing(server, room_id);
      expect((await close(room_id, visitor(server))).status).toBe(401);
      expect(refusal(await close(room_id, people.eve.headers))).toEqual([403, '42501', 'not_yours']);
      expect((await close(room_id, keeper.headers)).body).toMatchObject({ closed: true, rev: 2 });
      expect((await close(room_id, keeper.headers)).body).toMatchObject({ closed: true, rev: 2 });
      await expectClosed(room_id);
    }
  });

  it('happens by itself at its time', async () => {
    const room_id = await makeRoom(server, people.ada);
    await sing(server, room_id);
    await sql("update public.rooms set closes_at = now() - interval '1 second' where room_id = $1", [room_id]);
    await expectClosed(room_id);
  });

  it('happens when its maker is blocked, who makes and sings no more until that is taken back', async () => {
    const mallory = await newMember(server, 'Mallory');
    const room_id = await makeRoom(server, mallory);
    const other = await makeRoom(server, people.ada);
    await sing(server, room_id);
    await rpc(server, people.owner.headers, 'desk_block', { member: mallory.id, reason: 'Spam.' });
    await expectClosed(room_id);
    const made = await rpc(server, mallory.headers, 'make_room', { room_id: newRoomId(), name: 'Again' });
    expect(refusal(made)).toEqual([400, 'P0001', 'blocked']);
    expect(refusal(await sing(server, other, { owner_secret: null }, mallory.headers))).toEqual([
      400,
      'P0001',
      'blocked',
    ]);
    expect((await rpc<Row[]>(server, mallory.headers, 'my_rooms')).body).toMatchObject([{ room_id, closed: true }]);
  });

  it('is followed by its deletion after thirty days, by the daily clean-up', async () => {
    const [old, recent, open] = [
      await makeRoom(server, people.ada),
      await makeRoom(server, people.ada),
      await makeRoom(server, people.ada),
    ];
    await sing(server, old);
    await sql("update public.rooms set closes_at = now() - interval '1 day' * $2 where room_id = $1", [
      old,
      ROOM_DAYS + 2,
    ]);
    await sql("update public.rooms set closed_at = now() - interval '1 day' * $2 where room_id = $1", [
      recent,
      ROOM_DAYS - 2,
    ]);
    const env: Record<string, string> = { SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret };
    await cleanUp(
      createService((name) => env[name]),
      today(),
    );
    const left = await sql('select room_id from public.rooms where room_id = any($1)', [[old, recent, open]]);
    expect(left.map(({ room_id }) => room_id).sort()).toEqual([recent, open].sort());
    expect(await sql('select 1 from public.room_faces where room_id = $1', [old])).toEqual([]);
  });
});

describe('taking back', () => {
  it('removes the faces of a device, which its copy has before, and tells the wall', async () => {
    const room_id = await makeRoom(server, people.ada);
    const owner_secret = newSecret();
    const { face_id } = (await sing(server, room_id, { owner_secret })).body;
    await sing(server, room_id);
    const copy = () => rpc<Record<string, Row[]>>(server, visitor(server), 'export_device_data', { owner_secret });
    expect((await copy()).body['room_faces']).toMatchObject([{ room_id, face_id, face: { intensity: 0.25 } }]);
    await callFunction(server, 'forget-device', { owner: owner_secret });
    expect((await copy()).body['room_faces']).toEqual([]);
    const news = await newsOf(server, room_id, 2);
    expect(news).toMatchObject({ count: 1, rev: 3 });
    expect(faceIds(await newsOf(server, room_id))).not.toContain(face_id);
  });

  it('removes the rooms and faces of an account, which its copy has before', async () => {
    const bea = await newMember(server, 'Bea');
    const mine = await makeRoom(server, bea);
    const other = await makeRoom(server, people.ada);
    await sing(server, mine);
    await sing(server, other, { owner_secret: null }, bea.headers);
    const copy = (await rpc<Record<string, Row[]>>(server, bea.headers, 'export_my_data')).body;
    expect(copy['rooms']).toMatchObject([{ room_id: mine, name: 'Choir day' }]);
    expect(copy['room_faces']).toMatchObject([{ room_id: other }]);
    expect(copy['account']).toMatchObject({ id: bea.id });
    await sql('delete from auth.users where id = $1', [bea.id]);
    expect((await rpc(server, visitor(server), 'room_news', { room_id: mine })).body).toBeNull();
    expect(await newsOf(server, other)).toMatchObject({ count: 0, rev: 2 });
  });
});

describe('a hosted project', () => {
  it('tells Realtime the number of each change, and a face comes though Realtime fails', async () => {
    const room_id = await makeRoom(server, people.ada);
    await sql('create schema if not exists realtime');
    await sql('create table realtime.sent (payload jsonb, event text, topic text, private boolean)');
    await sql(
      'create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language sql as $$ insert into realtime.sent values (payload, event, topic, private) $$',
    );
    try {
      await sing(server, room_id);
      await rpc(server, people.ada.headers, 'close_room', { room_id });
      const sent = { event: 'news', topic: `room:${room_id}`, private: false };
      expect(await sql("select * from realtime.sent order by payload ->> 'rev'")).toEqual([
        { payload: { rev: 1 }, ...sent },
        { payload: { rev: 2 }, ...sent },
      ]);
      await sql('drop table realtime.sent');
      const other = await makeRoom(server, people.ada);
      expect((await sing(server, other)).status).toBe(200);
    } finally {
      await sql('drop schema realtime cascade');
    }
  });
});
