import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileKernels, KERNEL_SOURCES } from './compile.ts';

/** Module name in the imports of the analysis worker. */
const MODULE_ID = 'virtual:kernels';
const RESOLVED_ID = `\0${MODULE_ID}`;
const PROGRAM_FILE = join(import.meta.dirname, 'program.ts');

/**
 * Resolves `virtual:kernels` (and build/program.ts, in a bundle for Node) to the compiled kernels of the engine.
 * Inlines them into the importing script: eight kilobytes do not justify a request, and work offline with the script.
 */
export function kernels(): Plugin {
  return {
    name: 'accord:kernels',
    enforce: 'pre',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : null),
    load(id) {
      if (id !== RESOLVED_ID && id !== PROGRAM_FILE) return null;
      this.addWatchFile(join(KERNEL_SOURCES, 'index.ts'));
      const text = Buffer.from(compileKernels()).toString('base64');
      return `export const program = Uint8Array.from(atob('${text}'), (letter) => letter.charCodeAt(0));`;
    },
  };
}
