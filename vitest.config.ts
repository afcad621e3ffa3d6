import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fonts } from './pwa/fonts.ts';
import { isolationHeaders } from './supabase/local/http/headers.ts';
import { browserPath } from './tests/browserPath.ts';
import { DATABASE_FLAGS } from './tests/databaseFlags.ts';
import { fakeMediaArgs } from './tests/fakeMedia.ts';
import { POLICY_SUITES } from './tests/hosted/suites.ts';
import { kernels } from './workers/build/kernelPlugin.ts';
import { TONE_MODULES } from './vite.config.ts';
import { patience } from './tests/patience.ts';

/**
 * As many for each project without a browser, so that they can share them in one run. A process serves many files: to start one,
 * and Postgres in it, costs more than most files do. What a file changes outside of it, it takes back.
 */
const WORKERS = 2;

/**
 * A test that sometimes fails is a defect, of the test or of the product. But a build machine that is shared may stall: what
 * waits for servers, browsers and sound is run once more there, as in playwright.config.ts, and the runner names it.
 */
const RETRIES = process.env['CI'] === undefined ? 0 : 1;

/** Test pages are cross-origin isolated as the app's are, so that memory can be shared there too. */
const isolation: Plugin = {
  name: 'accord:isolation',
  // Before the runner's own pages are answered.
  enforce: 'pre',
  configureServer(server) {
    server.middlewares.use((_request, response, next) => {
      for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value);
      next();
    });
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          maxWorkers: WORKERS,
          // Properties are tried on hundreds of inputs: a busy machine may take its time.
          testTimeout: 30_000,
          include: [
            'src/**/*.test.ts',
            'workers/**/*.test.ts',
            'worklets/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/unit/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'backend',
          environment: 'node',
          isolate: false,
          include: ['tests/backend/**/*.test.ts'],
          testTimeout: 60_000,
          // Starting a database is a matter of seconds, unless the machine has much else to do.
          hookTimeout: 300_000,
          retry: RETRIES,
          // Each file has a server and a database of its own.
          maxWorkers: WORKERS,
          execArgv: DATABASE_FLAGS,
        },
      },
      {
        test: {
          // The policy suites once more, on real Postgres and real PostgREST.
          name: 'hosted',
          environment: 'node',
          include: ['tests/hosted/**/*.test.ts', ...POLICY_SUITES],
          globalSetup: ['tests/hosted/setUp.ts'],
          env: { ACCORD_STAND_IN: '1' },
          testTimeout: 60_000,
          hookTimeout: 300_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'fuzz',
          environment: 'node',
          isolate: false,
          maxWorkers: WORKERS,
          execArgv: DATABASE_FLAGS,
          include: ['tests/fuzz/**/*.test.ts'],
        },
      },
      {
        plugins: [react(), isolation, kernels(), fonts()],
        // All screens are scanned for what they import: a dependency that is found late reloads the page under a test.
        optimizeDeps: {
          entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}'],
          include: [
            'comlink',
            'meyda',
            ...TONE_MODULES,
            'tone/build/esm/core/context/OfflineContext.js',
            '@tonejs/midi',
            'idb',
            'zod',
            'zod/mini',
            '@supabase/supabase-js',
            'valtio',
            'react-dom/client',
            'wouter',
            'wouter/use-browser-location',
            'valtio/utils',
            '@radix-ui/react-tooltip',
            'sonner',
          ],
        },
        test: {
          name: 'browser',
          globalSetup: ['tests/fixtures/make.ts'],
          include: ['tests/browser/**/*.test.ts', 'tests/browser/**/*.test.tsx'],
          testTimeout: patience(45_000),
          // What is waited for comes at once, but not on a machine that three suites share.
          expect: { poll: { timeout: patience(20_000) } },
          fileParallelism: false,
          retry: RETRIES,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
