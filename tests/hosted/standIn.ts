/**
 * A stand-in for a hosted project: real Postgres with the objects of Supabase, the migrations as `supabase db push`
 * applies them, real PostgREST, and the part of the gateway that the app needs. The README lists what is missing.
 */
import type { Pool } from 'pg';
import type { Backend } from '../../supabase/local/backendContract.ts';
import { newKeys, type Keys } from '../../supabase/local/data/dataDir.ts';
import { addressOf, type Cluster } from './postgres/cluster.ts';
import { copyProject, dropProject, isProject, makeProject, pushMigrations } from './postgres/database.ts';
import { createGateway } from './services/gateway.ts';
import { signUp, type SignedUp } from './services/members.ts';
import { startPostgrest } from './postgres/postgrest.ts';

export { whyNoStandIn } from './postgres/binaries.ts';

/** A cluster with one database to copy: all migrations, no data. */
export interface Template {
  host: string;
  database: string;
}

export interface StandIn extends Backend {
  keys: Keys;
  /** The cluster's socket folder and the database's name, for more connections. */
  host: string;
  database: string;
  /** PostgREST itself, which takes tokens, not keys. */
  postgrestUrl: string;
  /** Signs a member up, as Auth does; `data` holds the fields of the registration. */
  signUp(email: string, data: object): Promise<SignedUp>;
}

/** Makes the database to copy. */
export async function makeTemplate(cluster: Cluster): Promise<Template> {
  const template = { host: cluster.host, database: 'template_accord' };
  // A reused cluster has one already, with the migrations of its time.
  if (!(await isProject(template.host, template.database))) await makeProject(template.host, template.database);
  await pushMigrations(template.host, template.database);
  return template;
}

/** The variable in which the set-up of a run gives its workers the template. */
const OF_THE_RUN = 'ACCORD_STAND_IN_TEMPLATE';

/** Sets the template for the processes that this one starts later. */
export function announce(template: Template): void {
  process.env[OF_THE_RUN] = JSON.stringify(template);
}

/**
 * The template that the set-up of this run has made (tests/hosted/setUp.ts); null in tests that run on the embedded
 * backend.
 */
export function templateOfRun(): Template | null {
  const json = process.env[OF_THE_RUN];
  // Other test projects of the same run inherit the variable.
  return process.env['ACCORD_STAND_IN'] === undefined || json === undefined ? null : (JSON.parse(json) as Template);
}

let copies = 0;

/** Opens a new project in a running cluster; one named by `kept` is not deleted, and opens again the next time. */
export async function openStandIn(
  { host, database: from }: Template,
  keys: Keys = newKeys(),
  kept: string | null = null,
): Promise<StandIn> {
  const database = kept ?? `accord_${process.pid}_${++copies}`;
  if (kept === null || !(await isProject(host, kept))) await copyProject(host, from, database);
  // Only here: tests on the embedded backend import this file where the package is not installed.
  const { Pool: Connections } = await import('pg');
  const pools = new Map<string, Pool>();
  const as = (user: string) => {
    const pool = new Connections({ ...addressOf(host, database, user), max: 4 });
    // Idle connections report an error when the database is dropped.
    pool.on('error', () => undefined);
    pools.set(user, pool);
    return pool;
  };
  // SQL of the tests runs as `postgres`, as the operator's does; it is no superuser.
  const [owner, auth, storage] = [as('postgres'), as('supabase_auth_admin'), as('authenticator')];
  const postgrest = await startPostgrest(host, database, keys.jwtSecret);
  return {
    keys,
    host,
    database,
    postgrestUrl: postgrest.url,
    mails: [],
    catchMail: async () => undefined,
    applied: [],
    fetch: createGateway({ keys, postgrestUrl: postgrest.url, auth, storage }),
    sql: async (query, values = []) => (await owner.query(query, [...values])).rows,
    signUp: (email, data) => signUp(auth, keys.jwtSecret, email, data),
    async close() {
      await postgrest.close();
      await Promise.all([...pools.values()].map((pool) => pool.end()));
      if (kept === null) await dropProject(host, database);
    },
  };
}
