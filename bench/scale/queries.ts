/** The requests of the scale bench: those of the app, over the REST API. */
import { seededRandom } from '../../src/core/values/random.ts';
import type { Backend } from '../../supabase/local/backendContract.ts';
import { tokenOf } from '../../tests/hosted/tokens.ts';
import { keys } from './databases.ts';
import { FRAGRANCES_A_MEMBER, memberId, RARE_CREATOR } from './fill.ts';

const PAGE = 24;

export interface Query {
  run(i: number): Promise<unknown>;
  /** What p95 may not exceed at the largest size, ms. */
  maxMs: number;
  /** Whether it has to be as fast in a large table as in a small one. */
  flat: boolean;
}

interface Row {
  id: string;
  uploaded_at: string;
}

/** What a search or a page may take, ms. */
const MAX_MS = 50;
/** What publishing may take, ms. */
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
  'common, no hit': ['rose zzz', 'ada zzz'],
  creator: ['ada lovelace', 'grace hopper', 'delia derb'],
  'creator and note': ['ada rose', 'suzanne c4', 'clara vetiver'],
  note: ['c#4', 'a4', 'f2'],
  'A#': ['A#', 'c#'],
  emoji: ['🌹', '🌹 rose'],
  Arabic: ['عطر', 'عطر الو'],
  'name and number': ['rose 7', 'over 12'],
};
/** Pairs of frequent words without a common row: the index has to read both lists to find none. */
const NEVER_TOGETHER = ['ada grace', 'hedy clara', 'nina wendy'];

const OWN =
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

async function page(backend: Backend, args: object): Promise<Row[]> {
  const text = await request(backend, 'rpc/public_fragrances', { page_size: PAGE, ...args }, keys.publishable);
  if (/"(audio_data|trace)"/.test(text)) throw new Error('A list carries audio or traces.');
  return JSON.parse(text) as Row[];
}

/** Publishes one fragrance, each time as another member, to stay below the limit of a member. */
async function publish(backend: Backend, n: number): Promise<void> {
  const claims = { role: 'authenticated', aud: 'authenticated', sub: memberId(n), session_id: memberId(n) } as const;
  const token = tokenOf(claims, keys.jwtSecret);
  const fragrance = {
    name: `Brand New ${crypto.randomUUID()}`,
    description: 'Built on Oud, rounded by Rose.',
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.5,
    music_essence: ['C4', 'D#5', 'F2', 'A3', 'G6'],
    top_notes: ['Lemon', 'Lily of the Valley'],
    middle_notes: ['Rose', 'Pink Pepper'],
    base_notes: ['Oud', 'Vanilla'],
    is_public: true,
  };
  await request(backend, 'fragrance_profiles', fragrance, token);
}

/** All questions to a database of a size, by name. `times` is how often each will be asked. */
export async function queriesOf(backend: Backend, size: number, times: number): Promise<Map<string, Query>> {
  const random = seededRandom(`scale queries ${size}`);
  // Places all over the list: the end must be as near as the beginning.
  const places = await backend.sql<Row>(
    `select id, uploaded_at::text as uploaded_at from public.fragrance_profiles where random() < ${Math.min(1, (4 * times) / size)} limit ${times}`,
  );
  const names = await backend.sql<{ name: string }>(`select name from public.fragrance_profiles limit ${times}`);
  const after = (i: number) => ({
    before_at: places[i % places.length]!.uploaded_at,
    before_id: places[i % places.length]!.id,
  });
  const members = Math.floor(size / FRAGRANCES_A_MEMBER);
  const query = (run: Query['run'], maxMs = MAX_MS, flat = true): Query => ({ run, maxMs, flat });
  const search = (words: readonly string[], more: (i: number) => object = () => ({})) =>
    query((i) => page(backend, { search: words[i % words.length], ...more(i) }));
  const all = Object.values(SEARCHES).flat();
  return new Map<string, Query>([
    ['first page', query(() => page(backend, {}))],
    ['next page', query((i) => page(backend, after(i)))],
    ...Object.entries(SEARCHES).map(([kind, words]): [string, Query] => [kind, search(words)]),
    ['any search, next page', search(all, after)],
    ['two that never meet', { ...search(NEVER_TOGETHER), flat: false }],
    [
      'one by name',
      query((i) =>
        backend.sql(
          'select id from public.fragrance_profiles where is_public and name = $1 order by uploaded_at desc limit 1',
          [names[i % names.length]!.name],
        ),
      ),
    ],
    ['own profile', query(() => backend.sql(OWN, [memberId(Math.floor(random() * members))]))],
    // The last, as it makes the table longer.
    ['publishing', query((i) => publish(backend, i % members), MAX_PUBLISHING_MS)],
  ]);
}
