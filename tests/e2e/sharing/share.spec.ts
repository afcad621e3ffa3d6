import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { createFragrance, drop, readLocal, shownEssence } from '../support/createFlow.ts';
import { expect, test, expectAccessible } from '../support/fixture.ts';
import { freshEmail } from '../support/hosts/publicSide.ts';
import { chooseMore } from '../support/results.ts';
import {
  idOf,
  share,
  fragrance,
  openResults,
  openShareSheet,
  rowsOf,
  shareButton,
  storeMelody,
} from '../support/shareFlow.ts';
import { drawing, views, listedShare, countOf } from '../support/steps/share.ts';

test('the link of a share shows the same notes, drawing and sound elsewhere', async ({ page, browser, request }) => {
  await page.goto('/');
  await drop(page, 'melody.mp3', 'audio/mpeg', readFileSync(join(GENERATED_FOLDER, 'melody.mp3')));
  await createFragrance(page);
  const essence = await shownEssence(page);
  const drawn = await drawing(page);
  expect(drawn.length).toBeGreaterThan(10);
  const link = await share(page);
  expect(await countOf(request, idOf(link))).toBe(0);
  // Only now: before, its recording may still be on the way.
  const profile = (await readLocal<{
    audioData: string;
    name: string;
    topNotes: string[];
    middleNotes: string[];
    baseNotes: string[];
  }>(page, 'fragranceProfile'))!;

  const elsewhere = await browser.newContext();
  const visitor = await elsewhere.newPage();
  const loud: string[] = [];
  visitor.on('console', (message) => message.type() === 'error' && loud.push(message.text()));
  const counts: string[] = [];
  visitor.on('request', (asked) => asked.url().endsWith('/rpc/record_share_view') && counts.push(asked.url()));
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: profile.name })).toBeVisible();
  await expect(visitor.getByText('My Accord Fragrance Profile')).toBeVisible();
  await expect(visitor).toHaveTitle('Accord Fragrance Profile');
  await expect(listedShare(visitor, 'Music essence')).toHaveText(essence.join(', '));
  await expect(listedShare(visitor, 'Top notes')).toHaveText(profile.topNotes.join(', '));
  await expect(listedShare(visitor, 'Middle notes')).toHaveText(profile.middleNotes.join(', '));
  await expect(listedShare(visitor, 'Base notes')).toHaveText(profile.baseNotes.join(', '));
  // The notes are served with the page; the drawing comes with the app.
  await expect.poll(() => drawing(visitor)).toEqual(drawn);
  await expect(views(visitor)).toHaveText('1 view');
  expect(await countOf(request, idOf(link))).toBe(1);

  const audio = visitor.locator('audio');
  await expect(audio).toHaveAttribute('preload', 'metadata');
  const [heard, recorded] = [
    await request.get((await audio.getAttribute('src'))!),
    await request.get(profile.audioData),
  ];
  expect(recorded.ok()).toBe(true);
  expect((await heard.body()).equals(await recorded.body())).toBe(true);
  await visitor.getByRole('button', { name: 'Play the recording' }).click();
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5);
  // One thing sounds at a time.
  await visitor.getByRole('button', { name: 'Play all notes' }).click();
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true);
  await expect(visitor.getByRole('button', { name: 'Stop the notes' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Stop the notes' }).click();

  // The same visit counts once, however often the page is opened.
  await visitor.reload();
  await expect(views(visitor)).toHaveText('1 view');
  expect(counts).toHaveLength(1);
  await elsewhere.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.getByRole('button', { name: 'Copy Link' }).click();
  await expect(visitor.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(visitor.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Create Your Own' }).click();
  await expect(visitor).toHaveURL(/localhost:\d+\/$/);
  await expect(visitor).toHaveTitle(/Your sound, as a fragrance/);
  expect(loud).toEqual([]);
  await elsewhere.close();
});

test.describe('a share that cannot be shown', () => {
  // The page itself answers 404, so that no search engine keeps it.
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('shows an error for an invalid link, and for one without a share', { tag: '@slow' }, async ({ page }) => {
    const failure = async (path: string, heading: string) => {
      const answer = await page.goto(path);
      expect(answer!.status()).toBe(404);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(
        page.getByText('This fragrance profile may have been removed or the link may be invalid.'),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create Your Own Profile' })).toHaveAttribute('href', '/');
    };
    await failure('/share/abc', 'Invalid share link');
    await failure('/share/abc%3Cd%3Eef', 'Invalid share link');
    await expectAccessible(page);
    await failure('/share/zzzzzzzz', 'Fragrance profile not found');
  });

  test('reports a missing recording while its notes stay', { tag: '@slow' }, async ({ page, request }) => {
    await openResults(page, fragrance(await storeMelody(request)));
    const link = await share(page);
    await page.route('**/storage/v1/object/public/audio/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto(link);
    await expect(page.getByText('The recording is no longer here.')).toBeVisible();
    await expect(listedShare(page, 'Music essence')).toHaveText('A4, C#5, E3');
    await expectAccessible(page);
  });
});

test.describe('a failure of sharing', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('without a connection is still shown after a reload, with the link', { tag: '@slow' }, async ({ page }) => {
    const waits = page.getByText('This link works once you are back online. Your share is then sent automatically.');
    await openResults(page, fragrance(undefined, { source: 'keys' }));
    await page.route(/\/(rest|functions)\/v1\//, (route) => route.abort());
    const link = await share(page);
    await expect(waits).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(waits).toBeVisible();
    expect(await share(page)).toBe(link);
  });

  test(
    'of the clipboard leads to a copy from a hidden text area, and to a message if that fails too',
    { tag: '@slow' },
    async ({ page, request }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.reject(new DOMException('closed', 'NotAllowedError')) },
        });
        document.addEventListener('copy', () => {
          (window as unknown as { copied: string }).copied = String(document.getSelection());
        });
      });
      await openResults(page, fragrance(await storeMelody(request)));
      await openShareSheet(page);
      await shareButton(page).click();
      await expect(shareButton(page)).toHaveText('Copied!');
      expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toMatch(
        /\/share\/[A-Za-z0-9]{8}$/,
      );
      await expect(page.locator('textarea')).toHaveCount(0);
      await page.evaluate(() => {
        document.execCommand = () => false;
      });
      await expect(shareButton(page)).toHaveText('Share');
      await shareButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to copy to clipboard' })).toBeVisible();
      // The link itself is there to be copied by hand.
      await expect(page.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ })).toBeVisible();
    },
  );
});

