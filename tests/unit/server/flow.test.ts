import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { streamOf } from '../../../supabase/local/data/objectBody.ts';
import { BODY_LIMITS, createBodies } from '../../../supabase/local/http/bodies.ts';
import { createCrowd } from '../../../supabase/local/http/crowd.ts';
import { patient } from '../../../supabase/local/http/web.ts';
import { watchTime } from '../../../supabase/local/thread/watchTime.ts';

/** Senders and readers that dawdle, and callers that come too often: what each of them may cost. */

const root = mkdtempSync(join(tmpdir(), 'accord-flow-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.useRealTimers());

/** A body that comes as it is told to. */
function sender() {
  let control!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) });
  return { body, send: (bytes: number) => control.enqueue(new Uint8Array(bytes)), end: () => control.close() };
}
const post = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
const read = async (request: Request) => Response.json((await request.arrayBuffer()).byteLength);

describe('a sender', () => {
  const PACE = { bytes: 1000, ms: 10_000 };

  it('of a byte now and then is given up after a window, however long it would go on', async () => {
    vi.useFakeTimers();
    const { body, send } = sender();
    const reader = patient(body, PACE).getReader();
    let failure: unknown = null;
    const all = (async () => {
      for (;;) if ((await reader.read()).done) return;
    })().catch((error: unknown) => (failure = error));
    let failedAt: number | null = null;
    for (let seconds = 1; seconds <= 30; seconds++) {
      if (failure === null) send(1);
      await vi.advanceTimersByTimeAsync(1000);
      if (failure !== null) failedAt ??= seconds;
    }
    expect(failedAt).toBe(10);
    await all;
    expect(failure).toMatchObject({ status: 408 });
  });

  it('that keeps the pace takes as long as it takes', async () => {
    vi.useFakeTimers();
    const { body, send, end } = sender();
    let bytes = 0;
    const all = (async () => {
      for (const reader = patient(body, PACE).getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) return;
        bytes += value.length;
      }
    })();
    for (let seconds = 0; seconds < 600; seconds++) {
      send(150);
      await vi.advanceTimersByTimeAsync(1000);
    }
    end();
    await all;
    expect(bytes).toBe(600 * 150);
  });

  it('is not hurried while nobody reads', async () => {
    vi.useFakeTimers();
    const { body, send, end } = sender();
    const reader = patient(body, PACE).getReader();
    send(5);
    await reader.read();
    await vi.advanceTimersByTimeAsync(1_000_000);
    send(5);
    end();
    expect((await reader.read()).value).toHaveLength(5);
    expect((await reader.read()).done).toBe(true);
  });

  it('costs nothing until whoever answers reads: a key that is wrong is refused unread', async () => {
    const folder = join(root, 'unread');
    const { bodies, close } = createBodies(folder);
    const { body, send } = sender();
    send(1_000_000);
    const answer = await bodies(post(body), async () => new Response(null, { status: 401 }), 'mallory');
    expect(answer.status).toBe(401);
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    close();
  });

  it('has a share of the room for bodies, and is in nobody else’s way', async () => {
    const { bodies, close } = createBodies(join(root, 'shares'), { ...BODY_LIMITS, disk: 4_000_000, share: 1_000_000 });
    // Many that began and do not go on, without saying how long they will be.
    const slow = Array.from({ length: 20 }, () => {
      const one = sender();
      const answer = bodies(post(one.body), read, 'mallory').catch((error: unknown) => error);
      one.send(100_000);
      return { ...one, answer };
    });
    await expect.poll(() => readdirSync(join(root, 'shares/incoming')).length).toBe(10);
    expect(await (await bodies(post(new Uint8Array(900_000)), read, 'ada')).json()).toBe(900_000);
    expect(
      await bodies(post(new Uint8Array(900_000), { 'content-length': '900000' }), read, 'mallory').catch(
        (error: unknown) => error,
      ),
    ).toMatchObject({ status: 429 });
    for (const { end } of slow) end();
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(answers.filter((answer) => answer instanceof Response)).toHaveLength(10);
    expect(answers.filter((answer) => (answer as { status: number }).status === 429)).toHaveLength(10);
    // All is given back.
    expect(await (await bodies(post(new Uint8Array(900_000)), read, 'mallory')).json()).toBe(900_000);
    close();
  });

  it('from many addresses fills no more than all the room, and is told to come later', async () => {
    const { bodies, close } = createBodies(join(root, 'all'), { ...BODY_LIMITS, disk: 1_000_000, share: 500_000 });
    const slow = ['a', 'b'].map((caller) => {
      const one = sender();
      void bodies(post(one.body), read, caller).catch(() => undefined);
      one.send(499_999);
      return one;
    });
    await expect.poll(() => readdirSync(join(root, 'all/incoming')).length).toBe(2);
    await expect(bodies(post(new Uint8Array(400_000)), read, 'ada')).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '60' },
    });
    // A small one needs none of it.
    expect(await (await bodies(post(new Uint8Array(1000)), read, 'ada')).json()).toBe(1000);
    for (const { end } of slow) end();
    close();
  });

  it('may send so many bytes a day, whatever the clock does', async () => {
    let now = 1e12;
    const { bodies, close } = createBodies(null, { ...BODY_LIMITS, day: 1_000_000 }, () => now);
    const send = (caller: string) =>
      bodies(post(new Uint8Array(400_000)), read, caller).then(
        ({ status }) => status,
        (error: { status: number }) => error.status,
      );
    expect([await send('a'), await send('a'), await send('a'), await send('b')]).toEqual([200, 200, 429, 200]);
    now += 86_400_000;
    expect(await send('a')).toBe(200);
    await send('a');
    // It was ahead, and is put right.
    now -= 30 * 86_400_000;
    expect(await send('a')).toBe(200);
    close();
  });
});

