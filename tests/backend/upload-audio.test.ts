import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import {
  fetchJson,
  newMember,
  newSecret,
  recordingForm,
  DEVICE_SECRET,
  serviceHeaders,
  startBeside,
  upload,
  visitor,
  wav,
} from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';
import { withTimeout } from '#tests/withTimeout.ts';

const server = await sharedServer();

const post = (
  url: string,
  body: BodyInit | null,
  headers: Record<string, string> = { Authorization: `Bearer ${server.keys!.publishable}` },
) => fetchJson(url, { method: 'POST', headers, body });

async function objectCount(): Promise<number> {
  const [row] = await server.backend!.sql<{ count: number }>(
    "select count(*)::int as count from storage.objects where bucket_id = 'audio'",
  );
  return row!.count;
}

const url = () => `${server.url}/functions/v1/upload-audio`;

describe('upload-audio', () => {
  it('stores a recording byte for byte and returns its URL', async () => {
    const bytes = wav({ seconds: 2 });
    const { status, body, headers } = await post(url(), recordingForm(bytes));
    expect(body).toMatchObject({ success: true });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const audioUrl = String(body['audioUrl']);
    expect(audioUrl).toMatch(/\/storage\/v1\/object\/public\/audio\/[0-9a-f-]{36}\.wav$/);
    const stored = await fetch(audioUrl);
    expect(stored.status).toBe(200);
    expect(stored.headers.get('content-type')).toBe('audio/wav');
    // A withdrawn recording stays in caches for a minute at most.
    expect(stored.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30');
    const again = await fetch(audioUrl, { headers: { 'If-None-Match': stored.headers.get('etag')! } });
    expect(again.status).toBe(304);
    expect((await again.arrayBuffer()).byteLength).toBe(0);
    expect(audioUrl).toBe(`${new URL(audioUrl).origin}/storage/v1/object/public/audio/${String(body['audioPath'])}`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  });

  it('gives two uploads of the same sound two names', async () => {
    const bytes = wav();
    const [one, two] = await Promise.all([post(url(), recordingForm(bytes)), post(url(), recordingForm(bytes))]);
    expect(one.body['audioUrl']).not.toBe(two.body['audioUrl']);
  });

  it('stores a recording once that is sent again under its id', async () => {
    const id = crypto.randomUUID();
    const named = (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('id', id);
      for (const [name, value] of recordingForm(bytes)) form.append(name, value);
      return form;
    };
    const before = await objectCount();
    const first = await post(url(), named(wav({ hz: 300 })));
    const second = await post(url(), named(wav({ hz: 300 })));
    expect(second.body).toEqual(first.body);
    expect(String(first.body['audioUrl'])).not.toContain(id);
    expect(await objectCount()).toBe(before + 1);
    const other = await post(url(), named(wav({ hz: 301 })));
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ success: false, code: 'duplicate' });
    // Another person who has the id does not get the recording.
    const stranger = named(wav({ hz: 300 }));
    stranger.set('owner', newSecret());
    expect(await post(url(), stranger)).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect(await objectCount()).toBe(before + 1);
    // Two simultaneous uploads still make one recording.
    const twice = crypto.randomUUID();
    const both = () => {
      const form = named(wav({ hz: 302 }));
      form.set('id', twice);
      return post(url(), form);
    };
    const answers = await Promise.all([both(), both(), both()]);
    expect(new Set(answers.map(({ body }) => body['audioUrl'])).size).toBe(1);
    expect(await objectCount()).toBe(before + 2);
  });

  it('accepts in a preflight all headers of supabase-js', async () => {
    const preflight = await fetch(url(), {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    for (const name of ['apikey', 'x-client-info', 'authorization', 'content-type']) expect(allowed).toContain(name);
  });

  it('refuses invalid uploads with a message, and stores nothing', async () => {
    const before = await objectCount();
    const form = (value: string) => recordingForm(new TextEncoder().encode(value));
    const tooLarge = new Uint8Array(25 * 1024 * 1024 + 1);
    tooLarge.set(wav());
    const wrong: [string, BodyInit | null, Record<string, string> | undefined, number, string][] = [
      ['no secret of a device', recordingForm(wav(), 'file', null), undefined, 400, 'no_owner'],
      ['a text called recording.mp3', form('These are words, no sound.'.repeat(40)), undefined, 415, 'not_audio'],
      ['an empty file', recordingForm(new Uint8Array()), undefined, 400, 'empty'],
      ['another field', recordingForm(wav(), 'audio'), undefined, 400, 'missing_file'],
      ['25 MiB and one byte', recordingForm(tooLarge), undefined, 413, 'too_large'],
      [
        'no form',
        JSON.stringify({ file: 'x' }),
        { Authorization: `Bearer ${server.keys!.publishable}`, 'Content-Type': 'application/json' },
        400,
        'invalid_form',
      ],
      ['no key', recordingForm(wav()), {}, 401, 'unauthorized'],
      [
        'a wrong key',
        recordingForm(wav()),
        { Authorization: 'Bearer sb_publishable_somebody_elses' },
        401,
        'unauthorized',
      ],
      [
        'a forged token',
        recordingForm(wav()),
        { Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x' },
        401,
        'unauthorized',
      ],
    ];
    for (const [name, body, headers, status, code] of wrong) {
      const answer = await post(url(), body, headers);
      expect({ name, status: answer.status, code: answer.body['code'], success: answer.body['success'] }).toEqual({
        name,
        status,
        code,
        success: false,
      });
      expect(String(answer.body['error'])).toMatch(/\w+ \w+/);
    }
    expect(await objectCount()).toBe(before);
  });

  it('refuses a form that was cut off, whatever its length states', async () => {
    const before = await objectCount();
    const whole = new Request('http://x/', { method: 'POST', body: recordingForm(wav()) });
    const type = whole.headers.get('content-type')!;
    const cut = (await whole.arrayBuffer()).slice(0, 3000);
    const answer = await post(url(), cut, {
      Authorization: `Bearer ${server.keys!.publishable}`,
      'Content-Type': type,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'truncated' });
    expect(await objectCount()).toBe(before);
  });

  it('refuses other methods', async () => {
    const answer = await fetchJson(url(), { headers: { Authorization: `Bearer ${server.keys!.publishable}` } });
    expect(answer.status).toBe(405);
    expect(answer.body).toMatchObject({ success: false });
  });

  it('accepts a recording of a member as well', async () => {
    const member = await newMember(server);
    const answer = await post(url(), recordingForm(wav()), member.headers);
    expect(answer.body).toMatchObject({ success: true });
  });
});

describe('upload-audio with the embedded backend', () => {
  it('accepts a recording of exactly 25 MiB @slow', async () => {
    const bytes = new Uint8Array(25 * 1024 * 1024);
    bytes.set(wav());
    const answer = await upload(server, bytes);
    expect(answer.body).toMatchObject({ success: true });
    const stored = await fetch(String(answer.body['audioUrl']));
    expect(Number(stored.headers.get('content-length'))).toBe(bytes.length);
    await stored.body?.cancel();
  });

  it('stores nothing when the sender disconnects in the middle, and still serves others', async () => {
    const before = await objectCount();
    const { port } = new URL(server.url);
    const gone = new Promise<void>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /functions/v1/upload-audio HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${server.keys!.publishable}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: 100000\r\n\r\n--cut\r\nContent-Disposition: form-data; name="file"; filename="recording.mp3"\r\n\r\n`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => done());
    });
    await withTimeout('the end of the connection', gone);
    expect((await upload(server, wav())).status).toBe(200);
    expect(await objectCount()).toBe(before + 1);
  });

  it('serves parts of a recording, so that players can seek', async () => {
    const bytes = wav({ seconds: 1 });
    const audioUrl = String((await upload(server, bytes)).body['audioUrl']);
    const part = await fetch(audioUrl, { headers: { Range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(bytes.subarray(100, 200)))).toBe(true);
    const beyond = await fetch(audioUrl, { headers: { Range: `bytes=${bytes.length}-` } });
    expect(beyond.status).toBe(416);
  });
});

describe('an upload', () => {
  it('is refused with a message beyond the calls of a window and the bytes of a day, and withdrawing is not', async () => {
    // The limit is a twentieth of 60 calls, 3. Simultaneous calls must not pass it.
    const strict = await startBeside(server, { RATE_LIMIT_FACTOR: '0.05' });
    const setLimit = (kib: number) =>
      server.backend!.sql("update private.limits set of_one = $1 where scope = 'upload-bytes'", [kib]);
    await setLimit(440);
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, () => upload(strict, wav())));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      const late = answers.find((answer) => answer.status === 429)!;
      expect(late.body).toMatchObject({ success: false, code: 'rate_limited' });
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      // A forged address must not pass it either.
      const forged = await fetchJson(`${strict.url}/functions/v1/upload-audio`, {
        method: 'POST',
        headers: { ...visitor(strict), 'X-Forwarded-For': '203.0.113.9', 'CF-Connecting-IP': '203.0.113.9' },
        body: recordingForm(wav()),
      });
      expect(forged.status).toBe(429);
      const [kept] = await strict.backend!.sql<{ key: string }>(
        "select key from private.caller_windows where key like 'upload-audio:%' and key <> 'upload-audio:all'",
      );
      expect(kept!.key).toMatch(/^upload-audio:[0-9a-f]{64}$/);

      // A twentieth of the bytes of a day is used up, too.
      await strict.backend!.sql("delete from private.caller_windows where key like 'upload-audio:%'");
      const refused = await upload(strict, wav());
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ code: 'rate_limited', error: expect.stringMatching(/uploaded today/) });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
      const forgotten = await fetchJson(`${strict.url}/functions/v1/forget-device`, {
        method: 'POST',
        headers: { ...visitor(strict), 'Content-Type': 'application/json' },
        body: JSON.stringify({ owner: DEVICE_SECRET }),
      });
      expect(forgotten.body).toEqual({ success: true });
    } finally {
      await setLimit(1024 ** 2);
      await strict.close();
    }
  });

  it('of a member whose account is deleted meanwhile is refused as without a session, and leaves no file', async () => {
    const member = await newMember(server);
    const before = await objectCount();
    await server.backend!
      .sql(`create function private.gone_meanwhile() returns trigger language plpgsql security definer as $$
      begin delete from auth.users where id = '${member.id}'; return null; end $$`);
    await server.backend!.sql(
      'create trigger gone_meanwhile before insert on public.recordings for each statement execute function private.gone_meanwhile()',
    );
    try {
      const answer = await upload(server, wav({ hz: 991 }), member.headers, null);
      expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'unauthorized' } });
      expect(await objectCount()).toBe(before);
    } finally {
      await server.backend!.sql('drop trigger gone_meanwhile on public.recordings');
    }
  });
});

describe('recordings in storage', () => {
  const put = (body: Uint8Array<ArrayBuffer>, type: string) =>
    fetchJson(`${server.url}/storage/v1/object/audio/service-${crypto.randomUUID()}`, {
      method: 'POST',
      headers: { ...serviceHeaders(server), 'Content-Type': type },
      body,
    });

  it('have no file of another type, even from the service', async () => {
    expect((await put(new TextEncoder().encode('<script>'), 'text/html')).status).toBe(400);
  });

  it('have no larger file, even from the service @slow', async () => {
    expect((await put(new Uint8Array(25 * 1024 * 1024 + 1), 'audio/wav')).status).toBe(400);
  });

  const CARD_FIELDS = { share_id: 'Nothing0' };

  it('belong to the right callers when requests arrive at the same time', async () => {
    const member = await newMember(server);
    const anon = createClient(server.url, server.keys!.publishable, {
      realtime: { transport: WebSocket as never },
      auth: { persistSession: false },
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        if (i % 3 === 0)
          return [
            'service',
            (
              await fetchJson(`${server.url}/rest/v1/rpc/share_card`, {
                method: 'POST',
                headers: { ...serviceHeaders(server), 'Content-Type': 'application/json' },
                body: JSON.stringify(CARD_FIELDS),
              })
            ).status,
          ];
        if (i % 3 === 1) return ['anon', (await anon.rpc('share_card', CARD_FIELDS)).status];
        return [
          'member',
          (
            await fetchJson(`${server.url}/rest/v1/rpc/share_card`, {
              method: 'POST',
              headers: { ...member.headers, 'Content-Type': 'application/json' },
              body: JSON.stringify(CARD_FIELDS),
            })
          ).status,
        ];
      }),
    );
    const expected = { service: 200, anon: 401, member: 403 } as const;
    for (const [who, status] of answers)
      expect({ who, status }).toEqual({ who, status: expected[who as keyof typeof expected] });
  });
});
