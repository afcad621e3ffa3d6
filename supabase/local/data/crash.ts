/**
 * Crashes of Postgres as WebAssembly (PGlite). Once its memory is damaged or its code has trapped, every later
 * statement fails. Detects that, so that the server ends before it gives a wrong answer, and prevents the one cause
 * that we found. Committed data is in the folder at the next start.
 */
import type { PGlite } from '@supabase/lite/pglite';
import { DataDirError } from './dataDir.ts';

/** The database instance is no longer usable. */
class DatabaseCrash extends Error {
  override readonly name = 'DatabaseCrash';
}

/**
 * The parts of PGlite and its Emscripten module that are used here; the package's types omit most of them.
 */
interface Insides {
  Module: { ___stack_pointer: WebAssembly.Global<'i32'>; _PostgresMainLoopOnce(): void };
  POSTGRES_MAIN_LONGJMP: number;
  execProtocolRawSync(message: Uint8Array): Uint8Array;
  execProtocol(...args: never[]): Promise<unknown>;
  execProtocolStream(...args: never[]): Promise<unknown>;
}

/** Ends the process, since PGlite may go on for ever: nothing can be done with the database any more. */
type OnCrash = (crash: Error) => never;

/** Ends the server, in words for the operator. */
export const endProcess: OnCrash = (crash) => {
  console.error(
    crash instanceof DataDirError ? crash.message : `The database crashed (${crash.message}). The server stops.`,
  );
  process.exit(1);
};

/**
 * Watches an open database, and calls `onCrash` when it has become unusable.
 *
 * Also restores the stack pointer, which PGlite does not. Postgres leaves a failed statement by `longjmp`, a JavaScript
 * exception here, and the pointer stays where it was: each failed statement costs about 1 KB of a stack of 10 MB. After
 * some ten thousand of them (such as refused calls of visitors) the stack would run into Postgres' data.
 */
export function watchForCrash(driver: PGlite, onCrash: OnCrash): void {
  const database = driver as unknown as Insides;
  const { Module: module, POSTGRES_MAIN_LONGJMP: LONGJMP } = database;
  const stack = module.___stack_pointer;
  const idle = stack.value;
  const exitAfterCrash = (error: unknown): never => {
    const { name = 'Error', code, message = String(error) } = (error ?? {}) as Error & { code?: string };
    return onCrash(new DatabaseCrash(`${code ?? name} ${message}`, { cause: error }));
  };

  const loop = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      loop();
    } catch (error) {
      // PGlite would ignore any other exception, and call the loop again, for ever.
      if ((error as { status?: unknown }).status !== LONGJMP) exitAfterCrash(error);
      throw error;
    }
  };

  const run = database.execProtocolRawSync.bind(database);
  database.execProtocolRawSync = (message) => {
    try {
      return run(message);
    } catch (error) {
      // Postgres reports refusals as protocol messages; an exception means that Postgres itself was unwound.
      return exitAfterCrash(error);
    } finally {
      stack.value = idle;
    }
  };

  for (const name of ['execProtocol', 'execProtocolStream'] as const) {
    const exchange = database[name].bind(database);
    database[name] = (...args) =>
      exchange(...args).catch((error: unknown) => {
        // Class XX: Postgres found an internal error or corrupt data.
        if (String((error as { code?: unknown }).code).startsWith('XX')) exitAfterCrash(error);
        throw error;
      });
  }
}
