import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withAudioDatabase } from '#core/recordings/database.ts';
import { rememberStored } from '#core/recordings/storedRecordings.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { sendWaitingShare } from '#features/share/state/sendShare.ts';
import { findRecord } from '#features/share/domain/shareRecord.ts';
import { shareErrorMessage, shareFragrance } from '#features/share/state/share.ts';
import { ensureShareRecord, shares } from '#features/share/state/shares.ts';
import { MELODY_FRAGRANCE } from '../testData.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';

const soundAt = (path: string): string => `${location.origin}/storage/v1/object/public/audio/${path}`;
const fragrance = { ...MELODY_FRAGRANCE, audioData: soundAt('mine.webm') };

/** The rows of shares that are there; `visible` ones are found by their id. */
let rows: { id: string; own: boolean; visible: boolean }[];
let service: FakeService;
/** Ids by call, in their order. */
let calls: { free: string[]; picture: string[]; row: string[] };

const refusal = (code: string, message: string, hint?: string): Response => json({ code, message, hint }, 400);
const rowOf = (body: Record<string, unknown>): Record<string, unknown> => {
  const { audio_path: path, show_name: _named, ...row } = body['share'] as Record<string, unknown>;
  return {
    ...row,
    audio_url: `/storage/v1/object/public/audio/${String(path)}`,
    is_active: true,
    view_count: 0,
    created_at: '2026-01-01T00:00:00Z',
  };
};
const insert = (body: Record<string, unknown>): Response => {
  const id = String((body['share'] as Record<string, unknown>)['share_id']);
  calls.row.push(id);
  const there = rows.find((row) => row.id === id);
  if (there?.own === false) return refusal('23505', 'duplicate key value violates unique constraint');
  if (there === undefined) rows.push({ id, own: true, visible: true });
  return json([rowOf(body)]);
};

beforeEach(async () => {
  await withAudioDatabase((database) => database.clear('outbox'));
  localStorage.clear();
  shares.records = [];
  rows = [];
  calls = { free: [], picture: [], row: [] };
  service = fakeService();
  service.on(/rpc\/get_share/, ({ body }) => {
    const id = String(body['share_id']);
    calls.free.push(id);
    return json(rows.some((row) => row.id === id && row.visible) ? theirs(id) : []);
  });
  service.on(/functions\/v1\/share-image/, ({ path }) => {
    calls.picture.push(new URLSearchParams(path.split('?')[1]).get('id')!);
    return json({});
  });
  service.on(/rpc\/create_share/, ({ body }) => insert(body));
  Object.assign(navigator, { canShare: () => true, share: () => Promise.resolve() });
  Object.assign(shares.button, { status: 'idle', done: 'copied', message: null, fragranceId: null });
});
afterEach(async () => {
  await service.answered();
  service.end();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
  localStorage.clear();
});

/** A row of another owner. */
const shareRow = {
  title: 'My Accord Fragrance Profile',
  name: 'Theirs',
  music_essence: ['A4'],
  top_notes: [],
  middle_notes: ['Lavender'],
  base_notes: [],
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  ...Object.fromEntries(
    ['trace', 'accents', 'character', 'proportions', 'description', 'source', 'maker_name'].map((field) => [
      field,
      null,
    ]),
  ),
};
/** The answer of `get_share` for a share of another owner. */
const theirs = (shareId: string): unknown[] => [
  rowOf({ share: { ...shareRow, share_id: shareId, audio_path: 'theirs.webm' } }),
];
const takenBy = (id: string, visible: boolean): void => void rows.push({ id, own: false, visible });
const record = () => findRecord(shares.records, fragrance, null)!;
/** Presses Share and resolves with the button's label. */
async function press(): Promise<string> {
  await shareFragrance(fragrance);
  return shares.button.status === 'error' ? shares.button.message! : shares.button.status;
}

