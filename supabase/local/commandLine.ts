/** The command line of `npm start` and `npm run dev`. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataDirError } from './data/dataDir.ts';
import { StartError } from './listening.ts';
import { keepDataOutOfTheLog } from './log.ts';
import type { RunningServer, ServerOptions } from './serverContract.ts';

/**
 * The command line: `tsx supabase/local/server.ts [--dev] [--no-build]`. Reads PORT, ACCORD_DATA (folder of the data)
 * and ACCORD_DIST (folder of the build) from the environment or `.env`; `.env.example` names all variables.
 */
export async function main(
  startServer: (options: ServerOptions) => Promise<RunningServer>,
  root: string,
): Promise<void> {
  process.chdir(root);
  const { loadEnv } = await import('vite');
  const mode = process.argv.includes('--dev') ? 'dev' : 'start';
  // Variables of the shell take precedence over `.env`.
  const env = loadEnv(mode === 'dev' ? 'development' : 'production', root, '');
  keepDataOutOfTheLog();
  const log = (line: string) => console.log(line);
  const port = Number(env['PORT'] || 5173);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`PORT must be a number from 0 to 65535, not "${env['PORT']}".`);
    process.exit(1);
  }

  const host = env['HOST'];
  if (host && host !== 'localhost' && host !== '127.0.0.1') {
    console.error(
      `HOST is "${host}", but this server serves its own machine alone. Leave HOST out; docs/hosting.md leads to the web.`,
    );
    process.exit(1);
  }

  const legal = env['ACCORD_LEGAL'];
  if (legal && !statSync(resolve(legal), { throwIfNoEntry: false })?.isDirectory()) {
    console.error(
      `ACCORD_LEGAL is "${legal}", which is no folder. Name the one with the legal pages, or leave it out.`,
    );
    process.exit(1);
  }

  let running: RunningServer | null = null;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Exit even if something fails to close.
    setTimeout(() => process.exit(1), 8000).unref();
    if (running)
      running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  try {
    running = await startServer({
      port,
      dataDir: resolve(env['ACCORD_DATA'] || '.accord'),
      mode,
      build: !process.argv.includes('--no-build'),
      env: { RATE_LIMIT_FACTOR: env['RATE_LIMIT_FACTOR'] },
      mailbox: env['ACCORD_MAILBOX'] !== 'off',
      policyEnv: env,
      log,
      ...(env['ACCORD_DIST'] ? { dist: resolve(env['ACCORD_DIST']) } : {}),
      ...(env['VITE_SUPABASE_URL'] ? { hostedUrl: env['VITE_SUPABASE_URL'] } : {}),
    });
  } catch (error) {
    console.error(error instanceof StartError || error instanceof DataDirError ? error.message : error);
    process.exit(1);
  }
  if (stopping) {
    await running.close();
    process.exit(0);
  }
  log(`Accord is ready: ${running.url}`);
}
