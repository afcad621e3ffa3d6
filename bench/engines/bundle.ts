import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { kernels } from '../../workers/ear/build/kernelPlugin.ts';

/**
 * Bundles the process of the engines to plain JavaScript, so that no compiler is measured along with them.
 * @returns the path of the program, and a function that deletes it
 */
export async function bundleChild(): Promise<{ path: string; remove(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), 'accord-bench-'));
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    plugins: [kernels()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: resolve(import.meta.dirname, 'child.ts'),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  return { path: join(outDir, 'child.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) };
}
