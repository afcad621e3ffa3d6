/**
 * `npm start` and `npm run dev`: one process that serves the app and, unless a hosted project is configured, the embedded
 * backend with the edge functions, all on one address. The embedded backend is for development, demonstration and a small
 * club (docs/hosting.md).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import { loadAppFiles, type AppFiles } from './http/appFiles.ts';
import { startBackend, type Backend, type BackendOptions } from './backend.ts';
import { createAuthLimiter } from './auth/authLimits.ts';
import { BODY_LIMITS, createBodies, type BodyLimits } from './http/bodies.ts';
import { createCrowd, CROWD_LIMITS, type CrowdLimits } from './http/crowd.ts';
import { keysIn, lockDataDir, newKeys, writeAddress, type Keys } from './data/dataDir.ts';
import { cleanUp } from '../functions/_shared/cleanUp.ts';
import { settleRecordings } from '../functions/_shared/settle.ts';
import type { Service } from '../functions/_shared/service.ts';
import { createFunctions } from './functions.ts';
import { devPolicy, isolationHeaders, safetyHeaders, type PolicyEnv } from './http/headers.ts';
import { keepDataOutOfTheLog, printable, type LogEntry } from './log.ts';
import { escapeHtml } from '../functions/_shared/escapeHtml.ts';
import { readLegal, withLegalTag } from './legal.ts';
import { listen } from './listening.ts';
import { mailLine, startMail, type MailOptions } from './mail/index.ts';
import type { Mailer } from './mail/mailer.ts';
import type { CaughtMail } from './mail/mailbox.ts';
import { createRoute } from './http/route.ts';
import { createRoomEvents } from './rooms/roomEvents.ts';
import type { HubLimits } from './rooms/roomHub.ts';
import { createHealth } from './running/health.ts';
import { knownNames } from './running/knownNames.ts';
import { createObserved, pathOf, sendStarting } from './running/observed.ts';
import { IDLE_MS } from './http/web.ts';
import { startBackendThread } from './thread/backendThread.ts';

export interface ServerOptions {
  /** TCP port; 0 takes any free one. */
  port: number;
  /** Address to listen on; by default only this machine. */
  host?: string;
  /** Folder of keys, database and objects; null keeps everything in memory. */
  dataDir: string | null;
  /** `start` serves a build, `dev` the sources with hot reload, `backend` only the backend. */
  mode: 'start' | 'dev' | 'backend';
  /** In `start` mode: make the build first (default), or serve `dist/` unchanged. */
  build?: boolean;
  /** Folder of the build; `dist/` by default. */
  dist?: string;
  /** Address of a hosted project; the embedded backend is then off. */
  hostedUrl?: string;
  /** Fixed keys, and a backend instead of the embedded one; for tests on a real Postgres. */
  backend?: { keys?: Keys; open?: (options: BackendOptions) => Promise<Backend> };
  /** Variables for the edge functions, such as `RATE_LIMIT_FACTOR`. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Proxies whose `X-Forwarded-For` is trusted (ACCORD_TRUSTED_PROXIES); none by default. */
  trustedProxies?: readonly string[];
  /**
   * Whether `/mailbox` may be read on this machine; true by default unless other machines can reach the server.
   */
  mailbox?: boolean;
  /** Public address of the app, which links in mails use (ACCORD_SITE_URL); by default this server's own. */
  siteUrl?: string;
  /** Sends mails by SMTP; without it they are caught in the mailbox. */
  mail?: MailOptions | null;
  /** Variables of the build that name other sites; for the content security policy. */
  policyEnv?: PolicyEnv;
  /** Limit of all recordings and pictures together, bytes (ACCORD_STORAGE_GIB); unlimited by default. */
  objectsCeiling?: number;
  /** Limits other than the default ones; for tests. */
  limits?: {
    bodies?: Partial<BodyLimits>;
    crowd?: Partial<CrowdLimits>;
    rooms?: Partial<HubLimits>;
    idleMs?: number;
  };
  /** Folder of the owner's legal pages (ACCORD_LEGAL); `legal` in the data folder by default. */
  legal?: string | undefined;
  /** Token of `/metrics` (ACCORD_METRICS_TOKEN); without one there is no such address. */
  metricsToken?: string | undefined;
  /** Receives an entry about each request, without people's data; none by default. */
  log?: ((entry: LogEntry) => void) | undefined;
  /** Receives a line about each step; silent by default. */
  say?: (line: string) => void;
}

