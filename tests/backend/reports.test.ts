import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type Row } from './support/refusals.ts';
import { sharedServer } from './support/sharedServer.ts';
import { createFragrance, createRecording, createShare, pictureUrlOf, statusOf } from './support/createRows.ts';
import {
  callFunction,
  fragranceRow,
  getShare,
  newMember,
  newSecret,
  rest,
  rpc,
  serviceHeaders,
  visitor,
  type Member,
} from './support/testServer.ts';

/** A report notifies the operator and hides nothing; only its owner can load a thing that the operator hid. */

const server = await sharedServer();
let ada: Member;
let eve: Member;
let count = 0;
beforeAll(async () => {
  await server.backend!.sql("select private.configure(mail => true, operator_mail => 'operator@example.com')");
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});
afterAll(async () => {
  await server.backend!.sql("select private.configure(mail => false, operator_mail => '')");
  await server.backend!.sql('delete from private.mails');
});

const share = async () => createShare(server, await createRecording(server, ada.headers), ada.headers);
const publish = async (name: string) =>
  createFragrance(server, ada.headers, name, {
    audio_path: await createRecording(server, ada.headers),
    is_public: true,
  });
const report = (subject: string, id: unknown, more: Row = {}, headers = visitor(server)) =>
  rpc<Row>(server, headers, 'report', { subject, id, reason: 'spam', owner_secret: newSecret(), ...more });
const storedReports = (id: string) =>
  server.backend!.sql<Row>('select subject, reason, details, reporter_id from public.reports where subject_id = $1', [
    id,
  ]);
const things = [
  ['share', share],
  ['fragrance', () => publish(`Reported ${++count}`)],
] as const;
/** The operator's change of the table. */
const setHidden = (subject: string, id: string, hidden: boolean) =>
  rest(
    server,
    serviceHeaders(server),
    'PATCH',
    subject === 'share' ? `fragrance_shares?share_id=eq.${id}` : `fragrance_profiles?id=eq.${id}`,
    { hidden },
  );
const isSeen = async (subject: string, id: string) =>
  (subject === 'share'
    ? await getShare(server, id)
    : await rpc<Row[]>(server, visitor(server), 'public_fragrance', { id })
  ).body.length === 1;

describe.each(things)('a report of a %s', (subject, make) => {
  it('is stored once for a device and once for a member, and hides nothing', async () => {
    const id = await make();
    const owner_secret = newSecret();
    for (const details of [' It sells pills. ', 'Again'])
      expect(await report(subject, id, { details, owner_secret })).toMatchObject({
        status: 200,
        body: { status: 'reported' },
      });
    for (let i = 0; i < 2; i++) await report(subject, id, {}, eve.headers);
    for (let i = 0; i < 4; i++) await report(subject, id);
    const rows = await storedReports(id);
    expect(rows).toHaveLength(6);
    expect(rows).toContainEqual({ subject, reason: 'spam', details: 'It sells pills.', reporter_id: null });
    expect(rows.filter((row) => row['reporter_id'] === eve.id)).toHaveLength(1);
    expect(await isSeen(subject, id)).toBe(true);
    const waiting = "select 1 from private.mails where kind = 'operator' and next_try_at is not null";
    expect(await server.backend!.sql(waiting)).toHaveLength(1);
  });

  it('is refused for own things, for private ones, and without a reason', async () => {
    const id = await make();
    expect(refusal(await report(subject, id, {}, ada.headers))).toEqual([400, 'P0001', 'own']);
    await setHidden(subject, id, true);
    expect(refusal(await report(subject, id))).toEqual([400, 'P0001', 'not_public']);
    const nobodys = subject === 'share' ? 'AAAAAAAA' : crypto.randomUUID();
    expect(refusal(await report(subject, nobodys))).toEqual([400, 'P0001', 'not_public']);
    for (const [more, hint] of [
      [{ reason: 'boring' }, 'reason'],
      [{ reason: null }, 'reason'],
      [{ details: 'x'.repeat(501) }, 'details'],
      [{ subject: 'member' }, 'subject'],
    ] as const)
      expect(refusal(await report(subject, id, more))).toEqual([400, '23514', hint]);
    expect(await storedReports(id)).toEqual([]);
  });
});

describe('a thing that the operator hides', () => {
  it('is gone from its page, its picture, its card and its counter, if it is a share; its owner still has it, and can withdraw it', async () => {
    const id = await share();
    const picture = pictureUrlOf(server, id);
    expect(await statusOf(picture)).toBe(200);
    await setHidden('share', id, true);
    expect(await statusOf(picture)).toBe(404);
    expect(await isSeen('share', id)).toBe(false);
    expect((await rpc<Row[]>(server, serviceHeaders(server), 'share_card', { share_id: id })).body).toEqual([]);
    expect((await fetch(`${server.url}/share/${id}`)).status).toBeGreaterThanOrEqual(400);
    await rpc(server, visitor(server), 'record_share_view', { share_id: id });
    expect(
      await server.backend!.sql('select view_count from public.fragrance_shares where share_id = $1', [id]),
    ).toEqual([{ view_count: 0 }]);
    const own = await rpc<Row[]>(server, ada.headers, 'own_shares', { owner_secret: null });
    expect(own.body.find((row) => row['share_id'] === id)).toMatchObject({ hidden: true });
    const taken = await callFunction(server, 'withdraw-share', { shareId: id, owner: null }, ada.headers);
    expect(taken.status).toBe(200);
  });

  it('is gone from the playlist, if it is a fragrance; its owner has it, cannot publish it, and can delete it', async () => {
    const id = await publish('Hidden Heather');
    const at = `fragrance_profiles?id=eq.${id}`;
    const isHidden = async () => (await rest<Row[]>(server, ada.headers, 'GET', `${at}&select=hidden`)).body;
    await setHidden('fragrance', id, true);
    expect(await isSeen('fragrance', id)).toBe(false);
    for (const args of [{}, { search: 'heather' }])
      expect(
        (await rpc<Row[]>(server, visitor(server), 'public_fragrances', args)).body.map((row) => row['id']),
      ).not.toContain(id);
    expect(await isHidden()).toEqual([{ hidden: true }]);
    await rest(server, ada.headers, 'PATCH', at, { hidden: false });
    await rest(server, ada.headers, 'PATCH', at, { is_public: false });
    await rest(server, ada.headers, 'PATCH', at, { is_public: true, hidden: false });
    const row = { ...fragranceRow('Hidden Heather', { is_public: true, hidden: false }), id };
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', row, 'resolution=merge-duplicates');
    expect(await isHidden()).toEqual([{ hidden: true }]);
    expect(await isSeen('fragrance', id)).toBe(false);
    // A member cannot insert a fragrance as hidden.
    const made = { ...fragranceRow('Born Hidden', { hidden: true }) };
    const born = await rest<Row[]>(server, ada.headers, 'POST', 'fragrance_profiles', made, 'return=representation');
    expect(born.body[0]).toMatchObject({ hidden: false });
    expect((await rest(server, ada.headers, 'DELETE', at)).status).toBe(204);
    expect(await isHidden()).toEqual([]);
  });

  it('is shown again by the operator', async () => {
    for (const [subject, make] of things) {
      const id = await make();
      await setHidden(subject, id, true);
      await setHidden(subject, id, false);
      expect(await isSeen(subject, id)).toBe(true);
    }
  });
});
