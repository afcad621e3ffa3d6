/** The names that may be in a log: of the database's functions and tables, and of the edge functions. */
import type { Backend } from '../backendContract.ts';
import type { Functions } from '../functions.ts';

/** All names that an address of the API may have in it. */
export async function knownNames(
  backend: Pick<Backend, 'sql'> | null,
  functions: Pick<Functions, 'names'> | null,
): Promise<ReadonlySet<string>> {
  const rows = await backend?.sql<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
     union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
  );
  return new Set([...(rows ?? []).map(({ name }) => name), ...(functions?.names ?? [])]);
}
