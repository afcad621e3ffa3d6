/**
 * Supabase inside this process: real Postgres (PGlite) with its row level security, sign-up and sign-in,
 * REST, rpc and storage, from the very migrations and configuration that a hosted project takes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App as LiteApp, EmailDriver, EmailMessage } from '@supabase/lite';
import { WebSocket } from 'ws';
import { refusalOf } from './http/border.ts';
import { openDatabase } from './data/database.ts';
import { asPostgrestTellsIt } from './data/databaseErrors.ts';
import { removeDrafts, type Keys } from './data/dataDir.ts';
import { confirmAgain, type ConfirmAgainOptions } from './confirmAgain.ts';
import { freshDatabase } from './data/freshDatabase.ts';
import { textOfMail } from './mailbox.ts';
import { mayBeMissing, withMissingStatus } from './data/missingObjects.ts';
import { createObjectStore } from './data/objectStore.ts';

/** A mail that would have gone out. */
export interface CaughtMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO date. */
  sentAt: string;
}

export interface Backend {
  /** Answers requests to /auth/v1, /rest/v1 and /storage/v1. */
  fetch(request: Request): Promise<Response>;
  /** Mails so far, oldest first; the last 200 are kept. */
  mails: CaughtMail[];
  /** Runs SQL as the database's owner; for the server's own chores and for tests. */
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Names of the migrations that this start applied. */
  applied: string[];
  close(): Promise<void>;
}

export interface BackendOptions {
  /** Folder of the database and the objects; null keeps everything in memory. */
  dataDir: string | null;
  keys: Keys;
  /** Where the app is reached; mail links point there. */
  siteUrl: string;
  onMail?: (mail: CaughtMail) => void;
  /** Gets a line where something about the folder is worth a word; silent by default. */
  say?: (line: string) => void;
}

/** Largest body a request may bring: one recording, and room for a form around it. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;
const MAX_MAILS = 200;

/** One at a time, in the order of arrival. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Reads a body before the request joins the queue: a slow sender must hold nobody up. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'too large'> {
  if (!request.body) return null;
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 'too large';
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    total += chunk.byteLength;
    if (total > MAX_BODY_BYTES) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the layer's connection has inside, and keeps to itself. */
interface RightsGranter {
  ensureRlsContext(): Promise<boolean>;
  driver: { exec(query: string): Promise<unknown> };
}

/**
 * Before the first request with row level security, the layer below grants its roles every right on every table and
 * leaves all refusing to the policies: a forbidden change would then find no rows instead of being refused. The rights
 * that the migrations give are taken up again right after it.
 */
function keepRights(connection: RightsGranter): void {
  const grantEverything = connection.ensureRlsContext.bind(connection);
  let kept = false;
  connection.ensureRlsContext = async () => {
    const active = await grantEverything();
    if (active && !kept) {
      await connection.driver.exec('select private.restore_rights()');
      kept = true;
    }
    return active;
  };
}

let quiet = false;

/**
 * The layer below prints each statement that Postgres refuses, with its stack and its parameters. Refusing is
 * everyday work here (a policy, a duplicate), and the parameters are people's data, which belongs in no log.
 */
function keepDataOutOfTheLog(): void {
  if (quiet) return;
  quiet = true;
  const warn = console.warn;
  console.warn = (...args: unknown[]) => {
    // Storage counts as experimental there. It is tested here, and production is a hosted project anyway.
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) warn(...args);
  };
  const print = console.error;
  console.error = (...args: unknown[]) => {
    const error = args.find((arg): arg is { code: string; message: string } => typeof arg === 'object' && arg !== null && 'severity' in arg && 'code' in arg);
    if (!error) return print(...args);
    // Bad data, broken constraints, missing rights and our own refusals are answers to the caller, not incidents.
    if (!/^(22|23|42501|P0001|PT|PGRST)/.test(error.code)) print(`Postgres: ${error.code} ${error.message}`);
  };
}

/**
 * Starts the backend: opens (or makes) the database, brings it up to the newest migration, and returns what
 * answers its requests. Expects to run in the project's folder, where `supabase/` is.
 */
