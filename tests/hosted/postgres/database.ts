/**
 * The database of a hosted project: the objects of the platform, and the migrations as `supabase db push` applies them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { addressOf, withClient, SUPERUSER } from './cluster.ts';
import { statementsOf } from '../statements.ts';

const MIGRATION_FOLDER = new URL('../../../supabase/migrations/', import.meta.url);
const PLATFORM_SQL = readFileSync(new URL('../platform.sql', import.meta.url), 'utf8');

/** Makes a database with the content of a new project. */
export async function makeProject(host: string, name: string): Promise<void> {
  await withClient(addressOf(host, 'postgres', SUPERUSER), async (client) => {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'postgres') then create role postgres login; end if;
    end $$`);
    await client.query(`create database "${name}" owner postgres`);
  });
  await withClient(addressOf(host, name, SUPERUSER), (client) => client.query(PLATFORM_SQL));
}

/** Copies a database; Postgres refuses while the source has connections. */
export async function copyProject(host: string, from: string, to: string): Promise<void> {
  await withClient(addressOf(host, 'postgres', SUPERUSER), (client) =>
    client.query(`create database "${to}" template "${from}" owner postgres`),
  );
}

/** True when there is a database of a name. */
export async function isProject(host: string, name: string): Promise<boolean> {
  return withClient(
    addressOf(host, 'postgres', SUPERUSER),
    async (client) => (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
  );
}

export async function dropProject(host: string, name: string): Promise<void> {
  await withClient(addressOf(host, 'postgres', SUPERUSER), (client) =>
    client.query(`drop database if exists "${name}" with (force)`),
  );
}

/** Names of the migrations in their order. */
export function migrationFiles(): string[] {
  return readdirSync(fileURLToPath(MIGRATION_FOLDER))
    .filter((name) => /^\d+_\w+\.sql$/.test(name))
    .sort();
}

/** Policies on tables of the services: a project's `postgres` may make them, although it owns none of those tables. */
const POLICY_OF_A_SERVICE = /^(create|alter|drop)\s+policy\s[^;]*?\son\s+"?(auth|storage|realtime)"?\./is;

/**
 * Applies the new migrations, as `supabase db push` does: as the role `postgres`, each file in one transaction, one
 * statement at a time, and records them in `supabase_migrations.schema_migrations`.
 *
 * One difference: on a project the extension `supautils` lets `postgres` make policies on tables of the services. It is
 * missing here, so these statements run as the superuser, as the extension runs them.
 *
 * @returns the names of the files that were applied
 * @throws Error naming the file and the statement
 */
export async function pushMigrations(host: string, database: string): Promise<string[]> {
  return withClient(addressOf(host, database, SUPERUSER), async (client) => {
    await client.query('set role postgres');
    await client.query("set lock_timeout = '4s'");
    await client.query('create schema if not exists supabase_migrations');
    await client.query(
      'create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)',
    );
    const { rows } = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const known = new Set(rows.map(({ version }) => version));
    const applied: string[] = [];
    for (const file of migrationFiles()) {
      const [, version, name] = /^(\d+)_(\w+)\.sql$/.exec(file)!;
      if (known.has(version!)) continue;
      await applyFile(client, file, { version: version!, name: name! });
      applied.push(file);
    }
    return applied;
  });
}

async function applyFile(client: pg.Client, file: string, { version, name }: { version: string; name: string }) {
  const statements = statementsOf(readFileSync(new URL(file, MIGRATION_FOLDER), 'utf8'));
  await client.query('begin');
  for (const statement of statements) {
    const ofAService = POLICY_OF_A_SERVICE.test(withoutComments(statement));
    try {
      if (ofAService) await client.query(`set local role ${SUPERUSER}`);
      // The extended protocol takes one statement at a time.
      await client.query({ text: statement, queryMode: 'extended' } as pg.QueryConfig);
      if (ofAService) await client.query('set local role postgres');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`${file}: ${(error as Error).message}\nAt statement: ${statement.slice(0, 300)}`, {
        cause: error,
      });
    }
  }
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, statements],
  );
  await client.query('commit');
}

const withoutComments = (statement: string) => statement.replace(/^(\s*--[^\n]*\n)+/, '').trimStart();
