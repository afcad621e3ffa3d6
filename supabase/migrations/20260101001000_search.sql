-- Search along one GIN index instead of a table of words (docs/decisions.md, 46). What a fragrance is found by are its keys:
-- every word of its name, creator and notes with a space behind it (`rose `), every beginning of one (`r`, `ro`, `ros`,
-- `rose`), and the periods in which it was published (`@13:219156`), from two seconds to eight years long, each eight times as
-- long as the one before. Neither a space nor an `@` can be part of a word.

-- The number of the period of 2^`span` seconds that a time belongs to.
create function private.period_at(at timestamptz, span integer)
returns bigint language sql immutable parallel safe set search_path = ''
as $$
  select floor(extract(epoch from at at time zone 'UTC'))::bigint >> span
$$;

-- So dear that no plan computes it for a row that the index can answer for.
create function private.search_keys(at timestamptz, name text, creator text, essence text[], top text[], middle text[], base text[])
returns text[] language sql immutable parallel safe cost 10000 set search_path = ''
as $$
  select array(
    select left(own.word || ' ', length.n)
    from private.words_in(concat_ws(' ', name, creator, array_to_string(essence, ' '), array_to_string(top, ' '), array_to_string(middle, ' '), array_to_string(base, ' '))) as own,
         generate_series(1, char_length(own.word) + 1) as length (n)
    union all
    select '@' || span || ':' || private.period_at(at, span) from generate_series(1, 28, 3) as span
  )
$$;

-- The keys that a fragrance needs to be found: every word of what is typed, the last one as far as it is typed.
create function private.wanted_keys(phrase text)
returns text[] language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select case when lead(typed.word) over (order by typed.place) is null then typed.word else typed.word || ' ' end
    from private.words_in(phrase) as typed
    order by typed.place
  )
$$;

drop trigger index_inserted on public.fragrance_profiles;
drop trigger index_updated on public.fragrance_profiles;
drop trigger index_deleted on public.fragrance_profiles;
drop function private.index_fragrances();
drop table private.fragrance_terms;
drop function private.terms_of(text, text, text[], text[], text[], text[]);
drop function private.words_of(text);

-- Its entries are written at once: a list of those to be written later would be read by every search meanwhile. Nobody asks
-- for statistics of keys, which would be computed for thousands of rows each time.
create function private.create_search_index()
returns void language plpgsql set search_path = ''
as $$
begin
  create index if not exists fragrance_profiles_search on public.fragrance_profiles
    using gin ((private.search_keys(uploaded_at, name, creator_name, music_essence, top_notes, middle_notes, base_notes)) collate "C")
    with (fastupdate = off) where is_public;
  alter index public.fragrance_profiles_search alter column 1 set statistics 0;
end
$$;
revoke all on function private.create_search_index() from public, anon, authenticated;
select private.create_search_index();

-- The ids of a page of what has all the `wanted` keys, the last published first, after (`last_at`, `last_id`).
--
-- An index of words gives no order of time, and all that a common word finds is too much to sort. So a search goes through
-- the periods, from the newest to the oldest: first a short one, of as many fragrances as four pages hold, and at the end of
-- a longer one a longer one, until the page is full. The rarer a word, the longer are the periods that are asked, and few
-- rows come of any of them. Where a period has more than sixteen pages after all, such as for a word that was in fashion
-- years ago, it is taken in parts. The work depends on the page, and on the logarithm of the time and the fragrances behind
-- it: within a period the index itself skips from one key's entries to the next one's.
create function private.search_playlist(wanted text[], last_at timestamptz, last_id uuid, most integer)
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
        and private.search_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes) collate "C" @> first_wanted
        and private.search_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes) collate "C" @> array['@' || span || ':' || period]
        and private.search_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes) collate "C" @> second_wanted
        and private.search_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes) collate "C" @> third_wanted
        and private.search_keys(f.uploaded_at, f.name, f.creator_name, f.music_essence, f.top_notes, f.middle_notes, f.base_notes) collate "C" @> other_wanted
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

