/**
 * `npm run bench:scale [-- SIZE ...]`: how long the playlist and the profile take as the table grows. Fills one embedded
 * Postgres each with 1,000, 10,000 and 100,000 public fragrances and asks as the app does, over the REST API as an anonymous
 * visitor ('one by name' and 'own profile': the database alone). The sizes take turns call by call, so that a machine that
 * is busy with something else slows all of them. Ends with an error when the largest is more than twice as slow as the
 * smallest. `SCALE_DATA=folder` keeps the databases for the next run.
 *
 * `--hosted` takes real Postgres and real PostgREST instead (Linux x64), as a hosted project has them; nothing is kept then.
 * `--quick` prints the times alone and judges nothing: for the tests, on a machine that may do something else as well.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seededRandom } from '../../src/domain/random.ts';
import { startBackend, type Backend } from '../../supabase/local/backend.ts';
import { newKeys } from '../../supabase/local/data/dataDir.ts';
import { startCluster, type Cluster } from '../../tests/hosted/cluster.ts';
import { makeTemplate, openStandIn, whyNoStandIn, type Template } from '../../tests/hosted/standIn.ts';
import { fill, FRAGRANCES_A_MEMBER, memberId } from './fill.ts';

/** Calls of each kind at each size. */
const CALLS = 200;
const WARM_UP = 20;
/** A table a hundred times larger may take at most this many times as long. */
const LIMIT = 2;
/** p95 below this is the process' own noise, ms. */
const NOISE_MS = 3;
const PAGE = 24;

interface Row {
  id: string;
  uploaded_at: string;
}
type Query = (i: number) => Promise<unknown>;

const hosted = process.argv.includes('--hosted');
const quick = process.argv.includes('--quick');
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => Number.isInteger(size) && size > 0);
if (sizes.length === 0) sizes.push(1000, 10_000, 100_000);
sizes.sort((a, b) => a - b);

const keys = newKeys();
const kept = hosted ? undefined : process.env['SCALE_DATA'];
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'accord-scale-'));

