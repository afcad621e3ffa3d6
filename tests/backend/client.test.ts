import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAppPage, type AppPage } from './support/page.ts';
import { wav } from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';

/** More than the buffers between a page and a server that does not read hold, bytes. */
const SLOW_BYTES = 24_000_000;
/** Bytes that the server reads with each move. */
const PIECE_BYTES = 1_000_000;

const server = await sharedServer();
let tab: AppPage;
/** A failing backend; the path selects the failure. */
let trouble: Server;
let troubleUrl: string;
/** Lets the server read one more piece of an upload, which it pauses otherwise. */
let move: () => void;

beforeAll(async () => {
  tab = await openAppPage(server);
  trouble = createServer((request, response) => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'authorization, apikey, content-type',
      'Access-Control-Expose-Headers': 'retry-after',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const how = request.url!.split('/')[1];
    if (how === 'slow') {
      let due = 0;
      request.on('data', ({ length }: Buffer) => {
        due -= length;
        if (due <= 0) request.pause();
      });
      move = () => {
        due = PIECE_BYTES;
        request.resume();
      };
    } else request.resume();
    request.on('end', () => {
      if (how === 'slow')
        return void response
          .writeHead(200, cors)
          .end(JSON.stringify({ success: true, audioUrl: 'https://example.com/a.webm' }));
      if (how === 'silent') return;
      if (how === 'broken') return void response.writeHead(500, cors).end('<h1>Internal</h1>');
      if (how === 'rows')
        return void response
          .writeHead(200, { ...cors, 'Content-Type': 'application/json' })
          .end(JSON.stringify(request.url!.includes('rpc/public_fragrances') ? PLAYLIST_PAGE : { success: true }));
      if (how === 'html') return void response.writeHead(200, cors).end('<h1>Welcome</h1>');
      if (how === 'busy')
        return void response
          .writeHead(429, { ...cors, 'Retry-After': '7' })
          .end(JSON.stringify({ success: false, error: 'Too many', code: 'rate_limited' }));
      response.destroy();
    });
  });
  await new Promise<void>((done) => trouble.listen(0, '127.0.0.1', done));
  troubleUrl = `http://127.0.0.1:${(trouble.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await tab?.close();
  trouble?.closeAllConnections();
  trouble?.close();
});

/** A page of the playlist with a row in it that no app could have stored. */
const PLAYLIST_PAGE = ['Good', '\nPoison', 'Fine'].map((name, i) => ({
  id: `00000000-0000-4000-8000-00000000000${i}`,
  name,
  description: '',
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  dominant_notes: ['C4'],
  background_notes: [],
  music_essence: ['C4'],
  top_notes: [],
  middle_notes: ['Rose'],
  base_notes: [],
  source: 'spectral',
  creator_name: 'Ada',
  made_at: '2026-01-01T00:00:00+00:00',
  uploaded_at: '2026-01-01T00:00:00.123456+00:00',
  has_audio: false,
}));

declare global {
  interface Window {
    /** Progress of an upload: the share of its bytes that went out, and its URL or the code of its failure. */
    upload: { done: number; outcome: string | null };
  }
}

describe('uploadAudio in a browser', () => {
  it('stores the blob byte for byte, reports its progress, and returns a URL that plays', async () => {
    const bytes = wav({ seconds: 1 });
    const uploaded = await tab.page.evaluate(async (numbers) => {
      const progress: number[] = [];
      const blob = new Blob([Uint8Array.from(numbers)], { type: 'audio/wav' });
      const { audioUrl } = await window.app.uploadAudio(blob, { onProgress: (done) => progress.push(done) });
      const stored = new Uint8Array(await (await fetch(audioUrl)).arrayBuffer());
      const player = new Audio(audioUrl);
      const duration = await new Promise<number>((done, fail) => {
        player.addEventListener('loadedmetadata', () => done(player.duration));
        player.addEventListener('error', () => fail(new Error('does not play')));
      });
      return { audioUrl, progress, stored: Array.from(stored), duration };
    }, Array.from(bytes));
    expect(uploaded.stored).toEqual(Array.from(bytes));
    expect(uploaded.progress.at(-1)).toBe(1);
    expect(uploaded.progress).toEqual([...uploaded.progress].sort((a, b) => a - b));
    expect(uploaded.duration).toBeCloseTo(1, 3);
  });

  it.each([
    ['silent', { code: 'timeout' }],
    ['broken', { code: 'server', status: 500 }],
    ['html', { code: 'server', status: 200 }],
    ['busy', { code: 'rate_limited', retryAfter: 7 }],
    ['away', { code: 'network' }],
  ])('fails with a code when the backend is %s', async (how, expected) => {
    const error = await tab.page.evaluate(
      ({ url, timeout }) => {
        const config = { url, key: window.app.backendConfig().key };
        const upload = window.app.uploadAudio(new Blob(['x']), { config, timeout });
        return upload.then(
          () => null,
          (thrown: object) => ({ ...thrown }),
        );
      },
      // Only the silent backend has a short limit; an answer may take longer.
      { url: `${troubleUrl}/${how}`, timeout: how === 'silent' ? 0.5 : 20 },
    );
    expect(error).toMatchObject(expected);
  });

  it('keeps the secret of the upload until the answer', async () => {
    const held = await tab.page.evaluate(async (url) => {
      const config = { url, key: window.app.backendConfig().key };
      const listLocks = async () => (await navigator.locks.query()).held!.map(({ name, mode }) => `${name} ${mode}`);
      const leaving = new AbortController();
      const upload = window.app.uploadAudio(new Blob(['x']), { config, signal: leaving.signal }).catch(() => undefined);
      const during = await listLocks();
      leaving.abort();
      await upload;
      return [during, await listLocks()];
    }, `${troubleUrl}/silent`);
    expect(held).toEqual([['accord-owner shared'], []]);
  });

  it('goes on as long as bytes move, and stops when none move any more', async () => {
    const { page } = tab;
    const [whole, stall] = await page.evaluate(() => {
      const { UPLOAD_TIMEOUT_SECONDS, UPLOAD_STALL_SECONDS } = window.app.uploadLimits;
      return [UPLOAD_TIMEOUT_SECONDS, UPLOAD_STALL_SECONDS] as const;
    });
    // Seconds pass by the page's clock alone.
    await page.clock.install();
    await page.clock.pauseAt(new Date(await page.evaluate(() => new Date().getTime() + 1000)));
    const upload = (how: string, limit: { stall?: number }, bytes: number) =>
      page.evaluate(
        ({ url, limit, bytes }) => {
          const config = { url, key: window.app.backendConfig().key };
          window.upload = { done: 0, outcome: null };
          const progress = window.upload;
          window.app
            .uploadAudio(new Blob([new Uint8Array(bytes)]), {
              config,
              ...limit,
              onProgress: (done) => (progress.done = done),
            })
            .then(
              ({ audioUrl }) => (progress.outcome = audioUrl),
              ({ code }: { code: string }) => (progress.outcome = code),
            );
        },
        { url: `${troubleUrl}/${how}`, limit, bytes },
      );
    const uploadState = () => page.evaluate(() => window.upload);
    const outcome = async () => (await uploadState()).outcome;
    /** Moves pieces until the page reports progress. */
    const moveUntilProgress = async () => {
      const { done } = await uploadState();
      await expect
        .poll(async () => {
          move();
          const now = await uploadState();
          return now.done > done || now.outcome !== null;
        })
        .toBe(true);
    };

    // The first try has a limit for the whole.
    await upload('slow', {}, SLOW_BYTES);
    await expect.poll(async () => (await uploadState()).done).toBeGreaterThan(0);
    await page.clock.runFor(1000 * (whole - 1));
    await moveUntilProgress();
    expect(await outcome()).toBeNull();
    await page.clock.runFor(1000);
    await expect.poll(outcome).toBe('timeout');

    // A later one has none, as long as something moves.
    await upload('slow', { stall }, SLOW_BYTES);
    await expect.poll(async () => (await uploadState()).done).toBeGreaterThan(0);
    for (let piece = 0; piece < 3; piece++) {
      await moveUntilProgress();
      await page.clock.runFor(1000 * (stall - 1));
      expect(await outcome()).toBeNull();
    }
    await expect
      .poll(async () => {
        move();
        return outcome();
      })
      .toBe('https://example.com/a.webm');

    await upload('slow', { stall }, SLOW_BYTES);
    await expect.poll(async () => (await uploadState()).done).toBeGreaterThan(0);
    await moveUntilProgress();
    // Bytes under way may still arrive, which restarts the time limit.
    await expect
      .poll(async () => {
        await page.clock.runFor(1000 * stall);
        return outcome();
      })
      .toBe('timeout');

    // A fully sent upload has a longer limit: it may still travel, and the backend processes it.
    await upload('silent', { stall }, 1);
    await expect.poll(async () => (await uploadState()).done).toBe(1);
    await page.clock.runFor(1000 * (4 * stall));
    expect(await outcome()).toBeNull();
    await page.clock.runFor(1000 * stall);
    await expect.poll(outcome).toBe('timeout');
    await page.clock.resume();
  });

  it('reports why the backend refuses, and stops when it is aborted', async () => {
    const errors = await tab.page.evaluate(async () => {
      const failingUpload = (blob: Blob, signal?: AbortSignal) =>
        window.app.uploadAudio(blob, signal ? { signal } : {}).then(
          () => null,
          (thrown: object) => ({ ...thrown }),
        );
      const before = new AbortController();
      before.abort();
      const during = new AbortController();
      const cancelled = failingUpload(new Blob([new Uint8Array(20_000_000)]), during.signal);
      during.abort();
      return [
        await failingUpload(new Blob(['no sound at all'])),
        await failingUpload(new Blob(['x']), before.signal),
        await cancelled,
      ];
    });
    expect(errors).toMatchObject([
      { code: 'rejected', status: 415, detail: 'not_audio' },
      { code: 'aborted' },
      { code: 'aborted' },
    ]);
  });
});

describe('an answer that does not come from the backend', () => {
  it.each(['html', 'rows'])('is no success of any call: %s with status 200', async (how) => {
    const failures = await tab.page.evaluate(async (url) => {
      const { account, attempt, backendConfig, requests, shares } = window.app;
      const config = { url, key: backendConfig().key };
      const audioUrl = `${new URL(url).origin}/storage/v1/object/public/audio/a.wav`;
      const share = {
        shareId: 'Portal01',
        title: 'My Accord Fragrance Profile',
        name: null,
        musicEssence: ['C4' as const],
        topNotes: [],
        middleNotes: [],
        baseNotes: [],
        audioUrl,
        intensity: null,
        complexity: null,
        persistence: null,
        trace: null,
      };
      const calls: [string, () => Promise<unknown>][] = [
        [
          'preorder',
          () =>
            requests.sendPreorder(
              { email: 'a@example.com', name: 'Ada', fragranceId: 'x', fragranceName: 'X' },
              { config },
            ),
        ],
        ['share', () => shares.insertShare(share, { config })],
        ['shared', () => shares.findShare('Portal01', { config })],
        ['own shares', () => shares.listOwnShares({ config })],
        ['export', () => account.exportMyData({ config })],
        ['claim', () => account.claimDevice({ config })],
        ...(url.endsWith('html')
          ? ([
              ['playlist', () => window.app.playlist.listPublicFragrances({}, { config })],
              [
                'message',
                () =>
                  requests.sendContactMessage(
                    { name: 'Ada', email: 'a@example.com', message: 'Hello there, Accord!' },
                    { config },
                  ),
              ],
              [
                'submission',
                () => requests.submitToReview({ name: 'Ada', email: 'a@example.com', audioUrl }, { config }),
              ],
              ['withdrawal', () => shares.withdrawShare('Portal01', { config })],
              ['forgetting', () => account.deleteDeviceRows({ config })],
            ] as [string, () => Promise<unknown>][])
          : []),
      ];
      return Promise.all(calls.map(async ([name, call]) => ({ name, ...((await attempt(call)) as object) })));
    }, `${troubleUrl}/${how}`);
    expect(failures).toEqual(
      failures.map(({ name }) => ({ name, failed: 'server', detail: how === 'html' ? 'not_json' : 'unreadable_row' })),
    );
  });

  it('is left out if it is one row of a list, and the other rows stay', async () => {
    const names = await tab.page.evaluate(async (url) => {
      const { items, next } = await window.app.playlist.listPublicFragrances(
        { pageSize: 3 },
        { config: { url, key: window.app.backendConfig().key } },
      );
      return { names: items.map(({ name }) => name), next };
    }, `${troubleUrl}/rows`);
    expect(names).toEqual({
      names: ['Good', 'Fine'],
      next: { at: '2026-01-01T00:00:00.123456+00:00', id: '00000000-0000-4000-8000-000000000002' },
    });
  });
});

describe('a recording in the outbox', () => {
  it('is sent later, and is stored once if only its answer was lost', async () => {
    const count = async () =>
      (
        await server.backend!.sql<{ n: number }>(
          "select count(*)::int as n from storage.objects where bucket_id = 'audio'",
        )
      )[0]!.n;
    const before = await count();
    const urls = await tab.page.evaluate(
      async (numbers) => {
        const blob = new Blob([Uint8Array.from(numbers)], { type: 'audio/wav' });
        const id = crypto.randomUUID();
        const first = await window.app.uploadAudio(blob, { id });
        // The same as without that answer: the very same recording is in the outbox, and is sent once more.
        const later = new Promise<string>((stored) => window.app.recordings.onStored((_id, url) => stored(url)));
        await window.app.recordings.storeRecordingBytes(id, blob);
        await window.app.outbox.add('recording', {}, { id });
        const url = await later;
        await window.app.outbox.flush();
        return [first.audioUrl, url, (await window.app.outbox.entries()).length];
      },
      Array.from(wav({ hz: 222 })),
    );
    expect(urls).toEqual([urls[0], urls[0], 0]);
    expect(await count()).toBe(before + 1);
  });
});

describe('the backend client of a page', () => {
  it('uses the keys of the server that served the page', async () => {
    const status = await tab.page.evaluate(async () => {
      const client = await window.app.supabase();
      const { error } = await client.rpc('count_call', { scope: 'report', address: null });
      return { error: error?.code, same: client === (await window.app.supabase()) };
    });
    // The key is valid (no 401 of the gateway); the function is not for visitors.
    expect(status).toEqual({ error: expect.stringMatching(/^(42501|PGRST202)$/), same: true });
  });

  it('reads stored objects from its own backend, under whatever host they were stored', async () => {
    const urls = await tab.page.evaluate(() => [
      window.app.playableUrl('http://localhost:9/storage/v1/object/public/audio/a.webm'),
      window.app.playableUrl('https://evil.example/storage/v1/object/public/audio/a.webm?track=me'),
      window.app.playableUrl('https://example.com/song.mp3'),
      window.app.playableUrl('data:audio/wav;base64,AAAA'),
    ]);
    expect(urls).toEqual([
      `${server.url}/storage/v1/object/public/audio/a.webm`,
      `${server.url}/storage/v1/object/public/audio/a.webm`,
      'https://example.com/song.mp3',
      'data:audio/wav;base64,AAAA',
    ]);
  });
});
