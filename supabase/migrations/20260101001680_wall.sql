-- The wall: the playlist by family, character and accent, and a fragrance by chance (docs/decisions.md, 68). What a fragrance is
-- filtered by are keys of the index that the search goes along, so a filter is as quick as a word. Neither a space nor an `@`
-- can be part of a word.

-- The keys of the filters: the family of the first note of its essence (`@f:4`), the words of its character at either end of an
-- axis (`@c:bright`; the ends as `wordOf` of the app has them), and its accents (`@a:C7`).
create function private.filter_keys(essence text[], accents jsonb, "character" jsonb)
returns text[] language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select '@f:' || right(essence[1], 1) where essence[1] is not null
    union all
    select case when axis.value < 0.36 then '@c:' || axis.low else '@c:' || axis.high end
    from (
      select known.low, known.high, ("character" -> 'axes' ->> known.name)::double precision as value
      from (values ('brightness', 'warm', 'bright'), ('breath', 'clear', 'breathy'), ('roughness', 'smooth', 'rough'),
                   ('strike', 'soft', 'struck'), ('tremor', 'steady', 'trembling')) as known (name, low, high)
    ) as axis
    where axis.value < 0.36 or axis.value > 0.64
    union all
    select '@a:' || (accent ->> 'note')
    from jsonb_array_elements(case when jsonb_typeof(accents) = 'array' then accents else '[]'::jsonb end) as list (accent)
    where accent ->> 'note' is not null
  )
$$;

-- So dear that no plan computes it for a row that the index can answer for.
create function private.playlist_keys(at timestamptz, name text, creator text, essence text[], top text[], middle text[], base text[],
  accents jsonb, "character" jsonb)
returns text[] language sql immutable parallel safe cost 10000 set search_path = ''
as $$
  select private.search_keys(at, name, creator, essence, top, middle, base) || private.filter_keys(essence, accents, "character")
$$;

-- `fragrance_profiles_chance` is for a fragrance by chance: ids are random.
create or replace function private.create_search_index()
returns void language plpgsql set search_path = ''
as $$
begin
  create index if not exists fragrance_profiles_search on public.fragrance_profiles
    using gin ((private.playlist_keys(uploaded_at, name, creator_name, music_essence, top_notes, middle_notes, base_notes, accents, "character")) collate "C")
    with (fastupdate = off) where is_public;
  alter index public.fragrance_profiles_search alter column 1 set statistics 0;
  create index if not exists fragrance_profiles_chance on public.fragrance_profiles (id) where is_public;
end
$$;
revoke all on function private.create_search_index() from public, anon, authenticated;
drop index if exists public.fragrance_profiles_search;
select private.create_search_index();

-- A page as `20260101001000_search.sql` finds it, along the index of these keys.
create or replace function private.search_playlist(wanted text[], last_at timestamptz, last_id uuid, most integer)
returns uuid[] language plpgsql stable security definer
set search_path = '' set enable_seqscan = off
as $$
declare
  longest constant integer := 28;
  many constant integer := 16 * most;
  page uuid[] := '{}';
  newest timestamptz;
  near timestamptz;
  oldest timestamptz;
  around integer;
  span integer := 1;
  period bigint;
  hits uuid[];
  number integer;
  -- The index skips from one condition's entries to the next one's, but not inside of a condition: so each word is a condition
  -- of its own, and the period the first. Where there are fewer words, the first stands for the others.
  first_wanted constant text[] := wanted[1:1];
  second_wanted constant text[] := case when cardinality(wanted) > 1 then wanted[2:2] else first_wanted end;
  third_wanted constant text[] := case when cardinality(wanted) > 2 then wanted[3:3] else first_wanted end;
  other_wanted constant text[] := case when cardinality(wanted) > 3 then wanted[4:] else first_wanted end;
