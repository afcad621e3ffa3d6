import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../../supabase/local/log.ts';
import { withoutPeople } from '../../../supabase/local/log.ts';
import { createHealth, type Health } from '../../../supabase/local/running/health.ts';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { startBackendThread } from '../../../supabase/local/thread/backendThread.ts';
import { migratedFolder } from '../support/folder.ts';
import {
  ask,
  makeShare,
  newMember,
  newSecret,
  orderOf,
  rpc,
  shareRow,
  upload,
  visitor,
  wav,
} from '../support/testServer.ts';

/** What whoever runs the server sees of it: health, metrics and the log. */

const folder = await migratedFolder('health');
const TOKEN = 'a-token-for-the-metrics';
let server: RunningServer;
const entries: LogEntry[] = [];
const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  server = await startServer({
    port: 0,
    dataDir: folder,
    mode: 'backend',
    env: { RATE_LIMIT_FACTOR: '1000' },
    metricsToken: TOKEN,
    log: (entry) => entries.push(entry),
    backend: {
      open: (given) => startBackendThread(given, undefined, new URL('../support/damagedWorker.mjs', import.meta.url)),
    },
  });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  errors.mockRestore();
});

const health = () => ask<Health>(`${server.url}/healthz`);
const metrics = (headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) =>
  ask<string>(`${server.url}/metrics`, { headers });

describe('/healthz', () => {
  it('says that database, storage and disk are well, to anybody', async () => {
    const { status, body, headers } = await health();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      database: { ok: true, restarts: 0 },
      storage: { ok: true },
      disk: { ok: true, free_bytes: expect.any(Number) as number },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 503 while the recordings cannot be written', async () => {
    const objects = join(folder, 'objects');
    rmSync(objects, { recursive: true, force: true });
    writeFileSync(objects, 'in the way');
    try {
      expect(await health()).toMatchObject({ status: 503, body: { status: 'failing', storage: { ok: false } } });
    } finally {
      rmSync(objects);
    }
    expect((await health()).status).toBe(200);
    expect(existsSync(join(objects, 'probe.part'))).toBe(false);
  });

  it('answers 503 when the disk is nearly full', async () => {
    const nearly = createHealth({ backend: null, dataDir: folder, disk: async () => ({ free: 1e6, size: 1e9 }) });
    expect(await nearly()).toMatchObject({ status: 'failing', disk: { ok: false, free_bytes: 1e6 } });
  });

  it('is bounded in time when the database or the disk never answers, and asks them once only', async () => {
    let asked = 0;
    const sql = () => {
      asked++;
      return new Promise<never>(() => undefined);
    };
    const check = createHealth({
      backend: { sql },
      dataDir: folder,
      patienceMs: 1,
      disk: () => new Promise(() => undefined),
    });
    for (let round = 0; round < 3; round++)
      expect(await check()).toMatchObject({ status: 'failing', database: { ok: false }, disk: null });
    expect(asked).toBe(1);
  });

  it('fails when nobody tries to send a mail that is due, where the server sends mails', async () => {
    const { sql } = server.backend!;
    await sql(`insert into private.mails (kind, recipient, created_at, next_try_at, sent_at) values
      ('test', 'ada@example.com', now() - interval '2 hours', now() + interval '1 hour', null), ('test', 'eve@example.com', now() - interval '3 hours', null, now())`);
    const check = createHealth({ backend: { sql }, dataDir: null, mails: true });
    // It waits for its next try: the mail server of somebody else is away.
    expect(await check()).toMatchObject({ status: 'ok', mail: { ok: true, waiting: 1, overdue_seconds: 0 } });
    await sql("update private.mails set next_try_at = now() - interval '1 hour' where sent_at is null");
    const { status, mail } = await check();
    expect([status, mail?.ok, mail?.waiting]).toEqual(['failing', false, 1]);
    expect(mail!.oldest_seconds).toBeGreaterThanOrEqual(7200);
    expect((await health()).body.mail).toBeNull();
    await sql("delete from private.mails where kind = 'test'");
    expect(await check()).toMatchObject({ status: 'ok', mail: { ok: true, waiting: 0, oldest_seconds: 0 } });
  });

  it('counts a database that was opened again', async () => {
    await expect(server.backend!.sql("select 'use up the stack'")).rejects.toBeInstanceOf(Error);
    const after = await health();
    expect(after.body.database).toMatchObject({ restarts: 1 });
    // Down or up again by now, but never an answer that does not come.
    expect([200, 503]).toContain(after.status);
    await server.backend!.sql('select 1');
    expect(await health()).toMatchObject({ status: 200, body: { database: { ok: true, restarts: 1 } } });
    expect(errors.mock.calls.flat().join(' ')).toContain('It is opened again.');
  });
});

