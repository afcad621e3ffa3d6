/**
 * `npm run bench:scale [-- SIZE ...]`: how long the playlist, its search, the profile and publishing take as the table grows.
 * Fills one database each with 1,000, 10,000 and 100,000 public fragrances (`--rows 1000000` goes on to that size) and asks as
 * the app does, over the REST API as an anonymous visitor ('one by name' and 'own profile': the database alone). The sizes
 * take turns call by call, so that a machine that is busy with something else slows all of them. Ends with an error when the
 * largest is more than twice as slow as the smallest, or slower than is promised. `SCALE_DATA=folder` keeps the databases.
 *
 * `--hosted` takes real Postgres and real PostgREST instead of the embedded backend (Linux x64), as a hosted project has them.
 * `--only WORDS` asks for the kinds alone that have one of the words (of a pattern) in their name.
 * `--quick` prints the times alone and judges nothing: for the tests, on a machine that may do something else as well.
 */
import type { Backend } from '../../supabase/local/backendContract.ts';
import { whyNoStandIn } from '../../tests/hosted/postgres/binaries.ts';
import { flag, option } from '../report.ts';
import { databases } from './databases.ts';
import { PLAYLIST } from './fill.ts';
import { queriesOf, type Query } from './queries.ts';

/** Calls of each kind at each size. */
const CALLS = flag('quick') ? 40 : 200;
const WARM_UP = 20;
/** However much larger the table, a question may take at most this many times as long. */
const LIMIT = 2;
/** p95 below this is the process' own noise, ms. */
const NOISE_MS = 3;

const hosted = flag('hosted');
const quick = flag('quick');
const only = new RegExp(option('only') ?? '');
const most = Number(option('rows') ?? 100_000);
const given = process.argv.slice(2).filter((argument, i, all) => /^\d+$/.test(argument) && all[i - 1] !== '--rows');
const sizes = (given.length > 0 ? given.map(Number) : [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= most))
  .concat(given.length > 0 || most <= 1_000_000 ? [] : [most])
  .sort((a, b) => a - b);

interface Times {
  p50: number;
  p95: number;
}

/** The same question to every size in turn, many times. */
async function measure(queries: readonly Query[]): Promise<Times[]> {
  const times: number[][] = queries.map(() => []);
  for (let i = -WARM_UP; i < CALLS; i++) {
    for (const [at, { run }] of queries.entries()) {
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

/** What pages and searches touch in the largest table: blocks of 8 kB, of rows and indexes together. */
async function touched(largest: Backend, searches: readonly string[]): Promise<void> {
  for (const search of searches) {
    const explained = () =>
      largest.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, timing off, format json) select * from public.public_fragrances(search => '${search}')`,
      );
    // The first time it reads the catalogue as well.
    await explained();
    const { Plan } = (await explained())[0]!['QUERY PLAN'][0];
    console.log(
      `  ${search === '' ? '(first page)' : search}: ${Plan['Actual Rows']} rows, ${Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!} blocks`,
    );
  }
}

const reason = hosted ? whyNoStandIn() : null;
if (reason !== null) {
  console.error(`There is no real Postgres here: ${reason}.`);
  process.exit(2);
}

const all = databases(PLAYLIST, hosted, process.env['SCALE_DATA'] ?? null);
try {
  const backends: Backend[] = [];
  for (const size of sizes) backends.push(await all.open(size));
  const queries = await Promise.all(backends.map((backend, i) => queriesOf(backend, sizes[i]!, CALLS)));
  const rows: string[][] = [];
  for (const [name, { flat, maxMs }] of queries[0]!) {
    if (!only.test(name)) continue;
    const times = await measure(queries.map((of) => of.get(name)!));
    const ratio = Math.max(NOISE_MS, times.at(-1)!.p95) / Math.max(NOISE_MS, times[0]!.p95);
    const slow = (flat && ratio > LIMIT) || (hosted && times.at(-1)!.p95 > maxMs);
    if (slow && !quick) process.exitCode = 1;
    rows.push([
      name,
      ...times.map(({ p50, p95 }) => `${p95.toFixed(1)} (${p50.toFixed(1)})`),
      `${ratio.toFixed(2)}${slow && !quick ? ' TOO SLOW' : ''}`,
    ]);
  }
  const head = ['p95 in ms (p50)', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'];
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)));
  console.log('');
  for (const row of [head, ...rows])
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
  if (!quick) {
    console.log(`\nTouched at ${sizes.at(-1)!.toLocaleString('en')}:`);
    await touched(backends.at(-1)!, ['', 'rose', 'van', 'ada lovelace', 'zzz rose', 'ada grace']);
  }
} finally {
  await all.close();
}
