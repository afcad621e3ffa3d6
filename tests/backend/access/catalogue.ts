/** The rights in the catalogue of the database, in the form of the table of policies. */
import type { RunningServer } from '#local/serverContract.ts';
import type { Callers } from './policies.ts';

const API_ROLES = ['anon', 'authenticated', 'service_role'] as const;
/** Rights that a relation can grant; Postgres 17 and later have one more. */
const EVERY_RIGHT = 7;

/** Each relation with its row security and its rights by role. */
export async function relationsOf({ backend }: RunningServer): Promise<Record<string, Record<string, unknown>>> {
  const found = await backend!.sql<{ name: string; rls: boolean; rights: { role: string | null; right: string }[] }>(`
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
      const byRole = [...API_ROLES, null].map((role) => {
        const held = [...new Set(rights.filter((one) => one.role === role).map(({ right }) => right))];
        return [role ?? 'public', held.length >= EVERY_RIGHT ? 'all' : held.join(' ')] as const;
      });
      return [name, { rls, ...Object.fromEntries(byRole.filter(([, held]) => held !== '')) }];
    }),
  );
}

const ROLE_GROUPS: Readonly<Record<string, Callers>> = {
  'anon authenticated service_role': 'visitors',
  'authenticated service_role': 'members',
  service_role: 'service',
  public: 'everybody',
  '': 'internal',
};

/** The names of all functions by who may execute them. */
export async function functionsOf({ backend }: RunningServer): Promise<Record<Callers, string[]>> {
  const found = await backend!.sql<{ name: string; callers: string }>(`
    select n.nspname || '.' || p.proname as name, array_to_string(array(
      select coalesce(r.rolname, 'public') from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      left join pg_roles r on r.oid = a.grantee
      where a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role') order by 1
    ), ' ') as callers
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`);
  const grouped: Record<Callers, string[]> = { visitors: [], members: [], service: [], everybody: [], internal: [] };
  for (const { name, callers } of found) {
    const group = ROLE_GROUPS[callers];
    if (group === undefined) throw new Error(`${name} may be called by ${callers}, which is no known group.`);
    grouped[group].push(name);
  }
  for (const names of Object.values(grouped)) names.sort();
  return grouped;
}

/** Columns that grant rights in addition to those of their table. */
export const grantingColumnsOf = ({ backend }: RunningServer) =>
  backend!.sql(`
    select c.oid::regclass::text as relation, a.attname from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and a.attacl is not null`);

/** Row policies: `relation command role`. */
export async function policiesOf({ backend }: RunningServer): Promise<string[]> {
  const found = await backend!.sql<{ policy: string }>(`
    select schemaname || '.' || tablename || ' ' || lower(cmd) || ' ' || array_to_string(roles, ' ') as policy from pg_policies`);
  return found.map(({ policy }) => policy).sort();
}

/** Functions that run with their owner's rights and the search path of the caller. */
export const misledFunctionsOf = ({ backend }: RunningServer) =>
  backend!.sql(`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false)`);

/** Tables with data of a member or device that are not part of the export, or of the deletion. */
export async function forgottenTablesOf({
  backend,
}: RunningServer): Promise<{ exported: string[]; deleted: string[] }> {
  const found = await backend!.sql<{ name: string; exported: boolean; deleted: boolean }>(`
    with owned as (
      select n.nspname || '.' || c.relname as name, n.nspname = 'public' as is_public,
        bool_or(k.confdeltype is not null and k.confdeltype <> 'c') or bool_or(a.attname in ('owner_hash', 'reporter_hash')) as has_to_be_deleted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      left join pg_constraint k on k.conrelid = c.oid and k.confrelid = 'auth.users'::regclass and a.attnum = any(k.conkey)
      where n.nspname in ('public', 'private') and c.relkind = 'r' and (k.oid is not null or a.attname in ('owner_hash', 'reporter_hash'))
      group by 1, 2
    ), named as (
      select name, is_public, has_to_be_deleted, array(
        select p.proname::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ (name || '\\y')
      ) as by_functions
      from owned
    )
    select name, not is_public or by_functions && '{belongings,export_my_data}' as exported,
      not has_to_be_deleted or 'take_belongings' = any(by_functions) as deleted
    from named`);
  if (found.length < 8) throw new Error('The tables of members and devices were not found.');
  const tablesWithout = (what: 'exported' | 'deleted') => found.filter((table) => !table[what]).map(({ name }) => name);
  return { exported: tablesWithout('exported'), deleted: tablesWithout('deleted') };
}

/** The first column of each table and view of the API. */
export async function firstColumnsOf({ backend }: RunningServer): Promise<Record<string, string>> {
  const found = await backend!.sql<{ name: string; first: string }>(`
    select table_name::text as name, column_name::text as first from information_schema.columns
    where table_schema = 'public' and ordinal_position = 1`);
  return Object.fromEntries(found.map(({ name, first }) => [name, first]));
}

const UNUSED_UUID = '00000000-0000-4000-8000-000000000000';
/** A value of each type that a function takes; none belongs to anything. */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  text: 'x',
  'text[]': ['x'],
  uuid: UNUSED_UUID,
  integer: 1,
  bigint: 1,
  'integer[]': [1],
  json: {},
  jsonb: {},
  boolean: true,
  'timestamp with time zone': '2100-01-01T00:00:00Z',
};

/** Arguments with which each function of the API is found. */
export async function argumentsOf({ backend }: RunningServer): Promise<Record<string, Record<string, unknown>>> {
  const found = await backend!.sql<{ name: string; names: string[] | null; types: string[] }>(`
    select p.proname as name, p.proargnames[1:p.pronargs] as names,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as list (t, place) order by place) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace`);
  return Object.fromEntries(
    found.map(({ name, names, types }) => {
      const unknown = types.find((type) => !(type in SAMPLE_VALUES));
      if (unknown !== undefined) throw new Error(`${name} takes ${unknown}, of which there is no sample.`);
      return [name, Object.fromEntries(types.map((type, i) => [names![i], SAMPLE_VALUES[type]]))];
    }),
  );
}
