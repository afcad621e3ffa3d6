import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '#local/backend.ts';
import type { Backend } from '#local/backendContract.ts';
import { newKeys } from '#local/data/dataDir.ts';
import { seededRandom } from '#core/values/random.ts';
import { startCluster } from '#tests/hosted/postgres/cluster.ts';
import { makeTemplate, openStandIn } from '#tests/hosted/standIn.ts';
import { tokenOf } from '#tests/hosted/tokens.ts';
import { machine, createLog, table } from '#bench/report.ts';
import { fill, fragranceOf, FRAGRANCES_A_MEMBER, memberId, RARE_CREATOR } from './fill.ts';

/**
 * Measures the playlist, its search, the profile and publishing as the table grows. Fills a database for each size, and
 * sends the requests of the app, over the REST API as an anonymous visitor ('own profile': the database alone). The
 * sizes take turns call by call, so that a machine that is busy with something else slows all of them. Ends with an
 * error when the largest is more than twice as slow as the smallest, or slower than is promised; `--quick`, for the
 * tests, measures nothing against limits.
 */

/** Calls of each kind at each size, and with `--quick`. */
const MEASURED_CALLS = 200;
const QUICK_CALLS = 40;
const WARM_UP = 20;
/** However much larger the table, a question may take at most this many times as long. */
const MAX_SLOWDOWN = 2;
/** p95 below this is the process' own noise, ms. */
const NOISE_MS = 3;
/** Fragrances of a page of the playlist. */
const PAGE_SIZE = 24;

const keys = newKeys();

interface Query {
  run(i: number): Promise<unknown>;
  /** Limit of p95 at the largest size, ms. */
  maxMs: number;
  /** True if it has to be as fast in a large table as in a small one. */
  flat: boolean;
}

/** Limit of a search, of a page, and of publishing, ms. */
const MAX_MS = 50;
const MAX_PUBLISHING_MS = 10;

/** Searches of visitors, by kind. The searches of a kind take turns. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'one word': ['rose', 'vanilla', 'musk', 'oud', 'jasmine', 'lemon'],
  'beginning of a word': ['van', 'ber', 'lav', 'sand', 'cin'],
  'one letter': ['a', 'c', 's', 'l'],
  'rare word': [RARE_CREATOR.split(' ')[0]!],
  'no hit': ['zzzz', 'qqq'],
  'two common words': ['rose vanilla', 'musk over', 'lemon musk'],
  'rare, common': [`${RARE_CREATOR.split(' ')[0]} rose`, `${RARE_CREATOR.split(' ')[0]} a`],
  'common, rare': [`rose ${RARE_CREATOR.split(' ')[0]}`, `ada ${RARE_CREATOR.split(' ')[1]}`],
  'no hit, common': ['zzz rose', 'zzz a'],
  creator: ['ada lovelace', 'grace hopper', 'delia derb'],
  note: ['c#4', 'a4', 'f2'],
  'A#': ['A#', 'c#'],
  emoji: ['🌹', '🌹 rose'],
  Arabic: ['عطر', 'عطر الو'],
};
/** Pairs of frequent words without a common row: the index has to read both lists to find none. */
const NEVER_TOGETHER = ['ada grace', 'hedy clara', 'nina wendy'];

const OWN_QUERY =
  'select id, name, description, music_essence, audio_data, is_public, created_at from public.fragrance_profiles where user_id = $1 order by created_at desc, id desc limit 200';

