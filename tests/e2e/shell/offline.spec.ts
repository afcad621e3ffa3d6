import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { midiFile } from '../../../src/audio/instrument/midiWriter.ts';
import { MICROPHONE_WAV } from '../../fakeMedia.ts';
import {
  createButton,
  createFragrance,
  recordButton,
  recordedFor,
  shownEssence,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { isHostFile } from '../../../supabase/local/http/hostFiles.ts';
import { patience } from '../../patience.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens the app once and waits until it is kept on the device. */
async function visit(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
  );
}

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

async function arrived(page: Page, path: RegExp | string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('Application Error')).toHaveCount(0);
}

/** Presses a link of the header. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** What a press opens in a tab of its own. */
async function tabOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()]);
  return tab;
}

test('the build keeps everything that a screen may ask for', () => {
  const worker = readFileSync('dist/sw.js', 'utf8');
  const needed = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^dist\//, ''))
    .filter((path) => !/\.map$|^sw\.js$|^screenshots\//.test(path) && !isHostFile(path));
  expect(needed.length).toBeGreaterThan(100);
  expect(
    needed.filter((path) => !worker.includes(`"${path}"`)),
    'files that the service worker does not keep',
  ).toEqual([]);
  for (const kind of [/worker.*\.js/, /worklet.*\.js/, /\.woff2/, /\.css/, /tone|transport.*\.js/])
    expect(
      needed.some((path) => kind.test(path)),
      String(kind),
    ).toBe(true);
});

test('after one visit everything opens without a connection: by clicks, with a new recording', async ({
  page,
  context,
}) => {
  test.setTimeout(patience(180_000));
  await visit(page);
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();

  await test.step('a recording becomes a fragrance', async () => {
    await recordButton(page).click();
    await expect(stopButton(page)).toBeVisible();
    await recordedFor(page, 3);
    await stopButton(page).click();
    await expect(createButton(page)).toBeVisible();
    await createFragrance(page);
    expect((await shownEssence(page)).length).toBeGreaterThan(2);
  });
  await test.step('it plays, and can be taken along', async () => {
    await page.getByRole('button', { name: /Play Recording/ }).click();
    await expect(page.getByRole('button', { name: /Playing|Stop/ }).first()).toBeVisible();
    for (const item of [/Notes as MIDI/, /Download picture/]) {
      const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, item)]);
      expect(readFileSync(await file.path()).length).toBeGreaterThan(100);
    }
  });
  await test.step('every screen opens', async () => {
    await chooseMore(page, /^Customize your bottle/);
    await arrived(page, '/customize');
    for (const [name, path] of [
      ['Beats', '/beat-maker'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Create', '/create'],
    ] as const) {
      await press(page, name);
      await arrived(page, path);
    }
    await page.getByRole('link', { name: 'Accord, home' }).click();
    await arrived(page, '/');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goBack();
    await arrived(page, '/create');
  });
  await test.step('tabs of their own', async () => {
    const store = await tabOf(context, () => press(page, 'Store (opens in a new tab)'));
    await arrived(store, '/store');
    await store
      .getByRole('link', { name: /see the bottle/ })
      .first()
      .click();
    await arrived(store, /\/store\/preorder\//);
    await store.getByRole('button', { name: 'PRE ORDER' }).click();
    await expect(store.getByRole('dialog')).toBeVisible();
    await store.close();
    const login = await tabOf(context, () =>
      page.getByRole('link', { name: 'Login' }).click({ modifiers: ['ControlOrMeta'] }),
    );
    await arrived(login, '/login');
    await login.close();
  });
  await test.step('those without a link, from the address bar', async () => {
    for (const path of [
      '/results',
      '/Login',
      '/register',
      '/reset-password',
      '/change-password',
      '/sign-up-success',
      '/profile/update-password',
      '/profile',
      '/profile/simple',
      '/share/AAAAAAAA',
      '/store?tab=playlist',
      '/playlist/Walked',
      '/scentwaves',
      '/secret-keyboard',
      '/processing',
      '/no-such-page',
    ]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await expect(page.getByText('Application Error')).toHaveCount(0);
        expect(await isIsolated(page)).toBe(true);
      });
    }
  });
  await test.step('the word goes away by itself', async () => {
    await page.goto('/about');
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
  });
});

test('without a connection a phone says so in a quiet word, accessibly', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/about');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
});

