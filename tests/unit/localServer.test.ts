import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callerOf, forwardedFor, plainAddress, trustedProxies } from '../../supabase/local/http/addresses.ts';
import { createBodies } from '../../supabase/local/http/bodies.ts';
import { openDatabase } from '../../supabase/local/data/database.ts';
import { DataDirError, inWords, keysIn, lockDataDir, removeDrafts } from '../../supabase/local/data/dataDir.ts';
import { appHeaders, appPolicy, scriptHashes } from '../../pwa/hosts/headers.ts';
import { caddyFile, headersFile, vercelFile } from '../../pwa/hosts/hostFiles.ts';
import { today } from '../turn.ts';

const root = mkdtempSync(join(tmpdir(), 'accord-unit-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('the address of a caller', () => {
  it('is what the connection says, unless a configured proxy says otherwise', () => {
    const forwarded = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7,10.1.2.3' };
    expect(callerOf(from('198.51.100.1', forwarded), [])).toBe('198.51.100.1');
    expect(callerOf(from('198.51.100.1', forwarded), ['127.0.0.1'])).toBe('198.51.100.1');
    // Without a space behind the comma, and through two proxies of one's own.
    expect(callerOf(from('::ffff:127.0.0.1', forwarded), ['127.0.0.1', '10.0.0.0/8'])).toBe('203.0.113.7');
    expect(callerOf(from('127.0.0.1', { 'x-real-ip': '203.0.113.9' }), ['127.0.0.1'])).toBe('203.0.113.9');
    expect(callerOf(from('127.0.0.1', { 'x-forwarded-for': 'nonsense' }), ['127.0.0.1'])).toBe('127.0.0.1');
    expect(forwardedFor('2001:DB8::1', ['127.0.0.1'])).toBe('2001:db8::1');
    expect(plainAddress('"[2001:db8::1]:4711"')).toBe('2001:db8::1');
    expect(plainAddress('203.0.113.7:80')).toBe('203.0.113.7');
  });

  it('is not configured by a word that is no address', () => {
    expect(trustedProxies(' 127.0.0.1, 10.0.0.0/8 ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
    expect(trustedProxies(undefined)).toEqual([]);
    for (const wrong of ['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3'])
      expect(() => trustedProxies(wrong)).toThrow(wrong);
  });
});

describe('bodies', () => {
  const MIB = 1024 * 1024;
  /** A body in pieces of 64 KiB, made while it is read. */
  function stream(bytes: number): ReadableStream<Uint8Array> {
    let left = bytes;
    return new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.close();
        const size = Math.min(65_536, left);
        left -= size;
        controller.enqueue(new Uint8Array(size).fill(left % 251));
      },
    });
  }
  const post = (bytes: number) =>
    new Request('http://localhost/', { method: 'POST', body: stream(bytes), duplex: 'half' } as RequestInit);

  it('wait on disk, and two at a time are worked on', async () => {
    const folder = join(root, 'bodies');
    const { bodies, close } = createBodies(folder);
    let working = 0;
    let most = 0;
    const sizes = await Promise.all(
      Array.from({ length: 30 }, () =>
        bodies(post(4 * MIB), async (request) => {
          // Each begins before anything of its body is here: it may not want it.
          let bytes = 0;
          for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
            if (bytes === 0) most = Math.max(most, ++working);
            bytes += chunk.byteLength;
          }
          working--;
          return Response.json(bytes);
        }).then((response) => response.json()),
      ),
    );
    expect(sizes).toEqual(Array.from({ length: 30 }, () => 4 * MIB));
    expect(most).toBe(2);
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    close();
  });

  it('come through whole when they are small, and one byte too long when they are too long', async () => {
    const { bodies, close } = createBodies(null);
    const sizeOf = async (request: Request) => Response.json((await request.arrayBuffer()).byteLength);
    expect(await (await bodies(post(10), sizeOf)).json()).toBe(10);
    expect(await (await bodies(post(300_000), sizeOf)).json()).toBe(300_000);
    expect(await (await bodies(post(27 * MIB), sizeOf)).json()).toBe(26 * MIB + 1);
    close();
  });

  it('leave nothing behind when the work on them fails, or their sender goes away', async () => {
    const folder = join(root, 'failing');
    const { bodies, close } = createBodies(folder);
    await expect(bodies(post(MIB), async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let sent = 0;
    const torn = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 20) controller.enqueue(new Uint8Array(65_536));
        else controller.error(new Error('gone'));
      },
    });
    await expect(
      bodies(
        new Request('http://localhost/', { method: 'POST', body: torn, duplex: 'half' } as RequestInit),
        async (request) => new Response(await request.arrayBuffer()),
      ),
    ).rejects.toThrow('gone');
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    // A server that was killed left one: it goes with the next start.
    writeFileSync(join(folder, 'incoming', '1'), 'half');
    createBodies(folder).close();
    close();
    expect(existsSync(join(folder, 'incoming', '1'))).toBe(false);
  });
});

