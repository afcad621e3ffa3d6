import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifest } from '#pwa/manifest.ts';
import { SCREENSHOT_FOLDER, SCREENSHOTS } from '#pwa/shots.ts';
import { iconSvg, ICONS } from '#pwa/icons.ts';
import { isSentByOtherSite } from '#service-worker/inbox.ts';
import { entryOf, markOffline, withBackendOf } from '#service-worker/protocol.ts';
import { headersFile } from '#pwa/hosts/hostFiles.ts';
import { ROUTES } from '#app/routes.tsx';

const page = (key: string) =>
  `<html><head><script type="module" crossorigin src="/assets/index-abc.js"></script><meta name="accord-backend" content="{&quot;key&quot;:&quot;${key}&quot;}"></head></html>`;

test('a page identifies its build by its first script; a page without it has none', () => {
  expect(entryOf(page('a'))).toBe('/assets/index-abc.js');
  expect(entryOf('<html><script>alert(1)</script></html>')).toBeNull();
});

test('the stored page takes the key of a newer one, with any characters, and stays unchanged without one', () => {
  expect(withBackendOf(page('old'), page("$& $' new"))).toBe(page("$& $' new"));
  expect(withBackendOf(page('old'), '<html></html>')).toBe(page('old'));
});

test('a page that was served offline is marked in its head', () => {
  expect(markOffline(page('a'))).toContain('<meta name="accord-offline" content="true"></head>');
});

test('the installed app has existing icons and shortcuts to existing screens', () => {
  const purposes = manifest.icons?.map(({ purpose, sizes }) => `${String(purpose)} ${sizes}`);
  expect(purposes).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
  for (const icon of Object.values(ICONS)) expect(iconSvg(icon)).toMatch(/<ellipse .*<path /s);
  const paths = ROUTES.map(({ path }) => path);
  expect(manifest.shortcuts?.map(({ name, url }) => [name, paths.includes(url)])).toEqual([
    ['Record', true],
    ['Beats', true],
    ['Keyboard', true],
  ]);
});

test('the screenshots for the installation exist, in the stated size', () => {
  for (const { file, width, height } of SCREENSHOTS) {
    const jpeg = readFileSync(new URL(file, SCREENSHOT_FOLDER));
    // The frame header (ITU T.81, B.2.2): marker, length, precision, lines, samples a line.
    const frame = jpeg.findIndex((byte, at) => byte === 0xff && (jpeg[at + 1] === 0xc0 || jpeg[at + 1] === 0xc2));
    expect({ file, width: jpeg.readUInt16BE(frame + 7), height: jpeg.readUInt16BE(frame + 5) }).toEqual({
      file,
      width,
      height,
    });
    expect(jpeg.length).toBeLessThan(120_000);
  }
  expect(manifest.screenshots?.map(({ form_factor: form }) => form)).toEqual(['narrow', 'narrow', 'wide', 'wide']);
});

test('static hosts do not cache the service worker', () => {
  expect(headersFile()).toMatch(/\/sw\.js\n {2}Cache-Control: no-cache/);
});

test('the referrer shows a form from another site; a share sheet has none', () => {
  const from = (referrer: string) => isSentByOtherSite({ referrer }, 'https://accord.example');
  expect([from('https://evil.example/'), from('http://accord.example/')]).toEqual([true, true]);
  expect([from(''), from('about:client'), from('https://accord.example/about')]).toEqual([false, false, false]);
});