describe('/metrics', () => {
  it('has no address without a token, and answers nobody else with one', async () => {
    const other = await startServer({ port: 0, dataDir: null, mode: 'backend' });
    expect((await ask(`${other.url}/metrics`, { headers: { Authorization: `Bearer ` } })).status).toBe(404);
    await other.close();
    for (const authorization of ['', 'Bearer', 'Bearer x', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const answer = await metrics({ Authorization: authorization });
      expect([authorization, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        authorization,
        401,
        'Bearer',
      ]);
    }
  });

  it('counts requests by route and status, with their durations', async () => {
    await ask(`${server.url}/rest/v1/rpc/public_fragrances`, { method: 'POST', headers: visitor(server) });
    await ask(`${server.url}/nothing.js`);
    const { status, body, headers } = await metrics();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const value = (sample: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')
          .at(-1),
      );
    expect(value('accord_http_requests_total{route="assets",method="GET",status="404"}')).toBeGreaterThan(0);
    expect(value('accord_http_request_duration_seconds_count{route="rest"}')).toBeGreaterThan(0);
    expect(value('accord_http_request_duration_seconds_bucket{route="rest",le="+Inf"}')).toBe(
      value('accord_http_request_duration_seconds_count{route="rest"}'),
    );
    for (const [sample, least] of Object.entries({
      'accord_part_up{part="database"}': 1,
      'accord_queue_length{queue="database"}': 0,
      accord_database_restarts_total: 1,
      accord_disk_free_bytes: 1,
      process_resident_memory_bytes: 1e6,
    }))
      expect([sample, value(sample) >= least]).toEqual([sample, true]);
    // Each line is a comment or a sample: https://prometheus.io/docs/instrumenting/exposition_formats/
    for (const line of body.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"\\]*",?)+\})? [\d.e+-]+)$/);
  });
});

describe('the log', () => {
  it('has an entry for each request, and nothing of the people who made it', async () => {
    entries.length = 0;
    const member = await newMember(server, 'Secretive Name');
    const secret = newSecret();
    const order = orderOf({ email: 'buyer@example.com', name: 'Buyer Name' }, secret);
    await rpc(server, visitor(server), 'place_preorder', order);
    const { audioPath, audioUrl } = (await upload(server, wav(), member.headers)).body;
    await fetch(String(audioUrl));
    const share = shareRow(String(audioPath));
    await makeShare(server, share, visitor(server));
    await fetch(`${server.url}/share/${String(share.share_id)}?utm=from-a-friend`);
    await fetch(`${server.url}/rest/v1/rpc/ada@example.com?x=1`, { method: 'POST', headers: visitor(server) });
    await fetch(`${server.url}/functions/v1/ada-lovelace`, { method: 'POST', headers: visitor(server) });
    await fetch(`${server.url}/ada@example.com?token_hash=abc`);
    const raw = connect(Number(new URL(server.url).port), '127.0.0.1');
    raw.end('GET /ada-lovelace HTTP/1.1\r\nHost: a,b\r\nConnection: close\r\n\r\n');
    await new Promise((done) => raw.resume().once('close', done));
    const written = () => entries.map((entry) => JSON.stringify(entry)).join('\n');
    await expect.poll(written).toContain('/functions/v1/:name');
    for (const path of [
      '/auth/v1/signup',
      '/rest/v1/rpc/place_preorder',
      '/rest/v1/rpc/:name',
      '/functions/v1/upload-audio',
      '/storage/v1/object/public/audio',
      '/share/:id',
      '/:page',
    ])
      expect(written()).toContain(`"path":"${path}"`);
    const people = [
      member.email,
      member.id,
      'Secretive',
      'buyer',
      'Buyer',
      secret,
      String(audioPath).split('/').at(-1)!,
      String(share.share_id),
      'from-a-friend',
      'ada',
      'token_hash',
      '127.0.0.1',
      server.keys!.secret,
      server.keys!.publishable,
      member.headers['Authorization']!.slice(10),
    ];
    for (const word of people) expect(written()).not.toContain(word);
  });

  it('has problems without addresses, ids, keys and queries', () => {
    const id = crypto.randomUUID();
    expect(
      withoutPeople(
        `Key (email)=(ada.l@example.co.uk) of ${id} at https://x.example/a?token=1&b=2 from 203.0.113.9 and 2001:db8::1, Bearer abc.def, sb_secret_abc, /share/Xyz-12; 12:30:45 on http://127.0.0.1:5173`,
      ),
    ).toBe(
      'Key (email)=((mail address)) of (id) at https://x.example/a?(query) from (address) and (address), Bearer (token) (key), /share/(id); 12:30:45 on http://127.0.0.1:5173',
    );
  });
});
