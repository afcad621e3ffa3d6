import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileKernels, KERNEL_SOURCES } from './compile.ts';

/** What the analysis worker imports. */
const NAME = 'virtual:kernels';
const RESOLVED = `\0${NAME}`;
const PROGRAM = join(import.meta.dirname, 'program.ts');

/**
 * Gives `virtual:kernels` (and workers/build/program.ts, in a bundle for Node) the compiled kernels of the engine. They
 * are part of the script that imports them: eight kilobytes need no request of their own, and are there without a
 * connection whenever the script is.
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