export async function startBackend({ dataDir, keys, siteUrl, onMail, say = () => undefined }: BackendOptions): Promise<Backend> {
  keepDataOutOfTheLog();
  process.env['DO_NOT_TRACK'] = '1';
  // Read when the module is loaded, so it has to be set before the import.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  // The client inside wants a WebSocket, which Node 20 has not.
  (globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;
  const [{ App }, { applyPendingMigrations, createApi }, { createPgliteConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/cli'),
    import('@supabase/lite/pglite'),
  ]);

  const api = await createApi();
  // `createApp` would read the same file, but then opens a database of its own choosing.
  const local = api.project.local as unknown as { readConfig(): Promise<Record<string, Record<string, unknown>>> };
  const config = await local.readConfig();
  const database = dataDir === null ? null : { folder: join(dataDir, 'db'), made: join(dataDir, 'db.made') };
  const connection =
    database === null
      ? await createPgliteConnection({ pgliteOptions: { loadDataDir: await freshDatabase() } })
      : await openDatabase(database.folder, existsSync(database.made), (url) => createPgliteConnection({ url }), say);
  if (dataDir !== null) removeDrafts(join(dataDir, 'objects'));
  connection.normalizeDbError = asPostgrestTellsIt as typeof connection.normalizeDbError;
  keepRights(connection as unknown as RightsGranter);

  const mails: CaughtMail[] = [];
  let mailCount = 0;
  const email: EmailDriver = {
    async send({ to, subject, text, html }: EmailMessage) {
      const mail = { id: ++mailCount, to, subject, text: html ? textOfMail(html) : (text ?? ''), html: html ?? '', sentAt: new Date().toISOString() };
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
      onMail?.(mail);
    },
  };

  const origins = [siteUrl, siteUrl.replace('//localhost', '//127.0.0.1')];
  const app = new App({
    ...config,
    auth: {
      ...config['auth'],
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      jwt_secret: keys.jwtSecret,
      site_url: siteUrl,
      additional_redirect_urls: origins.map((origin) => `${origin}/**`),
    },
    connection,
    options: { server: { admin: false, disableStudio: true }, drivers: { email } },
  } as ConstructorParameters<typeof App>[0]) as unknown as LiteApp;
  app._storageAdapter = createObjectStore(dataDir === null ? null : join(dataDir, 'objects'));
  await app.init();
  const { applied } = await applyPendingMigrations(app as never);
  if (database && !existsSync(database.made)) {
    await connection.driver.exec(readFileSync(join('supabase', 'seed.sql'), 'utf8'));
    writeFileSync(database.made, '');
  }

  // PGlite is one connection, and a transaction (which carries the caller's role) is not tied to a request
  // by the layer above it: two requests at once would share one transaction and one role. So they take turns.
  const queue = createQueue();
  const sql: Backend['sql'] = (query, values = []) =>
    queue(async () => {
      const result = await connection.driver.query(query, [...values]);
      return result.rows as never;
    });

  /** The layer below calls every confirmation that is asked for again too soon; see confirmAgain.ts. */
  async function confirmationResent(body: Uint8Array, refusal: Response): Promise<Response> {
    const asked = JSON.parse(new TextDecoder().decode(body)) as { type?: unknown; email?: unknown };
    if (asked.type !== 'signup' || typeof asked.email !== 'string') return refusal;
    const settings = (config['auth'] as { email?: ConfirmAgainOptions['email'] } | undefined)?.email ?? {};
    const wait = await confirmAgain(asked.email, { sql, siteUrl, email: settings, send: (mail) => email.send({ ...mail, text: '' } as unknown as EmailMessage) as Promise<void> });
    const headers = new Headers(refusal.headers);
    headers.delete('content-length');
    const said = { code: 429, error_code: 'over_email_send_rate_limit', msg: `For security purposes, you can only request this after ${wait} seconds.` };
    return wait === 0 ? Response.json({}, { headers }) : Response.json(said, { status: 429, headers });
  }

  return {
    mails,
    applied: applied.map((migration) => migration.filename),
    async fetch(request) {
      const body = await bodyOf(request);
      if (body === 'too large') return Response.json({ message: 'The request is too large.' }, { status: 413 });
      const refusal = await refusalOf(request, body);
      if (refusal) return refusal;
      const whole = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(body === null ? {} : { body }),
      });
      const answer = await queue(() => app.fetch(whole, { peerAddress: null }));
      if (mayBeMissing(request, answer)) {
        // A HEAD's answer has no body to tell by.
        const told = request.method === 'HEAD' ? await queue(() => app.fetch(new Request(request.url, { headers: request.headers }), { peerAddress: null })) : answer;
        return withMissingStatus(told);
      }
      const tooSoon = answer.status === 429 && request.method === 'POST' && new URL(request.url).pathname === '/auth/v1/resend';
      return tooSoon && body instanceof Uint8Array ? confirmationResent(body, answer) : answer;
    },
    sql,
    close: () => queue(() => connection.close()),
  };
}
