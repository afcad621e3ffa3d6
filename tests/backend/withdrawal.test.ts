import { beforeAll, describe, expect, it } from 'vitest';
import {
  callFunction,
  getShare,
  makeShare,
  newMember,
  newSecret,
  ON_REAL_POSTGRES,
  rest,
  rpc,
  DEVICE_SECRET,
  serviceHeaders,
  shareRow,
  visitor,
  type Member,
} from './support/testServer.ts';
import { audioUrlOf, createFragrance, createRecording } from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';

/** A recording that is no longer public does not play, also under its old address. */

type Row = Record<string, unknown>;
const server = await sharedServer();
let ada: Member;
let eve: Member;

beforeAll(async () => {
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});
const record = (headers: Record<string, string> = ada.headers, secret = DEVICE_SECRET) =>
  createRecording(server, headers, secret);
const save = (name: string, audio_path: string, is_public = true, member = ada) =>
  createFragrance(server, member.headers, name, { audio_path, is_public });
const at = (id: string) => `fragrance_profiles?id=eq.${id}`;
const unpublish = (id: string, member = ada) => rest(server, member.headers, 'PATCH', at(id), { is_public: false });
/** Address of the sound of a member's fragrance. */
const soundOf = async (id: string, member = ada): Promise<string> =>
  String((await rest<Row[]>(server, member.headers, 'GET', `${at(id)}&select=audio_data`)).body[0]!['audio_data']);
/** The operator's change of the table. */
async function setHidden(table: string, key: string, id: string, hidden: boolean): Promise<void> {
  const answer = await rest(server, serviceHeaders(server), 'PATCH', `${table}?${key}=eq.${id}`, { hidden });
  expect(answer.status).toBe(204);
}
const urlOf = (path: string) => audioUrlOf(server, path);
const processUnpublished = (headers = visitor(server)) => callFunction(server, 'settle-recordings', {}, headers);

/** Statuses of an address, for all the requests that a media element and a cache send. */
async function answers(path: string): Promise<Set<number>> {
  const found = new Set<number>();
  const asked: RequestInit[] = [{}, { method: 'HEAD' }, { headers: { Range: 'bytes=0-9' } }];
  for (const init of asked) {
    const response = await fetch(urlOf(path), init);
    await response.body?.cancel();
    found.add(response.status === 206 ? 200 : response.status);
  }
  return found;
}
const FOUND_STATUSES = new Set([200]);
const MISSING_STATUSES = new Set([404]);

/** Expects that a recording is gone: at once on the embedded backend, and everywhere when its file has been settled. */
async function expectGone(path: string): Promise<void> {
  const before = ON_REAL_POSTGRES ? MISSING_STATUSES : await answers(path);
  expect(before, 'before it is settled').toEqual(MISSING_STATUSES);
  expect((await processUnpublished()).body).toEqual({ success: true });
  expect(await answers(path)).toEqual(MISSING_STATUSES);
}

describe('the sound of a fragrance', () => {
  it('is gone under its old address once that is private, and plays for its owner under a new one', async () => {
    const path = await record();
    const id = await save('Once Public', path);
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    await unpublish(id);
    await expectGone(path);
    const now = (await soundOf(id)).split('/audio/')[1]!;
    expect(now).not.toBe(path);
    expect(await answers(now)).toEqual(FOUND_STATUSES);
    // No other member can read the new address.
    expect((await rest<Row[]>(server, eve.headers, 'GET', at(id))).body).toEqual([]);
    expect((await rpc<Row[]>(server, eve.headers, 'public_fragrance', { id })).body).toEqual([]);
    // It is published again, and taken back again.
    await rest(server, ada.headers, 'PATCH', at(id), { is_public: true });
    await processUnpublished();
    expect(await answers(now)).toEqual(FOUND_STATUSES);
    await unpublish(id);
    await expectGone(now);
  });

  it('keeps its address if that is published again before', async () => {
    const path = await record();
    const id = await save('Wavering', path);
    await unpublish(id);
    await rest(server, ada.headers, 'PATCH', at(id), { is_public: true });
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    await processUnpublished();
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    expect(await soundOf(id)).toContain(path);
  });

  it.each([true, false])('is deleted with it (public: %s)', async (isPublic) => {
    const path = await record();
    const id = await save(`Deleted ${isPublic}`, path, isPublic);
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    await rest(server, ada.headers, 'DELETE', at(id));
    await expectGone(path);
    expect(await server.backend!.sql('select 1 from public.recordings where audio_path = $1', [path])).toEqual([]);
    expect(await server.backend!.sql('select 1 from storage.objects where name = $1', [path])).toEqual([]);
  });

  it('stays for other public uses, and for other private uses under a new address', async () => {
    const path = await record();
    const [first, second] = [await save('Twin One', path), await save('Twin Two', path)];
    await unpublish(first);
    await processUnpublished();
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    await rest(server, ada.headers, 'DELETE', at(second));
    await expectGone(path);
    const now = (await soundOf(first)).split('/audio/')[1]!;
    expect(await answers(now)).toEqual(FOUND_STATUSES);
  });

  it('keeps its address if that never was public', async () => {
    const path = await record();
    const id = await save('Always Private', path, false);
    await rest(server, ada.headers, 'PATCH', at(id), { name: 'Always Mine' });
    await processUnpublished();
    expect(await answers(path)).toEqual(FOUND_STATUSES);
  });

  it('does not play while the operator hides that', async () => {
    const path = await record();
    const id = await save('Rude Reed', path);
    await setHidden('fragrance_profiles', 'id', id, true);
    await expectGone(path);
    await setHidden('fragrance_profiles', 'id', id, false);
    expect(await answers((await soundOf(id)).split('/audio/')[1]!)).toEqual(FOUND_STATUSES);
  });
});

