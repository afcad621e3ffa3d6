import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, connected, SUPERUSER } from './postgres/cluster.ts';
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

const OURS = "('public', 'private')";

/** Everything that the API's roles may do. */
const RIGHTS = `
  select format('%s %s', c.oid::regclass, coalesce(array_to_string(array(select unnest(c.relacl)::text order by 1), ' '), 'default')) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS} and c.relkind in ('r', 'v', 'S')
  union all
  select format('%s %s %s', r.rolname, p.oid::regprocedure, has_function_privilege(r.oid, p.oid, 'EXECUTE'))
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, pg_roles r
  where n.nspname = 'public' and r.rolname in ('anon', 'authenticated', 'service_role')
  order by 1`;

describe('the migrations', () => {
  it('are applied in their order, once, by a role that is no superuser and owns what they make', async () => {
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

  it('lose nothing of what an older version stored: each order, and each name as the nearest that can be seen', async () => {
    const older = 'older_accord';
    await makeProject(host, older);
    await pushMigrations(host, older, '20260101001100');
    const [ada, eve] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000e'];
    const kept = await connected(addressOf(host, older, 'postgres'), async (client) => {
      await client.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
           ($1, 'ada@example.com', now(), '{"liquidName": "\u3164\u3164\u3164"}'), ($2, 'eve@example.com', null, '{"liquidName": "Eve\u202e"}')`,
        [ada, eve],
      );
      await client.query(
        `insert into public.preorders (email, name, fragrance_id, fragrance_name, owner_id, owner_hash) values
           ('ada@example.com', 'Ada', 'one', 'ONE', $1, null), ('Ada@example.com', E'\u3164\u3164', 'two', 'TWO', null, repeat('a', 64)),
           ('eve@example.com', E'Eve\u202E', 'one', 'ONE', null, null), ('eve@example.com', 'Eve', 'two', E'TWO\u2066', null, repeat('a', 64))`,
        [ada],
      );
      for (const name of ['\u3164', '\u2800\u2800', 'Rose\u202e', 'Rose'])
        await client.query(
          `insert into public.fragrance_profiles (user_id, name, music_essence, top_notes, is_public, creator_name) values ($1, $2, '{C4}', $3, true, $4)`,
          [ada, name, ['\u3164', 'Oud\u202e', 'Rose'], '\u200b\u3164'],
        );
      await client.query(
        "insert into public.contact_messages (name, email, message) values (E'\u3164', 'x@example.com', 'Ten letters and more')",
      );
      return (await client.query('select id, email from public.preorders order by id')).rows;
    });
    expect((await pushMigrations(host, older)).length).toBeGreaterThan(3);
    await connected(addressOf(host, older, 'postgres'), async (client) => {
      const rows = async (query: string) => (await client.query(query)).rows;
      expect(await rows('select id, email from public.preorders order by id')).toEqual(kept);
      expect(
        await rows(
          'select name, fragrance_name, merged_into from public.preorders order by fragrance_id, lower(email)',
        ),
      ).toEqual([
        { name: 'Ada', fragrance_name: 'ONE', merged_into: null },
        { name: 'Eve', fragrance_name: 'ONE', merged_into: null },
        { name: 'Unknown', fragrance_name: 'TWO', merged_into: null },
        { name: 'Eve', fragrance_name: 'TWO', merged_into: null },
      ]);
      expect(await rows('select liquid_name from public.profiles order by id')).toEqual([
        { liquid_name: 'User' },
        { liquid_name: 'Eve' },
      ]);
      expect(await rows('select name, top_notes, creator_name from public.fragrance_profiles order by name')).toEqual(
        ['Rose', 'Rose 2', 'Untitled', 'Untitled 2'].map((name) => ({
          name,
          top_notes: ['Oud', 'Rose'],
          creator_name: 'User',
        })),
      );
      expect(await rows('select name from public.contact_messages')).toEqual([{ name: 'Unknown' }]);
    });
    await dropProject(host, older);
  });

  it('give the same rights in a project that grants nothing by itself', async () => {
    const bare = `bare_${process.pid}`;
    await makeProject(host, bare);
    await connected(addressOf(host, bare, SUPERUSER), async (client) => {
      for (const kind of ['tables', 'functions', 'sequences'])
        await client.query(
          `alter default privileges for role postgres in schema public revoke all on ${kind} from anon, authenticated, service_role`,
        );
    });
    await pushMigrations(host, bare);
    const lines = (database: string) =>
      connected(addressOf(host, database, 'postgres'), async (client) =>
        (await client.query<{ line: string }>(RIGHTS)).rows.map(({ line }) => line),
      );
    expect(await lines(bare)).toEqual(await lines(standIn.database));
    await dropProject(host, bare);
  });

  it('say which rows go or change, wherever they delete or update: a project refuses what says none', async () => {
    const functions = await standIn.sql<{ name: string; body: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS}`,
    );
    const sweeping = functions.flatMap(({ name, body }) =>
      statementsOf(body.replace(/\b(begin|loop|then|else)\s*\n/gi, ';'))
        .filter((statement) => /^(delete\s+from|update)\s/i.test(statement) && !/\bwhere\b/i.test(statement))
        .map((statement) => ({ name, statement })),
    );
    expect(functions.length).toBeGreaterThan(60);
    expect(sweeping).toEqual([]);
  });

  it('leave rows of storage to Storage: deleted by SQL, their files would stay', async () => {
    await expect(standIn.sql("delete from storage.objects where name = 'x'")).rejects.toMatchObject({ code: '42501' });
    expect(
      await standIn.sql(
        `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS} and p.prosrc ~* 'delete\\s+from\\s+storage\\.'`,
      ),
    ).toEqual([]);
  });
});
