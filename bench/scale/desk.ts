/** The owner's desk for the bench of scale: so many items in every list, and what an owner asks. */
import type { Backend } from '../../supabase/local/backendContract.ts';
import { tokenOf } from '../../tests/hosted/tokens.ts';
import { keys, type Corpus } from './databases.ts';
import { memberId } from './fill.ts';
import type { Query } from './queries.ts';

/** Items of one insert: the triggers of the desk see each. */
const CHUNK = 1000;
/**
 * Rows of a page: as many as the small table has, so that a page is the same work in both. The desk asks for 25 (`DESK_PAGE` of
 * src/features/desk/backend/desk.ts).
 */
const PAGE = 10;
/** What a list may take, ms. */
const MAX_MS = 50;
/** The owner is a member beyond all others. */
const OWNER = memberId(0xffffffff);

/** Names and words that are common, and `Quixote`, which one in a thousand has. */
const NAME = `(array['Ada','Grace','Hedy','Clara','Nina','Wendy'])[1 + n % 6] || ' ' || case when n % 1000 = 7 then 'Quixote' else (array['Lovelace','Hopper','Lamarr'])[1 + n / 6 % 3] end`;
const MAIL = `'buyer-' || n || '@example.com'`;
/** The oldest first, a minute apart. */
const AT = `timestamptz '2024-01-01T00:00:00Z' + make_interval(mins => n)`;
const ID = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Rows of each list, in the order of their references. */
const INSERTS: readonly string[] = [
  `insert into auth.users (id, email, email_confirmed_at, created_at, raw_user_meta_data)
   select ${ID}, 'member-' || n || '@example.com', ${AT}, ${AT}, jsonb_build_object('liquidName', ${NAME}, 'location', 'Berlin, Germany') from numbers`,
  `insert into public.recordings (audio_path, owner_id) select n || '.webm', ${ID} from numbers`,
  `insert into public.fragrance_profiles (user_id, name, description, intensity, complexity, persistence, dominant_notes, background_notes, music_essence,
     top_notes, middle_notes, base_notes, is_public, creator_name, audio_path, uploaded_at, created_at, updated_at)
   select ${ID}, 'Night Garden ' || n, 'A rose opening over oud.', 0.5, 0.5, 0.5, '{C4}', '{}', '{C4,E4,G4}', '{Lemon}', '{Rose}', '{Oud}', true, ${NAME}, n || '.webm', ${AT}, ${AT}, ${AT} from numbers`,
  `insert into public.preorders (id, email, name, fragrance_id, fragrance_name, owner_hash, created_at)
   select ${ID}, ${MAIL}, ${NAME}, (array['namibian-breeze','noise-pollution','custom-x'])[1 + n % 3], 'Night Garden', private.secret_hash(md5(n::text)), ${AT} from numbers`,
  `insert into public.fragrance_submissions (name, email, audio_path, owner_hash, created_at)
   select ${NAME}, ${MAIL}, n || '.webm', private.secret_hash(md5(n::text)), ${AT} from numbers`,
  `insert into public.contact_messages (name, email, message, owner_hash, created_at)
   select ${NAME}, ${MAIL}, 'Where is my bottle, please? It was ordered in March.', private.secret_hash(md5(n::text)), ${AT} from numbers`,
  `with cases as (
     insert into private.cases (id, subject, subject_id)
     select ${ID}, 'fragrance', f.id::text from numbers join public.fragrance_profiles as f on f.user_id = ${ID} returning *
   ), reports as (
     insert into private.reports (case_id, reporter_hash, reason, details)
     select c.id, md5(c.id::text || reporter), (array['spam','insult'])[reporter], 'Please look at this.' from cases as c, generate_series(1, 2) as reporter
   )
   select private.put_desk_item('report', ${ID}::text, ${AT}, concat_ws(' ', 'fragrance', ${NAME}, 'spam insult'), true) from numbers join cases on cases.id = ${ID}`,
];
/** A tenth of each list is new; the rest has been seen, done and refused. */
const STATES = `update private.desk_items as item set state = (array['seen','done','done','done','done','done','done','done','refused'])[1 + abs(hashtext(item.id)) % 9]
  where abs(hashtext(item.id)) % 10 > 0 and item.state = 'new'`;

/** Every list of the desk with so many items. */
export const DESK: Corpus = {
  name: 'items',
  async count(backend) {
    const [row] = await backend.sql<{ n: number }>('select count(*)::int as n from public.preorders');
    return row!.n;
  },
  async fill(backend, from, to, said) {
    for (let start = from; start < to; start += CHUNK) {
      const end = Math.min(to, start + CHUNK);
      for (const insert of INSERTS)
        await backend.sql(
          insert.replace(/^(with|insert)/, (word) =>
            word === 'with' ? `with ${numbers(start, end)},` : `with ${numbers(start, end)} insert`,
          ),
        );
      said(end);
    }
    await backend.sql(STATES);
    await backend.sql(
      `insert into auth.users (id, email, email_confirmed_at) values ($1, 'owner@example.com', now()) on conflict do nothing`,
      [OWNER],
    );
    await backend.sql('insert into private.owners (member) values ($1) on conflict do nothing', [OWNER]);
    await backend.sql('vacuum analyze');
  },
};

const numbers = (start: number, end: number) =>
  `numbers as materialized (select n from generate_series(${start}, ${end - 1}) as n)`;

const LISTS = ['orders', 'submissions', 'messages', 'reports', 'fragrances', 'members'];

/** What an owner asks of each list: the first page, one further on, of a state, and searches for common, rare and unknown words. */
export async function deskQueriesOf(backend: Backend, times: number): Promise<Map<string, Query>> {
  const token = tokenOf({ role: 'authenticated', aud: 'authenticated', sub: OWNER } as never, keys.jwtSecret);
  const ask = async (name: string, args: object): Promise<unknown> => {
    const response = await backend.fetch(
      new Request(`http://localhost/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: keys.publishable, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      }),
    );
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
  const query = (name: string, args: (i: number) => object = () => ({})): Query => ({
    run: (i) => ask(name, args(i)),
    maxMs: MAX_MS,
    flat: true,
  });
  const found = new Map<string, Query>();
  for (const list of LISTS) {
    const places = await backend.sql<{ at: string; id: string }>(
      `select at::text as at, id from private.desk_items where kind = $1 and listed order by random() limit ${times}`,
      [list.slice(0, -1)],
    );
    const name = `desk_${list}`;
    const ofPage = (args: (i: number) => object = () => ({})) => query(name, (i) => ({ page_size: PAGE, ...args(i) }));
    const after = (i: number) => {
      const { at, id } = places[i % places.length]!;
      return { before_at: at, before_id: id };
    };
    found.set(`${list}: first page`, ofPage());
    found.set(`${list}: next page`, ofPage(after));
    found.set(
      `${list}: new ones`,
      ofPage(() => ({ of_state: 'new' })),
    );
    found.set(
      `${list}: common words`,
      ofPage((i) => ({ search: ['ada', 'grace', 'ni'][i % 3] })),
    );
    found.set(
      `${list}: a rare word`,
      ofPage(() => ({ search: 'quixote' })),
    );
    found.set(
      `${list}: no hit`,
      ofPage((i) => ({ search: ['zzz', 'ada zzz'][i % 2] })),
    );
  }
  found.set('counts', query('desk_counts'));
  found.set('the shop', query('shop'));
  found.set('log', query('desk_log'));
  found.set(
    'setting a state',
    query('desk_set_state', (i) => ({ kind: 'order', ids: [memberId(i % 10)], state: i % 20 < 10 ? 'seen' : 'new' })),
  );
  return found;
}
