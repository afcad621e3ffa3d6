/**
 * Postgres as WebAssembly (PGlite) can fail for good: its memory is damaged, or the machine code trapped, and then every
 * later statement fails as well. Here that is noticed, so that the database can be opened again (reopening.ts), and the
 * one way of getting there that is known is closed.
 */
import type { PGlite } from '@supabase/lite/pglite';

/** The instance cannot be used any more. */
export class DatabaseCrash extends Error {
  override readonly name = 'DatabaseCrash';
}

/** What of PGlite and its Emscripten module is needed here; the types of the package leave most of it out. */
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
 * Watches an opened database; `onCrash` hears once when it has become unusable, and every statement fails from then on.
 *
 * It also gives the stack back that PGlite loses. Postgres leaves a failed statement by `longjmp`, which is a JavaScript
 * exception here and does not put the stack pointer back: each failed statement costs about 1 KB of a stack of 10 MB. After
 * some ten thousand of them (a visitor's refused calls are such) the stack would run into Postgres' own data.
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
      // PGlite calls these even after an exception, and in damaged memory they may never come back.
      module._PostgresSendReadyForQueryIfNecessary = module._pgl_pq_flush = () => undefined;
      stack.value = idle;
      try {
        // Its time-outs are timers of this process: one that rings in damaged memory would end the whole server.
        module._clear_setitimer();
      } catch {
        // Too damaged to be told.
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
      // PGlite passes over every exception but a longjmp, which it knows by its status, and calls again, for ever. One
      // that fails when it is asked for its status gets out of there.
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
      // What Postgres refuses is a message of the protocol; an exception has unwound Postgres itself.
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
        // Class XX: Postgres found itself, its memory or its data in a state that should not be.
        throw String((error as { code?: unknown }).code).startsWith('XX') ? crashed(error) : error;
      }
    };
  }
}

/**
 * Closes the files of a crashed database without a word to Postgres: what it would still write comes from memory that
 * cannot be trusted.
 */
export function closeFiles(driver: PGlite): void {
  const { FS: files } = (driver as unknown as Insides).Module;
  for (const stream of files.streams) {
    try {
      if (stream) files.close(stream);
    } catch {
      // A descriptor that is lost until the process ends.
    }
  }
}
