import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audioStore, withAudioDatabase } from '#core/recordings/database.ts';
import { DATABASE_NAME } from '#core/storage/hasDatabase.ts';
import { BackendError } from '#core/backend/errors.ts';
import type { Sender, SendOutcome } from '#features/outbox/backend/outboxContract.ts';
import { createOutbox } from '#features/outbox/backend/outboxQueue.ts';
import { SYNC_MESSAGE } from '#service-worker/protocol.ts';
import { connection } from '#core/network/connection.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  readWaitingMessage,
  readWaitingOrder,
  readWaitingSubmission,
} from '#features/community/domain/queuedEntries.ts';
import { readFragranceJob } from '#features/fragrance/domain/schema/queuedFragrance.ts';
import { readWaitingShare } from '#features/share/domain/shareRecord.ts';
import recorded from '#tests/fixtures/stored/0.1.0.json' with { type: 'json' };
import { deferred } from '../support/fakeService.ts';
import { nextTask } from '../support/clock.ts';

const recording = (text = 'not really a sound') => new Blob([text], { type: 'audio/webm' });

let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
  await withAudioDatabase((database) => Promise.all([database.clear('outbox'), database.clear('audio')]));
});
afterEach(() => scope.dispose());

const networkError = new BackendError('network', 'away');
const rejectingSender: Sender = () => Promise.reject(networkError);
/** A sender, and its calls. */
function sending(): { sent: unknown[]; send: Sender } {
  const sent: unknown[] = [];
  return { sent, send: async (payload) => void sent.push(payload) };
}

