/**
 * `npm run screenshots`: makes the pictures that a system shows before the app is installed, and the README's. They are
 * committed, since a build has no browser; run it again when the screens have changed. With `--matrix`: all screens in
 * all shapes, for review by eye (matrix.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { startServer } from '../supabase/local/server.ts';
import { browserPath } from '../tests/browserPath.ts';
import { heardMelodies } from '../tests/fixtures/recordings.ts';
import { matrixSheets } from './matrix.ts';
import { SCREENSHOT_FOLDER, SCREENSHOTS } from './shots.ts';

/** The picture of the README: the results of a desktop, larger than those of the manifest. */
const README_PICTURE = { file: '../../docs/results.png', path: '/results', width: 1440, height: 900 };

if (process.argv.includes('--matrix')) {
  await matrixSheets();
  process.exit(0);
}

const { fragrance } = heardMelodies(1)[0]!;
const server = await startServer({
  port: 0,
  dataDir: null,
  mode: 'start',
  build: !process.argv.includes('--no-build'),
});
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
try {
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  for (const { file, path, width, height } of [...SCREENSHOTS, README_PICTURE]) {
    const page = await browser.newPage({
      viewport: { width, height },
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    await page.addInitScript((stored) => localStorage.setItem('fragranceProfile', stored), JSON.stringify(fragrance));
    await page.goto(server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Wait until every animation has ended.
    await page.waitForTimeout(2500);
    const picture = await page.screenshot(file.endsWith('.png') ? {} : { type: 'jpeg', quality: 78 });
    writeFileSync(new URL(file, SCREENSHOT_FOLDER), picture);
    console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
