import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './pwa/chunks.ts';
import { examplePlugin } from './pwa/example.ts';
import { firstFiles } from './pwa/firstFiles.ts';
import { firstPaint } from './pwa/firstPaint.ts';
import { fonts } from './pwa/fonts.ts';
import { iconPlugin } from './pwa/icons.ts';
import { manifest } from './pwa/manifest.ts';
import { screenshotPlugin } from './pwa/shots.ts';
import { isolationHeaders } from './pwa/hosts/headers.ts';
import { legalPlugin } from './pwa/hosts/legal.ts';
import { security } from './pwa/hosts/securityPlugin.ts';
import { kernels } from './workers/analysis/build/kernelPlugin.ts';

/** The used files of Tone: only a lazy chunk imports it. */
export const TONE_MODULES: readonly string[] = [
  'tone/build/esm/core/context/Context.js',
  'tone/build/esm/core/context/GlobalContext.js',
  'tone/build/esm/component/filter/Filter.js',
  'tone/build/esm/core/context/ToneAudioNode.js',
  'tone/build/esm/effect/Tremolo.js',
  'tone/build/esm/source/Noise.js',
  'tone/build/esm/source/oscillator/AMOscillator.js',
  'tone/build/esm/source/oscillator/FMOscillator.js',
  'tone/build/esm/source/oscillator/Oscillator.js',
];

const first = firstFiles();

// `npm start` and `npm run dev` use this through the local server (supabase/local/server.ts), which also serves the
// embedded backend; `npm run build` alone makes a build for a hosted backend.
export default defineConfig({
  plugins: [
    react(),
    security(),
    legalPlugin(),
    kernels(),
    fonts(),
    firstPaint(),
    iconPlugin(),
    examplePlugin(),
    screenshotPlugin(),
    first.plugin,
    // `npm run dev` has no service worker; the page registers that of a build (src/core/loading/serviceWorker.ts).
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      // `npm start` prints its own messages.
      integration: { configureCustomSWViteBuild: (config) => void Object.assign(config, { logLevel: 'warn' }) },
      injectManifest: {
        // All files that any screen may need: lazy parts, workers, worklets, fonts, WebAssembly.
        globPatterns: ['**/*.{js,mjs,css,html,woff2,wasm,svg,png,ico,webmanifest}'],
        globIgnores: ['screenshots/**', 'sw.js'],
        manifestTransforms: [first.mark],
        maximumFileSizeToCacheInBytes: 8_000_000,
        rollupFormat: 'iife',
      },
    }),
  ],
  // wouter's stand-in for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  worker: { format: 'es', plugins: () => [kernels()] },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        hashCharacters: 'base36',
      },
    },
  },
  // Vite would find a dependency of a worker or lazy chunk late, and reload the page during the first visit.
  optimizeDeps: {
    include: [
      'comlink',
      'mediabunny',
      'meyda',
      ...TONE_MODULES,
      'midi-file',
      '@supabase/supabase-js',
      'idb',
      'zod',
      'zod/mini',
    ],
  },
});
