import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, withClient, SUPERUSER } from './postgres/cluster.ts';
import { dropProject, makeProject, migrationFiles, pushMigrations } from './postgres/database.ts';
import { openStandIn, templateOfRun, type StandIn } from './standIn.ts';
import { statementsOf } from './statements.ts';

/** The migrations on a project, as `supabase db push` applies them. */

const { host, database: template } = templateOfRun()!;
let standIn: StandIn;
beforeAll(async () => {
  standIn = await openStandIn({ host, database: template });
});
afterAll(() => standIn?.close());

const OWN_SCHEMAS = "('public', 'private')";

/** Everything that the API's roles may do. */
const RIGHTS_QUERY = `
  select format('%s %s', c.oid::regclass, coalesce(array_to_string(array(select unnest(c.relacl)::text order by 1), ' '), 'default')) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OWN_SCHEMAS} and c.relkind in ('r', 'v', 'S')
  union all
  select format('%s %s %s', r.rolname, p.oid::regprocedure, has_function_privilege(r.oid, p.oid, 'EXECUTE'))
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, pg_roles r
  where n.nspname = 'public' and r.rolname in ('anon', 'authenticated', 'service_role')
  order by 1`;

describe('the migrations', () => {
  it('are applied in their order, once, by a role that is no superuser and owns their objects', async () => {
    const versions = await standIn.sql<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by version',
    );
    expect(versions.map(({ version }) => version)).toEqual(migrationFiles().map((file) => file.split('_')[0]));
    expect(await pushMigrations(host, standIn.database)).toEqual([]);
    expect(
      await standIn.sql(
        `select distinct rolname, rolsuper from (
           select relowner as owner from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           union all select proowner from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         ) as made join pg_roles on pg_roles.oid = owner`,
      ),
    ).toEqual([{ rolname: 'postgres', rolsuper: false }]);
  });

  it('give the same rights in a project without default grants', async () => {
    const bare = `bare_${process.pid}`;
    await makeProject(host, bare);
    await withClient(addressOf(host, bare, SUPERUSER), async (client) => {
      for (const kind of ['tables', 'functions', 'sequences'])
        await client.query(
          `alter default privileges for role postgres in schema public revoke all on ${kind} from anon, authenticated, service_role`,
        );
    });
    await pushMigrations(host, bare);
    const lines = (database: string) =>
      withClient(addressOf(host, database, 'postgres'), async (client) =>
        (await client.query<{ line: string }>(RIGHTS_QUERY)).rows.map(({ line }) => line),
      );
    expect(await lines(bare)).toEqual(await lines(standIn.database));
    await dropProject(host, bare);
  });

  it('have a condition in every delete and update: a project refuses one without', async () => {
    const functions = await standIn.sql<{ name: string; body: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OWN_SCHEMAS}`,
    );
    const sweeping = functions.flatMap(({ name, body }) =>
      statementsOf(body.replace(/\b(begin|loop|then|else)\s*\n/gi, ';'))
        .filter((statement) => /^(delete\s+from|update)\s/i.test(statement) && !/\bwhere\b/i.test(statement))
        .map((statement) => ({ name, statement })),
    );
    expect(functions.length).toBeGreaterThan(60);
    expect(sweeping).toEqual([]);
  });

  it('delete no rows of storage: their files would stay', async () => {
    await expect(standIn.sql("delete from storage.objects where name = 'x'")).rejects.toMatchObject({ code: '42501' });
    expect(
      await standIn.sql(
        `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OWN_SCHEMAS} and p.prosrc ~* 'delete\\s+from\\s+storage\\.'`,
      ),
    ).toEqual([]);
  });
});
