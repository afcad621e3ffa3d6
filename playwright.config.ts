import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserPath } from './tests/browserPath.ts';
import { DATABASE_FLAGS } from './tests/databaseFlags.ts';
import { fakeMediaArgs } from './tests/fakeMedia.ts';
import { WAIT_TIMEOUT_MS, START_MS, TEST_MS } from './tests/timeouts.ts';

const port = Number(process.env['E2E_PORT'] ?? 5199);
/** Folder for the files of a run; parallel runs need different ones. */
const folder = process.env['E2E_FOLDER'] ?? 'test-results/e2e';

/**
 * Without a graphics card, animations take an eighth of the run's time: tests that do not check them run with reduced
 * motion.
 */
const STILL_OPTIONS = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** End-to-end tests drive the built app on its embedded backend, as `npm start` serves it, on a database in memory. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/fixtures/make.ts',
  // A subfolder of test-results, where other suites store their reports.
  outputDir: folder,
  // The longest tests have many steps, each of which may take up to the limit on a busy machine.
  timeout: TEST_MS,
  expect: { timeout: WAIT_TIMEOUT_MS, toPass: { timeout: WAIT_TIMEOUT_MS } },
  workers: availableParallelism(),
  projects: [
    { name: 'moving', testMatch: '{animation,listening}/**/*.spec.ts' },
    { name: 'still', testIgnore: '{animation,listening}/**', use: STILL_OPTIONS },
  ],
  // Distributes single tests, so that a long file does not occupy one worker at the end.
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // No retries: a test that sometimes fails is a defect, of the test or of the product.
  retries: 0,
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/e2e.json' }],
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    // A service worker answers requests before page.route gets them; offline.spec.ts allows one.
    serviceWorkers: 'block',
    actionTimeout: WAIT_TIMEOUT_MS,
    navigationTimeout: WAIT_TIMEOUT_MS,
    // Traces of all tests cost too much time; run a failed test again with `--trace on`.
    trace: 'off',
    launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() },
  },
  webServer: {
    command: `node ${DATABASE_FLAGS.join(' ')} --import tsx tests/e2e/support/hosts/serve.ts`,
    url: `http://localhost:${port}/`,
    // The lowest cost of password hashes, for speed: no test depends on their strength.
    env: { PORT: String(port), DO_NOT_TRACK: '1', LITE_AUTH_BCRYPT_COST: '4' },
    timeout: START_MS,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
