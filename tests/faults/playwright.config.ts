import { defineConfig } from '@playwright/test';
import { browserPath } from '../browserPath.ts';
import { fakeMediaArgs } from '../fakeMedia.ts';
import { patience } from '../patience.ts';

/** The fault table: what a person does (rows) while something breaks (columns), on servers inside the test processes. */
export default defineConfig({
  testDir: '.',
  globalSetup: './build.ts',
  outputDir: '../../test-results/faults',
  timeout: patience(90_000),
  expect: { timeout: patience(15_000) },
  // With a third one beside it, tests that listen to sound missed notes.
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // As in the end-to-end suite.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['line'], ['json', { outputFile: '../../test-results/faults.json' }], ['./tableReporter.ts']],
  use: { launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() } },
});
