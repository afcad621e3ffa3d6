import { PGlite } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedCluster } from '../../../supabase/local/backend.ts';
import { FUNCTIONS, POLICIES, RELATIONS, type Callers } from './policies.ts';

/**
 * The rights that the migrations leave, read before the first request: the embedded server restores rights then, and would hide a
 * mistake that a hosted project shows.
 */

const ROLES = ['anon', 'authenticated', 'service_role'] as const;
/** Rights that a relation can grant, Postgres 17 and later have one more. */
const EVERY_RIGHT = 7;

let database: PGlite;
beforeAll(async () => {
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  database = await PGlite.create({ loadDataDir: await migratedCluster() });
});
afterAll(() => database?.close());

const rows = async <Row>(query: string): Promise<Row[]> => (await database.query<Row>(query)).rows;

/** Each relation with its row security and its rights by role. */
async function relations(): Promise<Record<string, Record<string, unknown>>> {
  const found = await rows<{ name: string; rls: boolean; rights: { role: string | null; right: string }[] }>(`
    select n.nspname || '.' || c.relname as name, c.relrowsecurity as rls,
      coalesce((
        select jsonb_agg(jsonb_build_object('role', r.rolname, 'right', lower(a.privilege_type)) order by a.privilege_type)
        from aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
        where a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role')
      ), '[]') as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'v', 'm', 'p', 'S', 'f')`);
  return Object.fromEntries(
    found.map(({ name, rls, rights }) => {
      const byRole = [...ROLES, null].map((role) => {
        const held = [...new Set(rights.filter((one) => one.role === role).map(({ right }) => right))];
        return [role ?? 'public', held.length >= EVERY_RIGHT ? 'all' : held.join(' ')] as const;
      });
      return [name, { rls, ...Object.fromEntries(byRole.filter(([, held]) => held !== '')) }];
    }),
  );
}

/** The names of all functions by who may execute them. */
async function functions(): Promise<Record<Callers, string[]>> {
  const found = await rows<{ name: string; callers: string[] }>(`
    select n.nspname || '.' || p.proname as name, array(
      select coalesce(r.rolname, 'public') from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      left join pg_roles r on r.oid = a.grantee
      where a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role') order by 1
    ) as callers
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`);
  const groups: Record<string, Callers> = {
    'anon authenticated service_role': 'visitors',
    'authenticated service_role': 'members',
    service_role: 'service',
    public: 'everybody',
    '': 'nobody',
  };
  const grouped: Record<Callers, string[]> = { visitors: [], members: [], service: [], everybody: [], nobody: [] };
  for (const { name, callers } of found) {
    const group = groups[callers.join(' ')];
    if (group === undefined)
      throw new Error(`${name} may be called by ${callers.join(', ')}, which is no known group.`);
    grouped[group].push(name);
  }
  for (const names of Object.values(grouped)) names.sort();
  return grouped;
}

it('each relation has row security and exactly the listed rights', async () => {
  expect(await relations()).toEqual(RELATIONS);
});

it('each function may be executed by exactly the listed roles', async () => {
  expect(await functions()).toEqual(FUNCTIONS);
});

it('no column grants more than its table', async () => {
  const granted = await rows(`
    select c.oid::regclass::text as relation, a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and a.attacl is not null`);
  expect(granted).toEqual([]);
});

it('each policy is listed', async () => {
  const found = await rows<{ policy: string }>(`
    select schemaname || '.' || tablename || ' ' || lower(cmd) || ' ' || array_to_string(roles, ' ') as policy
    from pg_policies order by schemaname, tablename, cmd, roles`);
  expect(found.map(({ policy }) => policy).sort()).toEqual([...POLICIES].sort());
});

it('notices a table that is opened to visitors, and a function of the service', async () => {
  await database.exec(`
    begin;
    grant select on public.reports to anon;
    alter table public.reports disable row level security;
    grant execute on function public.run_sql(text) to anon, authenticated;`);
  try {
    expect((await relations())['public.reports']).toEqual({ rls: false, anon: 'select', service_role: 'all' });
    expect((await functions()).visitors).toContain('public.run_sql');
  } finally {
    await database.exec('rollback');
  }
});
