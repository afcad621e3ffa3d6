/**
 * `npm run inbox -- orders|messages|submissions|reports [--csv]`, `hide ID` and `show ID`: what came in on this machine, newest first,
 * and the hiding of what was shared. Asks the server that uses the data folder, or opens the folder itself.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBackend } from './backend.ts';
import { addressIn, DataDirError, FolderInUseError, keysIn, lockDataDir } from './data/dataDir.ts';
import { printable } from './log.ts';

/** A command cannot be carried out; the message is for the operator. */
export class CommandError extends Error {}

/** Sends a request to a path of the backend, with the secret key. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

type Row = Readonly<Record<string, unknown>>;

const USAGE = 'Please use: npm run inbox -- orders|messages|submissions|reports [--csv], or hide ID, or show ID.';

/** Rows of one answer at most (`max_rows` of supabase/config.toml): more would be cut without a word. */
const PAGE = 200;

/** The tables by their words, with the columns that are shown and a filter. */
const LISTS: Readonly<Record<string, { table: string; columns: readonly string[]; filter?: string }>> = {
  orders: {
    table: 'preorders',
    columns: ['created_at', 'name', 'email', 'fragrance_name', 'fragrance_id', 'design', 'id'],
    filter: 'merged_into=is.null',
  },
  messages: { table: 'contact_messages', columns: ['created_at', 'name', 'email', 'message', 'id'] },
  submissions: { table: 'fragrance_submissions', columns: ['created_at', 'name', 'email', 'audio_url', 'id'] },
  reports: { table: 'reports', columns: ['created_at', 'subject', 'subject_id', 'reason', 'details', 'id'] },
};

async function rowsOf(answer: Response): Promise<Row[]> {
  if (answer.ok) return (await answer.json()) as Row[];
  const { message } = (await answer.json().catch(() => ({}))) as { message?: unknown };
  throw new CommandError(`The database refused this: ${String(message ?? answer.status)}`);
}

/** All rows of a list, newest first. */
async function listed(ask: Ask, { table, columns, filter }: (typeof LISTS)[string]): Promise<Row[]> {
  const rows = new Map<unknown, Row>();
  for (let offset = 0; ; offset += PAGE) {
    const query = `select=${columns.join(',')}&order=created_at.desc,id.desc&limit=${PAGE}&offset=${offset}`;
    const page = await rowsOf(await ask(`/rest/v1/${table}?${query}${filter ? `&${filter}` : ''}`));
    // What came in meanwhile moves the rest to the next page: by its id, a row is there once.
    for (const row of page) rows.set(row['id'], row);
    if (page.length < PAGE) return [...rows.values()];
  }
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A cell of RFC 4180. No part of it is a formula to a spreadsheet, also where that takes `;` for the end of a cell. */
export function csvCell(value: unknown): string {
  const safe = text(value).replace(/(^|;\s*)(?=[=+\-@\t\r])/g, "$1'");
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\r\n');

/** An entry for a terminal: a line a column, and those of a longer text below each other. */
const entryOf = (columns: readonly string[], row: Row): string =>
  columns
    .filter((column) => text(row[column]) !== '')
    .map(
      (column) =>
        `${`${column}:`.padEnd(16)}${text(row[column])
          .split(/\r?\n/)
          .map(printable)
          .join(`\n${' '.repeat(16)}`)}`,
    )
    .join('\n');

async function setHidden(ask: Ask, id: string, hidden: boolean): Promise<string> {
  const share = /^[A-Za-z0-9]{8}$/.test(id);
  if (!share && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    throw new CommandError("Please give the 8 characters of a share, or a fragrance's id.");
  const what = share ? 'share' : 'fragrance';
  const changed = await rowsOf(
    await ask(share ? `/rest/v1/fragrance_shares?share_id=eq.${id}` : `/rest/v1/fragrance_profiles?id=eq.${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify({ hidden }),
    }),
  );
  if (changed.length === 0) throw new CommandError(`There is no ${what} ${id}.`);
  return hidden ? `The ${what} ${id} is hidden.` : `The ${what} ${id} is not hidden any more.`;
}

/**
 * Carries out a command, and returns what to print.
 * @throws CommandError
 */
export async function inboxCommand(words: readonly string[], ask: Ask): Promise<string> {
  const [act = '', id, ...more] = words;
  if ((act === 'hide' || act === 'show') && id && more.length === 0) return setHidden(ask, id, act === 'hide');
  const list = Object.hasOwn(LISTS, act) ? LISTS[act]! : null;
  if (!list || more.length > 0 || (id !== undefined && id !== '--csv')) throw new CommandError(USAGE);
  const rows = await listed(ask, list);
  if (id === '--csv') return csvOf(list.columns, rows);
  return rows.length === 0 ? `There are no ${act}.` : rows.map((row) => entryOf(list.columns, row)).join('\n\n');
}

/**
 * Runs `work` on a data folder: asks the server that uses it, or opens the database itself.
 * @throws CommandError, DataDirError
 */
export async function withFolder<T>(dataDir: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  if (!existsSync(join(dataDir, 'db'))) throw new CommandError(`There is no data in ${dataDir}. Run npm start once.`);
  const keys = keysIn(dataDir);
  const askAt =
    (url: string, send: (request: Request) => Promise<Response>): Ask =>
    (path, init = {}) =>
      send(new Request(`${url}${path}`, { ...init, headers: { ...init.headers, apikey: keys.secret } }));
  let release: () => Promise<void>;
  try {
    release = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const address = addressIn(dataDir);
    if (address === null) throw new CommandError('The server is starting. Please try again in a few seconds.');
    const send = (request: Request) =>
      fetch(request).catch(() => Promise.reject(new CommandError(`The server at ${address} does not answer.`)));
    return work(askAt(address, send));
  }
  try {
    const backend = await startBackend({ dataDir, keys, siteUrl: 'http://localhost' });
    return await work(askAt('http://localhost', (request) => backend.fetch(request))).finally(() => backend.close());
  } finally {
    await release();
  }
}

async function main(): Promise<void> {
  process.chdir(resolve(fileURLToPath(new URL('../..', import.meta.url))));
  const { loadEnv } = await import('vite');
  const env = loadEnv('production', process.cwd(), '');
  try {
    if (env['VITE_SUPABASE_URL']) throw new CommandError('This Accord uses a hosted project: please open its Studio.');
    const dataDir = resolve(env['ACCORD_DATA'] || '.accord');
    console.log(await withFolder(dataDir, (ask) => inboxCommand(process.argv.slice(2), ask)));
  } catch (error) {
    console.error(error instanceof CommandError || error instanceof DataDirError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
