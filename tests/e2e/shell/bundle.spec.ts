import { gzipSync } from 'node:zlib';
import { saveData } from '../support/firstPicture.ts';
import { expect, openSettled, test } from '../support/fixture.ts';

/** The budget of the first visit, kB (1000 bytes) of gzipped JavaScript before the first gesture. */
const BUDGET_KB = 97;

/** The budget of Tone.js with its instruments and effects, kB (1000 bytes), gzipped. */
const TONE_KB = 65;

/** Recognizes Tone by the source of the worker for its timer, or by an oscillator of its tones. */
const isTone = (body: Buffer): boolean => /postMessage\('tick'\)|FMOscillator/.test(body.toString());
/** Recognizes the Supabase client by a header of its requests. */
const isSupabase = (body: Buffer): boolean => body.includes('X-Client-Info');
/** Compressed size, kB. */
const sizeOf = (body: Buffer): number => gzipSync(body, { level: 9 }).length / 1000;

test('Tone loads after a gesture, when a tone that needs it is chosen, and stays within its budget', async ({
  page,
}) => {
  const before = await openSettled(page, '/secret-keyboard');
  expect(before.filter(({ body }) => isTone(body)).map(({ url }) => url)).toEqual([]);
  const tone = new Map<string, number>();
  page.on('response', async (response) => {
    if (!response.url().startsWith('http') || !/javascript/.test(response.headers()['content-type'] ?? '')) return;
    const body = await response.body();
    if (isTone(body)) tone.set(response.url(), sizeOf(body));
  });
  await page.getByRole('button', { name: 'Ether', exact: true }).click();
  await page.keyboard.press('KeyA');
  await expect.poll(() => tone.size).toBe(2);
  const total = [...tone.values()].reduce((sum, size) => sum + size, 0);
  console.log(`Tone with its instruments and effects: ${total.toFixed(1)} kB (gzip), of ${TONE_KB} kB allowed.`);
  expect(total).toBeLessThanOrEqual(TONE_KB);
});

/** Files that Record loads: its code, and the worker of the analysis. */
const RECORDING_FILES = /\/assets\/(recording-|analysis\.worker)/;

/** Words of the login, the registration, the account menu, the profile, and the auth client. */
const ACCOUNT_WORDS = [
  'Forgot password?',
  'Create Account',
  'View Full Profile',
  'Edit Profile',
  'grant_type=password',
];

test('with Save-Data the first load of / stays within its budget, and has nothing of accounts and recording', async ({
  page,
}) => {
  // Files that load when the page is idle, before the first gesture, count as well.
  await saveData(page);
  const scripts = await openSettled(page, '/');
  const total = scripts.reduce((sum, { body }) => sum + sizeOf(body), 0);
  console.log(
    `First load of /: ${total.toFixed(1)} kB of JavaScript (gzip) in ${scripts.length} files, of ${BUDGET_KB} kB allowed.`,
  );
  expect(scripts.length).toBeGreaterThan(0);
  // Each file costs a visitor far from the server a round trip.
  expect(scripts.length).toBeLessThanOrEqual(6);
  expect(total).toBeLessThanOrEqual(BUDGET_KB);
  expect(
    scripts.filter(({ body }) => isTone(body) || isSupabase(body)).map(({ url }) => url),
    'Tone and the Supabase client arrive when needed',
  ).toEqual([]);
  expect(scripts.filter(({ url }) => RECORDING_FILES.test(url))).toEqual([]);
  expect(ACCOUNT_WORDS.filter((words) => scripts.some(({ body }) => body.includes(words)))).toEqual([]);
});

test('an idle create screen has loaded the files that Record needs', async ({ page }) => {
  const scripts = await openSettled(page, '/');
  expect(scripts.filter(({ url }) => RECORDING_FILES.test(url))).toHaveLength(2);
});

/** Scripts of the build that other scripts import, without the page's entry, its helpers, workers and worklets. */
const IMPORT_PATTERN = /"(assets\/(?!index-|load-|rolldown-runtime-)[^"]+(?<!\.work(?:er|let)-[^"]*)\.js)"/g;

/** Size, bytes, below which a script costs less than its request. */
const MIN_SCRIPT_BYTES = 2000;

test('the build has at most 60 scripts, and none that is too small for its request', async ({ request }) => {
  // The service worker lists the whole build.
  const list = await (await request.get('/sw.js')).text();
  expect(new Set(list.match(/assets\/[^"]+\.js/g)).size).toBeLessThanOrEqual(60);
  const imported = [...new Set([...list.matchAll(IMPORT_PATTERN)].map(([, path]) => path!))];
  expect(imported.length).toBeGreaterThan(20);
  const sizes = await Promise.all(imported.map(async (path) => (await (await request.get(`/${path}`)).body()).length));
  expect(imported.filter((_path, at) => sizes[at]! < MIN_SCRIPT_BYTES)).toEqual([]);
});
