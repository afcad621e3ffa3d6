import { defineConfig } from '@playwright/test';
import { installedBrowsers } from './engines.ts';
import type { EngineOptions } from './fixtures.ts';
import { WAIT_TIMEOUT_MS, TEST_MS } from '#tests/timeouts.ts';

/** The main flow in every engine that this machine has, on servers and sound cards inside the test processes. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  globalSetup: './build.ts',
  outputDir: '../../test-results/engines',
  timeout: TEST_MS,
  expect: { timeout: WAIT_TIMEOUT_MS, toPass: { timeout: WAIT_TIMEOUT_MS } },
  // The tests record sound in real time: two parallel engines on two cores left gaps in the first notes of one.
  workers: 1,
  // The steps of an engine follow each other.
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['dot'], ['json', { outputFile: '../../test-results/engines.json' }], ['./matrixReporter.ts']],
  projects: installedBrowsers().map((engine) => ({ name: engine, use: { engine } })),
});
