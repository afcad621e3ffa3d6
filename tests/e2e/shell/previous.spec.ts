import { readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { GENERATED } from '../../fixtures/make.ts';
import { folderOfThen, recorded } from '../../fixtures/previous/folder.ts';
import { PEOPLE } from '../../fixtures/previous/people.ts';
import { writeProfile, type DeviceProfile } from '../../fixtures/previous/profile.ts';
import { createButton, local } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { idOf, share } from '../support/shareFlow.ts';
import { installMidi } from '../support/virtualMidi.ts';

/** What people have on their devices from an earlier version opens in this one, on the server that they used then. */

// One server for both devices.
test.describe.configure({ mode: 'default' });

const sound = readFileSync(join(GENERATED, 'melody.wav'));
let server: RunningServer;
let folder: string;

test.beforeAll(async () => {
  // A device finds its things by the origin, and stored addresses name it.
  const port = await new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
  folder = await folderOfThen(`http://localhost:${port}`, sound);
  server = await startServer({ port, dataDir: folder, mode: 'start', build: false });
});

test.afterAll(async () => {
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Puts the device's profile into the page's browser; `change` is made to it before. */
async function bring<T extends DeviceProfile>(page: Page, device: 'visitor' | 'member', change?: (profile: T) => void) {
  const profile = recorded<T>(`${device}.json`, server.url);
  change?.(profile);
  const blank = `${server.url}/blank`;
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(blank);
  await writeProfile(page, profile, sound);
  return profile;
}

const open = (page: Page, path: string) => page.goto(server.url + path);
const on = (page: Page): Promise<string[]> =>
  page
    .locator('[data-note][aria-pressed="true"]')
    .evaluateAll((pads) => pads.map((pad) => `${pad.dataset.note}@${Number(pad.dataset.column) + 1}`));

test("a visitor's device: fragrance, share, draft, beat, take, tone and what waits to be sent", async ({ page }) => {
  await installMidi(page, ['Keys'], 'granted', ['Synth']);
  const then = await bring<DeviceProfile & { beatLink: string }>(page, 'visitor', ({ local }) => {
    // Drafts are kept for a month.
    local['accord:drafts'] = local['accord:drafts']!.replace(/"began":\d+/, `"began":${new Date().getTime()}`);
  });

  await test.step('the fragrance and its share', async () => {
    await open(page, '/results');
    const { name } = JSON.parse(then.local['fragranceProfile']!) as { name: string };
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Save to my profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Kept on this device' })).toBeVisible();
    expect(await local<object[]>(page, 'saved_fragrance_profiles'), 'the kept one is known').toHaveLength(1);
    const [made] = JSON.parse(then.local['accord:shares']!) as [{ shareId: string }];
    expect(idOf(await share(page)), 'the link that there is').toBe(made.shareId);
  });

  await test.step('the recording that was cut off', async () => {
    await open(page, '/');
    await expect(page.getByText(/We kept your recording of 0:0\d\./)).toBeVisible();
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(createButton(page)).toBeVisible();
  });

  await test.step('the beat, here and by its link', async () => {
    for (const path of ['/beat-maker', then.beatLink]) {
      await open(page, path);
      await expect.poll(() => on(page).then((pads) => pads.sort())).toEqual(['C4@1', 'G4@5']);
      await expect(page.getByRole('slider', { name: 'BPM' })).toHaveValue('90');
    }
  });

  await test.step('the take, the tone and the velocity curve', async () => {
    await open(page, '/secret-keyboard');
    await expect(page.getByText('2 notes', { exact: true })).toBeVisible();
    const green = page.getByRole('group', { name: 'Tone' }).getByRole('button', { name: 'Green', exact: true });
    await expect(green).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Connect MIDI' }).click();
    await page.getByRole('button', { name: 'More for performers' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Hard' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the order that did not go out, and the one that did', async () => {
    const orders = () =>
      server.backend!.sql('select fragrance_id from public.preorders where name = $1 order by 1', [
        PEOPLE.visitor.name,
      ]);
    await expect.poll(orders).toEqual([{ fragrance_id: 'noise-pollution' }, { fragrance_id: 'shibuya-crossing' }]);
    expect(await local<object[]>(page, 'preorderData')).toEqual(JSON.parse(then.local['preorderData']!));
  });

  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(
    keys.filter((key) => !(key in then.local)),
    'nothing is kept under another name',
  ).toEqual([]);
});

test("a member's device: signed in, with profile, fragrance and share", async ({ page }) => {
  const then = await bring(page, 'member', ({ local }) => {
    // They come back after a while: what signs them in is the refresh token.
    const session = JSON.parse(local['sb-accord-auth-token']!) as object;
    local['sb-accord-auth-token'] = JSON.stringify({ ...session, expires_at: 1 });
  });
  await open(page, '/profile?tab=fragrances');
  await expect(page.getByRole('heading', { name: PEOPLE.member.displayName, level: 1 })).toBeVisible();
  const { name } = JSON.parse(then.local['fragranceProfile']!) as { name: string };
  const card = page.getByRole('listitem').filter({ hasText: name, has: page.getByRole('switch') });
  await expect(card.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
  await open(page, '/results');
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();
  await open(page, '/profile?tab=fragrances');
  await expect(page.getByRole('button', { name: 'Take back' }), 'the share').toBeVisible();
  await expect(card, 'it is the one that is there').toHaveCount(1);
});
