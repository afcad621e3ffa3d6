import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { fragrance, PROFILE_KEY } from '#features/fragrance/state/current.ts';
import {
  currentRecordingId,
  updateCurrentFragrance,
  deleteCurrentFragrance,
  setCurrentFragrance,
  FORMER_KEY,
  consumeStorageError,
  loadCurrentFragrance,
  storePreviousFragrance,
} from '#features/fragrance/state/fragrance.ts';
import { readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import { createFromBeat } from '#features/instruments/state/beat/beatFile.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { persisted, PERSIST_KEY, rehydrate } from '#core/appState/persist.ts';
import { beginProcessing, leaveProcessing, processing } from '#features/create/state/processing/processing.ts';
import type { AnalysisResult } from '#analysis/protocol.ts';
import { rememberStored } from '#core/recordings/storedRecordings.ts';
import { followStoredRecordings } from '#features/create/state/recording/storeRecording.ts';
import { analyzing, ANALYSIS_RESULT } from './testData.ts';
import { stubBrowserGlobals } from '../memoryStorage.ts';

followStoredRecordings();

const NOW = new Date('2026-01-02T03:04:05Z');
const profile = () => fragranceFromEssence({ essence: ['C4', 'E4', 'G5'], source: 'spectral', now: NOW });

let storage: Storage;
let notices: Notice[];
afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  storage = stubBrowserGlobals();
  deleteCurrentFragrance();
  leaveProcessing();
  notices = [];
  const off = onNotice((notice) => notices.push(notice));
  return () => off();
});

describe('the current fragrance', () => {
  it('is stored under its key and read again on the next visit', () => {
    setCurrentFragrance(profile());
    expect(JSON.parse(storage.getItem(PROFILE_KEY)!)).toEqual(profile());
    fragrance.current = null;
    expect(loadCurrentFragrance()).toEqual(profile());
  });

  it('ignores an invalid stored value', () => {
    for (const broken of ['{half', '[]', '{"id":"1"}', JSON.stringify({ ...profile(), musicEssence: ['H9'] })]) {
      storage.setItem(PROFILE_KEY, broken);
      expect(loadCurrentFragrance()).toBeNull();
    }
    expect(readFragrance(profile())).toEqual(profile());
  });

  it("loses its trace first when the browser's storage is full", () => {
    let room = 3000;
    const setItem = storage.setItem.bind(storage);
    storage.setItem = (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    };
    const trace = {
      duration: 1,
      peaks: Array.from({ length: 240 }, () => 0.123),
      notes: Array.from({ length: 20 }, () => ({ note: 'C4' as const, onset: 0, offset: 1, velocity: 1, cents: 0 })),
    };
    const whole = { ...profile(), audioData: 'https://example.com/a.webm' };
    expect(setCurrentFragrance({ ...whole, trace })).toBe('without trace');
    // The part for the flower stays, unless even that is too large.
    expect(JSON.parse(storage.getItem(PROFILE_KEY)!)).toEqual({ ...whole, face: { ...trace, peaks: [] } });
    room = 1500;
    expect(setCurrentFragrance({ ...whole, trace })).toBe('without trace');
    expect(JSON.parse(storage.getItem(PROFILE_KEY)!)).toEqual(whole);
    expect(fragrance.current?.trace).toEqual(trace);
    expect(storage.getItem('storage_error')).toBeNull();
    expect(notices).toEqual([]);
  });

  it('shows the specified message when nothing fits, and sets the flag', () => {
    storage.setItem = (key) => {
      if (key !== 'storage_error') throw new DOMException('full', 'QuotaExceededError');
    };
    expect(setCurrentFragrance(profile())).toBe('not kept');
    // A later change, such as the name, gives no second notice.
    updateCurrentFragrance({ name: 'Mine' });
    expect(fragrance.current?.name).toBe('Mine');
    expect(notices.map((notice) => notice.title)).toEqual(['Storage full. Your device limit is 8MB.']);
  });

  it('rejects an inlined recording over the device limit', () => {
    setCurrentFragrance({ ...profile(), audioData: `data:audio/webm;base64,${'A'.repeat(9 * 2 ** 20)}` });
    expect(storage.getItem('storage_error')).toBe('file_too_large');
    expect(storage.getItem(PROFILE_KEY)).toBeNull();
  });

  it('can be amended', () => {
    setCurrentFragrance(profile());
    updateCurrentFragrance({ name: 'Mine' });
    expect(loadCurrentFragrance()?.name).toBe('Mine');
    expect((JSON.parse(storage.getItem(PROFILE_KEY)!) as { name: string }).name).toBe('Mine');
  });

  it('can be amended, and has its recording, before it is loaded', () => {
    setCurrentFragrance({ ...profile(), recordingId: 'rec' });
    fragrance.current = null;
    expect(currentRecordingId()).toBe('rec');
    updateCurrentFragrance({ audioData: 'https://example.com/a.webm' });
    expect(fragrance.current).toBeNull();
    expect(loadCurrentFragrance()).toEqual({
      ...profile(),
      recordingId: 'rec',
      audioData: 'https://example.com/a.webm',
    });
    for (const nothing of ['', 'null', '7', '[]', '{half']) {
      deleteCurrentFragrance();
      storage.setItem(PROFILE_KEY, nothing);
      expect(currentRecordingId()).toBeNull();
    }
  });
});