describe('a press on Share', () => {
  it('stores the picture before the row, and the record has the id and the sound', async () => {
    const { shareId } = ensureShareRecord(fragrance, null);
    const order: string[] = [];
    service.on(/share-image/, () => json((order.push('picture'), {})));
    service.on(/create_share/, ({ body }) => (order.push('row'), insert(body)));
    expect(await press()).toBe('success');
    expect(order).toEqual(['picture', 'row']);
    expect(calls).toMatchObject({ free: [shareId], row: [shareId] });
    expect(record()).toMatchObject({ shareId, tried: true, made: true, audioUrl: fragrance.audioData });
  });

  it('takes another id if that of the record is in use, visibly or not, or only its picture', async () => {
    const { shareId } = ensureShareRecord(fragrance, null);
    takenBy(shareId, true);
    service.on(/get_share/, ({ body }) => {
      const id = String(body['share_id']);
      calls.free.push(id);
      if (calls.free.length === 2) takenBy(id, false);
      return json(id === shareId ? theirs(id) : []);
    });
    service.on(/share-image/, ({ path }) => {
      calls.picture.push(new URLSearchParams(path.split('?')[1]).get('id')!);
      return calls.picture.length === 2 ? json({ code: 'duplicate', message: 'taken' }, 409) : json({});
    });
    expect(await press()).toBe('success');
    const [, second, third, fourth] = calls.free;
    expect(calls).toEqual({
      free: [shareId, second, third, fourth],
      picture: [second, third, fourth],
      row: [second, fourth],
    });
    expect(record()).toMatchObject({ shareId: fourth, made: true });
  });

  it('stops after five ids, and finds a free one at the next press', async () => {
    service.on(/get_share/, ({ body }) => {
      const id = String(body['share_id']);
      calls.free.push(id);
      return json(calls.free.length > 5 ? [] : theirs(id));
    });
    expect(await press()).toBe('Failed to generate unique share ID');
    expect(new Set(calls.free).size).toBe(5);
    expect(await press()).toBe('success');
  });

  it('reports which call failed', async () => {
    service.on(/get_share/, () => refusal('XX000', 'away'));
    expect(await press()).toBe('Failed to verify share ID uniqueness');
    service.on(/get_share/, () => json([]));
    service.on(/create_share/, () => json([]));
    expect(await press()).toBe('No data returned from share creation');
    service.on(/create_share/, ({ body }) => json([{ ...rowOf(body), share_id: 'AAAAAAAA' }]));
    expect(await press()).toBe('No data returned from share creation');
    service.on(/create_share/, () => refusal('22023', 'the reason'));
    expect(await press()).toBe('Failed to create shareable link: the reason');
    expect(await outbox.entries('share')).toEqual([]);
    expect(shareErrorMessage({ code: 'no_audio_link', message: '' })).toBe(
      'Audio link not available. Please try again.',
    );
    expect(shareErrorMessage({ code: 'anything', message: '' })).toBe('Failed to create share link');
  });

  it('makes a share without a picture when the picture cannot be stored', async () => {
    service.on(/share-image/, () => json({ code: 'server', message: 'full' }, 500));
    expect(await press()).toBe('success');
    expect(calls.row).toEqual([record().shareId]);
  });

  it('sends the sound again if the backend has no recording of ours under its address', async () => {
    const recordingId = crypto.randomUUID();
    rememberStored(recordingId, soundAt('again.webm'));
    service.on(/create_share/, ({ body }) =>
      (body['share'] as Record<string, unknown>)['audio_path'] === 'again.webm'
        ? insert(body)
        : refusal('23514', 'This recording does not exist.', 'no_recording'),
    );
    await shareFragrance({ ...fragrance, recordingId });
    expect(shares.button.status).toBe('success');
    expect(record()).toMatchObject({ made: true, audioUrl: soundAt('again.webm') });
  });
});

describe('a share whose answer is lost', () => {
  beforeEach(() => {
    service.on(/create_share/, ({ body }) => {
      insert(body);
      return noConnection();
    });
  });

  it('is in the outbox under its id, which the link has at once; the outbox finds the same row', async () => {
    expect(await press()).toBe('success');
    const { shareId, entryId } = record();
    expect(record()).toMatchObject({ tried: true, made: false });
    const [entry] = await outbox.entries('share');
    expect(entry).toMatchObject({ id: entryId, payload: { shareId, showName: false } });
    // Nothing is sent by the next press.
    expect(await press()).toBe('success');
    expect([calls.row, (await outbox.entries('share')).length]).toEqual([[shareId], 1]);
    service.on(/create_share/, ({ body }) => insert(body));
    expect(await send(entry!)).toBe(shareId);
    expect(calls.free).toEqual([shareId]);
    expect(rows.map(({ id }) => id)).toEqual([shareId]);
    expect(record()).toMatchObject({ shareId, made: true, audioUrl: fragrance.audioData });
  });

  it('is one share also when the outbox took another id, and lost the answer, too', async () => {
    service.on(/create_share/, () => noConnection());
    expect(await press()).toBe('success');
    const [entry] = await outbox.entries('share');
    takenBy(record().shareId, false);
    service.on(/create_share/, ({ body }) => {
      const answer = insert(body);
      return answer.ok ? noConnection() : answer;
    });
    await expect(send(entry!)).rejects.toMatchObject({ code: 'network' });
    service.on(/create_share/, ({ body }) => insert(body));
    const shareId = await send(entry!);
    expect(rows.filter(({ own }) => own).map(({ id }) => id)).toEqual([shareId]);
    expect(record()).toMatchObject({ shareId, made: true });
  });
});

/** Sends the entries, as the outbox does. */
function send({ id, payload }: { id: string; payload: unknown }): Promise<string> {
  return sendWaitingShare(payload, { id, blob: null, ownerId: null, signal: new AbortController().signal });
}
