import type { Floats } from './kernels.ts';

/** Bytes past the end of an array that loops over whole vectors may touch. */
const PADDING_BYTES = 32;
/** Sizes of a value, bytes. */
const FLOAT_BYTES = 4;
const DOUBLE_BYTES = 8;

/** Address of a value of an array in the memory of WebAssembly. */
export const at = (values: Floats | Int32Array, index = 0): number => values.byteOffset + FLOAT_BYTES * index;

/** The arrays of the kernels, views of the memory of WebAssembly; none of it is ever freed. */
export class KernelMemory {
  readonly #buffer: ArrayBuffer;
  #next: number;

  /** @param base address of the first free byte */
  constructor(buffer: ArrayBuffer, base: number) {
    this.#buffer = buffer;
    this.#next = base;
  }

  /** Allocates `bytes` bytes at a multiple of 16. */
  #take(bytes: number): number {
    const address = (this.#next + 15) & ~15;
    const end = address + bytes + PADDING_BYTES;
    if (end > this.#buffer.byteLength) throw new RangeError(`No room for ${bytes} bytes beside the kernels`);
    this.#next = end;
    return address;
  }

  floats(length: number): Float32Array {
    return new Float32Array(this.#buffer, this.#take(FLOAT_BYTES * length), length);
  }

  outputs(length: number): Float32Array {
    return this.floats(length);
  }

  constants(values: ArrayLike<number>): Float32Array {
    const array = new Float32Array(this.#buffer, this.#take(FLOAT_BYTES * values.length), values.length);
    array.set(values);
    return array;
  }

  indices(values: ArrayLike<number>): Int32Array {
    const array = new Int32Array(this.#buffer, this.#take(FLOAT_BYTES * values.length), values.length);
    array.set(values);
    return array;
  }

  sums(length: number): Float64Array {
    return new Float64Array(this.#buffer, this.#take(DOUBLE_BYTES * length), length);
  }
}