describe('processing', () => {
  it('makes and stores the fragrance of the sound', async () => {
    storage.setItem('storage_error', 'quota_exceeded');
    rememberStored('rec-known', 'https://example.com/a');
    const done = beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-known'), () => NOW);
    expect(processing.status).toBe('analyzing');
    await done;
    expect(processing.status).toBe('done');
    expect(loadCurrentFragrance()).toMatchObject({
      musicEssence: ['C4', 'C5', 'G5'],
      source: 'spectral',
      audioData: 'https://example.com/a',
      trace: { duration: 2, peaks: [0.1, 0.5] },
    });
    expect(storage.getItem('storage_error')).toBeNull();
  });

  it('keeps the error code of a failure', async () => {
    await beginProcessing(analyzing(Promise.reject({ code: 'engine', message: 'broken' })));
    expect(processing.status).toBe('failed');
    expect(processing.error).toEqual({ code: 'engine', message: 'broken' });
    expect(loadCurrentFragrance()).toBeNull();
  });

  it('continues with a newer sound, and cancels the older', async () => {
    let settle: (result: AnalysisResult) => void = () => {};
    const older = analyzing(new Promise<AnalysisResult>((resolve) => (settle = resolve)));
    const first = beginProcessing(older, () => NOW);
    await beginProcessing(
      analyzing(
        Promise.resolve({ ...ANALYSIS_RESULT, analysis: { ...ANALYSIS_RESULT.analysis, essence: ['A4', 'A5', 'E6'] } }),
      ),
      () => NOW,
    );
    settle(ANALYSIS_RESULT);
    await first;
    expect(older.cancelled).toBe(1);
    expect(loadCurrentFragrance()?.musicEssence).toEqual(['A4', 'A5', 'E6']);
  });

  it('makes no fragrance of silence', async () => {
    await beginProcessing(
      analyzing(Promise.resolve({ ...ANALYSIS_RESULT, analysis: { ...ANALYSIS_RESULT.analysis, silent: true } })),
      () => NOW,
    );
    expect(processing.status).toBe('silent');
    expect(loadCurrentFragrance()).toBeNull();
  });
});

