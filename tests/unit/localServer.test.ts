import {
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
import { callerOf, withCaller } from '#local/http/addresses.ts';
import { bodyOf } from '#local/http/requestQueue.ts';
import { openDatabase } from '#local/data/database.ts';
import { DataDirError, describeDataDirError, keysIn, lockDataDir, removeDrafts } from '#local/data/dataDir.ts';
import { appHeaders, appPolicy, scriptHashes } from '#pwa/hosts/headers.ts';
import { caddyFile, headersFile, vercelFile } from '#pwa/hosts/hostFiles.ts';
import { today } from '#tests/eventLoop.ts';

const root = mkdtempSync(join(tmpdir(), 'accord-unit-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the address of a caller', () => {
  it('is that of the connection, and no header changes it', () => {
    const from = (remoteAddress: string) => callerOf({ socket: { remoteAddress } } as unknown as IncomingMessage);
    expect(from('198.51.100.1')).toBe('198.51.100.1');
    expect(from('::ffff:127.0.0.1')).toBe('127.0.0.1');
    const { headers } = withCaller(
      new Request('http://localhost/', { headers: { 'x-real-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' } }),
      '198.51.100.1',
    );
    expect([headers.get('x-real-ip'), headers.get('x-forwarded-for')]).toEqual(['198.51.100.1', null]);
  });
});

describe('a request body', () => {
  const MIB_BYTES = 1024 * 1024;
  /** Made while it is read, so that its length is unknown before. */
  const post = (path: string, bytes: number) => {
    let left = bytes;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left <= 0) return controller.close();
        const size = Math.min(65_536, left);
        left -= size;
        controller.enqueue(new Uint8Array(size));
      },
    });
    return new Request(`http://localhost${path}`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  };

  it('may be as long as its service allows', async () => {
    const lengthOf = async (path: string, bytes: number) => (await bodyOf(post(path, bytes)))?.length;
    expect(await lengthOf('/rest/v1/rpc/x', MIB_BYTES)).toBe(MIB_BYTES);
    expect(await bodyOf(post('/rest/v1/rpc/x', MIB_BYTES + 1))).toBe('too large');
    expect(await lengthOf('/storage/v1/object/audio/x', 26 * MIB_BYTES)).toBe(26 * MIB_BYTES);
    expect(await bodyOf(post('/storage/v1/object/audio/x', 26 * MIB_BYTES + 1))).toBe('too large');
  });
});

describe('the data folder', () => {
  it('has one server, and ignores a lock that is no longer renewed', async () => {
    const folder = join(root, 'lock');
    const release = await lockDataDir(folder);
    await expect(lockDataDir(folder)).rejects.toThrow(DataDirError);
    await release();
    expect(readdirSync(folder)).toEqual([]);
    // Killed; a running process (this one's parent) has its number now.
    mkdirSync(join(folder, 'server.lock'));
    writeFileSync(join(folder, 'server.pid'), String(process.ppid));
    utimesSync(join(folder, 'server.lock'), new Date(today() - 25_000), new Date(today() - 25_000));
    await (
      await lockDataDir(folder)
    )();
    // Killed, and no process has its number.
    mkdirSync(join(folder, 'server.lock'));
    writeFileSync(join(folder, 'server.pid'), '999999999');
    utimesSync(join(folder, 'server.lock'), new Date(today() - 4000), new Date(today() - 4000));
    await (
      await lockDataDir(folder)
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is closed to all other users of the machine, also if it was open before',
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

  it('gets new keys when the old ones are damaged, and keeps the new ones', () => {
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
      const logged: string[] = [];
      const keys = keysIn(folder, (line) => logged.push(line));
      expect(keys.secret).toMatch(/^sb_secret_/);
      expect(logged.join()).toMatch(/is damaged\. It was moved to .*keys\.json\.damaged-\d{4}-\d\d-\d\dT/);
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

  it('is opened unchanged when the mark of a finished start is missing', async () => {
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
    const logged: string[] = [];
    let tries = 0;
    expect(
      await openDatabase(
        folder,
        false,
        async () => (tries++ === 0 ? refuse() : 'empty'),
        (line) => logged.push(line),
      ),
    ).toBe('empty');
    const aside = readdirSync(join(root, 'unfinished')).find((name) => name.startsWith('db.unfinished-'))!;
    expect(readFileSync(join(root, 'unfinished', aside, 'data'), 'utf8')).toBe('215 preorders');
    expect(logged.join()).toContain(aside);
  });

  it('stops the start with a reason when it is damaged, incomplete, or its disk is full', async () => {
    const folder = join(root, 'damaged/db');
    cluster(folder);
    await expect(openDatabase(folder, true, refuse, () => undefined)).rejects.toThrow(
      /is damaged and cannot be opened\. Nothing was deleted/,
    );
    const rejectFull = async () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    await expect(openDatabase(folder, true, rejectFull, () => undefined)).rejects.toThrow(/the disk is full/);
    await expect(openDatabase(folder, false, rejectFull, () => undefined)).rejects.toThrow(/the disk is full/);
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
    expect(describeDataDirError('/data', Object.assign(new Error(), { code: 'EROFS' }))).toBeInstanceOf(DataDirError);
  });

  it('loses the temporary files of a killed server', () => {
    const folder = join(root, 'objects/ab');
    mkdirSync(folder, { recursive: true });
    for (const name of ['abcd', 'abcd.json', 'abcd.12.x.part']) writeFileSync(join(folder, name), 'x');
    removeDrafts(join(root, 'objects'));
    expect(readdirSync(folder).sort()).toEqual(['abcd', 'abcd.json']);
  });
});

describe('the content security policy', () => {
  it('allows only the other sites that the build lists', () => {
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

  it("allows the page's inline scripts by their hashes, not its data or its files", () => {
    const page = '<script type="application/json">{}</script><script src="/a.js"></script><script>one()</script>';
    // printf 'one()' | openssl dgst -sha256 -binary | base64
    expect(scriptHashes(page)).toEqual(["'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='"]);
    expect(appPolicy({}, page)).toContain(" 'wasm-unsafe-eval' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4=';");
    expect(headersFile({}, page)).toContain(`  Content-Security-Policy: ${appPolicy({}, page)}\n`);
  });

  it('has a directive for everything that a page can load or do', () => {
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

  it('is written for every kind of host in its format', () => {
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
