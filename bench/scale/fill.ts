import { fragranceFromEssence } from '../../src/domain/fragrance/fragrance.ts';
import { NOTE_CODES } from '../../src/domain/pitch/pitch.ts';
import { between, pick, seededRandom } from '../../src/domain/random.ts';
import type { Backend } from '../../supabase/local/backend.ts';

/** Fragrances of one member; the table grows by members, as it does in life. */
export const FRAGRANCES_A_MEMBER = 20;
/** Rows of one insert. */
const CHUNK = 2000;
/** The newest fragrance's time; each older one is about a minute older, so that the order is the insert's backwards. */
const NEWEST = Date.UTC(2026, 0, 1);

/** A trace of real size, so that rows are as long as in life and a list that carried it would be found out. */
const TRACE = JSON.stringify({
  duration: 12,
  peaks: Array.from({ length: 240 }, (_, i) => Math.round(100 * Math.abs(Math.sin(i))) / 100),
  notes: [],
});

const FIRST = [
  'Ada',
  'Grace',
  'Hedy',
  'Clara',
  'Nina',
  'Wendy',
  'Laurie',
  'Delia',
  'Suzanne',
  'Pauline',
  'Daphne',
  'Eliane',
];
const LAST = [
  'Lovelace',
  'Hopper',
  'Lamarr',
  'Rockmore',
  'Simone',
  'Carlos',
  'Spiegel',
  'Derbyshire',
  'Ciani',
  'Oliveros',
  'Oram',
  'Radigue',
];

/** The id of the n-th member. */
export function memberId(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/**
 * Fills the table with public fragrances number `from` to `to - 1`, as they come out of the app: the same number always
 * gives the same one. The database's own triggers write the words to search by.
 */
export async function fill(backend: Backend, from: number, to: number, said: (done: number) => void): Promise<void> {
  for (let start = from; start < to; start += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, to - start) }, (_, i) => fragranceRow(start + i));
    const members = [...new Set(rows.map(({ user_id }) => user_id))];
    await backend.sql(
      `insert into auth.users (id, email, raw_user_meta_data)
       select id::uuid, id || '@example.com', jsonb_build_object('liquidName', 'Member ' || right(id, 6)) from unnest($1::text[]) as id
       on conflict do nothing`,
      [members],
    );
    await backend.sql(
      `insert into public.recordings (audio_path, owner_id) select path, owner::uuid from unnest($1::text[], $2::text[]) as recording (path, owner) on conflict do nothing`,
      [rows.map(({ audio_path }) => audio_path), rows.map(({ user_id }) => user_id)],
    );
    await backend.sql(
      `insert into public.fragrance_profiles (user_id, name, description, intensity, complexity, persistence, dominant_notes, background_notes,
         music_essence, top_notes, middle_notes, base_notes, source, trace, audio_path, is_public, creator_name, made_at, uploaded_at, created_at, updated_at)
       select user_id, name, description, intensity, complexity, persistence, dominant_notes, background_notes,
         music_essence, top_notes, middle_notes, base_notes, source, $2::jsonb, audio_path, true, creator_name, made_at, made_at, made_at, made_at
       from jsonb_populate_recordset(null::public.fragrance_profiles, $1::jsonb)`,
      [JSON.stringify(rows), TRACE],
    );
    said(start + rows.length);
  }
  await backend.sql('vacuum analyze public.fragrance_profiles');
  await backend.sql('vacuum analyze private.fragrance_terms');
}

function fragranceRow(n: number) {
  const random = seededRandom(`scale ${n}`);
  const count = 3 + Math.floor(between(0, 6, random));
  const essence = [...new Set(Array.from({ length: count }, () => pick(NOTE_CODES, random)))];
  const made = new Date(NEWEST - n * 60_000 - Math.floor(between(0, 60_000, random)));
  const profile = fragranceFromEssence({ essence, source: 'spectral', now: made });
  return {
    user_id: memberId(Math.floor(n / FRAGRANCES_A_MEMBER)),
    // Names are unique per member; most people keep the name they were given, so it is common over all members.
    name: `${profile.name} ${n % FRAGRANCES_A_MEMBER}`,
    description: profile.description,
    intensity: profile.intensity,
    complexity: profile.complexity,
    persistence: profile.persistence,
    dominant_notes: profile.dominantNotes,
    background_notes: profile.backgroundNotes,
    music_essence: profile.musicEssence,
    top_notes: profile.topNotes,
    middle_notes: profile.middleNotes,
    base_notes: profile.baseNotes,
    source: profile.source,
    audio_path: `${memberId(n)}.webm`,
    creator_name: `${pick(FIRST, random)} ${pick(LAST, random)}`,
    made_at: made.toISOString(),
  };
}