describe('a stored profile with an invalid trace', () => {
  const note = { note: 'C4', onset: 0, offset: 1, velocity: 0.5, cents: 0 };
  const trace = { duration: 2, peaks: [0.1, 0.5], notes: [note] };

  it('is shown without it, and never breaks a screen', () => {
    const { onset: _onset, ...without } = note;
    for (const broken of [
      { ...trace, notes: [without] },
      { ...trace, notes: [null] },
      { ...trace, peaks: ['loud'] },
      { ...trace, notes: 'none' },
      [],
      7,
    ]) {
      deleteCurrentFragrance();
      storage.setItem(PROFILE_KEY, JSON.stringify({ ...profile(), trace: broken }));
      expect(readFragrance({ ...profile(), trace: broken })).toEqual(profile());
      expect(loadCurrentFragrance()).toEqual(profile());
    }
    deleteCurrentFragrance();
    storage.setItem(PROFILE_KEY, JSON.stringify({ ...profile(), trace }));
    expect(loadCurrentFragrance()?.trace).toEqual(trace);
  });
});

describe('a full storage', () => {
  it('is reported once', () => {
    expect(consumeStorageError()).toBe(false);
    storage.setItem('storage_error', 'quota_exceeded');
    expect(consumeStorageError()).toBe(true);
    expect(notices).toMatchObject([
      { kind: 'error', title: expect.stringMatching(/^Storage full\. Your device limit is [\d.]+MB\.$/) },
    ]);
    expect(consumeStorageError()).toBe(false);
    expect(notices).toHaveLength(1);
  });

  /** Lets the storage hold that many characters in all. */
  function limitTo(room: number): void {
    const put = storage.setItem;
    const usedBytes = () =>
      Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i)!)!.length).reduce(
        (a, b) => a + b,
        0,
      );
    storage.setItem = (key, value) => {
      if (usedBytes() - (storage.getItem(key)?.length ?? 0) + value.length > room)
        throw new DOMException('full', 'QuotaExceededError');
      put(key, value);
    };
  }

  it('loses only copies that can be loaded again, before a fragrance loses anything', async () => {
    const room = 20_000;
    limitTo(room);
    storage.setItem('userData', 'x'.repeat(room - 100));
    storage.setItem('saved_fragrance_profiles', '[1]');
    await beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-full'), () => NOW);
    expect(loadCurrentFragrance()).toMatchObject({ trace: { duration: 2 } });
    expect(storage.getItem('fragranceProfile')).toContain('"trace"');
    expect([storage.getItem('userData')?.length ?? null, storage.getItem('saved_fragrance_profiles')]).toEqual([
      null,
      '[1]',
    ]);
    expect(notices).toEqual([]);
  });

  it('loses the trace of a new fragrance before the fragrance that it replaces', async () => {
    setCurrentFragrance(profile());
    const kept = storage.getItem(PROFILE_KEY)!;
    const trace = { duration: 1, peaks: Array.from({ length: 240 }, () => 0.123), notes: [] };
    limitTo(kept.length * 2 + 1000);
    storePreviousFragrance();
    expect(setCurrentFragrance({ ...profile(), id: '7', trace })).toBe('without trace');
    expect(storage.getItem(FORMER_KEY)).toBe(kept);
  });

  it('keeps the previous fragrance when a recording does not fit', async () => {
    setCurrentFragrance(profile());
    const kept = storage.getItem(PROFILE_KEY)!;
    limitTo(kept.length + 50);
    const huge = {
      ...ANALYSIS_RESULT.analysis,
      essence: Array.from({ length: 300 }, (_, i) => (i % 2 ? ('C5' as const) : ('C4' as const))),
    };
    await beginProcessing(analyzing(Promise.resolve({ ...ANALYSIS_RESULT, analysis: huge }), 'rec-full'), () => NOW);
    expect(loadCurrentFragrance()?.recordingId).toBe('rec-full');
    expect(notices.map(({ title }) => title)).toEqual([expect.stringContaining('Storage full')]);
    // After a reload.
    expect(storage.getItem(PROFILE_KEY)).toBe(kept);
    fragrance.current = null;
    expect(loadCurrentFragrance()).toEqual(profile());
    fragrance.current = null;
    expect(consumeStorageError()).toBe(true);
  });

  it('loses the stored fragrance when it is reported, and no recording, draft or other value', () => {
    storage.setItem(PROFILE_KEY, JSON.stringify(profile()));
    storage.setItem('saved_fragrance_profiles', '[1]');
    storage.setItem('accord:drafts', '[2]');
    storage.setItem('storage_error', 'file_too_large');
    expect(loadCurrentFragrance()).not.toBeNull();
    // In memory: nothing is removed or reported.
    expect(consumeStorageError()).toBe(false);
    expect([storage.getItem(PROFILE_KEY) === null, storage.getItem('storage_error'), notices]).toEqual([
      false,
      'file_too_large',
      [],
    ]);
    fragrance.current = null;
    expect(consumeStorageError()).toBe(true);
    expect(storage.getItem(PROFILE_KEY)).toBeNull();
    expect([storage.getItem('saved_fragrance_profiles'), storage.getItem('accord:drafts')]).toEqual(['[1]', '[2]']);
  });

  it('is not announced as a fragrance that was created', () => {
    // So full that not even the flag fits.
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    createFromBeat();
    expect(notices.map(({ title }) => title)).toEqual([expect.stringContaining('Storage full')]);
  });
});

