import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { AXES } from '#features/fragrance/domain/timbre/character.ts';
import { NOTE_CODES } from '#analysis/values/pitch.ts';
import { randomBetween, pick, seededRandom } from '#core/values/random.ts';
import type { Backend } from '#local/backendContract.ts';

/** Fragrances of one member; the table grows by members, as it does in life. */
export const FRAGRANCES_A_MEMBER = 20;
/** Rows of one insert. */
const ROWS_PER_INSERT = 10_000;
/** More rows than this go in without the index of the search, which is then made of all of them at once. */
const MAX_INDEXED_ROWS = 5000;
/** Different sets of notes, with their names and descriptions. */
const POOL_SIZE = 2000;
/**
 * Publication of the first fragrance; each one after it follows a minute later, so that the table grows at its newer
 * end, as in real use.
 */
const OLDEST_DATE = '2024-01-01T00:00:00Z';

/** A trace, so that a list that carried it would be found out. */
const TRACE_JSON = JSON.stringify({
  duration: 12,
  peaks: Array.from({ length: 60 }, (_, i) => Math.round(100 * Math.abs(Math.sin(i))) / 100),
  notes: [],
});

const FIRST_NAMES = 'Ada Grace Hedy Clara Nina Wendy Laurie Delia Suzanne Pauline Daphne Eliane'.split(' ');
const LAST_NAMES = 'Lovelace Hopper Lamarr Rockmore Simone Carlos Spiegel Derbyshire Ciani Oliveros Oram Radigue'.split(
  ' ',
);
/** Syllables of the last names of the other half of the members: 8,000 names. */
const SYLLABLES = 'ba do fi ka lo mer ni ro sa tu vel wen yo zan ber cor dal eth gor hul'.split(' ');
/** One of the first members; their fragrances are the oldest, and no other member's has this word. */
export const RARE_CREATOR = 'Zuleika Quixote';
const RARE_MEMBER = 3;

