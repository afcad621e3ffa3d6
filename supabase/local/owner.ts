/**
 * `npm run owner -- add MAIL | remove MAIL | list`: the list of members who may open the owner's desk (docs/desk.md). Works on
 * the folder of the embedded backend, whether its server runs or not, and on a hosted project with SUPABASE_URL and
 * SUPABASE_SERVICE_ROLE_KEY in the environment.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createService, ServiceError, type Service } from '../functions/_shared/service.ts';
import { startBackend } from './backend.ts';
import { addressIn, DataDirError, FolderInUseError, keysIn, lockDataDir } from './data/dataDir.ts';

const USAGE = 'Please use: npm run owner -- add MAIL | remove MAIL | list';

/** The folder has no database, or its server cannot be asked. */
export class OwnerError extends Error {}

interface ListedOwner {
  email: string;
  added_at: string;
  second_factor: boolean;
}

/**
 * Carries out one command, and returns what to print.
 * @throws OwnerError in words for the operator
 */
export async function ownerCommand(words: readonly string[], service: Service): Promise<string> {
  const [act, email] = words;
  try {
    if (act === 'list' && words.length === 1) {
      const owners = await service.rpc<ListedOwner[]>('list_owners', {});
      if (owners.length === 0) return 'There are no owners yet.';
      return owners
        .map(({ email, second_factor }) => `${email}${second_factor ? '  (with a second factor)' : ''}`)
        .join('\n');
    }
    if (act === 'add' && email && words.length === 2) {
      await service.rpc('add_owner', { email });
      return `${email} may open the desk now.`;
    }
    if (act === 'remove' && email && words.length === 2)
      return (await service.rpc<boolean>('remove_owner', { email }))
        ? `${email} is no owner any more.`
        : `${email} was no owner.`;
  } catch (error) {
    if (error instanceof ServiceError && error.hint === 'no_account') throw new OwnerError(error.message);
    throw error;
  }
  throw new OwnerError(USAGE);
}

/**
 * Runs `work` with the service of a data folder: asks the server that uses it, or opens the database itself.
 * @throws OwnerError, DataDirError
 */
export async function withFolder<T>(dataDir: string, work: (service: Service) => Promise<T>): Promise<T> {
  if (!existsSync(join(dataDir, 'db')))
    throw new OwnerError(`There is no data in ${dataDir}. Run npm start once, and register in the app.`);
  const keys = keysIn(dataDir);
  const serviceAt = (url: string, send?: (request: Request) => Promise<Response>) =>
    createService((name) => ({ SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: keys.secret })[name], send);
  let release: () => Promise<void>;
  try {
    release = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const address = addressIn(dataDir);
    if (address === null) throw new OwnerError('The server is starting. Please try again in a few seconds.');
    return work(serviceAt(address));
  }
  try {
    const backend = await startBackend({ dataDir, keys, siteUrl: 'http://localhost' });
    try {
      return await work(serviceAt('http://localhost', (request) => backend.fetch(request)));
    } finally {
      await backend.close();
    }
  } finally {
    await release();
  }
}

async function main(): Promise<void> {
  process.chdir(resolve(fileURLToPath(new URL('../..', import.meta.url))));
  const { loadEnv } = await import('vite');
  const env = loadEnv('production', process.cwd(), '');
  const words = process.argv.slice(2);
  const hosted = env['SUPABASE_URL'];
  try {
    const run = (service: Service) => ownerCommand(words, service);
    let said: string;
    if (hosted && env['SUPABASE_SERVICE_ROLE_KEY']) said = await run(createService((name) => env[name]));
    else if (hosted || env['VITE_SUPABASE_URL'])
      throw new OwnerError(
        "For a hosted project set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY, or run in its SQL editor: select add_owner('MAIL');",
      );
    else said = await withFolder(resolve(env['ACCORD_DATA'] || '.accord'), run);
    console.log(said);
  } catch (error) {
    console.error(error instanceof OwnerError || error instanceof DataDirError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
