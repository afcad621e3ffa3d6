import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { audioStore } from '#core/recordings/database.ts';
import { supabase } from '#core/backend/client.ts';
import { drafts, lockDraft, saveDraft } from '#core/recordings/drafts.ts';
import { storeRecordingBytes, recordingBytes } from '#core/recordings/storedRecordings.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { eraseAccount, exportEverything } from '#features/members/state/account.ts';
import { logIn, logOut } from '#features/members/state/auth/auth.ts';
import {
  deleteCurrentFragrance,
  setCurrentFragrance,
  loadCurrentFragrance,
} from '#features/fragrance/state/fragrance.ts';
import { fragrance as shown } from '#features/fragrance/state/current.ts';
import { saveFragrance } from '#features/fragrance/state/saveFragrance.ts';
import { persisted } from '#core/appState/persist.ts';
import { clearUser, session } from '#features/session/state/session.ts';
import { ensureShareRecord, shares } from '#features/share/state/shares.ts';
import { ownerSecret } from '#core/storage/ownerSecret.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import {
  describeBackend,
  fakeService,
  json,
  profileRow,
  sessionOf,
  userOf,
  type FakeService,
} from '../support/fakeService.ts';
import { today } from '../support/clock.ts';

const fragrance: Fragrance = {
  id: '1',
  name: 'Rose at Dawn',
  description: '',
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  dominantNotes: ['C4'],
  backgroundNotes: [],
  musicEssence: ['C4'],
  topNotes: ['Rose'],
  middleNotes: ['Jasmine'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.000Z',
  source: 'spectral',
};
const voice = new Blob(['voice'], { type: 'audio/webm' });
let service: FakeService;

async function draft(id: string): Promise<void> {
  saveDraft({ id, began: today(), seconds: 3, name: null, type: 'audio/webm' });
  await audioStore.put(`recording:${id}`, voice);
}
const recordings = async () => (await audioStore.keys()).filter((key) => /^(recording|part):/.test(key)).sort();
const waitingIds = async () => (await outbox.entries()).map(({ id }) => id).sort();

beforeAll(async () => {
  describeBackend();
  await supabase();
});

beforeEach(async () => {
  localStorage.clear();
  clearUser();
  shares.records = [];
  for (const key of await audioStore.keys()) await audioStore.remove(key);
  for (const { id } of await outbox.entries()) await outbox.remove(id);
  service = fakeService();
  service.on(/POST \/auth\/v1\/token/, () => json(sessionOf('ada')));
  service.on(/GET \/auth\/v1\/user/, () => json(userOf('ada')));
  service.on(/POST \/auth\/v1\/logout/, () => new Response(null, { status: 204 }));
  service.on(/GET \/rest\/v1\/profiles/, () => json(profileRow('ada')));
  service.on(/POST \/rest\/v1\/rpc\/claim_device/, () => json(1));
  service.on(/POST \/functions\/v1\/delete-account/, () => json({ success: true }));
  if (!(await logIn('ada@example.com', 'correct horse')).ok) throw new Error('Nobody could log in.');
});

afterEach(async () => {
  await logOut();
  service.end();
  for (const { id } of await outbox.entries()) await outbox.remove(id);
  localStorage.clear();
});

describe('the visitor after a member', () => {
  test('is offered none of the member’s recordings and links after a log-out; the outbox stays for the member', async () => {
    await draft('left-behind');
    await draft('on-a-screen');
    const release = lockDraft('on-a-screen');
    await expect.poll(async () => (await navigator.locks.query()).held?.length).toBeGreaterThan(0);
    await audioStore.put('recording:of-the-queue', voice);
    await outbox.add('contact', { recordingId: 'of-the-queue' }, { id: 'waits', ownerId: 'ada' });
    ensureShareRecord(fragrance, 'ada');
    ensureShareRecord({ ...fragrance, name: 'Of a visitor' }, null);
    shares.items = [
      { shareId: 'abcdefgh', name: 'Rose at Dawn', createdAt: '', views: 0, waiting: false, hidden: false },
    ];
    expect(await logOut()).toBe('everywhere');
    expect(shares.items).toEqual([]);
    expect(shares.records.map(({ name }) => name)).toEqual(['Of a visitor']);
    await expect.poll(() => drafts().map(({ id }) => id)).toEqual(['on-a-screen']);
    await expect.poll(recordings).toEqual(['recording:of-the-queue', 'recording:on-a-screen']);
    expect(await waitingIds()).toEqual(['waits']);
    release();
  });

  test("does not find the member's current fragrance; the member does, at the next log-in", async () => {
    setCurrentFragrance({ ...fragrance, recordingId: 'of-ada' });
    await audioStore.put('recording:of-ada', voice);
    persisted.audioInfo = { link: 'https://example.com/ada.webm' };
    expect(await logOut()).toBe('everywhere');
    expect(loadCurrentFragrance()).toBeNull();
    expect(persisted.audioInfo).toBeNull();
    await expect.poll(recordings).toEqual(['recording:of-ada']);
    setCurrentFragrance({ ...fragrance, name: 'Of a visitor' });
    await logIn('ada@example.com', 'correct horse');
    // The current one is newer, and no other visitor loses it.
    expect(loadCurrentFragrance()?.name).toBe('Of a visitor');
    deleteCurrentFragrance();
    await logOut();
    await logIn('ada@example.com', 'correct horse');
    expect(loadCurrentFragrance()).toMatchObject({ name: 'Rose at Dawn', recordingId: 'of-ada' });
    await logOut();
    expect(localStorage.getItem('accord:put-away')).toContain('Rose at Dawn');
    await logIn('ada@example.com', 'correct horse');
    expect(await eraseAccount()).toBe(true);
    expect(JSON.stringify(localStorage)).not.toContain('Rose at Dawn');
    expect(await recordings()).toEqual([]);
  });

  test('finds nothing of a deleted account, and still has their own data', async () => {
    await draft('left-behind');
    await audioStore.put('recording:of-the-visitor', voice);
    await outbox.add('contact', { recordingId: 'left-behind' }, { id: 'of-ada', ownerId: 'ada' });
    await outbox.add('contact', { recordingId: 'of-the-visitor' }, { id: 'of-the-visitor', ownerId: null });
    ensureShareRecord(fragrance, 'ada');
    expect(await eraseAccount()).toBe(true);
    expect(session.user).toBeNull();
    expect(shares.records).toEqual([]);
    expect(drafts()).toEqual([]);
    expect(await recordings()).toEqual(['recording:of-the-visitor']);
    expect(await waitingIds()).toEqual(['of-the-visitor']);
  });

  test('does not own shares of a visitor that a member took along', async () => {
    await logOut();
    ownerSecret();
    const { shareId } = ensureShareRecord(fragrance, null);
    await logIn('ada@example.com', 'correct horse');
    await expect.poll(() => shares.records).toMatchObject([{ shareId, ownerId: 'ada' }]);
    await logOut();
    expect(shares.records).toEqual([]);
  });
});

describe('a recording on a device without a database', () => {
  afterEach(() => void vi.restoreAllMocks());

  test('is in the export, and is gone with the account', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The connection was lost.', 'InvalidStateError');
    });
    const lists = ['fragrances', 'shares', 'submissions', 'messages', 'photos', 'recordings', 'reports', 'orders'];
    service.on(/POST \/rest\/v1\/rpc\/export_my_data/, () =>
      json({ account: { id: 'ada' }, ...Object.fromEntries(lists.map((list) => [list, []])) }),
    );
    expect(await storeRecordingBytes('of-the-page', voice)).toBe('page');
    const { file } = await exportEverything(new Date(0));
    expect((JSON.parse(await file.text()) as { files: unknown }).files).toEqual([
      { url: 'device:recording:of-the-page', data: `data:audio/webm;base64,${btoa('voice')}` },
    ]);
    expect(await eraseAccount()).toBe(true);
    expect(await recordingBytes('of-the-page')).toBeNull();
  });
});

describe('a fragrance that a visitor saves', () => {
  /** The side of the dialog that opens. */
  async function openedDialog(): Promise<typeof session.dialog> {
    session.dialog = null;
    shown.saved = {};
    await saveFragrance(fragrance);
    return session.dialog;
  }

  test('leads to the log-in if a member was here before, else to the registration', async () => {
    await expect.poll(() => localStorage.getItem('accord:member')).not.toBeNull();
    await logOut();
    expect(await openedDialog()).toBe('login');

    if (!(await logIn('ada@example.com', 'correct horse')).ok) throw new Error('Nobody could log in.');
    await eraseAccount();
    expect(await openedDialog()).toBe('register');
  });
});
