/**
 * Supabase inside this process: real Postgres (PGlite) with its row level security, sign-up and sign-in,
 * REST, rpc and storage, from the very migrations and configuration that a hosted project takes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App as LiteApp, EmailMessage } from '@supabase/lite';
import { WebSocket } from 'ws';
import { createAgain, type AgainOptions } from './confirmAgain.ts';
import { closeFiles, DatabaseCrash, watchForCrash } from './data/crash.ts';
import { damaged, openDatabase } from './data/database.ts';
import { toPostgrestError } from './data/databaseErrors.ts';
import { inWords, newKeys, removeDrafts, type Keys } from './data/dataDir.ts';
import { migratedDatabase } from './data/freshDatabase.ts';
import { fullDiskAnswer, watchDisk, type Driver } from './data/fullDisk.ts';
import { mayBeMissing, withMissingStatus } from './data/missingObjects.ts';
import { objectAnswer } from './data/objectBody.ts';
import { createObjectStore } from './data/objectStore.ts';
import { keepOpen, unavailableAnswer } from './data/reopening.ts';
import { keepRights, type RightsGranter } from './data/rights.ts';
import { ENDLESS, roomIn, takesBack, type Room } from './data/room.ts';
import { bindAsText } from './data/textParameters.ts';
import { createEvenLogin } from './evenLogin.ts';
import { refusalOf } from './http/border.ts';
import { bodyOf, createQueue, tooLargeAnswer } from './http/requestQueue.ts';
import { keepDataOutOfTheLog } from './log.ts';
import { catchMails, type CaughtMail } from './mailbox.ts';
import { withRandomTokens } from './mailTokens.ts';

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
  /** Bytes that all stored objects together may take; as many as the disk holds by default. */
  objectsCeiling?: number;
  /** Divides the pause between two mails to one address (`RATE_LIMIT_FACTOR`, default 1). */
  limitFactor?: number;
  /** Room on the disk; by default that where `dataDir` is. */
  room?: Room;
  /** Gets a line where something about the folder is worth a word; silent by default. */
  say?: (line: string) => void;
}