async function request(backend: Backend, path: string, body: object, token: string): Promise<string> {
  const response = await backend.fetch(
    new Request(`http://localhost/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: keys.publishable,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Prefer: 'return=minimal',
      },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

async function page(backend: Backend, args: object): Promise<void> {
  const text = await request(backend, 'rpc/public_fragrances', { page_size: PAGE_SIZE, ...args }, keys.publishable);
  if (/"(audio_data|trace)"/.test(text)) throw new Error('A list carries audio or traces.');
}

/** Publishes one fragrance, each time as another member, to stay below the limit of a member. */
async function publish(backend: Backend, n: number): Promise<void> {
  const claims = { role: 'authenticated', aud: 'authenticated', sub: memberId(n), session_id: memberId(n) } as const;
  const token = tokenOf(claims, keys.jwtSecret);
  const fragrance = { ...fragranceOf(n), name: `Brand New ${crypto.randomUUID()}`, is_public: true };
  await request(backend, 'fragrance_profiles', fragrance, token);
}

/** All requests to a database of a size, by name. `times` is the number of calls of each. */
async function queriesOf(backend: Backend, size: number, times: number): Promise<Map<string, Query>> {
  const random = seededRandom(`scale queries ${size}`);
  // Places all over the list: the end must be as near as the beginning.
  const places = await backend.sql<{ id: string; uploaded_at: string }>(
    `select id, uploaded_at::text as uploaded_at from public.fragrance_profiles where random() < ${Math.min(1, (4 * times) / size)} limit ${times}`,
  );
  const after = (i: number) => ({
    before_at: places[i % places.length]!.uploaded_at,
    before_id: places[i % places.length]!.id,
  });
  const members = Math.floor(size / FRAGRANCES_A_MEMBER);
  const query = (run: Query['run'], maxMs = MAX_MS, flat = true): Query => ({ run, maxMs, flat });
  const search = (words: readonly string[], more: (i: number) => object = () => ({})) =>
    query((i) => page(backend, { search: words[i % words.length], ...more(i) }));
  return new Map<string, Query>([
    ['first page', query(() => page(backend, {}))],
    ['next page', query((i) => page(backend, after(i)))],
    ...Object.entries(SEARCHES).map(([kind, words]): [string, Query] => [kind, search(words)]),
    ['any search, next page', search(Object.values(SEARCHES).flat(), after)],
    ['two that never meet', { ...search(NEVER_TOGETHER), flat: false }],
    ['own profile', query(() => backend.sql(OWN_QUERY, [memberId(Math.floor(random() * members))]))],
    // The last, as it makes the table longer.
    ['publishing', query((i) => publish(backend, i % members), MAX_PUBLISHING_MS)],
  ]);
}

/** Opens empty databases, embedded ones or projects in one real Postgres, and closes them after `measure`. */
async function withDatabases(hosted: boolean, measure: (open: (size: number) => Promise<Backend>) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'accord-scale-'));
  const opened: Backend[] = [];
  // The settings of a small project, and the defaults of a server.
  const cluster = hosted
    ? await startCluster(
        { shared_buffers: '512MB', fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' },
        null,
      )
    : null;
  const template = cluster === null ? null : await makeTemplate(cluster);
  const start = (size: number): Promise<Backend> =>
    template === null
      ? startBackend({ dataDir: mkdtempSync(join(folder, `${size}-`)), keys, siteUrl: 'http://localhost:5173' })
      : openStandIn(template, keys, null);
  try {
    await measure(async (size) => {
      const backend = await start(size);
      opened.push(backend);
      return backend;
    });
  } finally {
    for (const backend of opened) await backend.close();
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  p50: number;
  p95: number;
}

/** The same question to every size in turn, many times. */
async function measure(queries: readonly Query[], calls: number): Promise<Times[]> {
  const times: number[][] = queries.map(() => []);
  for (let i = -WARM_UP; i < calls; i++) {
    for (const [at, { run }] of queries.entries()) {
      const started = performance.now();
      await run(i + WARM_UP);
      if (i >= 0) times[at]!.push(performance.now() - started);
    }
  }
  return times.map((taken) => {
    taken.sort((a, b) => a - b);
    return { p50: taken[Math.floor(calls * 0.5)]!, p95: taken[Math.floor(calls * 0.95)]! };
  });
}

/** Prints how long each question takes at each size, rising numbers of fragrances. */
export function measureScale(sizes: number[], hosted: boolean, quick: boolean, json: boolean): Promise<void> {
  const log = createLog(json);
  const calls = quick ? QUICK_CALLS : MEASURED_CALLS;
  return withDatabases(hosted, async (open) => {
    const queries: Map<string, Query>[] = [];
    for (const size of sizes) {
      const backend = await open(size);
      await fill(backend, 0, size, () => undefined);
      log(`${size.toLocaleString('en')} fragrances are there.`);
      queries.push(await queriesOf(backend, size, calls));
    }
    const answers: { question: string; times: Times[]; ratio: number; isSlow: boolean }[] = [];
    for (const [question, { flat, maxMs }] of queries[0]!) {
      const times = await measure(
        queries.map((of) => of.get(question)!),
        calls,
      );
      const ratio = Math.max(NOISE_MS, times.at(-1)!.p95) / Math.max(NOISE_MS, times[0]!.p95);
      const isSlow = !quick && ((flat && ratio > MAX_SLOWDOWN) || (hosted && times.at(-1)!.p95 > maxMs));
      if (isSlow) process.exitCode = 1;
      answers.push({ question, times, ratio, isSlow });
    }
    const head = ['p95 in ms (p50)', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'];
    const rows = answers.map(({ question, times, ratio, isSlow }) => [
      question,
      ...times.map(({ p50, p95 }) => `${p95.toFixed(1)} (${p50.toFixed(1)})`),
      `${ratio.toFixed(2)}${isSlow ? ' TOO SLOW' : ''}`,
    ]);
    log(`\n${table(head, rows)}`);
    if (json) console.log(JSON.stringify({ machine: machine([]), sizes, hosted, answers }, null, 2));
  });
}
