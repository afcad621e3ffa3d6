import { defineConfig } from '@playwright/test';
import { browserPath } from '../browserPath.ts';
import { fakeMediaArgs } from '../fakeMedia.ts';
import { PATIENCE_MS, TEST_MS } from '../patience.ts';

/** The fault table: what a person does (rows) while something breaks (columns), on servers inside the test processes. */
export default defineConfig({
  testDir: '.',
  globalSetup: './build.ts',
  outputDir: '../../test-results/faults',
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/faults.json' }], ['./tableReporter.ts']],
  use: {
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() },
  },
});