test(
  'two simultaneous presses in two tabs make one share, and both have its link',
  { tag: '@slow' },
  async ({ page, context, request }) => {
    const profile = fragrance(await storeMelody(request));
    const second = await context.newPage();
    await openResults(page, profile);
    await openResults(second, profile);
    for (const tab of [page, second]) await openShareSheet(tab);
    await Promise.all([shareButton(page).click(), shareButton(second).click()]);
    const links = await Promise.all(
      [page, second].map(
        async (tab) => (await tab.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ }).getAttribute('href'))!,
      ),
    );
    expect(new Set(links).size).toBe(1);
    await page.goto(links[0]!);
    await expect(listedShare(page, 'Music essence')).toHaveText('A4, C#5, E3');
  },
);

test(
  "the system's share sheet gets the link and the picture, and may be dismissed",
  { tag: '@slow' },
  async ({ page, request }) => {
    await page.addInitScript(() => {
      const sheet = window as unknown as { sheets: unknown[]; answer: 'shared' | 'dismissed' };
      sheet.sheets = [];
      sheet.answer = 'shared';
      navigator.canShare = (data) => data?.files?.every((file) => file.type === 'image/png') ?? true;
      navigator.share = async (data) => {
        sheet.sheets.push({
          title: data?.title,
          url: data?.url,
          files: data?.files?.map((file) => [file.name, file.type, file.size > 10_000]),
        });
        if (sheet.answer === 'dismissed') throw new DOMException('closed', 'AbortError');
      };
    });
    await openResults(page, fragrance(await storeMelody(request), { name: 'Rose at Dawn' }));
    await openShareSheet(page);
    await shareButton(page).click();
    await expect(shareButton(page)).toHaveText('Shared!');
    const sheets = () => page.evaluate(() => (window as unknown as { sheets: { url: string }[] }).sheets);
    expect(await sheets()).toEqual([
      {
        title: 'Rose at Dawn',
        url: expect.stringMatching(/\/share\/[A-Za-z0-9]{8}$/) as unknown,
        files: [['accord-rose-at-dawn.png', 'image/png', true]],
      },
    ]);
    await expect(shareButton(page)).toHaveText('Share');
    await page.evaluate(() => {
      (window as unknown as { answer: string }).answer = 'dismissed';
    });
    await shareButton(page).click();
    await expect.poll(async () => (await sheets()).length).toBe(2);
    await expect(shareButton(page)).toHaveText('Share');
  },
);

