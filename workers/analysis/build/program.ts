import { compileKernels } from './compile.ts';

/**
 * The engine's kernels for Node, compiled on import. In a Vite bundle kernelPlugin.ts replaces this by their bytes.
 */
export const program: Uint8Array<ArrayBuffer> = compileKernels();
