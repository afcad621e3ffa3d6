import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileKernels, KERNEL_SOURCES } from './compile.ts';

/** Module name in the imports of the analysis worker. */
const NAME = 'virtual:kernels';
const RESOLVED = `\0${NAME}`;
const PROGRAM = join(import.meta.dirname, 'program.ts');

/**
 * Resolves `virtual:kernels` (and build/program.ts, in a bundle for Node) to the compiled kernels of the engine.
 * Inlines them into the importing script: eight kilobytes do not justify a request, and work offline with the script.
 */
export function kernels(): Plugin {
  return {
    name: 'accord:kernels',
    enforce: 'pre',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED && id !== PROGRAM) return null;
      this.addWatchFile(join(KERNEL_SOURCES, 'index.ts'));
      const text = Buffer.from(compileKernels()).toString('base64');
      return `export const program = Uint8Array.from(atob('${text}'), (letter) => letter.charCodeAt(0));`;
    },
  };
}
