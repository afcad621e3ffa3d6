import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audioStore, withAudioDatabase } from '#core/recordings/database.ts';
import { draftBytes, drafts, DRAFTS_KEY, storeChunk, saveDraft } from '#core/recordings/drafts.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { recordingBytes, recordingKey } from '#core/recordings/storedRecordings.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { leaveProcessing, processing } from '#features/create/state/processing/processing.ts';
import {
  discardSaved,
  declineReplacement,
  openFile,
  acceptReplacement,
  resumeSaved,
} from '#features/create/state/opening/openFile.ts';
import { createFragrance } from '#features/create/state/processing/makeFragrance.ts';
import { detachRecording, liveView, resetRecording } from '#features/create/state/recording/currentSound.ts';
import { enterRecorder, startOver, stopRecording } from '#features/create/state/recording/recorder.ts';
import { startRecording } from '#features/create/state/recording/recorderControls.ts';
import { recorder, current } from '#features/create/state/recording/recordingState.ts';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';
import { today } from '../support/clock.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

beforeEach(async () => {
  await withAudioDatabase((database) => Promise.all([database.clear('outbox'), database.clear('audio')]));
  localStorage.clear();
  notices.length = 0;
});

afterEach(async () => {
  resetRecording();
  leaveProcessing();
  deleteCurrentFragrance();
  recorder.saved = null;
  for (const entry of await outbox.entries()) await outbox.remove(entry.id);
});

/** Records through the real microphone until pieces of so many seconds are on this device. */
async function recordKept(seconds: number): Promise<void> {
  await startRecording();
  await expect.poll(() => drafts().at(-1)?.seconds ?? 0).toBeGreaterThanOrEqual(seconds);
}

const parts = async () => (await audioStore.keys()).filter((key) => key.startsWith('part:'));

describe('a recording', () => {
  it('is stored on this device while it goes on, piece by piece, and whole afterwards @slow', async () => {
    await recordKept(2);
    const [draft] = drafts();
    const pieces = await draftBytes(draft!);
    expect(pieces!.type).toBe('audio/webm');
    // The parts written so far can be played.
    const heard = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await pieces!.arrayBuffer());
    expect(heard.duration).toBeGreaterThan(0.9);
    await stopRecording();
    await expect.poll(parts).toEqual([]);
    const [whole] = drafts();
    expect(whole).toMatchObject({ id: draft!.id, seconds: recorder.duration, name: null });
    expect((await recordingBytes(draft!.id))!.size).toBe(current.recording!.blob.size);
  });

  it('is deleted from this device by Reset, also in the middle @slow', async () => {
    await recordKept(1);
    resetRecording();
    await expect.poll(() => audioStore.keys()).toEqual([]);
    expect(drafts()).toEqual([]);
    await recordKept(1);
    await stopRecording();
    await expect.poll(() => audioStore.keys()).toEqual([recordingKey(drafts()[0]!.id)]);
    resetRecording();
    await expect.poll(() => audioStore.keys()).toEqual([]);
    expect(localStorage.getItem(DRAFTS_KEY)).toBeNull();
  });
});

