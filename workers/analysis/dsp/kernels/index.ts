import type { Kernels } from './kernels.ts';
import { ReferenceKernels } from './reference.ts';
import { WebAssemblyKernels } from './webAssembly.ts';

/**
 * Chooses the implementation of the hot loops: WebAssembly if a program was installed and can run, else TypeScript. The
 * host of the engine installs the program (such as analysis.worker.ts), as the engine loads nothing.
 */

/** The smallest module with a 128-bit vector: `i32.const 0, i8x16.splat, i8x16.popcnt`. */
const SIMD_MODULE = Uint8Array.from(atob('AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw=='), (letter) =>
  letter.charCodeAt(0),
);

let program: WebAssembly.Module | null = null;

/** True when this platform runs WebAssembly with 128-bit vectors. */
export function hasVectors(): boolean {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
  } catch {
    return false;
  }
}

/**
 * Installs the hot loops in WebAssembly for all later analyzers, from the bytes of their program; null removes them.
 * Returns whether they will be used: false without vectors, or where a policy forbids compiling.
 */
export function installProgram(bytes: Uint8Array<ArrayBuffer> | null): boolean {
  program = null;
  if (bytes === null || !hasVectors()) return false;
  try {
    program = new WebAssembly.Module(bytes);
  } catch {
    return false;
  }
  return true;
}

/** Kernels for one analyzer. */
export function createKernels(): Kernels {
  if (program === null) return new ReferenceKernels();
  try {
    return new WebAssemblyKernels(program);
  } catch {
    // No memory for an instance: use the slower kernels.
    return new ReferenceKernels();
  }
}
