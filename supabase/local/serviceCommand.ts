/** Commands of the operator that ask the database: on the embedded backend's folder, or on a hosted project. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createService, type Service } from '../functions/_shared/service.ts';
import { startBackend } from './backend.ts';
import { addressIn, DataDirError, FolderInUseError, keysIn, lockDataDir } from './data/dataDir.ts';

/** A command cannot be carried out; the message is for the operator. */
export class CommandError extends Error {}

/**
 * Runs `work` with the service of a data folder: asks the server that uses it, or opens the database itself.
 * @throws CommandError, DataDirError
 */
export async function withFolder<T>(dataDir: string, work: (service: Service) => Promise<T>): Promise<T> {
  if (!existsSync(join(dataDir, 'db')))
    throw new CommandError(`There is no data in ${dataDir}. Run npm start once, and register in the app.`);
  const keys = keysIn(dataDir);
  const serviceAt = (url: string, send?: (request: Request) => Promise<Response>) =>
    createService((name) => ({ SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: keys.secret })[name], send);
  let release: () => Promise<void>;
  try {
    release = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const address = addressIn(dataDir);
    if (address === null) throw new CommandError('The server is starting. Please try again in a few seconds.');
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

/**
 * Runs a command, and prints what it returns: on the hosted project of SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY, else on the folder
 * ACCORD_DATA. `hosted` says what to do where a project is named without its key. Files are named from where the command was typed.
 */
export async function runOnService(work: (service: Service) => Promise<string>, hosted: string): Promise<void> {
  process.chdir(resolve(fileURLToPath(new URL('../..', import.meta.url))));
  const { loadEnv } = await import('vite');
  const env = loadEnv('production', process.cwd(), '');
  const url = env['SUPABASE_URL'];
  try {
    if (url && env['SUPABASE_SERVICE_ROLE_KEY']) console.log(await work(createService((name) => env[name])));
    else if (url || env['VITE_SUPABASE_URL']) throw new CommandError(hosted);
    else console.log(await withFolder(resolve(env['ACCORD_DATA'] || '.accord'), work));
  } catch (error) {
    console.error(error instanceof CommandError || error instanceof DataDirError ? error.message : error);
    process.exitCode = 1;
  }
}