/** What has to stand before the layer below is loaded. */
function prepareProcess(): void {
  keepDataOutOfTheLog();
  process.env['DO_NOT_TRACK'] = '1';
  // Read when the modules of the layer are loaded, so it has to be set before any import of them.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  // The client inside wants a WebSocket, which Node 20 has not.
  (globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;
}

/**
 * Starts the backend: opens (or makes) the database, brings it up to the newest migration, and returns what
 * answers its requests. Expects to run in the project's folder, where `supabase/` is.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  prepareProcess();
  const cluster = options.dataDir === null ? await migratedCluster() : null;
  return (await open(options, cluster)).backend;
}

/** A database with all migrations applied and nobody's data, as PGlite's `loadDataDir` takes it; for servers in memory and for tests. */
export async function migratedCluster(): Promise<Blob> {
  prepareProcess();
  return migratedDatabase(async (empty) => {
    const { backend, dump } = await open({ dataDir: null, keys: newKeys(), siteUrl: 'http://localhost' }, empty);
    const cluster = await dump();
    await backend.close();
    return cluster;
  });
}

/** Opens the database (`cluster` is that of a backend in memory) and puts the services before it. */
async function open(
  {
    dataDir,
    keys,
    siteUrl,
    onMail,
    objectsCeiling,
    limitFactor: factor = 1,
    say = () => undefined,
    room = dataDir === null ? ENDLESS : roomIn(dataDir),
  }: BackendOptions,
  cluster: Blob | null,
): Promise<{ backend: Backend; dump: () => Promise<Blob> }> {
  const [{ App }, { applyPendingMigrations, createApi }, { createPgliteConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/cli'),
    import('@supabase/lite/pglite'),
  ]);

  const api = await createApi();
  // `createApp` would read the same file, but then opens a database of its own choosing.
  const local = api.project.local as unknown as { readConfig(): Promise<Record<string, Record<string, unknown>>> };
  const config = await local.readConfig();
  // Opening writes, too: a database that was not closed is recovered.
  if (dataDir !== null && !(await room.forChanges()) && !(await room.forTakingBack()))
    throw inWords(dataDir, Object.assign(new Error(), { code: 'ENOSPC' }));
  const database = dataDir === null ? null : { folder: join(dataDir, 'db'), made: join(dataDir, 'db.made') };
  if (dataDir !== null) removeDrafts(join(dataDir, 'objects'));
  const disk = watchDisk();
  const objects = createObjectStore(dataDir === null ? null : join(dataDir, 'objects'), disk.over, objectsCeiling);

  const { mails, driver: email } = catchMails(onMail);
  const origins = [siteUrl, siteUrl.replace('//localhost', '//127.0.0.1')];
  /** Opens the database and puts the services before it; `from` is the cluster of a backend in memory. */
  async function openServices(from: Blob | null, onCrash: (crash: DatabaseCrash) => void) {
    const connection =
      database === null
        ? await createPgliteConnection(from === null ? {} : { pgliteOptions: { loadDataDir: from } })
        : await openDatabase(
            database.folder,
            existsSync(database.made),
            async (url) => {
              const opened = await createPgliteConnection({ url });
              await opened.driver.waitReady;
              return opened;
            },
            say,
          );
    await connection.driver.waitReady;
    bindAsText(connection.driver);
    watchForCrash(connection.driver, onCrash);
    disk.watch(connection.driver as unknown as Driver);
    connection.normalizeDbError = toPostgrestError as typeof connection.normalizeDbError;
    keepRights(connection as unknown as RightsGranter);
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
      options: {
        server: { admin: false, disableStudio: true },
        // Within the request that sends the mail, which has the database for itself.
        drivers: { email: withRandomTokens(email, (query, values) => connection.driver.query(query, values)) },
      },
    } as ConstructorParameters<typeof App>[0]) as unknown as LiteApp;
    app._storageAdapter = objects;
    await app.init();
    const { applied } = await applyPendingMigrations(app as never);
    if (database && !existsSync(database.made)) {
      await connection.driver.exec(readFileSync(join('supabase', 'seed.sql'), 'utf8'));
      writeFileSync(database.made, '');
    }
    return { connection, app, applied, close: () => connection.close() };
  }
  /** What is left of a crashed database: its files. In memory they are inside of it. */
  async function salvage({ connection }: Awaited<ReturnType<typeof openServices>>): Promise<Blob | null> {
    const left = database === null ? await connection.driver.dumpDataDir('none') : null;
    closeFiles(connection.driver);
    return left;
  }
  const services = await keepOpen(openServices, salvage, cluster).catch((error: unknown) => {
    // It could be opened, and not be read.
    throw error instanceof DatabaseCrash && database !== null ? damaged(database.folder, error) : error;
  });
  const { applied } = await services.ready();

  // PGlite is one connection, and a transaction (which carries the caller's role) is not tied to a request
  // by the layer above it: two requests at once would share one transaction and one role. So they take turns.
  const queue = createQueue();
  const sql: Backend['sql'] = (query, values = []) =>
    queue(async () => {
      const { connection } = await services.ready();
      const result = await connection.driver.query(query, [...values]);
      return result.rows as never;
    });

  const readers = new Set(
    (
      await sql<{ name: string }>(
        "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile in ('s', 'i')",
      )
    ).map(({ name }) => name),
  );
  const changes = ({ method, url }: Request) =>
    !/^(GET|HEAD|OPTIONS)$/.test(method) &&
    !readers.has(/^\/rest\/v1\/rpc\/(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '');

  /**
   * A failure that the services do not expect may leave the transaction of its request open, in which Postgres then refuses
   * everybody's statements.
   */
  async function endTransaction(driver: {
    exec(sql: string): Promise<unknown>;
    query(sql: string): Promise<unknown>;
  }): Promise<void> {
    await driver.exec('rollback').catch(() => undefined);
    // What was left over of the protocol comes with the next answer.
    await driver.query('select 1').catch(() => undefined);
  }

  /** One request at a time to the services. */
  async function served(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    // At once: nobody waits in line for what is not there.
    if (services.now() === null) return unavailableAnswer(pathname);
    return queue(async () => {
      const running = services.now();
      if (running === null) return unavailableAnswer(pathname);
      disk.wasFull();
      objects.taken();
      const answer = await running.app.fetch(request, { peerAddress: null });
      const object = objects.taken();
      if (object && answer.status === 200 && request.method === 'GET') return objectAnswer(object, answer.headers);
      if (answer.status < 500) return answer;
      if (services.now() !== running) return unavailableAnswer(pathname);
      await endTransaction(running.connection.driver);
      return disk.wasFull() ? fullDiskAnswer(pathname) : answer;
    });
  }

  /** The database as a file; what is still in its buffers goes to its files first. */
  const dump = () =>
    queue(async () => {
      const { connection } = await services.ready();
      await connection.driver.exec('checkpoint');
      return connection.driver.dumpDataDir('none');
    });

  const evenly = createEvenLogin({ sql });
  const asANewOne = createAgain({
    sql,
    siteUrl,
    email: (config['auth'] as { email?: AgainOptions['email'] } | undefined)?.email ?? {},
    factor,
    send: (mail) => email.send({ ...mail, text: '' } as unknown as EmailMessage) as Promise<void>,
  });

  const backend: Backend = {
    mails,
    applied: applied.map((migration) => migration.filename),
    async fetch(request) {
      const body = await bodyOf(request);
      if (body === 'too large') return tooLargeAnswer();
      const refusal = await refusalOf(request, body, keys.secret);
      if (refusal) return refusal;
      const mayChange = async () =>
        (await room.forChanges()) || (takesBack(request, body) && (await room.forTakingBack()));
      if (changes(request) && !(await mayChange())) return fullDiskAnswer(new URL(request.url).pathname);
      const whole = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(body === null ? {} : { body }),
      });
      const answer = await evenly(request, body, await served(whole));
      if (mayBeMissing(request, answer)) {
        // A HEAD's answer has no body to tell by.
        const told =
          request.method === 'HEAD' ? await served(new Request(request.url, { headers: request.headers })) : answer;
        return withMissingStatus(told);
      }
      return asANewOne(request, body, answer, () =>
        served(new Request(request.url, { method: request.method, headers: request.headers, body })),
      );
    },
    sql,
    close: () => queue(() => services.close()),
  };
  return { backend, dump };
}