-- The table as it is now, for a database that has none.
create or replace function public.create_fragrance_profiles_table()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  create table if not exists public.fragrance_profiles (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
    name text not null check (private.is_name(name, 120)),
    description text not null default '' check (char_length(description) <= 2000),
    intensity double precision not null default 0 check (intensity between 0 and 1),
    complexity double precision not null default 0 check (complexity between 0 and 1),
    persistence double precision not null default 0 check (persistence between 0 and 1),
    dominant_notes text[] not null default '{}' check (private.are_note_codes(dominant_notes, 0, 3)),
    background_notes text[] not null default '{}' check (private.are_note_codes(background_notes, 0, 32)),
    music_essence text[] not null check (private.are_note_codes(music_essence, 1, 32)),
    top_notes text[] not null default '{}' check (private.are_names(top_notes, 0, 32)),
    middle_notes text[] not null default '{}' check (private.are_names(middle_notes, 0, 32)),
    base_notes text[] not null default '{}' check (private.are_names(base_notes, 0, 32)),
    source text not null default 'spectral' check (source in ('spectral', 'byte-hash', 'beat', 'keys', 'link', 'demo')),
    trace jsonb check (trace is null or private.is_trace(trace)),
    face jsonb generated always as (private.face_of(trace)) stored,
    accents jsonb check (accents is null or private.are_accents(accents)),
    "character" jsonb check ("character" is null or private.is_character("character")),
    proportions jsonb check (proportions is null or private.are_proportions(proportions)),
    audio_path text references public.recordings (audio_path) on update cascade on delete set null,
    audio_data text generated always as ('/storage/v1/object/public/audio/' || audio_path) stored,
    is_public boolean not null default false,
    creator_name text not null default '' check (creator_name = '' or private.is_name(creator_name, 50)),
    likes text[] not null default '{}' check (private.are_names(likes, 0, 1000)),
    -- When the fragrance itself was made; `created_at` is when it was saved.
    made_at timestamptz not null default now(),
    -- When it last went into the public playlist: its place there.
    uploaded_at timestamptz check (isfinite(uploaded_at)),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (user_id, name),
    constraint fragrance_profiles_published check (not is_public or uploaded_at is not null)
  );
  alter table public.fragrance_profiles enable row level security;

  -- Paging through the playlist by (uploaded_at, id), and through a member's own fragrances.
  create index if not exists fragrance_profiles_playlist on public.fragrance_profiles (uploaded_at desc, id desc) where is_public;
  create index if not exists fragrance_profiles_own on public.fragrance_profiles (user_id, created_at desc, id desc);
  create index if not exists fragrance_profiles_playlist_name on public.fragrance_profiles (name, uploaded_at desc) where is_public;
  create index if not exists fragrance_profiles_audio on public.fragrance_profiles (audio_path) where audio_path is not null;
  perform private.create_search_index();

  drop policy if exists "owners read theirs" on public.fragrance_profiles;
  create policy "owners read theirs" on public.fragrance_profiles
    for select to authenticated using (user_id = (select auth.uid()));
  drop policy if exists "members save their own" on public.fragrance_profiles;
  create policy "members save their own" on public.fragrance_profiles
    for insert to authenticated with check (user_id = (select auth.uid()));
  drop policy if exists "owners change theirs" on public.fragrance_profiles;
  create policy "owners change theirs" on public.fragrance_profiles
    for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
  drop policy if exists "owners delete theirs" on public.fragrance_profiles;
  create policy "owners delete theirs" on public.fragrance_profiles
    for delete to authenticated using (user_id = (select auth.uid()));
  revoke all on public.fragrance_profiles from anon, authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
  grant all on public.fragrance_profiles to service_role;
end
$$;

-- A page of the public playlist, the last published first, after the last one seen (`before_at`, `before_id`); with
-- `search`, of those that have every word of it, the last word as far as it is typed. Never any audio, and nothing of the
-- owner but the creator's name. It runs as its owner, so that the planner walks the index instead of a policy.
create or replace function public.public_fragrances(
  search text default null,
  before_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 24
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
  wanted text[] := private.wanted_keys(left(coalesce(search, ''), 200));
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
revoke all on function public.public_fragrances(text, timestamptz, uuid, integer) from public;
grant execute on function public.public_fragrances(text, timestamptz, uuid, integer) to anon, authenticated, service_role;