describe('a database whose connection is dead', () => {
  /** Ends the connections that are open now, as iOS does without an event; with `all` also those to come. */
  async function killConnections(all: boolean): Promise<void> {
    vi.restoreAllMocks();
    const dead = new WeakSet<IDBDatabase>();
    const transaction = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
      .value as IDBDatabase['transaction'];
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
    spy.mockImplementation(function open(this: IDBDatabase, ...parameters) {
      dead.add(this);
      return Reflect.apply(transaction, this, parameters);
    });
    await audioStore.keys();
    spy.mockImplementation(function open(this: IDBDatabase, ...parameters) {
      if (all || dead.has(this)) throw new DOMException('The connection was lost.', 'InvalidStateError');
      return Reflect.apply(transaction, this, parameters);
    });
  }
  afterEach(() => void vi.restoreAllMocks());

  it('is opened again, and the recording, its draft and the outbox are stored @slow', async () => {
    await killConnections(false);
    const waits = await outbox.add('nobody sends this', 'kept');
    expect(waits.kept).toBe('device');
    await recordKept(1);
    await stopRecording();
    await current.stored;
    vi.restoreAllMocks();
    const { id, blob } = current.recording!;
    expect(await audioStore.keys()).toEqual([recordingKey(id)]);
    expect((await recordingBytes(id))!.size).toBe(blob.size);
    expect(drafts().map((draft) => draft.id)).toEqual([id]);
    expect((await outbox.entries()).map(({ payload }) => payload)).toEqual(['kept']);
    expect(notices).toEqual([]);
  });

  it('still returns an earlier recording, and the outbox', async () => {
    await outbox.add('nobody sends this', 'kept');
    await storeChunk('earlier', 0, new Blob(['la']));
    await killConnections(false);
    const bytes = await draftBytes({ id: 'earlier', began: 0, seconds: 1, name: null, type: 'audio/webm' });
    expect(await bytes?.text()).toBe('la');
    await killConnections(false);
    expect((await outbox.entries()).map(({ payload }) => payload)).toEqual(['kept']);
  });

  it('is reported if a new connection is dead as well: the recording lasts until the page closes @slow', async () => {
    await killConnections(true);
    expect((await outbox.add('nobody sends this', 'kept')).kept).toBe('page');
    await startRecording();
    // The sound that has arrived, and not the clock alone: a busy machine delivers late.
    await expect.poll(() => Math.min(recorder.recordingTime, liveView.time)).toBeGreaterThanOrEqual(1);
    await stopRecording();
    await current.stored;
    expect(notices.map(({ title }) => title)).toEqual(['This recording lasts until you close this page.']);
    expect(drafts()).toEqual([]);
    expect(await recordingBytes(current.recording!.id)).toBe(current.recording!.blob);
  });
});

describe('a draft of an earlier visit', () => {
  /** As a page that was closed in the middle of a recording leaves it. */
  async function leaveBehind(): Promise<string> {
    const id = crypto.randomUUID();
    const file = await fixtureFile('melody.ogg', 'audio/ogg');
    const half = Math.floor(file.size / 2);
    await storeChunk(id, 0, file.slice(0, half));
    await storeChunk(id, 1, file.slice(half));
    saveDraft({ id, began: today(), seconds: 6.2, name: null, type: 'audio/ogg' });
    return id;
  }

  it('is offered, opened, and becomes a fragrance of its melody under its own id', async () => {
    const id = await leaveBehind();
    await enterRecorder();
    expect(recorder.saved).toEqual({ id, seconds: 6.2, name: null });
    await resumeSaved();
    expect(recorder).toMatchObject({ recordingState: 'recorded', recordingMode: 'live', saved: null });
    // It is as long as it was on offer, whatever its container has.
    expect(recorder.duration).toBe(6.2);
    await expect.poll(parts).toEqual([]);
    expect(await createFragrance()).toBe(true);
    await expect.poll(() => [processing.status, recorder.uploads]).toEqual(['done', []]);
    expect([...fragrance.current!.musicEssence].sort()).toEqual([...MELODY_NOTES].sort());
    expect(fragrance.current!.recordingId).toBe(id);
    // It is a fragrance now, and no longer on offer.
    expect(drafts()).toEqual([]);
    resetRecording();
    await enterRecorder();
    expect(recorder.saved).toBeNull();
    expect(await recordingBytes(id)).not.toBeNull();
  });

  it('stays on offer when it could not be opened, until its owner discards it', async () => {
    const id = await leaveBehind();
    await enterRecorder();
    const fails = vi.spyOn(Blob.prototype, 'slice').mockImplementation(() => {
      throw new DOMException('busy', 'NotReadableError');
    });
    const urls = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new DOMException('busy', 'NotReadableError');
    });
    await resumeSaved();
    fails.mockRestore();
    urls.mockRestore();
    expect(recorder).toMatchObject({ recordingState: 'inactive', saved: { id, seconds: 6.2, name: null } });
    await resumeSaved();
    expect(recorder.recordingState).toBe('recorded');
    resetRecording();
  });

  it('is gone when it is discarded, and not offered when it is older than 30 days', async () => {
    await leaveBehind();
    await enterRecorder();
    await discardSaved();
    expect(recorder.saved).toBeNull();
    expect(await audioStore.keys()).toEqual([]);
    const id = await leaveBehind();
    saveDraft({ id, began: today() - 31 * 24 * 3600 * 1000, seconds: 6, name: null, type: 'audio/ogg' });
    await enterRecorder();
    expect(recorder.saved).toBeNull();
    expect(await audioStore.keys()).toEqual([]);
  });

  it('is offered if it is a file of any length, or a voice of at least a second', async () => {
    const draft = { began: today(), seconds: 0.6, type: 'audio/wav' };
    saveDraft({ ...draft, id: 'a-short-file', name: 'ping.wav' });
    saveDraft({ ...draft, id: 'a-short-voice', name: null });
    await enterRecorder();
    expect(recorder.saved).toEqual({ id: 'a-short-file', seconds: 0.6, name: 'ping.wav' });
  });

  it('is on offer again after the reset of another one', async () => {
    const id = await leaveBehind();
    await openFile(await fixtureFile('melody.mp3'));
    await startOver();
    expect(recorder.saved).toEqual({ id, seconds: 6.2, name: null });
  });

  it('stays on offer when its opening is cancelled', async () => {
    await leaveBehind();
    await enterRecorder();
    const opening = resumeSaved();
    expect(recorder.recordingState).toBe('uploading');
    resetRecording();
    await opening;
    expect(drafts()).toHaveLength(1);
    await enterRecorder();
    expect(recorder.saved).not.toBeNull();
  });
});

