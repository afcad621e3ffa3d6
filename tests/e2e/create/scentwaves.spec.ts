import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { midiName } from '../../../src/domain/pitch/pitch.ts';
import { seededRandom } from '../../../src/domain/random.ts';
import { demoNotes, FALLBACK_NOTES } from '../../../src/domain/community/scentwaves.ts';
import { melody, MELODY_NOTES } from '../../fixtures/melody.ts';
import { wavFile } from '../../../src/audio/playback/wavFile.ts';
import { local, shownEssence, sorted } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { heardNotes, listenAnew, listenFor, peakOfLast, tapSpeakers } from '../support/speakers.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
test.use({ bypassCSP: true });

/** Another site with sounds, good and bad. */
let site: Server;
let origin: string;

test.beforeAll(async () => {
  const wav = Buffer.from(wavFile([melody(24_000)], 24_000));
  const random = seededRandom('wind');
  const noise = Buffer.from(wavFile([Float32Array.from({ length: 48_000 }, () => 0.6 * (random() - 0.5))], 24_000));
  site = createServer((request, response) => {
    const allow = { 'Access-Control-Allow-Origin': '*' };
    switch (request.url) {
      case '/melody.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': wav.length }).end(wav);
        break;
      case '/noise.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': noise.length }).end(noise);
        break;
      case '/page':
        response
          .writeHead(200, { ...allow, 'Content-Type': 'text/html; charset=utf-8' })
          .end('<!doctype html><title>A page</title>');
        break;
      case '/page.mp3':
        response
          .writeHead(200, { ...allow, 'Content-Type': 'audio/mpeg' })
          .end('<!doctype html><title>A page that says it is a sound</title>');
        break;
      case '/huge.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': 2 * 2 ** 30 });
        response.flushHeaders();
        break;
      case '/radio':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/mpeg' });
        response.write(Buffer.alloc(4096));
        break;
      case '/closed.wav':
        response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav);
        break;
      default:
        response.writeHead(404, allow).end();
    }
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  site.closeAllConnections();
  site.close();
});

async function open(page: Page): Promise<void> {
  await tapSpeakers(page);
  await page.goto('/scentwaves');
  await expect(page.getByRole('heading', { name: 'Scentwaves', level: 1 })).toBeVisible();
}

async function analyze(page: Page, address: string): Promise<void> {
  await page.getByLabel('Audio source URL').fill(address);
  await page.getByRole('button', { name: 'Analyze' }).click();
}

const chips = (page: Page): Locator => page.locator('section ul button[aria-pressed]');
const shown = (page: Page): Promise<string[]> =>
  chips(page).evaluateAll((all) => all.map((chip) => chip.querySelector('b')!.textContent ?? ''));
const chosen = (page: Page): Promise<string[]> =>
  chips(page).evaluateAll((all) =>
    all
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => chip.querySelector('b')!.textContent ?? ''),
  );

test('a platform link is a demo: labelled, the same each time, looped at 800 ms and heard note by note', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: 'Vimeo' }).click();
  const address = await page.getByLabel('Audio source URL').inputValue();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByRole('button', { name: 'Analyzing...' })).toBeVisible();
  const notes = demoNotes(address, 'vimeo');
  await expect(page.getByText('Analysis complete')).toBeVisible();
  await expect(page.getByText(`Detected ${notes.length} musical notes`)).toBeVisible();
  await expect(page.getByText('Demo: these notes come from the link, not from the sound')).toBeVisible();
  expect(await shown(page)).toEqual(notes);
  await expectAccessible(page);

  // Three notes of the middle register stay, so that the loop comes round while we listen.
  const kept = notes.slice(1, 4);
  for (const note of notes)
    if (!kept.includes(note))
      await page
        .locator('section ul')
        .getByRole('button', { name: new RegExp(`${note} `) })
        .click();
  expect(await chosen(page)).toEqual(kept);
  // The tap on the speakers comes with the first sound of a page, and may miss its beginning.
  await page.getByRole('button', { name: 'Play Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await page.getByRole('button', { name: 'Stop Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeLessThan(0.001);
  await listenAnew(page);
  await page.getByRole('button', { name: 'Play Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await expect(page.locator('[data-sounding]')).toHaveCount(1);
  await listenFor(page, 4);
  await page.getByRole('button', { name: 'Stop Loop' }).click();
  const heard = await heardNotes(page);
  expect(heard.length).toBeGreaterThanOrEqual(5);
  expect(heard.map(({ midi }) => midiName(midi))).toEqual(heard.map((_, i) => kept[i % 3]));
  for (const [i, { onset }] of heard.entries()) if (i > 0) expect(onset - heard[i - 1]!.onset).toBeCloseTo(0.8, 1);

  // The second time the answer is the same.
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByText('Demo: these notes', { exact: false })).toBeVisible();
  expect(await shown(page)).toEqual(notes);
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  expect(await shownEssence(page)).toEqual(notes);
  expect(await local(page, 'fragranceProfile')).toMatchObject({ source: 'demo' });
});

test('a real sound is fetched, heard by the engine and grouped by family', async ({ page }) => {
  await open(page);
  await analyze(page, `${origin}/melody.wav`);
  await expect(page.getByText('Analysis complete')).toBeVisible();
  expect(sorted(await shown(page))).toEqual(sorted(MELODY_NOTES));
  expect(sorted(await chosen(page))).toEqual(sorted(MELODY_NOTES));
  await expect(page.getByRole('heading', { name: 'Spices & Deep Florals' })).toBeVisible();
  await listenAnew(page);
  await page.getByRole('button', { name: 'Play Notes' }).click();
  await expect(page.locator('[data-sounding]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Play Notes' })).toBeVisible();
  expect((await heardNotes(page)).map(({ midi }) => midiName(midi))).toEqual(await shown(page));
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  expect(await local(page, 'fragranceProfile')).toMatchObject({
    source: 'link',
    trace: { duration: expect.closeTo(6, 1) },
  });
});

