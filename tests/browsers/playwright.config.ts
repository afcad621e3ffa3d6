import { defineConfig } from '@playwright/test';
import { presentEngines } from './engines.ts';
import type { EngineOptions } from './fixtures.ts';
import { patience } from '../patience.ts';

/** The main flow in every engine that this machine has, on servers and sound cards inside the test processes. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  globalSetup: '../faults/build.ts',
  outputDir: '../../test-results/browsers',
  timeout: patience(90_000),
  expect: { timeout: patience(15_000) },
  // What is played is heard in real time: two engines beside each other on two cores left holes in the first notes of one.
  workers: 1,
  // The steps of an engine follow each other.
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // As in the end-to-end suite.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['line'], ['json', { outputFile: '../../test-results/browsers.json' }], ['./matrixReporter.ts']],
  projects: presentEngines().map((engine) => ({ name: engine, use: { engine } })),
});
