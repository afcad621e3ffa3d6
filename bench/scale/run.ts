/**
 * `npm run bench:scale`: how long the playlist, its search, the profile and publishing take as the table grows.
 * Fills one database each with 1,000, 10,000 and 100,000 public fragrances (`--rows 1000000` goes on to that size) and asks as
 * the app does, over the REST API as an anonymous visitor ('one by name' and 'own profile': the database alone). The sizes
 * take turns call by call, so that a machine that is busy with something else slows all of them. Ends with an error when the
 * largest is more than twice as slow as the smallest, or slower than is promised; `--quick`, for the tests, judges nothing.
 */
import type { Backend } from '../../supabase/local/backendContract.ts';
import { whyNoStandIn } from '../../tests/hosted/postgres/binaries.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer, table, type Say } from '../report.ts';
import { databases } from './databases.ts';
import { PLAYLIST } from './fill.ts';
import { queriesOf, type Query } from './queries.ts';

/** Calls of each kind at each size, and with `--quick`. */
const CALLS = 200;
const QUICK_CALLS = 40;
const WARM_UP = 20;
/** However much larger the table, a question may take at most this many times as long. */
const LIMIT = 2;
/** p95 below this is the process' own noise, ms. */
const NOISE_MS = 3;

const SIZES = [1000, 10_000, 100_000, 1_000_000];

/** The sizes that were named, or those up to the most. */
const sizesOf = (named: readonly number[], most: number): number[] =>
  (named.length > 0
    ? [...named]
    : [...SIZES.filter((size) => size <= most), ...(most > SIZES.at(-1)! ? [most] : [])]
  ).sort((a, b) => a - b);

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

/** What pages and searches touch in the largest table: blocks of 8 kB, of rows and indexes together. */
async function touched(largest: Backend, searches: readonly string[], say: Say): Promise<void> {
  for (const search of searches) {
    const explained = () =>
      largest.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, timing off, format json) select * from public.public_fragrances(search => '${search}')`,
      );
    // The first time it reads the catalogue as well.
    await explained();
    const { Plan } = (await explained())[0]!['QUERY PLAN'][0];
    say(
      `  ${search === '' ? '(first page)' : search}: ${Plan['Actual Rows']} rows, ${Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!} blocks`,
    );
  }
}

export async function run({
  hosted,
  rows: most,
  only,
  quick,
  json,
  words,
}: Asked<typeof BENCHES.scale>): Promise<void> {
  const say = sayer(json);
  const sizes = sizesOf(words, most);
  const calls = quick ? QUICK_CALLS : CALLS;
  const reason = hosted ? whyNoStandIn() : null;
  if (reason !== null) throw new Refusal(`There is no real Postgres here: ${reason}.`);
  const all = databases(PLAYLIST, { hosted, kept: process.env['SCALE_DATA'] ?? null, say });
  try {
    const backends: Backend[] = [];
    const queries: Map<string, Query>[] = [];
    for (const size of sizes) {
      const backend = await all.open(size);
      backends.push(backend);
      const questions = await queriesOf(backend, size, calls);
      // The smallest database comes first, so that a pattern that matches nothing is refused before the large ones are filled.
      if (only !== null && ![...questions.keys()].some((name) => only.test(name)))
        throw new Refusal(`--only matches no kind of question: there are ${[...questions.keys()].join(', ')}.`);
      queries.push(questions);
    }
    const answers: { question: string; times: Times[]; ratio: number; isSlow: boolean }[] = [];
    for (const [question, { flat, maxMs }] of queries[0]!) {
      if (only !== null && !only.test(question)) continue;
      const times = await measure(
        queries.map((of) => of.get(question)!),
        calls,
      );
      const ratio = Math.max(NOISE_MS, times.at(-1)!.p95) / Math.max(NOISE_MS, times[0]!.p95);
      const isSlow = !quick && ((flat && ratio > LIMIT) || (hosted && times.at(-1)!.p95 > maxMs));
      if (isSlow) process.exitCode = 1;
      answers.push({ question, times, ratio, isSlow });
    }
    const head = ['p95 in ms (p50)', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'];
    const rows = answers.map(({ question, times, ratio, isSlow }) => [
      question,
      ...times.map(({ p50, p95 }) => `${p95.toFixed(1)} (${p50.toFixed(1)})`),
      `${ratio.toFixed(2)}${isSlow ? ' TOO SLOW' : ''}`,
    ]);
    say(`\n${table(head, rows)}`);
    if (!quick) {
      say(`\nTouched at ${sizes.at(-1)!.toLocaleString('en')}:`);
      await touched(backends.at(-1)!, ['', 'rose', 'van', 'ada lovelace', 'zzz rose', 'ada grace'], say);
    }
    if (json) console.log(JSON.stringify({ machine: machine([]), sizes, hosted, answers }, null, 2));
  } finally {
    await all.close();
  }
}
