import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type Row } from './support/refusals.ts';
import { sharedServer } from './support/sharedServer.ts';
import { createFragrance, createRecording, createShare, statusOf, audioUrlOf } from './support/createRows.ts';
import {
  callFunction,
  fragranceRow,
  getShare,
  makeShare,
  newMember,
  newSecret,
  rest,
  rpc,
  serviceHeaders,
  shareRow,
  upload,
  visitor,
  wav,
  type Member,
} from './support/testServer.ts';

/** Hidden things stay hidden, and reports stay until they were mailed to the operator. */

const server = await sharedServer();
let ada: Member;
let eve: Member;
let hz = 1000;
beforeAll(async () => {
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});

const HIDDEN_SOUND = [400, 'P0001', 'hidden_sound'];
const setHidden = (subject: string, id: string, hidden: boolean) =>
  rest(
    server,
    serviceHeaders(server),
    'PATCH',
    subject === 'share' ? `fragrance_shares?share_id=eq.${id}` : `fragrance_profiles?id=eq.${id}`,
    { hidden },
  );
/** The path of a new recording with given bytes. */
const record = async (sound: Uint8Array<ArrayBuffer>, headers = ada.headers, owner: string | null = null) =>
  String((await upload(server, sound, headers, owner)).body['audioPath']);
const newSound = () => wav({ hz: ++hz });
const share = (path: string, headers = ada.headers, owner: string | null = null) =>
  makeShare<unknown>(server, shareRow(path), headers, owner);
const save = (more: Row, headers = ada.headers) =>
  rest<Row[]>(
    server,
    headers,
    'POST',
    'fragrance_profiles',
    fragranceRow(`Sound ${crypto.randomUUID()}`, more),
    'return=representation',
  );
const remove = (subject: string, id: string, { headers } = ada) =>
  subject === 'share'
    ? callFunction(server, 'withdraw-share', { shareId: id, owner: null }, headers)
    : rest(server, headers, 'DELETE', `fragrance_profiles?id=eq.${id}`);
const make = async (subject: string, path: string) =>
  subject === 'share'
    ? createShare(server, path, ada.headers, null)
    : createFragrance(server, ada.headers, `Thing ${crypto.randomUUID()}`, { audio_path: path, is_public: true });