describe('the data folder', () => {
  it('has one server, and a mark that nobody renews counts for nothing', async () => {
    const folder = join(root, 'lock');
    const release = await lockDataDir(folder);
    await expect(lockDataDir(folder)).rejects.toThrow(DataDirError);
    await release();
    expect(readdirSync(folder)).toEqual([]);
    // Killed; its number has gone to a process that lives (this one's parent).
    mkdirSync(join(folder, 'server.lock'));
    writeFileSync(join(folder, 'server.pid'), String(process.ppid));
    utimesSync(join(folder, 'server.lock'), new Date(today() - 25_000), new Date(today() - 25_000));
    await (
      await lockDataDir(folder)
    )();
    // Killed, and its number belongs to nobody.
    mkdirSync(join(folder, 'server.lock'));
    writeFileSync(join(folder, 'server.pid'), '999999999');
    utimesSync(join(folder, 'server.lock'), new Date(today() - 4000), new Date(today() - 4000));
    await (
      await lockDataDir(folder)
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is closed to everybody else on the machine, also where it was open',
    async () => {
      const folder = join(root, 'private');
      mkdirSync(folder, { mode: 0o755 });
      for (const here of [folder, join(root, 'made')]) {
        const release = await lockDataDir(here);
        expect(statSync(here).mode & 0o777).toBe(0o700);
        await release();
      }
    },
  );

  it('gets new keys when the old ones are damaged, and keeps those', () => {
    const folder = join(root, 'keys');
    const first = keysIn(folder);
    expect(keysIn(folder)).toEqual(first);
    for (const damage of [
      '',
      'null',
      '{"publishable":"x"}',
      '{"publishable":1,"secret":2,"jwtSecret":3}',
      'not json',
    ]) {
      writeFileSync(join(folder, 'keys.json'), damage);
      const said: string[] = [];
      const keys = keysIn(folder, (line) => said.push(line));
      expect(keys.secret).toMatch(/^sb_secret_/);
      expect(said.join()).toMatch(/is damaged\. It was moved to .*keys\.json\.damaged-\d{4}-\d\d-\d\dT/);
      expect(statSync(join(folder, 'keys.json')).mode & 0o077).toBe(0);
    }
    const kept = readdirSync(folder).filter((name) => name.startsWith('keys.json.damaged-'));
    expect(kept.map((name) => readFileSync(join(folder, name), 'utf8')).sort()).toContain('not json');
    expect(kept).toHaveLength(5);
  });

  const cluster = (folder: string) => {
    mkdirSync(join(folder, 'global'), { recursive: true });
    writeFileSync(join(folder, 'PG_VERSION'), '17');
    writeFileSync(join(folder, 'global/pg_control'), 'x');
    writeFileSync(join(folder, 'data'), '215 preorders');
  };
  const refuse = async () => Promise.reject(new Error('Aborted()'));

  it('is opened as it is when the sign of a finished start is missing', async () => {
    const folder = join(root, 'unmarked/db');
    cluster(folder);
    expect(
      await openDatabase(
        folder,
        false,
        async (url) => url,
        () => undefined,
      ),
    ).toBe(folder);
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('215 preorders');
  });

  it('is moved aside, never deleted, when it cannot be opened and was never finished', async () => {
    const folder = join(root, 'unfinished/db');
    cluster(folder);
    const said: string[] = [];
    let tries = 0;
    expect(
      await openDatabase(
        folder,
        false,
        async () => (tries++ === 0 ? refuse() : 'empty'),
        (line) => said.push(line),
      ),
    ).toBe('empty');
    const aside = readdirSync(join(root, 'unfinished')).find((name) => name.startsWith('db.unfinished-'))!;
    expect(readFileSync(join(root, 'unfinished', aside, 'data'), 'utf8')).toBe('215 preorders');
    expect(said.join()).toContain(aside);
  });

  it('stops the start in words when it is damaged, incomplete, or its disk is full', async () => {
    const folder = join(root, 'damaged/db');
    cluster(folder);
    await expect(openDatabase(folder, true, refuse, () => undefined)).rejects.toThrow(
      /is damaged and cannot be opened\. Nothing was deleted/,
    );
    const full = async () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    await expect(openDatabase(folder, true, full, () => undefined)).rejects.toThrow(/the disk is full/);
    await expect(openDatabase(folder, false, full, () => undefined)).rejects.toThrow(/the disk is full/);
    rmSync(join(folder, 'PG_VERSION'));
    await expect(
      openDatabase(
        folder,
        true,
        async () => 'opened',
        () => undefined,
      ),
    ).rejects.toThrow(DataDirError);
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('215 preorders');
    expect(inWords('/data', Object.assign(new Error(), { code: 'EROFS' }))).toBeInstanceOf(DataDirError);
  });

  it('is freed of what a killed server had begun to write', () => {
    const folder = join(root, 'objects/ab');
    mkdirSync(folder, { recursive: true });
    for (const name of ['abcd', 'abcd.json', 'abcd.12.x.part']) writeFileSync(join(folder, name), 'x');
    removeDrafts(join(root, 'objects'));
    expect(readdirSync(folder).sort()).toEqual(['abcd', 'abcd.json']);
  });
});

describe('the content security policy', () => {
  it('names other sites only where a build names them', () => {
    expect(appPolicy()).not.toMatch(/unsafe-inline|'unsafe-eval'|shop|supabase/);
    const shop = {
      VITE_SHOP_WIDGET_SCRIPT: 'https://sdk.shop.example/buy.js',
      VITE_SHOP_DOMAIN: 'store.example',
      VITE_SHOP_TOKEN: 't',
      VITE_SHOP_PRODUCT_ID: '1',
    };
    expect(appPolicy(shop)).toMatch(/script-src 'self' 'wasm-unsafe-eval' https:\/\/sdk\.shop\.example;/);
    expect(appPolicy({ ...shop, VITE_SHOP_TOKEN: '' })).toBe(appPolicy());
    expect(appPolicy({ ...shop, VITE_SHOP_DOMAIN: 'x; script-src *' })).toBe(appPolicy());
    expect(appPolicy({ VITE_SUPABASE_URL: 'http://127.0.0.1:54321/' })).toMatch(
      /img-src [^;]*http:\/\/127\.0\.0\.1:54321;/,
    );
    expect(headersFile()).toMatch(/^\/\*\n(  [A-Za-z-]+: .+\n)+/);
    expect(headersFile()).toContain(`  Content-Security-Policy: ${appPolicy()}\n`);
  });

  it("names the page's inline scripts, and neither its data nor its files", () => {
    const page = '<script type="application/json">{}</script><script src="/a.js"></script><script>one()</script>';
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(scriptHashes(page)).toEqual(["'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='"]);
    expect(appPolicy({}, page)).toContain(" 'wasm-unsafe-eval' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4=';");
    expect(headersFile({}, page)).toContain(`  Content-Security-Policy: ${appPolicy({}, page)}\n`);
  });

  it('has a word on everything that a page can load or do', () => {
    const directives = new Map(
      appPolicy()
        .split('; ')
        .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]),
    );
    expect([...directives.keys()]).toEqual([
      'default-src',
      'script-src',
      'style-src',
      'img-src',
      'font-src',
      'connect-src',
      'media-src',
      'worker-src',
      'manifest-src',
      'frame-src',
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ]);
    for (const nothing of ['frame-src', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(directives.get(nothing)).toBe("'none'");
    expect(directives.get('default-src')).toBe("'self'");
  });

  it('is told to every kind of host in its own words', () => {
    const { headers, rewrites } = JSON.parse(vercelFile()) as {
      headers: { source: string; headers: { key: string; value: string }[] }[];
      rewrites: { source: string }[];
    };
    expect(headers[0]).toEqual({
      source: '/(.*)',
      headers: Object.entries(appHeaders()).map(([key, value]) => ({ key, value })),
    });
    const page = new RegExp(`^${rewrites[0]!.source}$`);
    expect([page.test('/share/AAAAAAAA'), page.test('/assets/gone.js')]).toEqual([true, false]);
    for (const [name, value] of Object.entries(appHeaders()))
      expect(caddyFile()).toContain(`\theader ${name} \`${value}\`\n`);
    expect(caddyFile()).not.toContain('reverse_proxy');
    expect(caddyFile({ VITE_SUPABASE_URL: 'https://abc.supabase.co/' })).toContain(
      'reverse_proxy https://abc.supabase.co {',
    );
    // An address is written into a file that is a program to its reader.
    expect(caddyFile({ VITE_SUPABASE_URL: 'https://abc {\n respond evil' })).not.toContain('evil');
  });
});
