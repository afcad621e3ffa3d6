import { defineConfig } from 'vitest/config';

/** The tests that Stryker runs on each planted bug: those that need neither a browser nor a server. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'workers/**/*.test.ts', 'tests/unit/**/*.test.ts'],
    // With bugs switched on and off in every line, the detectors run several times slower.
    testTimeout: 120_000,
  },
});
