import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, RARE_CREATOR } from '../../../bench/scale/fill.ts';
import { addressOf, SUPERUSER } from '../postgres/cluster.ts';
import { openStandIn, templateOfRun, type StandIn } from '../standIn.ts';

/*
 * That search stays flat, without a clock: which indexes are read, and how many blocks of 8 kB of them and of the table, in a
 * small playlist and in one ten times as large. `npm run bench:scale -- --hosted` has the times.
 */

const SMALL = 1000;
const LARGE = 10_000;
/** Blocks by which a search reads more where the trees of its indexes have one level more. */
const DEEPER = 32;
/** Rows that one statement of a search may read: sixteen pages, and the one that tells that there are more. */
const MAX_ROWS = 16 * 24 + 1;
const RARE = RARE_CREATOR.split(' ')[0]!;
const SEARCHES = [
  '',
  'rose',
  'van',
  'a',
  RARE,
  `${RARE} rose`,
  `rose ${RARE}`,
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
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

let standIn: StandIn;
/** The cluster's superuser, who alone may load what explains the statements inside of a function; asks as a visitor. */
let client: Client;
const explained: Plan[] = [];

beforeAll(async () => {
  standIn = await openStandIn(templateOfRun()!);
  await fill(standIn, 0, SMALL, () => undefined);
  client = new Client(addressOf(standIn.host, standIn.database, SUPERUSER));
  await client.connect();
  client.on('notice', ({ message = '' }) => {
    const json = message.slice(message.indexOf('{'));
    if (/plan:/.test(message)) explained.push((JSON.parse(json) as { Plan: Plan }).Plan);
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

/** Asks twice (the first time reads the catalogue, too); the plans of the second time, the innermost statements first. */
async function plansOf(
  search: string,
  after: { before_at: string | null; before_id: string | null } = { before_at: null, before_id: null },
): Promise<Plan[]> {
  const ask = () => {
    explained.length = 0;
    return client.query('select * from public.public_fragrances($1, $2, $3)', [
      search,
      after.before_at,
      after.before_id,
    ]);
  };
  await ask();
  await ask();
  return [...explained];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const blocksOf = (plans: readonly Plan[]) => plans.at(-1)!['Shared Hit Blocks'] + plans.at(-1)!['Shared Read Blocks'];

/** Rows of the table that a statement has read, whether it kept them or not. */
const rowsRead = (plans: readonly Plan[]) =>
  Math.max(
    0,
    ...plans
      .flatMap(nodesOf)
      .filter((node) => node['Relation Name'] === 'fragrance_profiles')
      .map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
          node['Actual Loops'],
      ),
  );

/** The searches for which something is not so. */
async function except(holds: (search: string) => Promise<boolean>): Promise<string[]> {
  const failing: string[] = [];
  for (const search of SEARCHES) if (!(await holds(search))) failing.push(search);
  return failing;
}

/** Whether no statement of a search went through the whole table, and which index it went along instead. */
function indexed(search: string, plans: readonly Plan[]): boolean {
  const nodes = plans.flatMap(nodesOf);
  const wanted = search === '' ? 'fragrance_profiles_playlist' : 'fragrance_profiles_search';
  return (
    !nodes.some((node) => node['Node Type'].includes('Seq Scan')) && nodes.some((node) => node['Index Name'] === wanted)
  );
}

describe('search on real Postgres', () => {
  const small = new Map<string, number>();

  it('goes along its index, never through the table, and reads a few pages of rows', async () => {
    const wrong = await except(async (search) => {
      const plans = await plansOf(search);
      small.set(search, blocksOf(plans));
      return indexed(search, plans) && rowsRead(plans) <= MAX_ROWS;
    });
    expect(wrong).toEqual([]);
  });

  it('reads twice the blocks at most when the playlist is ten times as long, and no more rows', async () => {
    await fill(standIn, SMALL, LARGE, () => undefined);
    const wrong = await except(async (search) => {
      const plans = await plansOf(search);
      return (
        indexed(search, plans) && rowsRead(plans) <= MAX_ROWS && blocksOf(plans) <= 2 * small.get(search)! + DEEPER
      );
    });
    expect(wrong).toEqual([]);
  });

  it('finds a page in the middle as near as the first one', async () => {
    const [middle] = await standIn.sql<{ before_at: string; before_id: string }>(
      'select uploaded_at::text as before_at, id as before_id from public.fragrance_profiles order by uploaded_at offset $1 limit 1',
      [LARGE / 2],
    );
    const wrong = await except(async (search) => {
      const first = blocksOf(await plansOf(search));
      return blocksOf(await plansOf(search, middle)) <= 2 * first + DEEPER;
    });
    expect(wrong).toEqual([]);
  });
});