describe('the sound of a share', () => {
  it('is gone once that is withdrawn, without further work', async () => {
    const secret = newSecret();
    const path = await record(visitor(server), secret);
    const share = shareRow(path);
    await makeShare(server, share, visitor(server), secret);
    const taken = await callFunction(server, 'withdraw-share', { shareId: share['share_id'], owner: secret });
    expect(taken.status).toBe(200);
    expect(await answers(path)).toEqual(MISSING_STATUSES);
    expect(await server.backend!.sql('select 1 from private.taken_back where audio_path = $1', [path])).toEqual([]);
  });

  it('does not play under its address while the operator hides that', async () => {
    const secret = newSecret();
    const path = await record(visitor(server), secret);
    const share = shareRow(path);
    await makeShare(server, share, visitor(server), secret);
    await setHidden('fragrance_shares', 'share_id', String(share['share_id']), true);
    expect((await getShare(server, share['share_id'])).body).toEqual([]);
    await expectGone(path);
    // Its page comes back with a sound that is there.
    await setHidden('fragrance_shares', 'share_id', String(share['share_id']), false);
    const [back] = (await getShare(server, share['share_id'])).body;
    expect(await answers(String(back!['audio_url']).split('/audio/')[1]!)).toEqual(FOUND_STATUSES);
  });

  it('keeps its address for a fragrance with it, while one of the two is public', async () => {
    const path = await record();
    const id = await save('Shared Too', path);
    const share = shareRow(path);
    await makeShare(server, share, ada.headers, null);
    await unpublish(id);
    await processUnpublished();
    expect(await answers(path)).toEqual(FOUND_STATUSES);
    await callFunction(server, 'withdraw-share', { shareId: share['share_id'], owner: null }, ada.headers);
    expect(await answers(path)).toEqual(MISSING_STATUSES);
    expect(await answers((await soundOf(id)).split('/audio/')[1]!)).toEqual(FOUND_STATUSES);
  });
});

it('a deleted account leaves no playable sound', async () => {
  const gone = await newMember(server, 'Gone');
  const path = await record(gone.headers);
  await save('Last One', path, true, gone);
  await callFunction(server, 'delete-account', { confirm: true }, gone.headers);
  await expectGone(path);
});

it('settle-recordings moves or removes files, and its answer does not show which', async () => {
  const path = await record();
  const id = await save('Settled', path);
  await unpublish(id);
  expect((await processUnpublished({ Authorization: 'Bearer nobody' })).status).toBe(401);
  const asService = { Authorization: `Bearer ${server.keys!.secret}` };
  for (const headers of [visitor(server), ada.headers, asService]) {
    const answer = await processUnpublished(headers);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  }
  expect(await answers(path)).toEqual(MISSING_STATUSES);
  expect(await answers((await soundOf(id)).split('/audio/')[1]!)).toEqual(FOUND_STATUSES);
});

it('a file that could not be removed stays on the list until it is removed', async () => {
  const path = await record();
  const id = await save('Stubborn', path);
  await rest(server, ada.headers, 'DELETE', at(id));
  // The state that the function reaches when the storage does not answer.
  await rpc(server, serviceHeaders(server), 'settle_recording', { path, moved_to: null });
  expect(
    await server.backend!.sql('select audio_path from private.taken_back where audio_path = $1', [path]),
  ).toHaveLength(1);
  await expectGone(path);
});

it('settle-recordings leaves other recordings alone', async () => {
  const path = await record();
  await save('Not Listed', path);
  for (const moved_to of [null, 'elsewhere.wav'])
    await rpc(server, serviceHeaders(server), 'settle_recording', { path, moved_to });
  await rpc(server, serviceHeaders(server), 'recordings_settled', { paths: [path] });
  expect(await answers(path)).toEqual(FOUND_STATUSES);
});
