/**
 * Crashes of Postgres as WebAssembly (PGlite). Once its memory is damaged or its code has trapped, every later statement
 * fails. Detects that, so that the database can be reopened (reopening.ts), and prevents the one known cause.
 */
import type { PGlite } from '@supabase/lite/pglite';

/** The database instance is no longer usable. */
export class DatabaseCrash extends Error {
  override readonly name = 'DatabaseCrash';
}

/**
 * The parts of PGlite and its Emscripten module that are used here; the package's types omit most of them.
 */
interface Insides {
  Module: {
    ___stack_pointer: WebAssembly.Global<'i32'>;
    _PostgresMainLoopOnce(): void;
    _PostgresSendReadyForQueryIfNecessary(): void;
    _pgl_pq_flush(): void;
    _clear_setitimer(): void;
    FS: { streams: (object | null)[]; close(stream: object): void };
  };
  POSTGRES_MAIN_LONGJMP: number;
  execProtocolRawSync(message: Uint8Array): Uint8Array;
  execProtocol(...args: never[]): Promise<unknown>;
  execProtocolStream(...args: never[]): Promise<unknown>;
}

/**
 * Watches an open database. Calls `onCrash` once when it has become unusable; every statement fails from then on.
 *
 * Also restores the stack pointer, which PGlite does not. Postgres leaves a failed statement by `longjmp`, a JavaScript
 * exception here, and the pointer stays where it was: each failed statement costs about 1 KB of a stack of 10 MB. After
 * some ten thousand of them (such as refused calls of visitors) the stack would run into Postgres' data.
 */
export function watchForCrash(driver: PGlite, onCrash: (crash: DatabaseCrash) => void): void {
  const database = driver as unknown as Insides;
  const { Module: module, POSTGRES_MAIN_LONGJMP: LONGJMP } = database;
  const stack = module.___stack_pointer;
  const idle = stack.value;
  let crash: DatabaseCrash | null = null;
  const crashed = (error: unknown): DatabaseCrash => {
    if (crash === null) {
      const { name = 'Error', code, message = String(error) } = (error ?? {}) as Error & { code?: string };
      crash = new DatabaseCrash(`${code ?? name} ${message}`, { cause: error });
      // PGlite calls these even after an exception; in damaged memory they may never return.
      module._PostgresSendReadyForQueryIfNecessary = module._pgl_pq_flush = () => undefined;
      stack.value = idle;
      try {
        // Postgres' time-outs are timers of this process: one that fires in damaged memory would end the server.
        module._clear_setitimer();
      } catch {
        // The memory is too damaged even for this.
      }
      onCrash(crash);
    }
    return crash;
  };

  const loop = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      loop();
    } catch (error) {
      if ((error as { status?: unknown }).status === LONGJMP) throw error;
      const found = crashed(error);
      // PGlite ignores every exception but a longjmp, which it recognises by `status`, and calls the loop again, for
      // ever. An error that throws when `status` is read leaves that loop.
      throw Object.defineProperty(new Error(found.message), 'status', {
        get() {
          throw found;
        },
      });
    }
  };

  const run = database.execProtocolRawSync.bind(database);
  database.execProtocolRawSync = (message) => {
    if (crash) throw crash;
    try {
      return run(message);
    } catch (error) {
      // Postgres reports refusals as protocol messages; an exception means that Postgres itself was unwound.
      throw crashed(error);
    } finally {
      stack.value = idle;
    }
  };

  for (const name of ['execProtocol', 'execProtocolStream'] as const) {
    const exchange = database[name].bind(database);
    database[name] = async (...args) => {
      try {
        return await exchange(...args);
      } catch (error) {
        // Class XX: Postgres found an internal error or corrupt data.
        throw String((error as { code?: unknown }).code).startsWith('XX') ? crashed(error) : error;
      }
    };
  }
}

/** Closes the files of a crashed database without running Postgres: it would write from damaged memory. */
export function closeFiles(driver: PGlite): void {
  const { FS: files } = (driver as unknown as Insides).Module;
  for (const stream of files.streams) {
    try {
      if (stream) files.close(stream);
    } catch {
      // The descriptor stays open until the process ends.
    }
  }
}