describe('a recording that is stored late', () => {
  it('gives its URL to the fragrance that was made of it', async () => {
    await beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-late'), () => NOW);
    expect(loadCurrentFragrance()).toMatchObject({ recordingId: 'rec-late' });
    expect(loadCurrentFragrance()?.audioData).toBeUndefined();
    rememberStored('rec-late', 'https://example.com/late');
    expect(loadCurrentFragrance()?.audioData).toBe('https://example.com/late');
    expect(persisted.audioInfo).toEqual({ link: 'https://example.com/late' });
  });

  it('leaves a newer fragrance of another tab unchanged', async () => {
    await beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-old'), () => NOW);
    const newer = { ...profile(), id: String(NOW.getTime() + 1000), recordingId: 'rec-new' };
    storage.setItem(PROFILE_KEY, JSON.stringify(newer));
    rememberStored('rec-old', 'https://example.com/old');
    expect(JSON.parse(storage.getItem(PROFILE_KEY)!)).toEqual(JSON.parse(JSON.stringify(newer)));
    expect(fragrance.current).toMatchObject({ recordingId: 'rec-old', audioData: 'https://example.com/old' });
  });

  it('gives its URL to no other fragrance, even one made soon after it: a beat does not get a voice', async () => {
    await beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-voice'), () => NOW);
    const beat = { ...profile(), id: String(NOW.getTime() + 1), source: 'beat' as const };
    setCurrentFragrance(beat);
    rememberStored('rec-voice', 'https://example.com/voice');
    expect(loadCurrentFragrance()).toEqual(beat);
    await beginProcessing(analyzing(Promise.resolve(ANALYSIS_RESULT), 'rec-other'), () => NOW);
    expect(loadCurrentFragrance()?.audioData).toBeUndefined();
  });
});

describe('persisted state', () => {
  it('has audioInfo alone under persist:root, and reads older copies', async () => {
    storage.setItem(
      PERSIST_KEY,
      JSON.stringify({ audioInfo: JSON.stringify({ link: 'https://example.com/1' }), other: '{}' }),
    );
    persisted.rehydrated = false;
    persisted.audioInfo = null;
    await rehydrate();
    expect(persisted).toMatchObject({ rehydrated: true, audioInfo: { link: 'https://example.com/1' } });
    persisted.audioInfo = { link: 'https://example.com/2' };
    await Promise.resolve();
    expect(JSON.parse(storage.getItem(PERSIST_KEY)!)).toEqual({ audioInfo: '{"link":"https://example.com/2"}' });
  });

  it('is ready although a part never loads', async () => {
    persisted.rehydrated = false;
    persisted.audioInfo = null;
    await rehydrate(() => new Promise(() => {}), 10);
    expect(persisted).toMatchObject({ rehydrated: true, audioInfo: null });
  });
});