describe('a new visit to the create screen', () => {
  it('shows no recording that has become a fragrance already', async () => {
    await openFile(await fixtureFile('melody.mp3'));
    await enterRecorder();
    expect(recorder.recordingState).toBe('recorded');
    expect(await createFragrance()).toBe(true);
    await expect.poll(() => processing.status).toBe('done');
    await enterRecorder();
    expect(recorder).toMatchObject({ recordingState: 'inactive', saved: null });
    expect(current.recording).toBeNull();
    // It still plays with its fragrance.
    await expect.poll(async () => (await recordingBytes(fragrance.current!.recordingId!))?.size).toBeGreaterThan(1000);
  });

  it('makes a recording without a fragrance a draft, and offers it the next time', async () => {
    await openFile(await fixtureFile('melody.mp3'));
    await expect.poll(() => drafts().length).toBe(1);
    detachRecording();
    expect(recorder.recordingState).toBe('inactive');
    await enterRecorder();
    expect(recorder.saved).toMatchObject({ name: 'melody.mp3' });
  });
});

describe('a file opened after a recording', () => {
  async function recordSound(): Promise<Blob> {
    await startRecording();
    // The sound that has arrived, and not the clock alone: a busy machine delivers late.
    await expect.poll(() => Math.min(recorder.recordingTime, liveView.time)).toBeGreaterThanOrEqual(1);
    await stopRecording();
    return current.recording!.blob;
  }

  it('is checked first: an invalid one changes nothing', async () => {
    const voice = await recordSound();
    await openFile(await fixtureFile('text.mp3'));
    expect(notices.map(({ title }) => title)).toEqual(['Invalid audio file. Please try a different file.']);
    expect(current.recording!.blob).toBe(voice);
    expect(recorder).toMatchObject({ recordingState: 'recorded', recordingMode: 'live', replacement: null });
  });

  it('raises a question before it replaces a voice', async () => {
    const voice = await recordSound();
    const melody = await fixtureFile('melody.mp3');
    await openFile(melody);
    expect(recorder.replacement).toEqual({ name: 'melody.mp3' });
    expect(current.recording!.blob).toBe(voice);
    declineReplacement();
    expect(recorder.replacement).toBeNull();
    expect(current.recording!.blob).toBe(voice);
    await openFile(melody);
    acceptReplacement();
    expect(recorder).toMatchObject({
      recordingState: 'recorded',
      recordingMode: 'upload',
      audioFileName: 'melody.mp3',
      replacement: null,
    });
    expect(recorder.duration).toBeCloseTo(6, 0);
    // Nothing of the voice stays behind.
    await expect.poll(() => drafts().map(({ name }) => name)).toEqual(['melody.mp3']);
  });
});
