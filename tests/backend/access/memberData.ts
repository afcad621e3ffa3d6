/** Things of one member, Ada, of every kind, which other callers try to read, change or delete. */
import type { RunningServer } from '#local/serverContract.ts';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  makeShare,
  newMember,
  newSecret,
  newShareId,
  orderOf,
  png,
  rest,
  rpc,
  shareRow,
  upload,
  visitor,
  wav,
  type Answer,
  type Member,
} from '../support/testServer.ts';

export interface MemberData {
  ada: Member;
  /** The secret of the device with which Ada wrote before. */
  device: string;
  shareId: string;
  /** Path of the recording in Ada's share. */
  recording: string;
  /** Path of a recording of the device without a reference. */
  unshared: string;
  /** Id of a fragrance that is private. */
  secretId: string;
  /** An object of Ada's in each bucket. */
  objects: Readonly<Record<string, string>>;
}

/** Makes something of every kind; each free text has the word "Hidden", but that of the public fragrance. */
export async function createMemberData(server: RunningServer): Promise<MemberData> {
  const ada = await newMember(server, 'Ada');
  const [device, shareId] = [newSecret(), newShareId()];
  const recording = String((await upload(server, wav({ hz: 301 }), ada.headers)).body['audioPath']);
  const unshared = String((await upload(server, wav({ hz: 302 }), undefined, device)).body['audioPath']);
  const sender = { name: 'Ada Hidden', email: ada.email, owner: device };
  const audioUrl = `/storage/v1/object/public/audio/${recording}`;
  const picture = async (path: string, headers: Record<string, string>, size: [number, number]) =>
    fetchJson(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'image/png' },
      body: await png(...size),
    });
  const saved = await rest<Record<string, unknown>[]>(
    server,
    ada.headers,
    'POST',
    'fragrance_profiles',
    [fragranceRow('Hidden garden', { audio_path: recording })],
    'return=representation',
  );
  const report = { subject: 'share', id: shareId, reason: 'other', details: 'Hidden words.', owner_secret: device };
  const made: Answer<unknown>[] = [
    saved,
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Open garden', { is_public: true })),
    await callFunction(server, 'smart-function', { ...sender, audioUrl }, ada.headers),
    await callFunction(server, 'contact-form', { ...sender, message: 'Hidden words of a message.' }, ada.headers),
    await rpc(server, ada.headers, 'place_preorder', orderOf({ email: ada.email, name: 'Ada Hidden' }, device)),
    await picture(`/functions/v1/share-image?id=${shareId}`, visitor(server), [1200, 630]),
    await picture(`/storage/v1/object/profiles/${ada.id}/1.png`, ada.headers, [4, 4]),
    await makeShare(server, shareRow(recording, { share_id: shareId }), ada.headers, null),
    await rpc(server, visitor(server), 'report', report),
  ];
  const failed = made.find(({ status }) => status >= 300);
  if (failed) throw new Error(`Something could not be made: ${JSON.stringify(failed.body)}`);
  return {
    ada,
    device,
    shareId,
    recording,
    unshared,
    secretId: String(saved.body[0]!['id']),
    objects: { audio: recording, profiles: `${ada.id}/1.png`, 'share-images': `${shareId}.png` },
  };
}

const MEMBER_TABLES = [
  'recordings',
  'fragrance_shares',
  'fragrance_submissions',
  'contact_messages',
  'preorders',
  'fragrance_profiles',
  'profiles',
  'reports',
];

/** All rows, objects and buckets. */
export async function stateOf({ backend }: RunningServer): Promise<unknown> {
  const parts = MEMBER_TABLES.map(
    (table) => `'${table}', (select jsonb_agg(to_jsonb(t) order by t::text) from public.${table} t)`,
  );
  const [row] = await backend!.sql<{ all: unknown }>(
    `select jsonb_build_object(${parts.join()}, 'objects', (select jsonb_agg(bucket_id || '/' || name order by bucket_id, name) from storage.objects), 'buckets', (select jsonb_agg(to_jsonb(b) order by id) from storage.buckets b)) as all`,
  );
  return row!.all;
}

/** Ada's private values that an answer contains. */
export function leaksOf({ ada, recording, unshared, secretId, shareId }: MemberData, body: unknown): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const hers = [ada.id, ada.email, recording, unshared, secretId, shareId, 'Hidden', 'owner_hash'];
  return hers.filter((one) => text.includes(one));
}
