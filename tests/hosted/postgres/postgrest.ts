/** The real PostgREST in front of a database, with the settings of a hosted project. */
import { postgrestPath } from './binaries.ts';
import { freePort, startProgram, untilReady } from './processes.ts';

export interface Postgrest {
  /** Its address: it serves `/{table}` and `/rpc/{function}`. */
  url: string;
  close(): Promise<void>;
}

/** Starts PostgREST as the role `authenticator`; `jwtSecret` signs the tokens that it takes. */
export async function startPostgrest(host: string, database: string, jwtSecret: string): Promise<Postgrest> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(postgrestPath(), [], {
    env: {
      PGRST_DB_URI: `postgres://authenticator@/${database}?host=${encodeURIComponent(host)}&port=5432`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: '10',
      PGRST_DB_USE_LEGACY_GUCS: 'false',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_LOG_LEVEL: 'error',
    },
  });
  // 503 until it has read the schema.
  const ready = () =>
    fetch(`${url}/no_such_table`, { method: 'HEAD' }).then(
      ({ status }) => status < 500,
      () => false,
    );
  try {
    await untilReady(program, ready);
  } catch (error) {
    await program.close();
    throw error;
  }
  return { url, close: () => program.close() };
}