/** A clock that only `pass` moves. */
function clock(start = 1_000_000) {
  let time = start;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

/** A full database: everything may be read, nothing written. */
const fullDatabase: typeof withAudioDatabase = (work) =>
  withAudioDatabase((database) =>
    work(
      new Proxy(database, {
        get: (target, key) => {
          if (key === 'transaction' || key === 'put') {
            return () => {
              throw new DOMException('The disk is full.', 'QuotaExceededError');
            };
          }
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
    ),
  );

describe('recordings in the browser', () => {
  it('are stored under their key, in AudioDB, store audio', async () => {
    await audioStore.put('one', recording('one'));
    await audioStore.put('one', recording('two'));
    const kept = await audioStore.get('one');
    expect(await kept?.text()).toBe('two');
    expect(kept?.type).toBe('audio/webm');
    expect(await audioStore.keys()).toEqual(['one']);
    const names = (await indexedDB.databases()).map((database) => database.name);
    expect(names).toContain(DATABASE_NAME);
    await audioStore.remove('one');
    expect(await audioStore.get('one')).toBeNull();
  });
});

describe('the outbox', () => {
  // tests/unit/stored.test.ts opens the rest of the recording.
  it('sends all entries of 0.1.0, in the form of its senders', async () => {
    await deleteDB(DATABASE_NAME);
    const database = await openDB(DATABASE_NAME, 2, {
      upgrade: (made) => {
        made.createObjectStore('audio');
        made.createObjectStore('outbox', { keyPath: 'id' });
      },
    });
    for (const entry of recorded.outbox) await database.put('outbox', entry);
    for (const { key, type, text } of recorded.audio) await database.put('audio', new Blob([text], { type }), key);
    database.close();
    const readers = {
      share: readWaitingShare,
      submission: readWaitingSubmission,
      contact: readWaitingMessage,
      preorder: readWaitingOrder,
      fragrance: readFragranceJob,
      recording: String,
    };
    const sent: [string, unknown][] = [];
    const senders = Object.fromEntries(
      Object.entries(readers).map(([kind, read]): [string, Sender] => [
        kind,
        async (payload) => void sent.push([kind, read(payload)]),
      ]),
    );
    const outbox = createOutbox({ senders });
    const member = recorded.outbox.find(({ kind }) => kind === 'fragrance')!.ownerId;
    outbox.start(scope, () => member);
    await expect.poll(() => sent.length).toBe(recorded.outbox.length);
    const of = (wanted: string): unknown[] => sent.filter(([kind]) => kind === wanted).map(([, read]) => read);
    expect(of('share')).toMatchObject([
      { shareId: recorded.share.share_id, profile: { name: 'Sung' }, showName: true },
    ]);
    expect(of('submission')).toMatchObject([{ name: 'Ada', profile: { name: 'Sung' } }]);
    expect(of('contact')).toMatchObject([{ message: 'Do you ship to Wales?' }]);
    expect(of('preorder')).toMatchObject([{ fragranceId: 'citrus-dawn' }]);
    expect(of('fragrance')).toMatchObject([{ action: 'save', fragrance: { name: 'Sung' } }, { action: 'visibility' }]);
    expect(await (await audioStore.get(recorded.audio[0]!.key))?.text()).toBe('la');
  });

  it('sends entries at once that a wrong clock has delayed for weeks, without reading the database repeatedly', async () => {
    const time = clock();
    const far = time.now() + 30 * 86_400_000;
    const entry = { id: 'far', kind: 'preorder', payload: 'order', attempts: 3, createdAt: time.now() };
    await withAudioDatabase((database) => database.put('outbox', { ...entry, notBefore: far, askedUntil: far }));
    let uses = 0;
    const countingDatabase: typeof withAudioDatabase = (work) => {
      uses++;
      return withAudioDatabase(work);
    };
    const { sent, send } = sending();
    const outbox = createOutbox({ senders: { preorder: send }, database: countingDatabase, now: time.now });
    outbox.start(scope);
    await expect.poll(() => sent).toEqual(['order']);
    expect(uses).toBeLessThan(20);
  });

  it('sends an entry with its blob, and then deletes it', async () => {
    const sent: [unknown, string, string][] = [];
    const send: Sender = async (payload, { id, blob }) => {
      sent.push([payload, id, (await blob?.text()) ?? '']);
      return 'stored';
    };
    const outbox = createOutbox({ senders: { recording: send } });
    const settled: SendOutcome[] = [];
    outbox.onSettled('recording', (outcome) => settled.push(outcome));
    const { id } = await outbox.add('recording', { name: 'mine' }, { blob: recording('la') });
    await expect.poll(() => settled.length).toBe(1);
    expect(sent).toEqual([[{ name: 'mine' }, id, 'la']]);
    expect(settled[0]).toMatchObject({ ok: true, result: 'stored', entry: { id } });
    expect(await outbox.entries()).toEqual([]);
    expect(await audioStore.keys()).toEqual([]);
  });

  it('keeps an entry after a failure, and sends it after a growing pause', async () => {
    const time = clock();
    let tries = 0;
    const send: Sender = async () => {
      if (++tries < 4) throw networkError;
    };
    const outbox = createOutbox({ senders: { recording: send }, now: time.now, random: () => 0 });
    const { id } = await outbox.add('recording', {}, { blob: recording() });
    await expect.poll(async () => (await outbox.entries())[0]?.attempts).toBe(1);
    await outbox.flush();
    expect(tries).toBe(1);
    for (const [pause, attempts] of [
      [5000, 2],
      [10_000, 3],
    ] as const) {
      time.pass(pause - 1);
      await outbox.flush();
      expect((await outbox.entries())[0]?.attempts).toBe(attempts - 1);
      time.pass(1);
      await outbox.flush();
      expect((await outbox.entries())[0]?.attempts).toBe(attempts);
    }
    expect(await audioStore.keys()).toEqual([`outbox:${id}`]);
    await outbox.flush(true);
    expect(tries).toBe(4);
    expect(await outbox.entries()).toEqual([]);
  });

  it.each([90, 1])('waits as long as the backend requests, no longer and no shorter (%i s)', async (retryAfter) => {
    const time = clock();
    let tries = 0;
    const outbox = createOutbox({
      senders: {
        recording: async () => {
          if (++tries === 1) throw new BackendError('rate_limited', 'busy', { retryAfter });
        },
      },
      now: time.now,
      random: () => 0,
    });
    await outbox.add('recording', {});
    await expect.poll(async () => (await outbox.entries())[0]?.attempts).toBe(1);
    time.pass(retryAfter * 1000 - 1);
    await outbox.flush(true);
    expect(tries).toBe(1);
    time.pass(1);
    await outbox.flush();
    expect(tries).toBe(2);
    expect(await outbox.entries()).toEqual([]);
  });

  it('stores an entry while its caller sends it, and sends it when that page has closed', async () => {
    const { sent, send } = sending();
    const senders = { message: send };
    const here = createOutbox({ senders });
    here.start(scope);
    const answer = deferred<void>();
    const done = here.attempt(
      'message',
      'hello',
      { id: 'one' },
      () => answer.promise.then(() => 'sent'),
      () => true,
    );
    await expect
      .poll(async () => (await here.entries()).map(({ id, attempts }) => [id, attempts]))
      .toEqual([['one', 0]]);
    // Neither this tab nor another sends it meanwhile.
    const there = createOutbox({ senders });
    await Promise.all([here.flush(true), there.flush(true)]);
    expect(sent).toEqual([]);
    answer.give();
    expect(await done).toBe('sent');
    expect(await here.entries()).toEqual([]);

    // A page that is gone holds no lock: an entry as it leaves one behind.
    const left = { id: 'two', kind: 'message', payload: 'left', attempts: 0, notBefore: 0, createdAt: 0 };
    await withAudioDatabase((database) => database.put('outbox', left));
    await there.flush();
    expect(sent).toEqual(['left']);
  });

  it("sends an entry later after the caller's failure if it may wait, and deletes it otherwise", async () => {
    const { sent, send } = sending();
    const outbox = createOutbox({ senders: { message: send } });
    const kept: string[] = [];
    const attempt = (payload: string, waits: boolean) =>
      outbox.attempt(
        'message',
        payload,
        {},
        () => Promise.reject(networkError),
        (error, where) => {
          expect(error).toBe(networkError);
          kept.push(where);
          return waits;
        },
      );
    await expect(attempt('fails at once', false)).rejects.toBe(networkError);
    await expect(attempt('waits', true)).rejects.toBe(networkError);
    await expect.poll(() => sent).toEqual(['waits']);
    await expect.poll(() => outbox.entries()).toEqual([]);
    expect(kept).toEqual(['device', 'device']);
  });

  it('does not restore an entry that was cancelled during its first try', async () => {
    const { sent, send } = sending();
    const outbox = createOutbox({ senders: { message: send } });
    const trying = outbox.attempt(
      'message',
      'given up',
      {},
      async () => {
        for (const { id } of await outbox.entries()) await outbox.remove(id);
        throw networkError;
      },
      () => true,
    );
    await expect(trying).rejects.toBe(networkError);
    expect(await outbox.entries()).toEqual([]);
    await outbox.flush();
    expect(sent).toEqual([]);
  });

  it('does not try an entry that is removed while the database opens for its first try', async () => {
    const opening = deferred<void>();
    let opens = 0;
    const outbox = createOutbox({
      database: async (work) => {
        opens++;
        await opening.promise;
        return withAudioDatabase(work);
      },
    });
    const work = vi.fn<() => Promise<string>>(async () => 'sent');
    const trying = outbox.attempt('letter', 'Dear all', { id: 'one' }, work, () => true);
    await expect.poll(() => opens).toBe(1);
    const removing = outbox.remove('one');
    opening.give();
    await expect(trying).rejects.toMatchObject({ code: 'aborted' });
    await removing;
    expect(work).not.toHaveBeenCalled();
    expect(await outbox.entries()).toEqual([]);
  });

  it('does not try an entry that is removed while its first try waits for another tab', async () => {
    const otherTab = deferred<void>();
    const locked = navigator.locks.request('accord-outbox:one', () => otherTab.promise);
    const outbox = createOutbox();
    const work = vi.fn<() => Promise<string>>(async () => 'sent');
    const attempts = [0, 1].map(() => outbox.attempt('letter', 'Dear all', { id: 'one' }, work, () => true));
    await outbox.remove('one');
    otherTab.give();
    for (const trying of attempts) await expect(trying).rejects.toMatchObject({ code: 'aborted' });
    await locked;
    expect(work).not.toHaveBeenCalled();
    expect(await outbox.entries()).toEqual([]);
    expect(await outbox.attempt('letter', 'Dear all', { id: 'one' }, work, () => true)).toBe('sent');
  });

  it('tries an entry whose earlier try succeeds while it waits', async () => {
    const outbox = createOutbox();
    const attempt = (answer: string) =>
      outbox.attempt(
        'letter',
        'Dear all',
        { id: 'one' },
        async () => answer,
        () => true,
      );
    expect(await Promise.all([attempt('first'), attempt('second')])).toEqual(['first', 'second']);
    expect(await outbox.entries()).toEqual([]);
  });

  it('removes the entries of an owner whose first write is not over, but for the kind that stays', async () => {
    const opening = deferred<void>();
    const otherTab = deferred<void>();
    const locked = navigator.locks.request('accord-outbox:tried', () => otherTab.promise);
    const outbox = createOutbox({
      database: async (work) => {
        await opening.promise;
        return withAudioDatabase(work);
      },
    });
    const tried = outbox.attempt(
      'letter',
      'of ada',
      { id: 'tried', ownerId: 'ada' },
      async () => 'sent',
      () => true,
    );
    const adding = Promise.all([
      outbox.add('letter', 'of ada', { id: 'one', ownerId: 'ada' }),
      outbox.add('order', 'of ada', { id: 'two', ownerId: 'ada' }),
      outbox.add('letter', 'of eve', { id: 'three', ownerId: 'eve' }),
    ]);
    const removing = outbox.removeAllOf('ada', 'order');
    opening.give();
    otherTab.give();
    await expect(tried).rejects.toMatchObject({ code: 'aborted' });
    await Promise.all([adding, removing, locked]);
    expect((await outbox.entries()).map(({ id }) => id).sort()).toEqual(['three', 'two']);
  });

  it('keeps a finally refused entry, reports it, and does not send it again', async () => {
    const send = vi.fn<Sender>(() => Promise.reject(new BackendError('rejected', 'no audio')));
    const outbox = createOutbox({ senders: { recording: send } });
    const settled: SendOutcome[] = [];
    outbox.onSettled('recording', (outcome) => settled.push(outcome));
    await outbox.add('recording', {}, { blob: recording() });
    await expect.poll(() => settled.length).toBe(1);
    expect(settled[0]).toMatchObject({ ok: false, error: { code: 'rejected' } });
    await outbox.flush(true);
    expect(send).toHaveBeenCalledTimes(1);
    const [entry] = await outbox.entries();
    expect(entry?.refused).toEqual({ code: 'rejected', message: expect.stringContaining('no audio') });
    await outbox.remove(entry!.id);
    expect(await outbox.entries()).toEqual([]);
    expect(await audioStore.keys()).toEqual([]);
  });

  it('does not restore an entry that is removed at the moment at which its try fails', async () => {
    let failed = false;
    const outbox = createOutbox({
      // The outbox has read that the entry exists, and has not yet written the failure.
      database: async (work) => {
        const answer = await withAudioDatabase(work);
        if (failed) {
          failed = false;
          await outbox.remove('one');
        }
        return answer;
      },
      senders: {
        letter: () => {
          failed = true;
          return Promise.reject(networkError);
        },
      },
    });
    await outbox.add('letter', 'Dear all', { id: 'one' });
    await outbox.flush(true);
    expect(await outbox.entries()).toEqual([]);
  });

  it('does not restore an entry that is removed while the database opens late for a failed try', async () => {
    const opening = deferred<void>();
    let state: 'full' | 'late' | 'open' = 'full';
    const outbox = createOutbox({
      database: async (work) => {
        if (state === 'full') return fullDatabase(work);
        if (state === 'late') {
          state = 'open';
          await opening.promise;
        }
        return withAudioDatabase(work);
      },
      // The look whether it is still there needs no database: the entry is in memory.
      senders: {
        letter: () => {
          state = 'late';
          return Promise.reject(networkError);
        },
      },
    });
    await outbox.add('letter', 'Dear all', { id: 'one' });
    await expect.poll(() => state).toBe('open');
    await outbox.remove('one');
    opening.give();
    await outbox.flush(true);
    expect(await outbox.entries()).toEqual([]);
    expect(await withAudioDatabase((database) => database.getAllKeys('outbox'))).toEqual([]);
  });

  it('continues after a closed page, and when the browser is online again', async () => {
    const before = createOutbox({ senders: { recording: rejectingSender } });
    await before.add('recording', { n: 1 }, { blob: recording() });
    await before.add('recording', { n: 2 }, { blob: recording() });
    await expect.poll(async () => (await before.entries()).map((entry) => entry.attempts)).toEqual([1, 1]);

    let online = false;
    const sent: unknown[] = [];
    const after = createOutbox({
      senders: {
        recording: async (payload) => {
          if (!online) throw networkError;
          sent.push(payload);
        },
      },
    });
    after.start(scope);
    await expect.poll(async () => (await after.entries()).map((entry) => entry.attempts)).toEqual([2, 2]);
    online = true;
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => sent).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('sends each entry once, even with many pages at the same time', async () => {
    const arrived: string[] = [];
    const slow: Sender = async (_payload, { id }) => {
      // Meanwhile every other page has looked.
      for (let turn = 0; turn < 5; turn++) await nextTask();
      arrived.push(id);
    };
    const pages = [1, 2, 3].map(() => createOutbox({ senders: { recording: slow } }));
    for (const page of pages) page.start(scope);
    const added = await Promise.all(
      pages.flatMap((page, i) => [page.add('recording', { i }), page.add('recording', { i })]),
    );
    await expect.poll(() => arrived.length).toBe(6);
    await Promise.all(pages.map((page) => page.flush(true)));
    expect([...arrived].sort()).toEqual(added.map(({ id }) => id).sort());
  });

  it('delays no order by an upload of ten minutes, and sends the rows of each kind in order', async () => {
    const time = clock();
    const uploads = [deferred<void>(), deferred<void>()];
    const sent: string[] = [];
    const outbox = createOutbox({
      now: time.now,
      senders: {
        recording: async (payload) => {
          await uploads[Number(payload)]!.promise;
          sent.push(`recording ${String(payload)}`);
        },
        preorder: async (payload) => void sent.push(`preorder ${String(payload)}`),
      },
    });
    const add = async (kind: string, payload: number) => {
      time.pass(1);
      await outbox.add(kind, payload);
    };
    await add('recording', 0);
    await add('recording', 1);
    await add('preorder', 0);
    await expect.poll(() => sent).toEqual(['preorder 0']);
    time.pass(600_000);
    await add('preorder', 1);
    // The second upload could be over first, but it waits for the one before it.
    uploads[1]!.give();
    await expect.poll(() => sent).toEqual(['preorder 0', 'preorder 1']);
    // The caller's own first try of an order does not wait either.
    const first = outbox.attempt(
      'preorder',
      2,
      {},
      async () => void sent.push('preorder 2'),
      () => false,
    );
    await first;
    expect(sent).toEqual(['preorder 0', 'preorder 1', 'preorder 2']);
    expect(await outbox.entries('recording')).toHaveLength(2);
    uploads[0]!.give();
    await expect.poll(() => sent.slice(3)).toEqual(['recording 0', 'recording 1']);
    await expect.poll(() => outbox.entries()).toEqual([]);
  });

  it('stops no other kind for an entry whose delay the backend has requested', async () => {
    const time = clock();
    const sent: unknown[] = [];
    let busy = true;
    const outbox = createOutbox({
      now: time.now,
      senders: {
        recording: async (payload) => {
          if (busy) throw new BackendError('rate_limited', 'Wait.', { retryAfter: 600 });
          sent.push(payload);
        },
        preorder: async (payload) => void sent.push(payload),
      },
    });
    await outbox.add('recording', 'sound');
    await expect.poll(async () => (await outbox.entries())[0]?.attempts).toBe(1);
    busy = false;
    await outbox.add('preorder', 'order');
    await expect.poll(() => sent).toEqual(['order']);
    await outbox.flush(true);
    expect(sent).toEqual(['order']);
    time.pass(600_000);
    await outbox.flush();
    expect(sent).toEqual(['order', 'sound']);
  });

  it('counts an entry as delivered even if a listener throws', async () => {
    const reported: unknown[] = [];
    const heard: boolean[] = [];
    const outbox = createOutbox({
      senders: { recording: async () => 'stored' },
      report: (error) => reported.push(error),
    });
    outbox.onSettled('recording', () => {
      throw new Error('a broken listener');
    });
    outbox.onSettled('recording', ({ ok }) => heard.push(ok));
    await outbox.add('recording', {});
    await expect.poll(() => heard).toEqual([true]);
    expect(reported).toHaveLength(1);
    expect(await outbox.entries()).toEqual([]);
  });

  it('keeps entries that an unready backend refuses, and drops only those that it has understood', async () => {
    const codes = ['unauthorized', 'forbidden', 'not_found', 'server', 'rejected'] as const;
    const outbox = createOutbox({
      senders: { message: (code) => Promise.reject(new BackendError(code as (typeof codes)[number], 'not now')) },
    });
    for (const code of codes) await outbox.add('message', code);
    await expect.poll(async () => (await outbox.entries()).every(({ attempts }) => attempts === 1)).toBe(true);
    const refused = (await outbox.entries()).filter((entry) => entry.refused !== undefined);
    expect(refused.map(({ payload }) => payload)).toEqual(['rejected']);
  });

  it("sends a member's entries while that very member is signed in, and drops them with the account", async () => {
    const sent: unknown[] = [];
    let member: string | null = 'eve';
    const outbox = createOutbox({
      senders: { message: async (payload, { ownerId }) => void sent.push([payload, ownerId]) },
    });
    outbox.start(scope, () => member);
    await outbox.add('message', 'of ada', { ownerId: 'ada' });
    await outbox.add('message', 'of a visitor');
    await expect.poll(() => sent).toEqual([['of a visitor', null]]);
    await outbox.flush(true);
    expect(sent).toHaveLength(1);
    member = 'ada';
    await outbox.flush(true);
    expect(sent.at(-1)).toEqual(['of ada', 'ada']);
    member = null;
    await outbox.add('message', 'of ada too', { ownerId: 'ada' });
    await outbox.removeAllOf('ada');
    expect(await outbox.entries()).toEqual([]);
  });

  it('keeps entries in the page if the device is full, and sends them from there', async () => {
    let online = false;
    const sent: string[] = [];
    const outbox = createOutbox({
      database: fullDatabase,
      senders: {
        message: async (_payload, { blob }) => {
          if (!online) throw networkError;
          sent.push((await blob?.text()) ?? '');
        },
      },
    });
    expect((await outbox.add('message', {}, { blob: recording('la') })).kept).toBe('page');
    await expect.poll(async () => (await outbox.entries())[0]?.attempts).toBe(1);
    online = true;
    await outbox.flush(true);
    expect(sent).toEqual(['la']);
    expect(await outbox.entries()).toEqual([]);
  });

  it('tries again when the page becomes visible, when the service worker calls, and when an answer proves a connection', async () => {
    const send = vi.fn<Sender>(rejectingSender);
    const outbox = createOutbox({ senders: { message: send } });
    outbox.start(scope);
    await outbox.add('message', {});
    const settledTries = async (count: number): Promise<void> => {
      await expect
        .poll(async () => [send.mock.calls.length, (await outbox.entries())[0]?.attempts])
        .toEqual([count, count]);
    };
    await settledTries(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await settledTries(2);
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: SYNC_MESSAGE }));
    await settledTries(3);
    window.dispatchEvent(new Event('offline'));
    expect(connection.online).toBe(false);
    connection.markAnswered();
    expect(connection.online).toBe(true);
    await settledTries(4);
  });

  it('notifies every tab of the outcome of an entry', async () => {
    const [here, there] = [createOutbox({ senders: { message: async () => 'stored' } }), createOutbox()];
    here.start(scope);
    there.start(scope);
    const outcomes: SendOutcome[] = [];
    let changes = 0;
    there.onSettled('message', (outcome) => outcomes.push(outcome));
    there.onChanged(() => changes++);
    const { id } = await here.add('message', 'hello');
    await expect.poll(() => outcomes).toMatchObject([{ ok: true, result: 'stored', entry: { id, payload: 'hello' } }]);
    expect(changes).toBeGreaterThan(0);
  });

  it('leaves entries of an unknown kind to a version that has their sender', async () => {
    const old = createOutbox({ senders: {} });
    await old.add('preorder', { email: 'ada@example.com' });
    await old.flush(true);
    expect(await old.entries('preorder')).toHaveLength(1);
    const { sent, send } = sending();
    await createOutbox({ senders: { preorder: send } }).flush();
    expect(sent).toEqual([{ email: 'ada@example.com' }]);
  });
});
