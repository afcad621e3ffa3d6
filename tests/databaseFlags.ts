/**
 * Flags of Node for the embedded Postgres, which is WebAssembly, in tests: compile functions at their first call, and
 * not a second time for speed. A test's database ends before that compilation would pay off.
 */
export const DATABASE_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];
