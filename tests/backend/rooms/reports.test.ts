import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { callAt, newPeople, refusal, type People, type Row } from '../desk/desk.ts';
import { newMember, newSecret, rpc, startTestServer, visitor } from '../support/testServer.ts';
import { makeRoom, newsOf, sing } from './rooms.ts';

/** A room is reported, hidden by three reports or an owner of the desk, and given back. */

let server: RunningServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  people = await newPeople(server);
});
afterAll(() => server?.close());

let network = 0;
/** A report by a device from a network that nobody else has. */
const report = (room_id: string, more: Row = {}, address = `100.65.${++network}.1`) =>
  callAt(server, address, 'report_room', { room_id, reason: 'insult', owner_secret: newSecret(), ...more });
const asOwner = <Body = Row>(name: string, args: Row) => rpc<Body>(server, people.owner.headers, name, args);
const caseOf = async (id: string) =>
  (await asOwner<Row[]>('desk_reports', { page_size: 200 })).body.find((row) => row['subject_id'] === id);
const moderationOf = async () => (await rpc<Row[]>(server, people.ada.headers, 'my_moderation')).body;

/** A room of Ada with a face in it, and three reports. */
async function reported(name = 'Rude room'): Promise<string> {
  const id = await makeRoom(server, people.ada, { name });
  await sing(server, id);
  for (let n = 0; n < 3; n++) expect((await report(id)).body).toMatchObject({ status: 'reported' });
  return id;
}
const HIDDEN = { hidden: true, closed: true, keeper: false, name: 'A hidden room', count: 0, faces: [] };

describe('three reports', () => {
  it('from different networks hide a room from all but its maker, who reads why', async () => {
    const id = await makeRoom(server, people.ada, { name: 'Rude room' });
    await sing(server, id);
    await report(id);
    await report(id, {}, `100.65.${network}.9`);
    await report(id);
    const before = await newsOf(server, id);
    expect(before).toMatchObject({ closed: false, name: 'Rude room', count: 1 });
    expect((await report(id)).body).toEqual({ status: 'reported', room_id: id });
    for (const headers of [visitor(server), people.eve.headers])
      expect(await newsOf(server, id, 0, headers)).toMatchObject(HIDDEN);
    expect((await newsOf(server, id))['rev']).toBe(Number(before['rev']) + 1);
    expect(await newsOf(server, id, 0, people.ada.headers)).toMatchObject({
      hidden: true,
      closed: true,
      name: 'Rude room',
      count: 1,
    });
    expect(refusal(await sing(server, id))[0]).toBe(400);
    expect(await moderationOf()).toContainEqual(
      expect.objectContaining({ subject: 'room', subject_id: id, name: 'Rude room', cause: 'reports' }),
    );
    expect(await caseOf(id)).toMatchObject({
      subject: 'room',
      name: 'Rude room',
      creator: 'Ada',
      shown: false,
      reports: 4,
    });
  });

  it('of one device, one member or one network are one', async () => {
    const id = await makeRoom(server, people.ada);
    const secret = newSecret();
    for (let n = 0; n < 3; n++) await report(id, { owner_secret: secret });
    for (let n = 0; n < 3; n++) await rpc(server, people.eve.headers, 'report_room', { room_id: id, reason: 'spam' });
    expect(await newsOf(server, id)).toMatchObject({ closed: false });
  });

  it('are refused to its maker, for a closed room and for none', async () => {
    const id = await makeRoom(server, people.ada);
    const own = await rpc(server, people.ada.headers, 'report_room', { room_id: id, reason: 'spam' });
    expect(refusal(own)).toEqual([400, 'P0001', 'own']);
    await rpc(server, people.ada.headers, 'close_room', { room_id: id });
    expect(refusal(await report(id))).toEqual([400, 'P0001', 'not_public']);
    expect(refusal(await report('AAAAAAAAAAAAAAAAAAAAAA'))).toEqual([400, 'P0001', 'not_public']);
    expect(refusal(await report(id, { reason: 'x' }))).toEqual([400, '23514', 'reason']);
  });
});

describe('an owner of the desk', () => {
  it('gives a room back, after which reports hide it no more', async () => {
    const id = await reported();
    const { rev } = await newsOf(server, id);
    expect((await asOwner('desk_restore', { subject: 'room', ids: [id] })).body).toMatchObject({ changed: 1 });
    const again = await newsOf(server, id);
    expect(again).toMatchObject({ closed: false, name: 'Rude room', count: 1, rev: Number(rev) + 1 });
    expect(again).not.toHaveProperty('hidden');
    expect(await moderationOf()).not.toContainEqual(expect.objectContaining({ subject_id: id }));
    for (let n = 0; n < 4; n++) await report(id);
    expect(await newsOf(server, id)).toMatchObject({ closed: false });
  });

  it('hides a room that nobody reported, finds it among the cases, and undoes it', async () => {
    const id = await makeRoom(server, people.ada, { name: 'Quiet room' });
    const hidden = await asOwner('desk_hide', { subject: 'room', ids: [id], reason: 'It names a child.' });
    expect(hidden.body).toMatchObject({ changed: 1 });
    expect(await newsOf(server, id)).toMatchObject(HIDDEN);
    expect(await caseOf(id)).toMatchObject({ subject: 'room', state: 'seen', hidden_cause: 'desk' });
    expect((await asOwner('desk_undo', { log: hidden.body['log'] })).body).toMatchObject({ changed: 1 });
    expect(await newsOf(server, id)).toMatchObject({ closed: false, name: 'Quiet room' });
  });

  it('is nobody else', async () => {
    const id = await reported();
    const stranger = await newMember(server, 'Mallory');
    for (const headers of [visitor(server), people.ada.headers, stranger.headers]) {
      const restored = await rpc(server, headers, 'desk_restore', { subject: 'room', ids: [id] });
      expect([401, 403]).toContain(restored.status);
    }
    expect(await newsOf(server, id)).toMatchObject(HIDDEN);
  });
});

it('a case goes with its room', async () => {
  const id = await reported();
  await server.backend!.sql('delete from public.rooms where room_id = $1', [id]);
  expect(await caseOf(id)).toBeUndefined();
  expect(
    await server.backend!.sql("select 1 from private.hidden where subject = 'room' and subject_id = $1", [id]),
  ).toEqual([]);
});