describe.each(['share', 'fragrance'])('the recording of a hidden %s', (subject) => {
  it('cannot be published: under its path, in another upload of its bytes, by another member, or after its row was deleted', async () => {
    const sound = newSound();
    const path = await record(sound);
    const id = await make(subject, path);
    const kept = await save({ audio_path: path });
    await setHidden(subject, id, true);
    // Its file has moved from its old address before anything is tried.
    await callFunction(server, 'settle-recordings', {});
    const [{ moved }] = (await server.backend!.sql<{ moved: string }>(
      'select audio_path as moved from public.fragrance_profiles where id = $1',
      [String(kept.body[0]!['id'])],
    )) as [{ moved: string }];
    const tries = async (own: string) => {
      const strangers = await record(sound, eve.headers);
      const secret = newSecret();
      const devices = await record(sound, visitor(server), secret);
      const before = await save({}, eve.headers);
      return [
        await share(own),
        await share(strangers, eve.headers),
        await share(devices, visitor(server), secret),
        await save({ audio_path: own, is_public: true }),
        await save({ audio_path: strangers, is_public: true }, eve.headers),
        await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${String(kept.body[0]!['id'])}`, {
          is_public: true,
        }),
        await rest(server, eve.headers, 'PATCH', `fragrance_profiles?id=eq.${String(before.body[0]!['id'])}`, {
          is_public: true,
          audio_path: strangers,
        }),
      ].map(refusal);
    };
    const all = Array.from({ length: 7 }, () => HIDDEN_SOUND);
    expect(await tries(moved)).toEqual(all);
    await remove(subject, id);
    expect(await tries(await record(sound))).toEqual(all);
    // It may be saved as private, and a public fragrance may not take it later.
    expect((await save({ audio_path: await record(sound) })).status).toBe(201);
    const open = await save({ is_public: true });
    const at = `fragrance_profiles?id=eq.${String(open.body[0]!['id'])}`;
    expect(refusal(await rest(server, ada.headers, 'PATCH', at, { audio_path: await record(sound) }))).toEqual(
      HIDDEN_SOUND,
    );
  });

  it('is not public in other fragrances either, until the operator shows it again', async () => {
    const sound = newSound();
    const path = await record(sound);
    const id = await make(subject, path);
    const other = await make('share', path);
    const third = await make('fragrance', path);
    const visibleItems = async () => [
      (await getShare(server, other)).body.length,
      (await rpc<Row[]>(server, visitor(server), 'public_fragrance', { id: third })).body.length,
    ];
    expect(await visibleItems()).toEqual([1, 1]);
    await setHidden(subject, id, true);
    expect(await visibleItems()).toEqual([0, 0]);
    await callFunction(server, 'settle-recordings', {});
    expect(await statusOf(audioUrlOf(server, path))).toBeGreaterThanOrEqual(400);
    await setHidden(subject, id, false);
    expect(await visibleItems()).toEqual([1, 1]);
    expect((await share(await record(sound))).status).toBe(200);
    expect(await server.backend!.sql('select 1 from private.hidden_sounds where thing = $1', [id])).toEqual([]);
  });

  it('stays on the list while another hidden row has its bytes', async () => {
    const sound = newSound();
    const [first, second] = [await make(subject, await record(sound)), await make('share', await record(sound))];
    await setHidden(subject, first, true);
    await setHidden('share', second, true);
    await setHidden(subject, first, false);
    expect(refusal(await share(await record(sound)))).toEqual(HIDDEN_SOUND);
    await setHidden('share', second, false);
    expect((await share(await record(sound))).status).toBe(200);
  });
});

describe('the id of a fragrance', () => {
  it('is made by the database, so that no link changes its owner', async () => {
    const id = await createFragrance(server, ada.headers, 'First Owner', { is_public: true });
    await remove('fragrance', id);
    const row = { ...fragranceRow('Second Owner', { is_public: true }), id };
    for (const prefer of ['return=representation', 'resolution=merge-duplicates,return=representation']) {
      const made = await rest<Row[]>(
        server,
        eve.headers,
        'POST',
        'fragrance_profiles',
        { ...row, name: crypto.randomUUID() },
        prefer,
      );
      expect(made.status).toBeLessThan(300);
      expect(made.body[0]!['id']).not.toBe(id);
    }
    expect((await rpc<Row[]>(server, visitor(server), 'public_fragrance', { id })).body).toEqual([]);
  });
});

describe('the reports of a withdrawn thing', () => {
  beforeAll(() =>
    server.backend!.sql("select private.configure(mail => true, operator_mail => 'operator@example.com')"),
  );
  afterAll(async () => {
    await server.backend!.sql("select private.configure(mail => false, operator_mail => '')");
    await server.backend!.sql('delete from private.mails');
  });
  const report = (subject: string, id: string) =>
    rpc(server, visitor(server), 'report', { subject, id, reason: 'spam', owner_secret: newSecret() });
  const storedReports = (id: string) => server.backend!.sql('select 1 from public.reports where subject_id = $1', [id]);
  /** Sends the operator's mail some hours later, or fails to; returns the ids that it names. */
  const mail = async (hours: number, error: string | null = null) => {
    const [{ at }] = (await server.backend!.sql<{ at: string }>(
      `select (now() + interval '${hours} hours')::text as at`,
    )) as [{ at: string }];
    const { body } = await rpc<{ id: string; claim: string; data: { entries: Row[] } } | null>(
      server,
      serviceHeaders(server),
      'claim_mail',
      { at },
    );
    if (body === null) return [];
    await rpc(server, serviceHeaders(server), 'mail_done', { id: body.id, claim: body.claim, error, at });
    return body.data.entries.map((entry) => entry['subject_id']);
  };

  it.each(['share', 'fragrance'])('stay until they were mailed to the operator: of a %s', async (subject) => {
    await server.backend!.sql('delete from private.mails');
    await server.backend!.sql('delete from public.reports');
    const id = await make(subject, await createRecording(server, ada.headers));
    for (let i = 0; i < 3; i++) await report(subject, id);
    await remove(subject, id);
    expect(await storedReports(id)).toHaveLength(3);
    expect(await mail(1, 'the mail server is away')).toEqual([id, id, id]);
    expect(await storedReports(id)).toHaveLength(3);
    expect(await mail(2)).toEqual([id, id, id]);
    expect(await storedReports(id)).toEqual([]);
  });

  it('are deleted with the thing once they were mailed to the operator', async () => {
    await server.backend!.sql('delete from private.mails');
    const id = await make('share', await createRecording(server, ada.headers));
    await report('share', id);
    expect(await mail(1)).toEqual([id]);
    expect(await storedReports(id)).toHaveLength(1);
    await remove('share', id);
    expect(await storedReports(id)).toEqual([]);
  });
});