/** The id of the n-th member. */
export function memberId(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/**
 * Fills the table with public fragrances number `from` to `to - 1`: the same number always gives the same one. Their
 * notes, names and descriptions come out of the app, those who made them from a few common names and many rare ones;
 * every fiftieth is named in Arabic, every fiftieth with an emoji. A bulk load goes past the triggers, which are about
 * what members may do; every rule and index holds when it is done.
 */
export async function fill(
  backend: Backend,
  from: number,
  to: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const bulk = to - from > MAX_INDEXED_ROWS;
  const pool = JSON.stringify(Array.from({ length: POOL_SIZE }, (_, i) => fragranceOf(i)));
  await backend.sql('alter table public.fragrance_profiles disable trigger user');
  if (bulk) await backend.sql('drop index if exists public.fragrance_profiles_search');
  for (let start = from; start < to; start += ROWS_PER_INSERT) {
    const end = Math.min(to, start + ROWS_PER_INSERT);
    await backend.sql(
      `insert into auth.users (id, email, raw_user_meta_data)
       select ('00000000-0000-4000-8000-' || lpad(to_hex(member), 12, '0'))::uuid, member || '@example.com', jsonb_build_object('liquidName', 'Member ' || member)
       from generate_series($1::integer / ${FRAGRANCES_A_MEMBER}, ($2::integer - 1) / ${FRAGRANCES_A_MEMBER}) as member
       on conflict do nothing`,
      [start, end],
    );
    // A session has the id of its member.
    await backend.sql('insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing');
    await backend.sql(
      `insert into public.recordings (audio_path, owner_id)
       select n || '.webm', ('00000000-0000-4000-8000-' || lpad(to_hex(n / ${FRAGRANCES_A_MEMBER}), 12, '0'))::uuid
       from generate_series($1::integer, $2::integer - 1) as n where n % 2 = 0 on conflict do nothing`,
      [start, end],
    );
    await backend.sql(INSERT_STATEMENT, [start, end, pool, TRACE_JSON]);
    onProgress(end);
  }
  // Makes the index and enables the triggers, also after a fill that was interrupted.
  await backend.sql(
    `do $$ begin
       set local maintenance_work_mem = '512MB';
       create index if not exists fragrance_profiles_search on public.fragrance_profiles using gin (words) where is_public;
     end $$`,
  );
  await backend.sql('alter table public.fragrance_profiles enable trigger user');
  await backend.sql('vacuum analyze public.fragrance_profiles');
}

const sqlArray = (names: readonly string[]) => `(array['${names.join("','")}'])`;
/** A number that looks random, of a member or a fragrance; `which` distinguishes several of the same one. */
const sqlPick = (of: string, which: number) =>
  `('x' || substr(md5((${of})::text || '/${which}'), 1, 7))::bit(28)::integer`;
const MEMBER_NUMBER = `n / ${FRAGRANCES_A_MEMBER}`;
const syllable = (which: number) =>
  `${sqlArray(SYLLABLES)}[1 + ${sqlPick(MEMBER_NUMBER, which)} % ${SYLLABLES.length}]`;

const INSERT_STATEMENT = `
  with pool as materialized (
    select row_number() over () - 1 as place, one.* from jsonb_populate_recordset(null::public.fragrance_profiles, $3::jsonb) as one
  )
  insert into public.fragrance_profiles (user_id, name, description, intensity, complexity, persistence, dominant_notes, background_notes,
    music_essence, top_notes, middle_notes, base_notes, source, trace, accents, "character", audio_path, is_public, creator_name, made_at, uploaded_at, created_at, updated_at)
  select ('00000000-0000-4000-8000-' || lpad(to_hex(${MEMBER_NUMBER}), 12, '0'))::uuid,
    -- Names are unique per member; most people keep the name they were given, so it is common over all members.
    case n % 50 when 7 then '🌹 ' when 8 then 'عطر الورد ' else '' end || pool.name || ' ' || n % ${FRAGRANCES_A_MEMBER},
    pool.description, pool.intensity, pool.complexity, pool.persistence, pool.dominant_notes, pool.background_notes,
    pool.music_essence, pool.top_notes, pool.middle_notes, pool.base_notes, 'spectral', $4::jsonb, pool.accents, pool."character", case when n % 2 = 0 then n || '.webm' end, true,
    case
      when ${MEMBER_NUMBER} = ${RARE_MEMBER} then '${RARE_CREATOR}'
      else ${sqlArray(FIRST_NAMES)}[1 + ${sqlPick(MEMBER_NUMBER, 1)} % ${FIRST_NAMES.length}] || ' '
        || case when ${sqlPick(MEMBER_NUMBER, 2)} % 2 = 0 then ${sqlArray(LAST_NAMES)}[1 + ${sqlPick(MEMBER_NUMBER, 3)} % ${LAST_NAMES.length}]
           else initcap(${syllable(4)} || ${syllable(5)} || ${syllable(6)}) end
    end,
    at, at, at, at
  from generate_series($1::integer, $2::integer - 1) as n
    join pool on pool.place = ${sqlPick('n', 7)} % ${POOL_SIZE},
    lateral (select timestamptz '${OLDEST_DATE}' + make_interval(mins => n, secs => ${sqlPick('n', 8)} % 60) as at) as moment
  order by n`;

/** The columns of fragrance number `n` that its notes decide. */
export function fragranceOf(n: number) {
  const random = seededRandom(`scale ${n}`);
  const count = 3 + Math.floor(randomBetween(0, 6, random));
  const essence = [...new Set(Array.from({ length: count }, () => pick(NOTE_CODES, random)))];
  const fragrance = fragranceFromEssence({ essence, source: 'spectral', now: new Date(0) });
  return {
    name: fragrance.name,
    description: fragrance.description,
    intensity: fragrance.intensity,
    complexity: fragrance.complexity,
    persistence: fragrance.persistence,
    dominant_notes: fragrance.dominantNotes,
    background_notes: fragrance.backgroundNotes,
    music_essence: fragrance.musicEssence,
    top_notes: fragrance.topNotes,
    middle_notes: fragrance.middleNotes,
    base_notes: fragrance.baseNotes,
    accents: [{ note: pick(NOTE_CODES.slice(72), random), of: essence[0]!, partial: 8, level: -12 }],
    character: {
      axes: Object.fromEntries(AXES.map((axis) => [axis, Math.round(100 * random()) / 100])),
      measured: {
        centroid: 900,
        brightness: 2,
        warmth: 0.5,
        flatness: 0.1,
        roughness: 0.1,
        harmonicity: null,
        attack: null,
        wander: null,
        vibrato: null,
      },
    },
  };
}
