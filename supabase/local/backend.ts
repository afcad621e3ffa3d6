/**
 * Supabase inside this process: Postgres (PGlite) with row-level security, sign-up and sign-in, REST, rpc and storage.
 * Uses the same migrations and configuration as a hosted project.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App as LiteApp, EmailMessage } from '@supabase/lite';
import { WebSocket } from 'ws';
import { createAgain, type AgainOptions } from './auth/confirmAgain.ts';
import { createChanges } from './data/changes.ts';
import { endProcess, watchForCrash } from './data/crash.ts';
import { damagedError, openDatabase } from './data/database.ts';
import { toPostgrestError } from './data/databaseErrors.ts';
import { DataDirError, describeDataDirError, newKeys, removeDrafts } from './data/dataDir.ts';
import { openMigrated } from './data/freshDatabase.ts';
import { databaseHasRoom, freeBytes, fullDiskAnswer, watchDisk, type Driver } from './data/fullDisk.ts';
import { mayBeMissing, missingObject, withMissingStatus } from './data/missingObjects.ts';
import { objectAnswer } from './data/objectBody.ts';
import { createObjectStore, type ReadObject } from './data/objectStore.ts';
import { restoreRights, type RightsGranter } from './data/rights.ts';
import { batchSettings } from './data/requestSettings.ts';
import { bindAsText } from './data/textParameters.ts';
import { accountRequest, endOfOtherSessions, sessionOverAnswer, isPasswordChange } from './auth/endedSessions.ts';
import { refusalOf } from './http/requestChecks.ts';
import { bodyOf, createQueue, tooLargeAnswer } from './http/requestQueue.ts';
import { keepDataOutOfTheLog } from './log.ts';
import { createMailbox } from './mail/mailbox.ts';
import { withRandomTokens } from './auth/mailTokens.ts';
import type { Backend, BackendOptions } from './backendContract.ts';

/** Prepares the process before the packages below are loaded. */
function prepareProcess(): void {
  keepDataOutOfTheLog();
  process.env['DO_NOT_TRACK'] = '1';
  // Read when the packages are loaded: set it before importing them.
  process.env['EXPERIMENTAL_STORAGE'] = '1';
  // The client inside needs a WebSocket; Node 20 has none.
  (globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;
}

/**
 * Starts the backend: opens or makes the database, applies new migrations, and answers requests.
 * Expects the project's root, with `supabase/`, as the working directory.
 */
export async function startBackend(options: BackendOptions, onCrash = endProcess): Promise<Backend> {
  prepareProcess();
  const cluster = options.dataDir === null ? await migrateCluster() : null;
  return (await open(options, cluster, onCrash)).backend;
}

/**
 * A database with all migrations applied and no data, in the form of PGlite's `loadDataDir`; for servers in memory and
 * for tests.
 */
export async function migrateCluster(): Promise<Blob> {
  prepareProcess();
  return openMigrated(async (empty) => {
    const { backend, dump } = await open({ dataDir: null, keys: newKeys(), siteUrl: 'http://localhost' }, empty);
    const cluster = await dump();
    await backend.close();
    return cluster;
  });
}

/** True when a database has had migrations that are not among ours. */
async function holdsOtherMigrations(driver: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<boolean> {
  const recorded = 'select version, name from supabase_migrations.schema_migrations';
  const { rows } = await driver.query(recorded).catch(() => ({ rows: [] }));
  const migrations = new Set(readdirSync(join('supabase', 'migrations')).map((file) => file.replace(/\.sql$/, '')));
  return (rows as { version: string; name: string }[]).some(
    ({ version, name }) => !migrations.has(`${version}_${name}`),
  );
}

/** Opens the database and the services; `cluster` is the start of a database in memory. */
async function open(
  { dataDir, keys, siteUrl, onMail, limitFactor: factor = 1, log = () => undefined, free = freeBytes }: BackendOptions,
  cluster: Blob | null,
  onCrash = endProcess,
): Promise<{ backend: Backend; dump: () => Promise<Blob> }> {
  const [{ App }, { applyPendingMigrations, createApi }, { createPgliteConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/cli'),
    import('@supabase/lite/pglite'),
  ]);

  const api = await createApi();
  // `createApp` would read the same file, but opens another database.
  const local = api.project.local as unknown as { readConfig(): Promise<Record<string, Record<string, unknown>>> };
  const config = await local.readConfig();
  // Opening writes as well: Postgres recovers a database that was not closed.
  const hasRoom = async () => dataDir === null || databaseHasRoom(dataDir, free);
  if (dataDir !== null && !(await hasRoom()))
    throw describeDataDirError(dataDir, Object.assign(new Error(), { code: 'ENOSPC' }));
  const database = dataDir === null ? null : { folder: join(dataDir, 'db'), made: join(dataDir, 'db.made') };
  if (dataDir !== null) removeDrafts(join(dataDir, 'objects'));
  const disk = watchDisk();
  const objects = createObjectStore(dataDir === null ? null : join(dataDir, 'objects'), disk.over);

  const { mails, driver: mailbox } = createMailbox(onMail);
  const origins = [siteUrl, siteUrl.replace('//localhost', '//127.0.0.1')];
  const connection =
    database === null
      ? await createPgliteConnection(cluster === null ? {} : { pgliteOptions: { loadDataDir: cluster } })
      : await openDatabase(
          database.folder,
          existsSync(database.made),
          async (url) => {
            const opened = await createPgliteConnection({ url });
            await opened.driver.waitReady;
            return opened;
          },
          log,
        );
  const { driver } = connection;
  await driver.waitReady;
  bindAsText(driver);
  batchSettings(driver);
  let opening = true;
  watchForCrash(driver, (crash) => onCrash(opening && database ? damagedError(database.folder, crash) : crash));
  disk.watch(driver as unknown as Driver);
  connection.normalizeDbError = toPostgrestError as typeof connection.normalizeDbError;
  restoreRights(connection as unknown as RightsGranter);
  const inRequest = (query: string, values: unknown[]) => driver.query(query, values);
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
      // Runs within the request that sends the mail, which has the connection to itself.
      drivers: { email: withRandomTokens(mailbox, inRequest) },
    },
  } as ConstructorParameters<typeof App>[0]) as unknown as LiteApp;
  app._storageAdapter = objects;
  await app.init();
  if (dataDir !== null && (await holdsOtherMigrations(driver)))
    throw new DataDirError(
      `The data in ${dataDir} was made by another version of Accord, from before 0.1.0 or newer than this one. Nothing was changed: set ACCORD_DATA to another folder.`,
    );
  const { applied } = await applyPendingMigrations(app as never);
  if (database && !existsSync(database.made)) {
    await driver.exec(readFileSync(join('supabase', 'seed.sql'), 'utf8'));
    writeFileSync(database.made, '');
  }
  opening = false;

  // PGlite has one connection, and the layer above does not tie a transaction, which carries the caller's role, to a
  // request. Two requests at once would share a transaction and a role, so requests run one at a time.
  const queue = createQueue();
  const sql: Backend['sql'] = (query, values = []) =>
    queue(async () => (await driver.query(query, [...values])).rows as never);

  const changes = await createChanges(sql);

  /**
   * Ends the transaction of a failed request. The services leave it open after an unexpected error, and Postgres then
   * refuses all later statements.
   */
  async function endTransaction(): Promise<void> {
    await driver.exec('rollback').catch(() => undefined);
    // Reads the rest of the protocol's answer.
    await driver.query('select 1').catch(() => undefined);
  }

  /** True for a recording that is not public any more, under the address that it had: it moves, or goes, soon. */
  async function isTakenBack({ bucket, name }: ReadObject): Promise<boolean> {
    if (bucket !== 'audio') return false;
    const { rows } = await driver.query(
      'select exists (select from private.taken_back where audio_path = $1) and not private.is_heard($1) as gone',
      [name],
    );
    return (rows[0] as { gone: boolean }).gone;
  }

  /** Passes requests to the services, one at a time. */
  async function serveRequest(request: Request): Promise<Response> {
    return queue(async () => {
      disk.wasFull();
      objects.taken();
      const answer = await app.fetch(request, { peerAddress: null });
      const object = objects.taken();
      if (object && (await isTakenBack(object))) return missingObject(request.method);
      if (object && answer.status === 200 && request.method === 'GET') return objectAnswer(object, answer.headers);
      if (answer.status < 500) return answer;
      await endTransaction();
      return disk.wasFull() ? fullDiskAnswer(new URL(request.url).pathname) : answer;
    });
  }

  /** The database as a file; a checkpoint first writes the buffers to its files. */
  const dump = () =>
    queue(async () => {
      await driver.exec('checkpoint');
      return driver.dumpDataDir('none');
    });

  const asFirstTime = createAgain({
    sql,
    siteUrl,
    email: (config['auth'] as { email?: AgainOptions['email'] } | undefined)?.email ?? {},
    factor,
    send: (mail) => mailbox.send({ ...mail, text: '' } as unknown as EmailMessage) as Promise<void>,
  });

  const backend: Backend = {
    mails,
    catchMail: (mail) => mailbox.send(mail as unknown as EmailMessage) as Promise<void>,
    applied: applied.map((migration) => migration.filename),
    async fetch(request) {
      const body = await bodyOf(request);
      if (body === 'too large') return tooLargeAnswer();
      const refusal = await refusalOf(request, body);
      if (refusal) return refusal;
      const account = accountRequest(request, keys.publishable);
      if (account !== null && !(await serveRequest(account)).ok) return sessionOverAnswer();
      if (changes(request) && !(await hasRoom())) return fullDiskAnswer(new URL(request.url).pathname);
      const bodyRequest = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(body === null ? {} : { body }),
      });
      const answer = await serveRequest(bodyRequest);
      if (mayBeMissing(request, answer)) {
        // The answer to a HEAD has no body to read the status from.
        const translated =
          request.method === 'HEAD'
            ? await serveRequest(new Request(request.url, { headers: request.headers }))
            : answer;
        return withMissingStatus(translated);
      }
      if (answer.ok && isPasswordChange(request, body)) await serveRequest(endOfOtherSessions(request));
      return asFirstTime(request, body, answer);
    },
    sql,
    close: () => queue(() => connection.close()),
  };
  return { backend, dump };
}
