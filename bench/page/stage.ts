import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { fragranceFromEssence } from '../../src/features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance } from '../../src/features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '../../workers/ear/values/pitch.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { fakeMediaArgs } from '../../tests/fakeMedia.ts';
import { makeShare, newShareId, shareRow, upload, visitor, wav } from '../../tests/backend/support/testServer.ts';

/** What a page is measured with: a browser, a share in the backend, and a fragrance on the device. */

const ESSENCE: readonly NoteCode[] = ['A4', 'C#5', 'E3', 'G4', 'B4'];

/** A fragrance as the results keep it, with a melody of forty notes. */
export function storedFragrance(): Fragrance {
  const notes = Array.from({ length: 40 }, (_, i) => ({
    note: ESSENCE[(i * 3) % ESSENCE.length]!,
    onset: i * 0.3,
    offset: i * 0.3 + 0.2 + (i % 3) / 20,
    velocity: 0.6 + (i % 4) / 10,
    cents: 0,
  }));
  const peaks = Array.from({ length: 200 }, (_, i) => 0.2 + 0.7 * Math.abs(Math.sin(i / 9)));
  return fragranceFromEssence({
    essence: ESSENCE,
    source: 'spectral',
    now: new Date('2026-03-01T12:00:00Z'),
    trace: { duration: 12, peaks, notes },
  });
}

/** Makes a share of a visitor, and returns its id. @throws Error when the backend refuses */
export async function storedShare(server: RunningServer): Promise<string> {
  const stored = await upload(server, wav({ seconds: 12 }));
  const path = String(stored.body['audioPath'] ?? String(stored.body['audioUrl']).split('/audio/')[1]);
  const { name, description, intensity, complexity, persistence, trace } = storedFragrance();
  const id = newShareId();
  const made = await makeShare(
    server,
    shareRow(path, { share_id: id, name, description, intensity, complexity, persistence, trace }),
    visitor(server),
  );
  if (made.status !== 200) throw new Error(`The share was refused: ${JSON.stringify(made.body)}`);
  return id;
}

/** Opens a Chromium with a microphone, and closes it after `measure`. */
export async function withBrowser(executablePath: string, measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: fakeMediaArgs() });
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

/** Opens an empty page for a path, and closes it after `visit`; the device of `/results` has a fragrance. */
export async function withPage<T>(
  browser: Browser,
  path: string,
  options: BrowserContextOptions,
  visit: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block', permissions: ['microphone'] });
  try {
    const page = await context.newPage();
    // esbuild names the functions that are passed to a page.
    await page.addInitScript('globalThis.__name ??= (value) => value');
    if (path === '/results')
      await page.addInitScript(
        (kept) => localStorage.setItem('fragranceProfile', kept),
        JSON.stringify(storedFragrance()),
      );
    return await visit(page);
  } finally {
    await context.close();
  }
}
