import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audioStore, CURRENT_RECORDING } from '../../src/backend/audioStore.ts';
import { DATABASE, openAudioDatabase } from '../../src/backend/database.ts';
import { BackendError } from '../../src/backend/errors.ts';
import { createOutbox, pauseAfter, type Sender, type Settled } from '../../src/backend/outboxQueue.ts';
import { Scope } from '../../src/platform/scope.ts';

const recording = (text = 'not really a sound') => new Blob([text], { type: 'audio/webm' });

let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
  const database = await openAudioDatabase();
  await Promise.all([database.clear('outbox'), database.clear('audio')]);
});
afterEach(() => scope.dispose());

/** A clock that stands until it is moved. */
function clock(start = 1_000_000) {
  let time = start;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

describe('recordings in the browser', () => {
  it('are kept under their key, in AudioDB, store audio', async () => {
    await audioStore.put(CURRENT_RECORDING, recording('one'));
    await audioStore.put(CURRENT_RECORDING, recording('two'));
    const kept = await audioStore.get(CURRENT_RECORDING);
    expect(await kept?.text()).toBe('two');
    expect(kept?.type).toBe('audio/webm');
    expect(await audioStore.keys()).toEqual([CURRENT_RECORDING]);
    const names = (await indexedDB.databases()).map((database) => database.name);
    expect(names).toContain(DATABASE);
    await audioStore.remove(CURRENT_RECORDING);
    expect(await audioStore.get(CURRENT_RECORDING)).toBeNull();
  });
});

describe('the outbox', () => {
  it('sends what it is given, with its blob, and then forgets it', async () => {
    const sent: [unknown, string, string][] = [];
    const send: Sender = async (payload, { id, blob }) => {
      sent.push([payload, id, (await blob?.text()) ?? '']);
      return 'stored';
    };
    const outbox = createOutbox({ senders: { recording: send } });
    const settled: Settled[] = [];
    outbox.onSettled('recording', (outcome) => settled.push(outcome));
    const id = await outbox.add('recording', { name: 'mine' }, { blob: recording('la') });
    await expect.poll(() => settled.length).toBe(1);
    expect(sent).toEqual([[{ name: 'mine' }, id, 'la']]);
    expect(settled[0]).toMatchObject({ ok: true, result: 'stored', entry: { id } });
    expect(await outbox.entries()).toEqual([]);
    expect(await audioStore.keys()).toEqual([]);
  });

  it('keeps what cannot be sent, and sends it after a pause that grows', async () => {
    const time = clock();
    let tries = 0;
    const send: Sender = async () => {
      tries++;
      if (tries < 4) throw new BackendError('network', 'away');
    };
    const outbox = createOutbox({ senders: { recording: send }, now: time.now, random: () => 0 });
    const id = await outbox.add('recording', {}, { blob: recording() });
    await expect.poll(async () => (await outbox.entries())[0]?.attempts).toBe(1);
    await outbox.flush();
    expect(tries).toBe(1);
    for (const [pause, attempts] of [[5000, 2], [10_000, 3]] as const) {
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

  it('waits as long as the backend asks', async () => {
    const time = clock();
    const outbox = createOutbox({
      senders: { recording: async () => { throw new BackendError('rate_limited', 'busy', { retryAfter: 90 }); } },
      now: time.now,
      random: () => 0,
    });
    await outbox.add('recording', {});
    await expect.poll(async () => (await outbox.entries())[0]?.notBefore).toBe(time.now() + 90_000);
  });

  it('keeps what is refused for good, tells it, and does not send it again', async () => {
    let tries = 0;
    const outbox = createOutbox({
      senders: { recording: async () => { tries++; throw new BackendError('rejected', 'no audio'); } },
    });
    const settled: Settled[] = [];
    outbox.onSettled('recording', (outcome) => settled.push(outcome));
    await outbox.add('recording', {}, { blob: recording() });
    await expect.poll(() => settled.length).toBe(1);
    expect(settled[0]).toMatchObject({ ok: false, error: { code: 'rejected' } });
    await outbox.flush(true);
    expect(tries).toBe(1);
    const [entry] = await outbox.entries();
    expect(entry?.refused).toEqual({ code: 'rejected', message: expect.stringContaining('no audio') });
    await outbox.remove(entry!.id);
    expect(await outbox.entries()).toEqual([]);
    expect(await audioStore.keys()).toEqual([]);
  });

  it('goes on where a closed page left off, and when the browser is online again', async () => {
    const before = createOutbox({ senders: { recording: async () => { throw new BackendError('network', 'away'); } } });
    await before.add('recording', { n: 1 }, { blob: recording() });
    await before.add('recording', { n: 2 }, { blob: recording() });
    await expect.poll(async () => (await before.entries()).map((entry) => entry.attempts)).toEqual([1, 1]);

    let online = false;
    const sent: unknown[] = [];
    const after = createOutbox({
      senders: {
        recording: async (payload) => {
          if (!online) throw new BackendError('network', 'away');
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

  it('sends each entry once, however many pages look into it at the same time', async () => {
    const arrived: string[] = [];
    const slow: Sender = async (_payload, { id }) => {
      await new Promise((done) => setTimeout(done, 20));
      arrived.push(id);
    };
    const pages = [1, 2, 3].map(() => createOutbox({ senders: { recording: slow } }));
    for (const page of pages) page.start(scope);
    const ids = await Promise.all(pages.flatMap((page, i) => [page.add('recording', { i }), page.add('recording', { i })]));
    await expect.poll(() => arrived.length, { timeout: 5000 }).toBe(6);
    await Promise.all(pages.map((page) => page.flush(true)));
    expect([...arrived].sort()).toEqual([...ids].sort());
  });

  it('leaves what it does not know to a version that does', async () => {
    const old = createOutbox({ senders: {} });
    await old.add('preorder', { email: 'ada@example.com' });
    await old.flush(true);
    expect(await old.entries('preorder')).toHaveLength(1);
    const sent: unknown[] = [];
    await createOutbox({ senders: { preorder: async (payload) => void sent.push(payload) } }).flush();
    expect(sent).toEqual([{ email: 'ada@example.com' }]);
  });

  it('pauses 5 s, 10 s, 20 s and at most 10 min, with a fifth more at random', () => {
    expect([1, 2, 3, 20].map((n) => pauseAfter(n, () => 0))).toEqual([5000, 10_000, 20_000, 600_000]);
    expect(pauseAfter(1, () => 1)).toBe(6000);
  });
});