describe('a reader', () => {
  it('gets a file or a part of it, in pieces', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251));
    const file = join(root, 'object');
    writeFileSync(file, bytes);
    for (const place of [{ file }, { bytes }]) {
      const object = { place, size: bytes.length };
      expect(Buffer.from(await new Response(streamOf(object)).arrayBuffer()).equals(bytes)).toBe(true);
      const part = Buffer.from(await new Response(streamOf(object, 70_000, 199_998)).arrayBuffer());
      expect(part.equals(bytes.subarray(70_000, 199_999))).toBe(true);
      expect((await streamOf(object).getReader().read()).value!.length).toBeLessThanOrEqual(65_536);
    }
    expect(await new Response(streamOf({ place: { bytes: Buffer.alloc(0) }, size: 0 })).text()).toBe('');
  });

  it('that takes nothing more is left, and its file closed', async () => {
    vi.useFakeTimers();
    const reader = streamOf({ place: { bytes: Buffer.alloc(300_000) }, size: 300_000 }).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(59_000);
    await reader.read();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(reader.read()).rejects.toThrow('took nothing of it any more');
  });
});

describe('a crowd', () => {
  it('is let in up to a number, of one caller and in all, and again when some have left', () => {
    const enter = createCrowd({ caller: 3, all: 5 });
    const mine = [enter('a'), enter('a'), enter('a'), enter('a')];
    expect(mine.map((leave) => leave !== null)).toEqual([true, true, true, false]);
    expect([enter('b'), enter('c'), enter('d')].map((leave) => leave !== null)).toEqual([true, true, false]);
    mine[0]!();
    expect(enter('d')).not.toBeNull();
    expect(enter('a')).toBeNull();
  });
});

describe('the watch over a statement', () => {
  /** What has passed when it rings, where so much of each second is computed; ms, null when it does not within a minute. */
  async function rings(load: number): Promise<number | null> {
    vi.useFakeTimers();
    let real = 0;
    const over = vi.fn<(at: number) => void>();
    const stop = watchTime(3000, () => over(real), { real: () => real, computed: () => real * load });
    for (; real < 60_000; real += 100) await vi.advanceTimersByTimeAsync(100);
    stop();
    return over.mock.calls.length === 1 ? over.mock.calls[0]![0] : null;
  }

  it('rings when it has computed for its time, on a machine that is busy with other things later', async () => {
    expect(await rings(1)).toBe(3000);
    expect(await rings(2)).toBe(3000);
    expect(await rings(0.25)).toBe(12_000);
    expect(await rings(0)).toBe(30_000);
  });

  it('is over with its statement', async () => {
    vi.useFakeTimers();
    const over = vi.fn<() => void>();
    watchTime(1000, over)();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(over).not.toHaveBeenCalled();
  });
});