async function rpc(backend: Backend, args: object): Promise<Row[]> {
  const response = await backend.fetch(
    new Request('http://localhost/rest/v1/rpc/public_fragrances', {
      method: 'POST',
      headers: {
        apikey: keys.publishable,
        Authorization: `Bearer ${keys.publishable}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(args),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`The playlist answered ${response.status}: ${text}`);
  if (/"(audio_data|trace)"/.test(text)) throw new Error('A list carries audio or traces.');
  return JSON.parse(text) as Row[];
}

/** What people type: a material that many have, one being typed, two words, a creator, a name with its number, and nothing that is there. */
const SEARCHES = [
  'rose',
  'van',
  'rose vanilla',
  'ada lovelace',
  'jasmine 7',
  'oud c4',
  'amb',
  'sea spray',
  'zzzz',
  'c#',
];
const OWN =
  'select id, name, description, music_essence, audio_data, is_public, created_at from public.fragrance_profiles where user_id = $1 order by created_at desc, id desc limit 200';

/** Real Postgres, and the database in it that each size begins with. */
let cluster: Cluster | null = null;
let template: Template | null = null;

/** An empty database for a size, or the one that was kept of it. */
async function empty(size: number): Promise<Backend> {
  if (hosted) {
    cluster ??= await startCluster({ shared_buffers: '256MB' });
    return openStandIn((template ??= await makeTemplate(cluster)), keys);
  }
  const dataDir = join(folder, String(size));
  mkdirSync(dataDir, { recursive: true });
  return startBackend({ dataDir, keys, siteUrl: 'http://localhost:5173' });
}

/** Opens the database of a size, filled. */
async function open(size: number): Promise<Backend> {
  const backend = await empty(size);
  const started = performance.now();
  await fill(
    backend,
    await countOf(backend),
    size,
    (done) => process.stderr.isTTY && process.stderr.write(`\r${done} of ${size} fragrances`),
  );
  const count = await countOf(backend);
  if (count !== size) throw new Error(`The table holds ${count} fragrances instead of ${size}.`);
  console.log(`${size.toLocaleString('en')} fragrances after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return backend;
}

async function countOf(backend: Backend): Promise<number> {
  return (await backend.sql<{ count: number }>('select count(*)::int as count from public.fragrance_profiles'))[0]!
    .count;
}

async function queriesOf(backend: Backend, size: number): Promise<Map<string, Query>> {
  const random = seededRandom(`scale queries ${size}`);
  // Places all over the list: the end must be as near as the beginning.
  const places = await backend.sql<Row>(
    `select id, uploaded_at::text as uploaded_at from public.fragrance_profiles where random() < ${Math.min(1, (4 * CALLS) / size)} limit ${CALLS}`,
  );
  const names = await backend.sql<{ name: string }>(`select name from public.fragrance_profiles limit ${CALLS}`);
  const after = (i: number) => ({
    before_at: places[i % places.length]!.uploaded_at,
    before_id: places[i % places.length]!.id,
  });
  const search = (i: number) => SEARCHES[i % SEARCHES.length]!;
  return new Map<string, Query>([
    ['first page', () => rpc(backend, { page_size: PAGE })],
    ['next page', (i) => rpc(backend, { page_size: PAGE, ...after(i) })],
    ['search', (i) => rpc(backend, { page_size: PAGE, search: search(i) })],
    ['search, next page', (i) => rpc(backend, { page_size: PAGE, search: search(i), ...after(i) })],
    [
      'one by name',
      (i) =>
        backend.sql(
          'select id from public.fragrance_profiles where is_public and name = $1 order by uploaded_at desc limit 1',
          [names[i % names.length]!.name],
        ),
    ],
    ['own profile', () => backend.sql(OWN, [memberId(Math.floor(random() * (size / FRAGRANCES_A_MEMBER)))])],
  ]);
}

interface Times {
  p50: number;
  p95: number;
}

/** The same question to every size in turn, many times. */
async function measure(runs: readonly Query[]): Promise<Times[]> {
  const times: number[][] = runs.map(() => []);
  for (let i = -WARM_UP; i < CALLS; i++) {
    for (const [at, run] of runs.entries()) {
      const started = performance.now();
      await run(i + WARM_UP);
      if (i >= 0) times[at]!.push(performance.now() - started);
    }
  }
  return times.map((taken) => {
    taken.sort((a, b) => a - b);
    return { p50: taken[Math.floor(CALLS * 0.5)]!, p95: taken[Math.floor(CALLS * 0.95)]! };
  });
}

/** The plans of what the function asks, with what they really touched. */
async function plans(largest: Backend): Promise<void> {
  const [middle] = await largest.sql<{ at: string; name: string }>(
    'select uploaded_at::text as at, name from public.fragrance_profiles order by uploaded_at desc offset (select count(*) / 2 from public.fragrance_profiles) limit 1',
  );
  const ROWS =
    'select f.id, f.name, f.music_essence, f.top_notes from public.fragrance_profiles as f where f.is_public';
  const statements: [string, string][] = [
    [
      'first page',
      `${ROWS} and (f.uploaded_at, f.id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by f.uploaded_at desc, f.id desc limit ${PAGE}`,
    ],
    [
      'next page',
      `${ROWS} and (f.uploaded_at, f.id) < (timestamptz '${middle!.at}', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by f.uploaded_at desc, f.id desc limit ${PAGE}`,
    ],
    [
      'search (one term of it)',
      `select t.uploaded_at, t.fragrance_id from private.fragrance_terms as t where t.term = 'rose' and (t.uploaded_at, t.fragrance_id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by t.uploaded_at desc, t.fragrance_id desc limit ${PAGE}`,
    ],
    ['one by name', `${ROWS} and f.name = '${middle!.name.replaceAll("'", "''")}' order by f.uploaded_at desc limit 1`],
    ['own profile', OWN.replace('$1', `'${memberId(3)}'`)],
  ];
  for (const [name, statement] of statements) {
    const lines = await largest.sql<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off, summary off) ${statement}`,
    );
    console.log(`\n${name}\n${lines.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`);
  }
}

const reason = hosted ? whyNoStandIn() : null;
if (reason !== null) {
  console.error(`There is no real Postgres here: ${reason}.`);
  process.exit(2);
}

const backends: Backend[] = [];
try {
  for (const size of sizes) backends.push(await open(size));
  const queries = await Promise.all(backends.map((backend, i) => queriesOf(backend, sizes[i]!)));
  const rows: string[][] = [];
  for (const name of queries[0]!.keys()) {
    const times = await measure(queries.map((of) => of.get(name)!));
    const ratio = Math.max(NOISE_MS, times.at(-1)!.p95) / Math.max(NOISE_MS, times[0]!.p95);
    if (ratio > LIMIT && !quick) process.exitCode = 1;
    rows.push([
      name,
      ...times.map(({ p50, p95 }) => `${p95.toFixed(1)} (${p50.toFixed(1)})`),
      `${ratio.toFixed(2)}${ratio > LIMIT && !quick ? ' TOO SLOW' : ''}`,
    ]);
  }
  const head = ['p95 in ms (p50)', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  console.log('');
  for (const row of [head, ...rows])
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
  if (!quick) {
    console.log(`\nPlans at ${sizes.at(-1)!.toLocaleString('en')}:`);
    await plans(backends.at(-1)!);
  }
} finally {
  for (const backend of backends) await backend.close();
  await (cluster as Cluster | null)?.close();
  if (!kept) rmSync(folder, { recursive: true, force: true });
}
