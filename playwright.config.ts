import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserPath } from './tests/browserPath.ts';
import { DATABASE_FLAGS } from './tests/databaseFlags.ts';
import { fakeMediaArgs } from './tests/fakeMedia.ts';
import { PATIENCE_MS, START_MS, TEST_MS } from './tests/timeouts.ts';

const port = Number(process.env['E2E_PORT'] ?? 5199);
/** Where one run keeps what it writes: two at a time do not share it. */
const folder = process.env['E2E_FOLDER'] ?? 'test-results/e2e';

/** Without a graphics card, painting what moves takes an eighth of the run: where no test looks how it moves, it does not. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** End-to-end tests drive the built app on its embedded backend, as `npm start` serves it, on a database in memory. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/fixtures/make.ts',
  // Not the folder itself: other suites keep their reports there.
  outputDir: folder,
  // The longest walks have many steps, each of which may wait that long on a busy machine.
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  workers: availableParallelism(),
  projects: [
    { name: 'moving', testMatch: '{animation,listening}/**/*.spec.ts' },
    { name: 'still', testIgnore: '{animation,listening}/**', use: STILL },
  ],
  // Each test is on its own: the one that takes longest keeps no worker waiting.
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that sometimes fails is a defect, of the test or of the product: none is run twice.
  retries: 0,
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/e2e.json' }],
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    // A service worker answers before page.route hears of a request; offline.spec.ts has one.
    serviceWorkers: 'block',
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    // To write down every test would cost more than it shows: one that failed is run with `--trace on`.
    trace: 'off',
    launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() },
  },
  webServer: {
    command: `node ${DATABASE_FLAGS.join(' ')} --import tsx tests/e2e/support/hosts/serve.ts`,
    url: `http://localhost:${port}/`,
    // A password is hashed at its least cost: none is guessed here.
    env: { PORT: String(port), DO_NOT_TRACK: '1', LITE_AUTH_BCRYPT_COST: '4' },
    timeout: START_MS,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
