import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '#local/serverContract.ts';
import { createPicture, pictureUrlOf } from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  callFunction,
  getShare,
  makeShare,
  newShareId as newId,
  DEVICE_SECRET,
  shareRow,
  startBeside,
  upload,
  wav,
} from './support/testServer.ts';

/** The page of a share: the page of the build with the words of the share in it. */

const shared = await sharedServer();
let server: RunningServer;
let audioUrl: string;
let audioPath: string;
const dist = mkdtempSync(join(tmpdir(), 'accord-dist-'));

beforeAll(async () => {
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Accord</title><meta name="description" content="Sing."><meta property="og:title" content="Accord"></head><body><div id="root"></div></body></html>',
  );
  const env = { RATE_LIMIT_FACTOR: '1000' };
  server = await startBeside(shared, env, { mode: 'start', build: false, dist });
  audioUrl = String((await upload(server, wav({ seconds: 1 }))).body['audioUrl']);
  audioPath = audioUrl.split('/audio/')[1]!;
});
afterAll(async () => {
  await server?.close();
  rmSync(dist, { recursive: true, force: true });
});

const make = (more: object = {}) => makeShare(server, shareRow(audioPath, { ...more }));

describe('the page of a share', () => {
  const page = (id: string, init?: RequestInit) => fetch(`${server.url}/share/${id}`, init);
  /** Contents of the head's tags by their name, as a crawler reads them. */
  const tagsOf = (html: string) => {
    const text = (value: string) =>
      value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    const head = html.slice(0, html.indexOf('</head>'));
    const tags = [...head.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g)].map(
      (match) => [match[1]!, text(match[2]!)] as const,
    );
    return {
      title: /<title>([^<]*)<\/title>/.exec(head)?.[1],
      names: tags.map(([name]) => name),
      ...Object.fromEntries(tags),
    } as Record<string, unknown> & { names: string[] };
  };

  it('has title, description, audio, picture and card for crawlers', async () => {
    const id = newId();
    await createPicture(server, id);
    await make({ share_id: id });
    const response = await page(id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    const tags = tagsOf(html);
    expect(tags).toMatchObject({
      title: 'Accord Fragrance Profile',
      description:
        'Night Garden. Music essence: C4, E4, G#4. Top notes: Bergamot. Middle notes: Rose. Base notes: Oud, Vanilla.',
      'og:type': 'music.song',
      'og:site_name': 'Accord',
      'og:title': 'Night Garden',
      'twitter:title': 'Night Garden',
      'og:url': `${server.url}/share/${id}`,
      'og:audio': audioUrl,
      'og:image': pictureUrlOf(server, id),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'The flower of Night Garden with its notes',
      'twitter:card': 'summary_large_image',
    });
    expect(tags.names.length).toBe(new Set(tags.names).size);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<div id="root">');
    const picture = await fetch(String(tags['og:image']));
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    // Looking at the page is not yet a view.
    expect((await getShare(server, id)).body[0]).toMatchObject({ view_count: 0 });
  });

  it('redirects from a link with trailing characters to the share', async () => {
    const id = String((await make()).body[0]!['share_id']);
    for (const behind of ['.', ',', ')', '%20', '%E2%80%8B', '&feature=share', '.%20And%20more']) {
      const moved = await page(id + behind, { redirect: 'manual' });
      expect([behind, moved.status, moved.headers.get('location')]).toEqual([behind, 301, `${server.url}/share/${id}`]);
    }
    expect((await page(`${id}?fbclid=1`)).status).toBe(200);
    expect((await page(`${id}x.`)).status).toBe(404);
  });

  it('escapes markup in every text', async () => {
    const evil = [
      '</title><script>alert(1)</script>',
      '"><svg onload=alert(1)>',
      "' onmouseover='alert(1)",
      '$& $1 $`',
      '</head><body>',
    ];
    const made = await make({
      name: evil[0],
      description: evil.join(),
      source: 'keys',
      top_notes: [evil[1]],
      middle_notes: [evil[2]],
      base_notes: [evil[3], evil[4]],
    });
    const html = await (await page(String(made.body[0]!['share_id']))).text();
    expect(html).not.toMatch(/<script>alert|<svg|onload=alert\(1\)>"|<body>[\s\S]*<body>/);
    expect(html.match(/<\/head>/g)).toHaveLength(1);
    expect(tagsOf(html)['description']).toBe(
      `${evil[0]}. Music essence: C4, E4, G#4. Top notes: ${evil[1]}. Middle notes: ${evil[2]}. Base notes: ${evil[3]}, ${evil[4]}.`,
    );
    // The words of the page are JSON, in which no character is markup.
    expect(JSON.parse(/ id="words">([^<>&]*)<\/script>/.exec(html)![1]!)).toEqual({
      shareId: made.body[0]!['share_id'],
      title: 'My Accord Fragrance Profile',
      name: evil[0],
      story: 'Played note by note. This is how it smells.',
      maker: null,
      description: evil.join(),
      musicEssence: 'C4, E4, G#4',
      topNotes: evil[1],
      middleNotes: evil[2],
      baseNotes: `${evil[3]}, ${evil[4]}`,
    });
  });

  it('has no picture if the share has none, and is the bare app without a share', async () => {
    const id = String((await make({ name: null })).body[0]!['share_id']);
    const tags = tagsOf(await (await page(id)).text());
    expect(tags.names).not.toContain('og:image');
    expect(tags['description']).toMatch(/^Music essence/);
    expect(tags['og:title']).toBe('My Accord Fragrance Profile');
    for (const wrong of ['Nothing0', 'short', '%3Cscript%3E']) {
      const response = await page(wrong);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain('<div id="root">');
      expect(html).toContain('noindex');
      expect(html).not.toContain('id="words"');
    }
    expect(await (await page(id, { method: 'HEAD' })).text()).toBe('');
  });

  it('may be cached for half a minute and is revalidated without a body; without a share it is not cached', async () => {
    const id = String((await make()).body[0]!['share_id']);
    const first = await page(id);
    expect(first.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30');
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    await first.arrayBuffer();
    const again = await page(id, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    expect(await again.text()).toBe('');
    expect((await page(id, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await page('Nothing1')).headers.get('cache-control')).toBe('no-cache');
  });
});

it('of a withdrawn share is gone from the cached page, from the next request on', async () => {
  // Taking it back removes the recording, so the share has a separate one.
  const own = (await upload(server, wav({ seconds: 1 }))).body['audioPath'];
  const id = String((await makeShare(server, shareRow(own))).body[0]!['share_id']);
  const status = async () => (await fetch(`${server.url}/share/${id}`)).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  expect((await callFunction(server, 'withdraw-share', { shareId: id, owner: DEVICE_SECRET })).status).toBe(200);
  expect(await status()).toBe(410);
});
