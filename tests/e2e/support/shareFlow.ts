import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { createShareId } from '#features/share/domain/shareId.ts';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { expect } from './fixture.ts';
import { serverKeys } from './keys.ts';

/** Common parts of the tests of sharing, submitting and exporting. */

/** The secret of the device of a test's pages: it may share its stored recordings. */
const DEVICE_SECRET = randomBytes(16).toString('hex');

/**
 * Stores a generated sound as this device's recording, or (with their headers) as a member's, and resolves with its
 * URL.
 */
export async function storeMelody(
  request: APIRequestContext,
  member: Record<string, string> = {},
  sound = 'melody.wav',
): Promise<string> {
  const answer = await request.post('/functions/v1/upload-audio', {
    headers: { Authorization: `Bearer ${serverKeys().publishable}`, ...member },
    multipart: {
      id: randomUUID(),
      owner: DEVICE_SECRET,
      file: { name: 'recording.mp3', mimeType: 'audio/mp3', buffer: readFileSync(join(GENERATED_FOLDER, sound)) },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return new URL(((await answer.json()) as { audioUrl: string }).audioUrl, answer.url()).href;
}

/** The name of a stored recording, as rows have it. */
export const audioPathOf = (url: string): string => /\/storage\/v1\/object\/public\/audio\/(.+)$/.exec(url)![1]!;

let madeCount = 0;

/** A fragrance of a recording, as the results keep it. */
export function fragrance(
  audioData: string | undefined,
  changes: Partial<Fragrance> = {},
  essence: readonly NoteCode[] = ['A4', 'C#5', 'E3'],
): Fragrance {
  const trace = {
    duration: 6,
    peaks: [0.2, 0.9, 0.4],
    notes: essence.map((note, i) => ({ note, onset: i, offset: i + 0.5 + i / 10, velocity: 0.8, cents: 0 })),
  };
  const base = fragranceFromEssence({
    essence,
    source: 'spectral',
    now: new Date(Date.now() + madeCount++),
    audioData,
    trace,
  });
  return { ...base, ...changes };
}

/** Opens the results with a fragrance that this browser has stored in an earlier visit. */
export async function openResults(page: Page, profile: Fragrance): Promise<void> {
  await page.addInitScript(
    ([kept, owner]) => {
      // Not again on the pages that come after it.
      if (sessionStorage.getItem('opened') !== null) return;
      sessionStorage.setItem('opened', 'yes');
      localStorage.setItem('fragranceProfile', kept!);
      localStorage.setItem('accord:owner', owner!);
    },
    [JSON.stringify(profile), DEVICE_SECRET],
  );
  await page.goto('/results');
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
}

/** The sheet with all ways of sharing. */
export const shareSheet = (page: Page) => page.getByRole('dialog', { name: /^Share / });

/** Opens the sheet, where it is not open. */
export async function openShareSheet(page: Page): Promise<void> {
  if (await shareSheet(page).isVisible()) return;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareSheet(page)).toBeVisible();
}

/** Closes the sheet. */
export async function closeShareSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(shareSheet(page)).toHaveCount(0);
}

/** The button in the sheet that makes the link, in all its states. */
export const shareButton = (page: Page) =>
  shareSheet(page).getByRole('button', { name: /^(Share|Creating\.\.\.|Copied!|Shared!|Error)$/ });

/** Makes the link in the sheet, closes it again, and resolves with the link in the clipboard. */
export async function share(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openShareSheet(page);
  await shareButton(page).click();
  await expect(shareButton(page)).toHaveText('Copied!');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^http:\/\/localhost:\d+\/share\/[A-Za-z0-9]{8}$/);
  await closeShareSheet(page);
  return link;
}

/** Stores a share of this device as the app would, and resolves with its path. */
export async function sharePath(request: APIRequestContext, name: string): Promise<string> {
  const audioUrl = await storeMelody(request);
  const own = fragrance(audioUrl, { name });
  const shareId = createShareId((count) => crypto.getRandomValues(new Uint8Array(count)));
  const made = await request.post('/rest/v1/rpc/create_share', {
    headers: { apikey: serverKeys().publishable },
    data: {
      owner_secret: DEVICE_SECRET,
      share: {
        share_id: shareId,
        name,
        music_essence: own.musicEssence,
        top_notes: own.topNotes,
        middle_notes: own.middleNotes,
        base_notes: own.baseNotes,
        audio_path: audioPathOf(audioUrl),
        intensity: own.intensity,
        complexity: own.complexity,
        persistence: own.persistence,
        trace: own.trace,
        description: own.description,
        source: 'spectral',
      },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return `/share/${shareId}`;
}

export const idOf = (link: string): string => link.split('/').at(-1)!;

/** Rows as the service reads them. */
export async function rowsOf<Row>(request: APIRequestContext, table: string, query: string): Promise<Row[]> {
  const answer = await request.get(`/rest/v1/${table}?${query}`, { headers: { apikey: serverKeys().secret } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Row[];
}

/** Width and height in the header of a PNG; throws when it is none. */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(bytes.subarray(12, 16).toString()).toBe('IHDR');
  // The end of the image: a picture that was cut off has none.
  expect(bytes.subarray(-8, -4).toString()).toBe('IEND');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
