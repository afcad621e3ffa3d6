import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from '../../fixtures/make.ts';
import { createFragrance, drop, local, shownEssence } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { idOf, share } from '../support/shareFlow.ts';
import { drawing, views, listed, countOf } from '../support/steps/share.ts';

test('the link of a share shows the same notes, drawing and sound elsewhere', async ({ page, browser, request }) => {
  await page.goto('/');
  await drop(page, 'melody.mp3', 'audio/mpeg', readFileSync(join(GENERATED, 'melody.mp3')));
  await createFragrance(page);
  const essence = await shownEssence(page);
  const drawn = await drawing(page);
  expect(drawn.length).toBeGreaterThan(10);
  const link = await share(page);
  expect(await countOf(request, idOf(link))).toBe(0);
  // Only now: before, its recording may still be on the way.
  const profile = (await local<{
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
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: profile.name })).toBeVisible();
  await expect(visitor.getByText('My Accord Fragrance Profile')).toBeVisible();
  await expect(visitor).toHaveTitle('Accord Fragrance Profile');
  await expect(listed(visitor, 'Music essence')).toHaveText(essence.join(', '));
  await expect(listed(visitor, 'Top notes')).toHaveText(profile.topNotes.join(', '));
  await expect(listed(visitor, 'Middle notes')).toHaveText(profile.middleNotes.join(', '));
  await expect(listed(visitor, 'Base notes')).toHaveText(profile.baseNotes.join(', '));
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

  // The same visit counts once, however often it looks.
  await visitor.reload();
  await expect(views(visitor)).toHaveText('1 view');
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