begin
  select max(f.uploaded_at), min(f.uploaded_at), count(*) into newest, near, around
  from (
    select of_page.uploaded_at from public.fragrance_profiles as of_page
    where of_page.is_public and (of_page.uploaded_at, of_page.id) < (last_at, last_id)
    order by of_page.uploaded_at desc, of_page.id desc
    limit 4 * most
  ) as f;
  if around = 0 then
    return page;
  end if;
  select f.uploaded_at into oldest from public.fragrance_profiles as f where f.is_public order by f.uploaded_at, f.id limit 1;
  if around < 4 * most then
    span := longest;
  end if;
  while span < longest and newest - near >= make_interval(secs => (2 ^ (span + 3))::double precision) loop
    span := span + 3;
  end loop;
  period := private.period_at(newest, span);
  loop
    select count(*), array_agg(hit.id order by hit.uploaded_at desc, hit.id desc) into number, hits
    from (
      select f.id, f.uploaded_at
      from public.fragrance_profiles as f
      where f.is_public and (f.uploaded_at, f.id) < (last_at, last_id)
        and private.playlist_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes, f.accents, f."character") collate "C" @> first_wanted
        and private.playlist_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes, f.accents, f."character") collate "C" @> array['@' || span || ':' || period]
        and private.playlist_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes, f.accents, f."character") collate "C" @> second_wanted
        and private.playlist_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes, f.accents, f."character") collate "C" @> third_wanted
        and private.playlist_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes, f.accents, f."character") collate "C" @> other_wanted
      limit case when span > 1 then many + 1 end
    ) as hit;
    if number > many and span > 1 then
      span := span - 3;
      period := period * 8 + 7;
      continue;
    end if;
    page := page || hits[1:most - cardinality(page)];
    exit when cardinality(page) >= most;
    if period % 8 = 0 and span < longest then
      span := span + 3;
      period := period / 8;
    end if;
    period := period - 1;
    exit when period < private.period_at(oldest, span);
  end loop;
  return page;
end
$$;
revoke all on function private.search_playlist(text[], timestamptz, uuid, integer) from public, anon, authenticated;

-- A page of the public playlist, the last published first, after the last one seen (`before_at`, `before_id`); with
-- `search`, of those that have every word of it, the last word as far as it is typed; with `family` (the octave of the first note,
-- 0 to 8), `trait` (a word of the character) and `accent` (a note), of those that have each of them. Never any audio, and nothing of the
-- owner but the creator's name. It runs as its owner, so that the planner walks the index instead of a policy.
drop function public.public_fragrances(text, timestamptz, uuid, integer);
create function public.public_fragrances(
  search text default null,
  before_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 24,
  family integer default null,
  trait text default null,
  accent text default null
)
returns table (
  id uuid, name text, description text, intensity double precision, complexity double precision, persistence double precision,
  dominant_notes text[], background_notes text[], music_essence text[], top_notes text[], middle_notes text[], base_notes text[],
  source text, creator_name text, made_at timestamptz, uploaded_at timestamptz, face jsonb, accents jsonb, "character" jsonb, proportions jsonb, has_audio boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most integer := least(greatest(coalesce(page_size, 24), 1), 100);
  last_at timestamptz := coalesce(before_at, 'infinity');
  last_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  wanted text[] := private.wanted_keys(left(coalesce(search, ''), 200))
    || array_remove(array['@f:' || family, '@c:' || left(trait, 20), '@a:' || left(accent, 4)], null);
  page uuid[];
begin
  if cardinality(wanted) = 0 then
    return query
      select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
             f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
      from public.fragrance_profiles as f
      where f.is_public and (f.uploaded_at, f.id) < (last_at, last_id)
      order by f.uploaded_at desc, f.id desc
      limit most;
    return;
  end if;

  page := private.search_playlist(wanted, last_at, last_id, most);
  if cardinality(page) = 0 then
    return;
  end if;
  return query
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
           f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
    from public.fragrance_profiles as f
    where f.id = any (page) and f.is_public
    order by f.uploaded_at desc, f.id desc;
end
$$;
revoke all on function public.public_fragrances(text, timestamptz, uuid, integer, integer, text, text) from public;
grant execute on function public.public_fragrances(text, timestamptz, uuid, integer, integer, text, text) to anon, authenticated, service_role;

-- A public fragrance by chance, each as likely as the gap between the random ids; another than `seen` where there is one.
create function public.fragrance_by_chance(seen uuid default null)
returns table (id uuid, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  drawn uuid := gen_random_uuid();
begin
  return query
    select near.id, near.name
    from (
      (select f.id, f.name, 1 as turn from public.fragrance_profiles as f
       where f.is_public and f.id >= drawn and f.id is distinct from seen order by f.id limit 1)
      union all
      (select f.id, f.name, 2 as turn from public.fragrance_profiles as f
       where f.is_public and f.id is distinct from seen order by f.id limit 1)
    ) as near
    order by near.turn
    limit 1;
end
$$;
revoke all on function public.fragrance_by_chance(uuid) from public;
grant execute on function public.fragrance_by_chance(uuid) to anon, authenticated, service_role;