export interface RunningServer {
  /** Base address, `http://localhost:5173`. */
  url: string;
  close(): Promise<void>;
  /** Caught mails, oldest first; empty with a hosted project. */
  mails: readonly CaughtMail[];
  /** Keys of the embedded backend; null with a hosted project. */
  keys: Keys | null;
  /** The embedded backend; null with a hosted project. */
  backend: Backend | null;
  /** Sends mails; null where they are caught. */
  mailer: Mailer | null;
}

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

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

    let files: AppFiles | null = null;
    let vite: ViteDevServer | null = null;
    if (mode !== 'backend') {
      const { build, createServer: createVite } = await import('vite');
      if (mode === 'start') {
        if (options.build !== false) {
          say('Building the app ...');
          await build({
            root,
            logLevel: 'error',
            ...(options.dist ? { build: { outDir: options.dist, emptyOutDir: true } } : {}),
          });
        }
        const folder = options.legal ?? (dataDir === null ? null : join(dataDir, 'legal'));
        const legal = folder === null ? new Map<string, string>() : readLegal(folder, say);
        files = loadAppFiles(
          options.dist ?? join(root, 'dist'),
          (html) => withLegalTag(html.replace('</head>', `${head}</head>`), legal.keys()),
          legal,
        );
      } else {
        const dev = await createVite({
          root,
          appType: 'spa',
          server: {
            middlewareMode: true,
            ws: { server: http },
            headers: { ...isolationHeaders, ...safetyHeaders, 'Content-Security-Policy': devPolicy(options.policyEnv) },
          },
          plugins: [
            { name: 'accord-backend', transformIndexHtml: (html) => html.replace('</head>', `${head}</head>`) },
          ],
        });
        closers.push(() => dev.close());
        vite = dev;
      }
    }
    backend = await backendReady;
    // Configures the database's own limits: the header with the caller's address, and the factor.
    const factor = Number(options.env?.['RATE_LIMIT_FACTOR'] ?? 1) || 1;
    await backend?.sql('select private.configure($1, null, $2)', ['x-real-ip', factor]);
    if (backend && backend.applied.length > 0) say(`Applied ${backend.applied.length} migration(s).`);

    const page = async (request: Request) => {
      if (vite)
        return vite.transformIndexHtml(new URL(request.url).pathname, await readFile(join(root, 'index.html'), 'utf8'));
      return files?.page ?? '<!doctype html><html><head></head><body></body></html>';
    };
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
            page,
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

/** Repeats work at an interval; returns a function that stops it. */
function every(milliseconds: number, work: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void work().catch((error: unknown) => console.error(error)), milliseconds).unref();
  return () => clearInterval(timer);
}

/**
 * Moves what was taken back every minute, for pages that do not ask for it; cleans up stored objects a minute after the start and
 * then daily. Returns a function that stops it.
 */
function keepTidy(service: Service): () => void {
  const run = () => void cleanUp(service, Date.now()).catch((error: unknown) => console.error(error));
  const first = setTimeout(run, 60_000).unref();
  const endSettling = every(60_000, () => settleRecordings(service));
  const endDaily = every(86_400_000, () => cleanUp(service, Date.now()));
  return () => {
    clearTimeout(first);
    endDaily();
    endSettling();
  };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await (await import('./commandLine.ts')).main(startServer, root);
