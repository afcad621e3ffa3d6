/** A real Postgres on this machine, made for a run and gone after it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { postgresFolder, userForPostgres } from './binaries.ts';
import { startProgram, untilReady } from './processes.ts';

/** The bootstrap superuser, named as on a hosted project. Only policies of services are migrated as this role. */
export const SUPERUSER = 'supabase_admin';

export interface Cluster {
  /** The folder of the socket, which clients accept as a host. */
  host: string;
  /** The major version of the server and the rest of it, "18.4". */
  version: string;
  close(): Promise<void>;
}

/** Connection of a role to a database of a cluster: by the socket, in a folder that other users cannot open. */
export function addressOf(host: string, database: string, user: string): ClientConfig {
  return { host, port: 5432, database, user };
}

/** Does `work` on a new connection and closes it. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  // Imported here, because tests on the embedded backend load this file without the package.
  const { Client: Connection } = await import('pg');
  const client = new Connection(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes a cluster and starts it; `settings` are those of `postgresql.conf`. Its folder is temporary, so Postgres does
 * not wait for the disk (no fsync). A folder `kept` is not deleted, and is used again by the next run.
 *
 * @throws Error with the message of Postgres
 */
export async function startCluster(
  settings: Readonly<Record<string, string>> = {},
  kept: string | null = null,
): Promise<Cluster> {
  const user = userForPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'accord-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o700);
    if (user) chownSync(folder, user.uid, user.gid);
    const native = postgresFolder(user, folder);
    if (user && native.startsWith(folder)) chmodSync(native, 0o755);
    const data = join(kept ?? folder, 'data');
    if (kept !== null) {
      mkdirSync(kept, { recursive: true });
      if (user) chownSync(kept, user.uid, user.gid);
    }
    if (!existsSync(join(data, 'PG_VERSION')))
      execFileSync(
        join(native, 'bin/initdb'),
        // As a hosted project sorts and compares texts.
        [
          `--pgdata=${data}`,
          `--username=${SUPERUSER}`,
          ...'--auth=trust --no-sync --no-instructions --encoding=UTF8'.split(' '),
          ...'--locale=C --locale-provider=icu --icu-locale=en-US'.split(' '),
        ],
        {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { PATH: process.env['PATH'], LANG: 'C' },
          ...user,
        },
      );
    const all = {
      listen_addresses: '',
      unix_socket_directories: folder,
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '100',
      autovacuum: 'off',
      ...settings,
    };
    const server = startProgram(
      join(native, 'bin/postgres'),
      ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { user, cwd: folder, signal: 'INT', after: `cd / && rm -rf "${folder}"` },
    );
    let version = '';
    const ready = async () => {
      try {
        version = await withClient(
          addressOf(folder, 'postgres', SUPERUSER),
          async (client) =>
            (await client.query<{ server_version: string }>('show server_version')).rows[0]!.server_version,
        );
        return true;
      } catch {
        return false;
      }
    };
    try {
      await untilReady(server, ready);
    } catch (error) {
      await server.close();
      throw error;
    }
    return {
      host: folder,
      version,
      async close() {
        await server.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