test.describe('what another app hands over', () => {
  /** Posts a file as the share sheet does, with a form of the page itself. */
  async function share(page: Page, name: string, type: string, bytes: Buffer, action = '/share-target'): Promise<void> {
    await page.evaluate(
      ([name, type, base64, action]) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const files = new DataTransfer();
        if (name !== '') files.items.add(new File([bytes], name, { type }));
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action,
          enctype: 'multipart/form-data',
        });
        const input = Object.assign(document.createElement('input'), {
          type: 'file',
          name: 'file',
          files: files.files,
        });
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      [name, type, bytes.toString('base64'), action] as const,
    );
  }

  /** Opens a file as the system's "Open with" does. */
  async function openWith(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
    await page.evaluate(
      ([name, type, base64]) => {
        const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type });
        (window as unknown as { launch: (launch: object) => void }).launch({ files: [{ getFile: async () => file }] });
      },
      [name, type, bytes.toString('base64')] as const,
    );
  }

  test('a shared sound opens on the create screen, without a connection too; a share without one is told', async ({
    page,
    context,
  }) => {
    await visit(page, '/about');
    await context.setOffline(true);
    await share(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
    await expect(page).toHaveURL('/create');
    await expect(page.getByText('melody.wav')).toBeVisible();
    await createFragrance(page);
    expect((await shownEssence(page)).length).toBeGreaterThan(2);
    await share(page, '', '', Buffer.alloc(0));
    await expect(page).toHaveURL('/create');
    await expect(page.getByText('There was no file to open.')).toBeVisible();
  });

  test('the system opens sounds, MIDI files and fragrances; what is none of them is told kindly', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'launchQueue', {
        value: { setConsumer: (consumer: object) => Object.assign(window, { launch: consumer }) },
      });
    });
    await visit(page, '/about');
    await page.waitForFunction(() => 'launch' in window);
    const notes = [60, 64, 67, 72].map((midi, i) => ({ midi, onset: i, offset: i + 2 - 0.3 * i, velocity: 0.9 }));
    await openWith(page, 'a song.mid', 'audio/midi', Buffer.from(midiFile(120, [{ name: 'Song', channel: 0, notes }])));
    await expect(page).toHaveURL('/results');
    expect(await shownEssence(page)).toEqual(['C4', 'E4', 'G4', 'C5']);

    const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, /Profile as a file/)]);
    const json = JSON.parse(readFileSync(await file.path(), 'utf8')) as object;
    await press(page, 'About');
    await openWith(
      page,
      'mine.json',
      'application/json',
      Buffer.from(JSON.stringify({ ...json, name: 'Carried Along' })),
    );
    // The fragrance of the song is saved nowhere.
    const question = page.getByRole('dialog', { name: 'Open Carried Along?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Open it' }).click();
    await expect(page).toHaveURL('/results');
    await expect(page.getByRole('heading', { name: 'Carried Along' })).toBeVisible();
    await page.getByRole('button', { name: /^Bring back / }).click();
    await expect(page.getByRole('button', { name: 'Bring back Carried Along' })).toBeVisible();

    await openWith(page, 'broken.mid', 'audio/midi', Buffer.from('MThd and nothing more'));
    await expect(page.getByText('This is not a MIDI file that can be read.')).toBeVisible();
    await openWith(page, 'silent.mid', 'audio/midi', Buffer.from(midiFile(120, [])));
    await expect(page.getByText('This MIDI file holds no notes.')).toBeVisible();
    await openWith(page, 'other.json', 'application/json', Buffer.from('{"name":{}}'));
    await expect(page.getByText('This file holds no fragrance.')).toBeVisible();
    await openWith(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
    await expect(page).toHaveURL('/create');
    await expect(page.getByText('melody.wav')).toBeVisible();
  });

  test('another web site that sends a file takes the place of nothing', async ({ page, context }) => {
    const foreign = (policy: string) => `<!doctype html><meta name="referrer" content="${policy}">`;
    await context.route('http://foreign.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: foreign(new URL(route.request().url()).pathname.slice(1)) }),
    );
    await visit(page, '/about');
    await share(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
    await createFragrance(page);
    const essence = await shownEssence(page);
    const home = new URL(page.url()).origin;
    const name = await page.getByRole('heading', { level: 2 }).first().textContent();
    const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, /Profile as a file/)]);
    const json = JSON.parse(readFileSync(await file.path(), 'utf8')) as object;
    const theirs = Buffer.from(JSON.stringify({ ...json, name: 'Of A Stranger', musicEssence: ['C2', 'D2', 'E2'] }));

    // A site says who it is: nothing is taken from it.
    await page.goto('http://foreign.test/origin');
    await share(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
    await expect(page).toHaveURL(`${home}/create`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(async () => (await (await caches.open('accord-inbox')).keys()).length)).toBe(0);

    // One that hides itself looks like a share sheet: the visitor is asked.
    await page.goto('http://foreign.test/no-referrer');
    await share(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
    await page.getByRole('dialog', { name: 'Open Of A Stranger?' }).getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(`${home}/create`);
    await page.goto(`${home}/results`);
    expect(await shownEssence(page)).toEqual(essence);
    await expect(page.getByRole('heading', { level: 2, name: name! })).toBeVisible();
  });
});