test('a sound without pitch says so kindly, and its notes come from its texture, not from a demo', async ({ page }) => {
  await open(page);
  await analyze(page, `${origin}/noise.wav`);
  await expect(
    page.getByText('We found no clear pitch, so these notes come from the texture of your sound'),
  ).toBeVisible();
  const notes = await shown(page);
  expect(notes.length).toBeGreaterThanOrEqual(4);
  await expect(page.getByText(/^Demo/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(
    page.getByText('We found no clear pitch, so your scent comes from the texture of your sound.'),
  ).toBeVisible();
  await expect(page.getByText(/^Demo/)).toHaveCount(0);
  expect(sorted(await shownEssence(page))).toEqual(sorted(notes));
  expect(await local(page, 'fragranceProfile')).toMatchObject({ source: 'byte-hash' });
});

test.describe('links that are no sound', () => {
  test.use({ expectedConsole: [/Failed to load resource|blocked by CORS policy/] });

  for (const [path, words, reason] of [
    ['/missing.wav', 'Failed to fetch audio: 404 Not Found', /did not answer with a sound/],
    ['/page', 'Failed to analyze audio file', /shows a web page/],
    ['/page.mp3', 'Failed to analyze audio file', /not a sound that this browser can play/],
    ['/huge.wav', 'Failed to analyze audio file', /too large/],
    ['/closed.wav', 'Failed to analyze audio file', /does not let other pages read it/],
  ] as const) {
    test(`${path} is told in words, with the fallback notes`, async ({ page }) => {
      await open(page);
      await analyze(page, origin + path);
      await expect(page.getByText('Analysis failed')).toBeVisible();
      await expect(page.getByText('Could not analyze the provided audio URL')).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: words })).toContainText(reason);
      expect(sorted(await shown(page))).toEqual(sorted(FALLBACK_NOTES));
      await expect(page.getByText(/^Fallback notes/)).toBeVisible();
    });
  }
});

test('an endless stream can be given up, and the next link works', async ({ page }) => {
  await open(page);
  await analyze(page, `${origin}/radio`);
  await expect(page.getByText('Fetching the sound')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Analyze' })).toBeVisible();
  await expect(page.getByText('Analysis failed')).toHaveCount(0);
  await analyze(page, `${origin}/melody.wav`);
  await expect(page.getByText('Analysis complete')).toBeVisible();
});

test('what is no address is refused, and without notes there is no fragrance', async ({ page }) => {
  await open(page);
  for (const text of ['', '   ', 'hello', 'javascript:alert(1)']) {
    await analyze(page, text);
    await expect(page.getByText('That is not a web address.', { exact: false })).toBeVisible();
    await expect(page.getByLabel('Audio source URL')).toBeFocused();
  }
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page.getByText('No notes detected')).toBeVisible();
  await expect(page.getByText('Please analyze an audio file first')).toBeVisible();
  expect(page.url()).toMatch(/\/scentwaves$/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});
