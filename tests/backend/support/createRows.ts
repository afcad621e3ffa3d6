/** Starting points of tests, made over the API: each function throws when it fails. */
import type { RunningServer } from '#local/serverContract.ts';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  makeShare,
  newShareId,
  orderOf,
  png,
  rest,
  rpc,
  DEVICE_SECRET,
  shareRow,
  upload,
  visitor,
  wav,
  type Answer,
} from './testServer.ts';

type Headers = Record<string, string>;

function expectMade<Body>(answer: Answer<Body>): Body {
  if (answer.status >= 300) throw new Error(`It could not be made: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Each sound is another one, Hz. */
let hz = 300;

/** The path of a new recording. */
export async function createRecording(server: RunningServer, headers?: Headers, owner: string | null = DEVICE_SECRET) {
  return String(expectMade(await upload(server, wav({ hz: ++hz }), headers, owner))['audioPath']);
}

/** Address of the bytes of a recording. */
export const audioUrlOf = (server: RunningServer, path: unknown) =>
  `${server.url}/storage/v1/object/public/audio/${String(path)}`;

/** Address of the picture of a share. */
export const pictureUrlOf = (server: RunningServer, shareId: string) =>
  `${server.url}/functions/v1/share-image?id=${shareId}`;

/** Stores the picture of a share, which comes before it. */
export async function createPicture(server: RunningServer, shareId: string): Promise<void> {
  expectMade(
    await fetchJson(pictureUrlOf(server, shareId), {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'image/png' },
      body: await png(1200, 630),
    }),
  );
}

/** The id of a new share of a recording, with its picture. */
export async function createShare(
  server: RunningServer,
  path: string,
  headers?: Headers,
  owner: string | null = DEVICE_SECRET,
): Promise<string> {
  const id = newShareId();
  await createPicture(server, id);
  expectMade(await makeShare<unknown>(server, shareRow(path, { share_id: id }), headers, owner));
  return id;
}

/** The id of a new fragrance of a member. */
export async function createFragrance(server: RunningServer, headers: Headers, name: string, more: object = {}) {
  const row = fragranceRow(name, more);
  const saved = await rest<{ id: string }[]>(
    server,
    headers,
    'POST',
    'fragrance_profiles',
    row,
    'return=representation',
  );
  return expectMade(saved)[0]!.id;
}

/**
 * Everything that a visitor's device, or a member, can give: two recordings, a share, a submission, a message and an
 * order.
 */
export async function createRowsOfEveryKind(server: RunningServer, headers: Headers, owner: string) {
  const path = await createRecording(server, headers, owner);
  const unused = await createRecording(server, headers, owner);
  const shareId = await createShare(server, path, headers, owner);
  const id = crypto.randomUUID();
  const email = `${id}@example.com`;
  const sender = { id, name: 'Giver', email, owner };
  const audioUrl = audioUrlOf(server, path);
  expectMade(await callFunction(server, 'smart-function', { ...sender, audioUrl }, headers));
  expectMade(await callFunction(server, 'contact-form', { ...sender, message: 'Hello there, Accord!' }, headers));
  expectMade(await rpc(server, headers, 'place_preorder', orderOf({ id, email, name: 'Giver' }, owner)));
  return { path, unused, id, shareId, email };
}

type CreatedRows = Awaited<ReturnType<typeof createRowsOfEveryKind>>;

/** The rows and files that are left of a starting point. */
export async function remainingOf(
  { backend }: RunningServer,
  { path, unused, id, shareId }: CreatedRows,
): Promise<object> {
  const [row] = await backend!.sql<object>(
    `select (select count(*)::int from public.fragrance_shares where share_id = $4) as shares, (select count(*)::int from public.fragrance_submissions where id = $3::uuid) as submissions,
            (select count(*)::int from public.contact_messages where id = $3::uuid) as messages, (select count(*)::int from public.recordings where audio_path in ($1, $2)) as recordings,
            (select count(*)::int from storage.objects where name in ($1, $2, $4 || '.png')) as objects, (select count(*)::int from public.preorders where id = $3::uuid) as orders`,
    [path, unused, id, shareId],
  );
  return row!;
}
export const ALL_REMAIN = { shares: 1, submissions: 1, messages: 1, recordings: 2, objects: 3, orders: 1 };
/** An order stays, without an owner. */
export const NONE_REMAIN = { shares: 0, submissions: 0, messages: 0, recordings: 0, objects: 0, orders: 1 };

/** The owner of a row. */
export async function ownerOf({ backend }: RunningServer, table: string, column: string, value: string) {
  const query = `select owner_id, owner_hash from public.${table} where ${column}::text = $1`;
  return (await backend!.sql<{ owner_id: string | null; owner_hash: string | null }>(query, [value]))[0];
}

/** The status of an address. */
export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}
/** The statuses of removed things. */
export const GONE_STATUSES = [404, 410];
