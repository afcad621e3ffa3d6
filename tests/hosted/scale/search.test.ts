import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, RARE_CREATOR } from '../../../bench/scale/fill.ts';
import { addressOf, SUPERUSER } from '../postgres/cluster.ts';
import { openStandIn, templateOfRun, type StandIn } from '../standIn.ts';

/*
 * Tests without a clock that search stays equally fast: which indexes are read, and how many blocks of 8 kB of them and
 * of the table, in a small playlist and in one ten times as large. Postgres chooses by how many have the words: with
 * few it reads those along the index of words, with many it goes along the order until a page is full. `npm run
 * bench:scale -- --hosted` has the times.
 */

const SMALL_ROWS = 1000;
const LARGE_ROWS = 10_000;
/** Blocks of 8 kB that one page of a search may read, however long the playlist is. */
const MAX_BLOCKS = 400;
const RARE_WORD = RARE_CREATOR.split(' ')[0]!;
const SEARCHES = [
  '',
  'rose',
  'van',
  'a',
  RARE_WORD,
  `${RARE_WORD} rose`,
  `rose ${RARE_WORD}`,
  'rose vanilla',
  'zzz rose',
  'rose zzz',
  'ada lovelace',
  'c#4',
  'A#',
  '🌹',
  'عطر الو',
];

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

let standIn: StandIn;
/**
 * The cluster's superuser, who alone may load the module that explains the statements inside of a function; sends
 * requests as a visitor.
 */
let client: Client;
const explainedPlans: Plan[] = [];

beforeAll(async () => {
  standIn = await openStandIn(templateOfRun()!);
  await fill(standIn, 0, SMALL_ROWS, () => undefined);
  client = new Client(addressOf(standIn.host, standIn.database, SUPERUSER));
  await client.connect();
  client.on('notice', ({ message = '' }) => {
    const json = message.slice(message.indexOf('{'));
    if (/plan:/.test(message)) explainedPlans.push((JSON.parse(json) as { Plan: Plan }).Plan);
  });
  await client.query(`load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set client_min_messages = log;
    set role anon`);
});
afterAll(async () => {
  await client.end();
  await standIn.close();
});

/**
 * Explains twice (the first time reads the catalogue, too); the plans of the second time, the innermost statements
 * first.
 */
async function plansOf(
  search: string,
  after: { before_at: string | null; before_id: string | null } = { before_at: null, before_id: null },
): Promise<Plan[]> {
  const explainSearch = () => {
    explainedPlans.length = 0;
    return client.query('select * from public.public_fragrances($1, $2, $3)', [
      search,
      after.before_at,
      after.before_id,
    ]);
  };
  await explainSearch();
  await explainSearch();
  return [...explainedPlans];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const blocksOf = (plans: readonly Plan[]) => plans.at(-1)!['Shared Hit Blocks'] + plans.at(-1)!['Shared Read Blocks'];

/** The searches for which something is not so. */
async function except(holds: (search: string) => Promise<boolean>): Promise<string[]> {
  const failing: string[] = [];
  for (const search of SEARCHES) if (!(await holds(search))) failing.push(search);
  return failing;
}

/** True when every statement of a search used an index, and none read the whole table. */
function indexed(search: string, plans: readonly Plan[]): boolean {
  const nodes = plans.flatMap(nodesOf);
  const wanted = ['fragrance_profiles_playlist', ...(search === '' ? [] : ['fragrance_profiles_search'])];
  return (
    !nodes.some((node) => node['Node Type'].includes('Seq Scan')) &&
    nodes.some((node) => wanted.includes(node['Index Name'] ?? ''))
  );
}

describe('search on real Postgres', () => {
  const isNear = async (search: string, after?: Parameters<typeof plansOf>[1]): Promise<boolean> => {
    const plans = await plansOf(search, after);
    return indexed(search, plans) && blocksOf(plans) <= MAX_BLOCKS;
  };

  it('uses an index, never the whole table, and reads a few hundred blocks', async () => {
    expect(await except(isNear)).toEqual([]);
  });

  it('reads no more when the playlist is ten times as long', async () => {
    await fill(standIn, SMALL_ROWS, LARGE_ROWS, () => undefined);
    expect(await except(isNear)).toEqual([]);
  });

  it('reads as little for a page in the middle as for the first one', async () => {
    const [middle] = await standIn.sql<{ before_at: string; before_id: string }>(
      'select uploaded_at::text as before_at, id as before_id from public.fragrance_profiles order by uploaded_at offset $1 limit 1',
      [LARGE_ROWS / 2],
    );
    expect(await except((search) => isNear(search, middle))).toEqual([]);
  });
});
