import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { kernels } from '../ear/build/kernelPlugin.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * `npm run build:engine`: bundles the engine (workers/engine.ts) into one module of plain JavaScript for Node and browsers.
 * @param folder absolute path of the folder for `engine.js`
 */
export async function buildEngine(folder: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [kernels()],
    build: {
      target: 'es2022',
      outDir: folder,
      reportCompressedSize: false,
      emptyOutDir: true,
      lib: { entry: resolve(ROOT, 'workers/engine.ts'), formats: ['es'], fileName: 'engine' },
    },
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildEngine(resolve(ROOT, 'dist-engine'));
