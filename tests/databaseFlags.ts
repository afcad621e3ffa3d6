/**
 * How Node runs the embedded Postgres, which is WebAssembly, in tests: it is compiled as it is met, and not a second time for
 * speed. A test's database is gone before that would be earned back.
 */
export const DATABASE_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];