for (const [what, changes] of [
  ['notes that were chosen by hand', { source: 'beat', trace: undefined }],
  // Its bytes are nowhere: the upload was refused, or the recording was too large.
  ['a recording that storage has refused', { source: 'spectral', recordingId: '3d0c9a44-6f0e-4a86-9a57-5e2f8a6b7c01' }],
] as const) {
  test(
    `${what} is shared with its notes as sound, submitted and played`,
    { tag: '@slow' },
    async ({ page, request }) => {
      const email = freshEmail();
      await openResults(page, fragrance(undefined, changes as Partial<Fragrance>));
      const link = await share(page);
      const [row] = await rowsOf<{ audio_url: string }>(
        request,
        'fragrance_shares',
        `share_id=eq.${idOf(link)}&select=audio_url`,
      );
      const sound = await (await request.get(row!.audio_url)).body();
      expect(sound.subarray(0, 4).toString()).toBe('RIFF');
      // Three notes 0.6 s apart, or a second apart as they were played, and a tail; mono, 16 bits, 22,050 Hz.
      expect((sound.length - 44) / 2 / 22_050).toBeCloseTo('trace' in changes ? 2 : 3, 0);
      await chooseMore(page, /^Send to our perfumers/);
      const dialog = page.getByRole('dialog', { name: /Accord/ });
      await dialog.getByLabel('Your Name').fill('Ada');
      await dialog.getByLabel('Your Email').fill(email);
      await dialog.getByLabel('Your Email').press('Enter');
      await expect(page.getByText('Fragrance submitted successfully!')).toBeVisible();
      expect(await rowsOf(request, 'fragrance_submissions', `email=eq.${email}&select=audio_url`)).toEqual([row]);
      await page.getByRole('button', { name: 'trace' in changes ? 'Play Sound' : 'Play Recording' }).click();
      await expect(page.getByRole('button', { name: 'Playing...' })).toBeVisible();
      await expect(page.getByText('Playback Error')).toHaveCount(0);
    },
  );
}

test(
  'the page of a share escapes every text, and its tags end with it',
  { tag: '@slow' },
  async ({ page, request }) => {
    const nasty = '"><script>window.pwned = 1</script>';
    await openResults(
      page,
      fragrance(await storeMelody(request), {
        name: nasty,
        topNotes: [nasty],
        middleNotes: ["'onload='alert(1)"],
        baseNotes: ['$& & <b>'],
      }),
    );
    const link = await share(page);
    await page.goto(link);
    await expect(page.getByText(nasty).filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);

    // On the next screen none of these tags is left, not even the picture.
    const social = page.locator('meta[property^="og:"], meta[name^="twitter:"]');
    expect(await social.count()).toBeGreaterThan(5);
    await page.getByRole('link', { name: 'Create Your Own' }).click();
    await expect(page).toHaveURL('/');
    await expect(social).toHaveCount(0);
  },
);
