import { defineConfig } from '@playwright/test';
import { browserPath } from './tests/browserPath.ts';
import { DATABASE_FLAGS } from './tests/databaseFlags.ts';
import { fakeMediaArgs } from './tests/fakeMedia.ts';
import { patience } from './tests/patience.ts';

const port = Number(process.env['E2E_PORT'] ?? 5199);
/** Where one run keeps what it writes: two at a time do not share it. */
const folder = process.env['E2E_FOLDER'] ?? 'test-results/e2e';

/** Specs that listen to sound in real time. */
const SOUND = /(keyboard|takes|beats|scentwaves|video|create)\.spec\.ts$/;

/** Specs of what moves, and of the main way of a share: they see the app as most people do. */
const MOVING = /(reveal|story|film|face|share|layout)\.spec\.ts$/;

/** All screens in all shapes that a person may give them, from any host, and before any script has run. */
const EVERYWHERE = /(matrix|print|hosting|early|firstWords)\.spec\.ts$/;

/** Specs of accounts. */
const MEMBERS = /e2e\/members\//;

/** Specs of the store, the playlist, bottles and contact. */
const COMMUNITY = /e2e\/community\//;

/** Without a graphics card, painting what moves takes an eighth of the run: where nothing asks how it moves, it does not. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** End-to-end tests drive the built app on its embedded backend, as `npm start` serves it, on a database of their own in memory. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/fixtures/make.ts',
  // Not the folder itself: other suites keep their reports there.
  outputDir: folder,
  timeout: patience(60_000),
  expect: { timeout: patience(10_000) },
  // What was played is heard again in real time: where sound is listened to, one test at a time.
  workers: 1,
  projects: [
    { name: 'sound', testMatch: SOUND },
    { name: 'moving', testMatch: MOVING },
    { name: 'members', testMatch: MEMBERS, testIgnore: MOVING, use: STILL },
    { name: 'community', testMatch: COMMUNITY, testIgnore: MOVING, use: STILL },
    { name: 'screens', testIgnore: [SOUND, MOVING, MEMBERS, COMMUNITY, EVERYWHERE], use: STILL },
    { name: 'everywhere', testMatch: EVERYWHERE, use: STILL },
  ],
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that sometimes fails is a defect, of the test or of the product. A build machine that is shared may stall: there
  // such a test is run once more, and the runner names it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['line'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // A service worker answers before page.route hears of a request; offline.spec.ts has one.
    serviceWorkers: 'block',
    // To write down every test would cost more than it tells: one that failed is run with `--trace on`.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: false },
    launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() },
  },
  webServer: {
    command: `node ${DATABASE_FLAGS.join(' ')} --import tsx tests/e2e/support/serve.ts`,
    url: `http://localhost:${port}/`,
    env: { PORT: String(port), DO_NOT_TRACK: '1' },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
