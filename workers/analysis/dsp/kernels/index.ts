import type { Kernels } from './kernels.ts';
import { ReferenceKernels } from './reference.ts';
import { WebAssemblyKernels } from './webAssembly.ts';

/**
 * Which implementation of the hot loops runs: WebAssembly if a program of them was given and this place can run it, else
 * TypeScript. Whoever hosts the engine gives it the program (workers/analysis.worker.ts, bench/kernels.ts), as the engine
 * itself loads nothing.
 */

/** The smallest module with a 128-bit vector: `i32.const 0, i8x16.splat, i8x16.popcnt`. */
const SIMD_MODULE = Uint8Array.from(atob('AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw=='), (letter) =>
  letter.charCodeAt(0),
);

let program: WebAssembly.Module | null = null;

/** Whether this place runs WebAssembly with 128-bit vectors. */
export function hasVectors(): boolean {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
  } catch {
    return false;
  }
}

/**
 * Gives every analyzer from now on the hot loops in WebAssembly, from the bytes of their program; null takes them back.
 * Returns whether they will be used: not where there are no vectors, or where a policy forbids to compile.
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
    // No memory for an instance: slower is better than not at all.
    return new ReferenceKernels();
  }
}
