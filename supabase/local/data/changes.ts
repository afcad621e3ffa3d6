import type { Backend } from '../backendContract.ts';

/** Finds out which requests change data: a database function that only reads is marked stable or immutable. */
export async function createChanges(sql: Backend['sql']): Promise<(request: Request) => boolean> {
  const rows = await sql<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile in ('s', 'i')",
  );
  const readers = new Set(rows.map(({ name }) => name));
  return ({ method, url }) =>
    !/^(GET|HEAD|OPTIONS)$/.test(method) &&
    !readers.has(/^\/rest\/v1\/rpc\/(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '');
}
