/**
 * `npm start` and `npm run dev`: one process that serves the app and, unless a hosted project is configured, the embedded
 * backend with the edge functions, all on one address. The embedded backend serves one machine: it is for development,
 * demonstration and tests (docs/backend.md).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { root, serveApp } from './app.ts';
import { startBackend } from './backend.ts';
import type { Backend } from './backendContract.ts';
import { keysIn, lockDataDir, newKeys, type Keys } from './data/dataDir.ts';
import { createFunctions } from './functions.ts';
import { createRoute } from './http/route.ts';
import { listen } from './listening.ts';
import { keepDataOutOfTheLog, printable } from './log.ts';
import { mailLine } from './mail/mailbox.ts';
import { startMailer } from './mail/mailer.ts';
import { repeatEvery, startScheduledCleanUp } from './running/scheduledCleanUp.ts';
import type { RunningServer, ServerOptions } from './serverContract.ts';

/** Gives the page the key of the backend on this address; the build has none. */
function backendTag(keys: Keys): string {
  return `<meta name="accord-backend" content="${escapeHtml(JSON.stringify({ url: '', key: keys.publishable }))}">`;
}

/**
 * Starts everything and resolves when it is ready. Takes the port first, so that a second start fails at once.
 *
 * @throws StartError, DataDirError; anything else is a defect.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, mailbox = true } = options;
  // Lines contain mail addresses, which are untrusted text.
  const log = (line: string) => options.log?.(printable(line));
  keepDataOutOfTheLog();
  let route: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const early: [IncomingMessage, ServerResponse][] = [];
  const http = createServer((request, response) => {
    // Hold requests that arrive during the start instead of failing them.
    if (route) route(request, response);
    else early.push([request, response]);
  });
  const port = await listen(http, options.port);
  // Longer than clients keep an idle connection: closing one just as it is reused is an error for them.
  http.keepAliveTimeout = 75_000;
  const url = `http://localhost:${port}`;

  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | null = null;
  const close = () =>
    (closing ??= (async () => {
      const closed = new Promise((done) => http.close(done));
      http.closeAllConnections();
      for (const step of closers.reverse()) await step();
      await closed;
    })());

  try {
    let keys: Keys | null = null;
    let backendReady: Promise<Backend> | null = null;
    const factor = Number(options.env?.['RATE_LIMIT_FACTOR'] ?? 1) || 1;
    if (options.hostedUrl) {
      log(`Using the hosted backend at ${options.hostedUrl}; the embedded one stays off.`);
    } else {
      if (dataDir !== null) closers.push(await lockDataDir(dataDir, log));
      keys = options.backend?.keys ?? (dataDir === null ? newKeys() : keysIn(dataDir, log));
      log('Starting the embedded backend, for development, demonstration and tests on this machine ...');
      const starting = (options.backend?.open ?? startBackend)({
        dataDir,
        keys,
        siteUrl: url,
        limitFactor: factor,
        log,
        onMail: (caught) => log(mailLine(caught, mailbox ? `${url}/mailbox` : null)),
      });
      backendReady = starting;
      closers.push(async () => (await starting.catch(() => null))?.close());
    }

    const app = await serveApp(options, { head: keys === null ? '' : backendTag(keys), http, log });
    if (app.close) closers.push(app.close);
    const backend = await backendReady;
    // Configures the database's own limits: the header with the caller's address, and the factor.
    await backend?.sql('select private.configure($1, null, $2)', ['x-real-ip', factor]);
    if (backend && backend.applied.length > 0) log(`Applied ${backend.applied.length} migration(s).`);

    const functions =
      backend && keys
        ? createFunctions({
            env: (name) =>
              ({
                SUPABASE_URL: `http://127.0.0.1:${port}`,
                SUPABASE_ANON_KEY: keys.publishable,
                SUPABASE_SERVICE_ROLE_KEY: keys.secret,
                ACCORD_ADDRESS_HEADER: 'x-real-ip',
                ...options.env,
              })[name],
            send: (request) => backend.fetch(request),
            page: app.page,
          })
        : null;
    if (functions) closers.push(startScheduledCleanUp(functions.service));
    if (backend && functions && options.mailer !== false)
      closers.push(await startMailer(backend, functions.service, url));
    // Checkpoints truncate the database's log. With a single connection Postgres makes none by itself.
    if (backend && !options.backend) closers.push(repeatEvery(600_000, () => backend.sql('checkpoint')));

    route = createRoute({
      backend,
      functions,
      files: app.files,
      vite: app.vite,
      mailbox,
      policyEnv: { ...options.policyEnv, ...(options.hostedUrl ? { VITE_SUPABASE_URL: options.hostedUrl } : {}) },
    });
    for (const [request, response] of early) route(request, response);
    return { url, close, mails: backend?.mails ?? [], keys, backend };
  } catch (error) {
    await close();
    throw error;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await (await import('./commandLine.ts')).main(startServer, root);
