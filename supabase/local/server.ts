/**
 * `npm start` and `npm run dev`: one process that serves the app and, unless a hosted project is configured, the embedded
 * backend with the edge functions, all on one address. The embedded backend is for development, demonstration and a small
 * club (docs/hosting.md).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBackend } from './backend.ts';
import type { Backend } from './backendContract.ts';
import { createAuthLimiter } from './auth/authLimits.ts';
import { BODY_LIMITS, createBodies } from './http/bodies.ts';
import { createCrowd, CROWD_LIMITS } from './http/crowd.ts';
import { keysIn, lockDataDir, newKeys, writeAddress, type Keys } from './data/dataDir.ts';
import { createFunctions } from './functions.ts';
import { keepDataOutOfTheLog, printable } from './log.ts';
import { escapeHtml } from '../functions/_shared/escapeHtml.ts';
import { listen } from './listening.ts';
import { mailLine, startMail } from './mail/index.ts';
import { createRoute } from './http/route.ts';
import { createRoomEvents } from './rooms/roomEvents.ts';
import { createHealth } from './running/health.ts';
import { knownNames } from './running/knownNames.ts';
import { createObserved, pathOf, sendStarting } from './running/observed.ts';
import { IDLE_MS } from './http/web.ts';
import { startBackendThread } from './thread/backendThread.ts';
import { root, serveApp } from './app.ts';
import type { RunningServer, ServerOptions } from './serverContract.ts';
import { every, keepTidy } from './running/tidy.ts';

/** Gives the page the key of the backend on this address; the build has none. */
function backendTag(keys: Keys): string {
  return `<meta name="accord-backend" content="${escapeHtml(JSON.stringify({ url: '', key: keys.publishable }))}">`;
}

/**
 * Starts everything and resolves when it is ready. Takes the port first, so that a second start fails at once.
 *
 * @throws PortTakenError, DataDirError; anything else is a defect.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { mode, dataDir, host = '127.0.0.1' } = options;
  // Lines hold mail addresses, which strangers write.
  const say = (line: string) => options.say?.(printable(line));
  keepDataOutOfTheLog();
  let route: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  const early: [IncomingMessage, ServerResponse][] = [];
  const http = createServer((request, response) => {
    // Hold requests that arrive during the start instead of failing them.
    if (route) route(request, response);
    else if (pathOf(request) === '/healthz') sendStarting(response);
    else early.push([request, response]);
  });
  const port = await listen(http, options.port, host);
  // Allow slow uploads; web.ts gives up on senders that fall silent.
  http.requestTimeout = 0;
  // Close idle connections; not in `dev`, where the sockets of hot reload are mostly silent.
  if (mode !== 'dev') http.timeout = options.limits?.idleMs ?? IDLE_MS;
  // Longer than clients and proxies keep an idle connection: closing one just as it is reused is an error for them.
  http.keepAliveTimeout = 75_000;
  const localNames = host === '127.0.0.1' || host === '::1' || host === '0.0.0.0' || host === '::';
  const url = `http://${localNames ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;

  const siteUrl = options.siteUrl ?? url;
  const mail = options.mail ?? null;
  const proxies = options.trustedProxies ?? [];
  const mailbox =
    mail === null &&
    (options.mailbox ?? true) &&
    proxies.length === 0 &&
    /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

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
    let backend: Backend | null = null;
    let backendReady: Promise<Backend> | null = null;
    if (options.hostedUrl) {
      say(`Using the hosted backend at ${options.hostedUrl}; the embedded one stays off.`);
    } else {
      if (dataDir !== null) closers.push(await lockDataDir(dataDir, say));
      keys = options.backend?.keys ?? (dataDir === null ? newKeys() : keysIn(dataDir, say));
      say('Starting the embedded backend, for development, demonstration and a small club ...');
      const open = options.backend?.open ?? (dataDir === null ? startBackend : startBackendThread);
      backendReady = open({
        dataDir,
        keys,
        siteUrl,
        queueMails: mail !== null,
        limitFactor: Number(options.env?.['RATE_LIMIT_FACTOR'] ?? 1) || 1,
        ...(options.objectsCeiling === undefined ? {} : { objectsCeiling: options.objectsCeiling }),
        say,
        onMail: (caught) => say(mailLine(caught, mailbox ? `${url}/mailbox` : null)),
      });
      const starting = backendReady;
      closers.push(async () => (await starting.catch(() => null))?.close());
    }
    const head = keys === null ? '' : backendTag(keys);

    const app = await serveApp(options, { head, http, say });
    if (app.close) closers.push(app.close);
    const { files, vite } = app;
    backend = await backendReady;
    // Configures the database's own limits: the header with the caller's address, and the factor.
    const factor = Number(options.env?.['RATE_LIMIT_FACTOR'] ?? 1) || 1;
    await backend?.sql('select private.configure($1, null, $2)', ['x-real-ip', factor]);
    if (backend && backend.applied.length > 0) say(`Applied ${backend.applied.length} migration(s).`);

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
    if (functions) closers.push(keepTidy(functions.service));
    const mailer =
      backend && functions ? await startMail(mail, { backend, service: functions.service, siteUrl, say }) : null;
    if (mailer) closers.push(() => mailer.close());
    // Checkpoints truncate the database's log. With a single connection Postgres makes none by itself.
    if (backend && !options.backend) closers.push(every(600_000, () => backend!.sql('checkpoint')));

    const { bodies, close: closeBodies } = createBodies(backend ? dataDir : null, {
      ...BODY_LIMITS,
      day: BODY_LIMITS.day * factor,
      ...options.limits?.bodies,
    });
    closers.push(closeBodies);
    const rooms = backend && createRoomEvents(backend, options.limits?.rooms);
    if (rooms) closers.push(() => rooms.hub.close());
    const inner = createRoute({
      backend,
      rooms,
      functions,
      files,
      vite,
      bodies,
      crowd: createCrowd({ ...CROWD_LIMITS, ...options.limits?.crowd }),
      limits: createAuthLimiter(factor),
      trustedProxies: proxies,
      mailbox,
      policyEnv: { ...options.policyEnv, ...(options.hostedUrl ? { VITE_SUPABASE_URL: options.hostedUrl } : {}) },
    });
    route = createObserved({
      check: createHealth({ backend, dataDir, mails: mailer !== null }),
      inner,
      known: await knownNames(backend, functions),
      metricsToken: options.metricsToken,
      snapshot: backend?.snapshot && keys ? { secret: keys.secret, make: () => backend!.snapshot!() } : null,
      log: options.log,
    });
    for (const [request, response] of early) route(request, response);
    if (backend && dataDir !== null) writeAddress(dataDir, url);
    return { url, close, mails: backend?.mails ?? [], keys, backend, mailer };
  } catch (error) {
    await close();
    throw error;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await (await import('./commandLine.ts')).main(startServer, root);
