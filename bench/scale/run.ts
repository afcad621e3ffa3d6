/**
 * `npm run bench:scale [-- SIZE ...]`: how long the playlist and the profile take as the table grows. Fills the embedded
 * Postgres with 1,000, 10,000 and 100,000 public fragrances and asks as the app does, over the REST API as an anonymous
 * visitor (the profile: as the database alone). Ends with an error when the largest table is more than twice as slow as the smallest.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/domain/random.ts';
import { startBackend, type Backend } from '../../supabase/local/backend.ts';
import { newKeys } from '../../supabase/local/dataDir.ts';
import { fill, FRAGRANCES_A_MEMBER, memberId } from './fill.ts';

/** Calls of each kind at each size, in rounds: the middle round speaks, so that one hiccup of the machine does not. */
const CALLS = 100;
const ROUNDS = 3;
const WARM_UP = 20;
/** A table a hundred times larger may take at most this many times as long. */
const LIMIT = 2;
/** p95 below this is the process' own noise, ms. */
const NOISE_MS = 3;
const PAGE = 24;

interface Row {
  id: string;
  updated_at: string;
}
type Query = { name: string; run(i: number): Promise<unknown> };

const sizes = process.argv.slice(2).map(Number).filter((size) => Number.isInteger(size) && size > 0);
if (sizes.length === 0) sizes.push(1000, 10_000, 100_000);
sizes.sort((a, b) => a - b);

const keys = newKeys();
const folder = mkdtempSync(join(tmpdir(), 'accord-scale-'));
const backend = await startBackend({ dataDir: folder, keys, siteUrl: 'http://localhost:5173' });

async function rpc(args: object): Promise<Row[]> {
  const response = await backend.fetch(
    new Request('http://localhost/rest/v1/rpc/public_fragrances', {
      method: 'POST',
      headers: { apikey: keys.publishable, Authorization: `Bearer ${keys.publishable}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`The playlist answered ${response.status}: ${text}`);
  if (/"(audio_data|trace)"/.test(text)) throw new Error('A list carries audio or traces.');
  return JSON.parse(text) as Row[];
}

/** What people type: a material that many have, one being typed, two words, a creator, a name with its number, and nothing that is there. */
const SEARCHES = ['rose', 'van', 'rose vanilla', 'ada lovelace', 'jasmine 7', 'oud c4', 'amb', 'sea spray', 'zzzz', 'c#'];

async function queries(size: number): Promise<Query[]> {
  const random = seededRandom(`scale queries ${size}`);
  const { count } = (await backend.sql<{ count: number }>('select count(*)::int as count from public.fragrance_profiles'))[0]!;
  if (count !== size) throw new Error(`The table holds ${count} fragrances instead of ${size}.`);
  // Places all over the list: the end must be as near as the beginning.
  const places = await backend.sql<Row>(`select id, updated_at::text as updated_at from public.fragrance_profiles where random() < ${Math.min(1, (4 * CALLS) / size)} limit ${CALLS}`);
  const names = await backend.sql<{ name: string }>(`select name from public.fragrance_profiles limit ${CALLS}`);
  const place = (i: number) => places[i % places.length]!;
  return [
    { name: 'first page', run: () => rpc({ page_size: PAGE }) },
    { name: 'next page', run: (i) => rpc({ page_size: PAGE, before_at: place(i).updated_at, before_id: place(i).id }) },
    { name: 'search', run: (i) => rpc({ page_size: PAGE, search: SEARCHES[i % SEARCHES.length] }) },
    { name: 'search, next', run: (i) => rpc({ page_size: PAGE, search: SEARCHES[i % SEARCHES.length], before_at: place(i).updated_at, before_id: place(i).id }) },
    { name: 'one by name', run: (i) => backend.sql('select id from public.fragrance_profiles where is_public and name = $1 order by updated_at desc limit 1', [names[i % names.length]!.name]) },
    {
      name: 'own profile',
      run: () => backend.sql(OWN, [memberId(Math.floor(random() * (size / FRAGRANCES_A_MEMBER)))]),
    },
  ];
}

const OWN = `select id, name, description, music_essence, audio_data, is_public, created_at from public.fragrance_profiles where user_id = $1 order by created_at desc, id desc limit 200`;

interface Times {
  p50: number;
  p95: number;
}

async function measure({ run }: Query): Promise<Times> {
  for (let i = 0; i < WARM_UP; i++) await run(i);
  const rounds: Times[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let i = 0; i < CALLS; i++) {
      const started = performance.now();
      await run(i);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    rounds.push({ p50: times[Math.floor(CALLS * 0.5)]!, p95: times[Math.floor(CALLS * 0.95)]! });
  }
  rounds.sort((a, b) => a.p95 - b.p95);
  return rounds[Math.floor(ROUNDS / 2)]!;
}

/** The plans of what the function asks, with what they really touched. */
async function plans(largest: Backend): Promise<void> {
  const ROWS = 'select f.id, f.name, f.music_essence, f.top_notes from public.fragrance_profiles as f where f.is_public';
  const statements: [string, string][] = [
    ['first page', `${ROWS} and (f.updated_at, f.id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by f.updated_at desc, f.id desc limit ${PAGE}`],
    ['next page', `${ROWS} and (f.updated_at, f.id) < (timestamptz '2025-12-31', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by f.updated_at desc, f.id desc limit ${PAGE}`],
    [
      'search (one term of it)',
      `select t.updated_at, t.fragrance_id from private.fragrance_terms as t where t.term = 'rose' and (t.updated_at, t.fragrance_id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by t.updated_at desc, t.fragrance_id desc limit ${PAGE}`,
    ],
    ['one by name', `${ROWS} and f.name = 'Rose over Vanilla 1' order by f.updated_at desc limit 1`],
    ['own profile', OWN.replace('$1', `'${memberId(3)}'`)],
  ];
  for (const [name, statement] of statements) {
    const lines = await largest.sql<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off, timing off, summary off) ${statement}`);
    console.log(`\n${name}\n${lines.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`);
  }
}

const table = new Map<string, Times[]>();
try {
  let filled = 0;
  for (const size of sizes) {
    const started = performance.now();
    await fill(backend, filled, size, (done) => process.stderr.isTTY && process.stderr.write(`\r${done} of ${size} fragrances`));
    filled = size;
    console.log(`${size.toLocaleString('en')} fragrances after ${((performance.now() - started) / 1000).toFixed(0)} s`);
    for (const query of await queries(size)) table.set(query.name, [...(table.get(query.name) ?? []), await measure(query)]);
  }
  const head = ['p95 in ms (p50)', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'];
  const rows = [...table].map(([name, at]) => {
    const ratio = Math.max(NOISE_MS, at.at(-1)!.p95) / Math.max(NOISE_MS, at[0]!.p95);
    if (ratio > LIMIT) process.exitCode = 1;
    return [name, ...at.map(({ p50, p95 }) => `${p95.toFixed(1)} (${p50.toFixed(1)})`), `${ratio.toFixed(2)}${ratio > LIMIT ? ' TOO SLOW' : ''}`];
  });
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  console.log('');
  for (const row of [head, ...rows]) console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
  console.log(`\nPlans at ${sizes.at(-1)!.toLocaleString('en')}:`);
  await plans(backend);
} finally {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
}
