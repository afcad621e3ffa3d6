import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { fonts } from './pwa/fonts.ts';
import { isolationHeaders } from './pwa/hosts/headers.ts';
import { browserPath } from './tests/browserPath.ts';
import { DATABASE_FLAGS } from './tests/databaseFlags.ts';
import { fakeMediaArgs } from './tests/fakeMedia.ts';
import { POLICY_SUITES } from './tests/hosted/suites.ts';
import { kernels } from './workers/analysis/build/kernelPlugin.ts';
import { TONE_MODULES } from './vite.config.ts';
import { WAIT_TIMEOUT_MS, TEST_MS } from './tests/timeouts.ts';

/**
 * As many workers as cores. A process runs many files: starting one, with Postgres in it, takes longer than most files.
 * A file restores everything that it changes outside of itself.
 */
const WORKER_COUNT = Number(process.env['ACCORD_WORKERS'] ?? availableParallelism());

/** No retries: a test that sometimes fails is a defect, of the test or of the product. */
const waitLimits = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: WAIT_TIMEOUT_MS } } };

/** For tests that send requests to servers: every request has a limit. */
const PATIENT_SETUP = ['tests/backend/support/patientFetch.ts'];

/** True for a module of the app, of its tests or of a library, and false for one of the runner. */
const MODULE_PATTERN = /^(?!\/__vitest)[^?]*\.(?:[cm]?[jt]sx?|css|json)(?:\?|$)/;

/**
 * Test pages are cross-origin isolated as the app's are, so that memory can be shared there too. During a run they
 * cache the modules, which each file imports again: none changes meanwhile.
 */
const pages: Plugin = {
  name: 'accord:pages',
  // Before the handlers of the runner's own pages.
  enforce: 'pre',
  configureServer(server) {
    const isRun = server.config.server.watch === null;
    server.middlewares.use((request, response, next) => {
      for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value);
      if (isRun && MODULE_PATTERN.test(request.url ?? '')) {
        const set = response.setHeader.bind(response);
        response.setHeader = (name, value) => set(name, name === 'Cache-Control' ? 'max-age=3600' : value);
      }
      next();
    });
  },
};

/** The tests of `tests/{name}/`, in a real Chromium, one file after the other. */
const inChromium = (name: 'browser' | 'realtime'): TestProjectInlineConfiguration => ({
  plugins: [react(), pages, kernels(), fonts()],
  // A page has no environment variables.
  define: { ACCORD_PATIENCE: JSON.stringify(process.env['ACCORD_PATIENCE_MS'] ?? '') },
  // Scans all screens for their imports: a dependency that is found late reloads the page under a test.
  optimizeDeps: {
    entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}'],
    include: [
      'comlink',
      'mediabunny',
      'meyda',
      ...TONE_MODULES,
      'tone/build/esm/core/context/OfflineContext.js',
      'midi-file',
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
    name,
    ...waitLimits,
    globalSetup: ['tests/fixtures/make.ts'],
    include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
    fileParallelism: false,
    sequence: { groupOrder: 2 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: browserPath(), args: fakeMediaArgs() } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [fonts()],
        test: {
          name: 'unit',
          ...waitLimits,
          environment: 'node',
          isolate: false,
          maxWorkers: WORKER_COUNT,
          sequence: { groupOrder: 0 },
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
          ...waitLimits,
          environment: 'node',
          isolate: false,
          include: ['tests/{backend,fuzz}/**/*.test.ts'],
          setupFiles: PATIENT_SETUP,
          // Each file starts another server and database.
          maxWorkers: WORKER_COUNT,
          sequence: { groupOrder: 1 },
          execArgv: DATABASE_FLAGS,
          // The lowest cost of password hashes, for speed: no test depends on their strength.
          env: { LITE_AUTH_BCRYPT_COST: '4' },
        },
      },
      {
        test: {
          // The policy suites again, on real Postgres and real PostgREST.
          name: 'hosted',
          ...waitLimits,
          environment: 'node',
          include: ['tests/hosted/**/*.test.ts', ...POLICY_SUITES],
          globalSetup: ['tests/hosted/setUp.ts'],
          setupFiles: PATIENT_SETUP,
          env: { ACCORD_STAND_IN: '1' },
          maxWorkers: WORKER_COUNT,
          sequence: { groupOrder: 3 },
        },
      },
      inChromium('browser'),
      // Compares sound and clock in real time, and records: run it alone on the machine.
      inChromium('realtime'),
    ],
  },
});
