import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, connected } from './postgres/cluster.ts';
import { copyProject, dropProject, makeProject, migrationFiles, pushMigrations } from './postgres/database.ts';
import { templateOfRun } from './standIn.ts';

/**
 * docs/hosting.md, "Update" and "Rollback", on the stand-in for a hosted project: the migrations of a newer version are
 * pushed, and the app and the functions of the older one go on with the newer database.
 */

const { host } = templateOfRun()!;
/** The first version that is updated here: the last one before the owner's desk. */
const NEXT = '20260101001200';
const [project, dump] = [`update_${process.pid}`, `dump_${process.pid}`];

interface Callable {
  name: string;
  roles: string[];
  args: string[];
  required: number;
}

const rowsOf = <Row extends object>(database: string, query: string) =>
  connected(addressOf(host, database, 'postgres'), async (client) => (await client.query<Row>(query)).rows);

/** What the API's roles may call, with the names of the arguments, by which the API finds a function. */
const callables = (database: string) =>
  rowsOf<Callable>(
    database,
    `select p.proname as name, p.pronargs - p.pronargdefaults as required,
       coalesce(p.proargnames[1:p.pronargs], '{}') as args,
       array(select r from unnest('{anon,authenticated,service_role}'::text[]) r where has_function_privilege(r, p.oid, 'EXECUTE')) as roles
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`,
  );
const columns = (database: string) =>
  rowsOf<{ line: string }>(
    database,
    `select format('%s.%s %s', table_name, column_name, udt_name) as line from information_schema.columns where table_schema = 'public'`,
  );
const ORDERS = 'select id, email, name, fragrance_id, fragrance_name from public.preorders order by id';

let before: Callable[];
let columnsBefore: { line: string }[];
let orders: object[];

beforeAll(async () => {
  await makeProject(host, project);
  await pushMigrations(host, project, NEXT);
  await rowsOf(
    project,
    `insert into public.preorders (email, name, fragrance_id, fragrance_name) values ('ada@example.com', 'Ada', 'one', 'ONE')`,
  );
  [before, columnsBefore, orders] = await Promise.all([callables(project), columns(project), rowsOf(project, ORDERS)]);
  // The dump of before.
  await copyProject(host, project, dump);
});
afterAll(async () => {
  for (const database of [project, dump]) await dropProject(host, database);
});

describe('an update', () => {
  it('applies what is new, once, and keeps the rows', async () => {
    const fresh = migrationFiles().filter((file) => file >= NEXT);
    expect(fresh.length).toBeGreaterThan(0);
    expect(await pushMigrations(host, project)).toEqual(fresh);
    expect(await pushMigrations(host, project)).toEqual([]);
    expect(await rowsOf(project, ORDERS)).toEqual(orders);
  });

  it('leaves everything that the version of before calls, for the same callers', async () => {
    const now = await callables(project);
    const broken = before.filter(
      ({ name, roles, args }) =>
        !now.some(
          (other) =>
            other.name === name &&
            roles.every((role) => other.roles.includes(role)) &&
            args.every((arg) => other.args.includes(arg)) &&
            other.required <= args.length,
        ),
    );
    expect(before.length).toBeGreaterThan(10);
    expect(broken).toEqual([]);
    expect((await columns(project)).map(({ line }) => line)).toEqual(
      expect.arrayContaining(columnsBefore.map(({ line }) => line)),
    );
  });
});

describe('a rollback', () => {
  it('of the app alone places an order as before, on the newer database', async () => {
    const [placed] = await rowsOf<{ answer: { status: string } }>(
      project,
      `select public.place_preorder('{"email": "eve@example.com", "name": "Eve", "fragrance_id": "two", "fragrance_name": "TWO"}'::jsonb, repeat('b', 32)) as answer`,
    );
    expect(placed!.answer.status).toBe('stored');
  });

  it('to the dump has what was there, and takes the update once more', async () => {
    expect(await callables(dump)).toHaveLength(before.length);
    expect(await rowsOf(dump, ORDERS)).toEqual(orders);
    await pushMigrations(host, dump);
    expect(await rowsOf(dump, ORDERS)).toEqual(orders);
  });
});
