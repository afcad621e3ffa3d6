import { compileKernels } from './compile.ts';

/** The kernels of the engine, for Node: compiled when this is imported. In a bundle of Vite their bytes take its place (kernelPlugin.ts). */
export const program: Uint8Array<ArrayBuffer> = compileKernels();
