-- Saved fragrances. Private until their owner publishes them.

create function public.create_fragrance_profiles_table()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  create table if not exists public.fragrance_profiles (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
    name text not null check (char_length(name) between 1 and 120 and name = btrim(name)),
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
    -- Where the notes were heard; never part of a list.
    trace jsonb check (jsonb_typeof(trace) = 'object' and octet_length(trace::text) <= 65536),
    -- URL of the recording.
    audio_data text check (audio_data is null or private.is_recording(audio_data)),
    audio_path text generated always as (private.object_in(audio_data, 'audio')) stored,
    is_public boolean not null default false,
    creator_name text not null default '' check (char_length(creator_name) <= 50),
    likes text[] not null default '{}' check (private.are_names(likes, 0, 1000)),
    -- When the fragrance itself was made; `created_at` is when it was saved.
    made_at timestamptz not null default now(),
    -- When it last went into the public playlist.
    uploaded_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (user_id, name)
  );
  alter table public.fragrance_profiles enable row level security;

  -- Paging through the playlist by (updated_at, id), and through a member's own fragrances.
  create index if not exists fragrance_profiles_public on public.fragrance_profiles (updated_at desc, id desc) where is_public;
  create index if not exists fragrance_profiles_own on public.fragrance_profiles (user_id, created_at desc, id desc);
  create index if not exists fragrance_profiles_public_name on public.fragrance_profiles (name, updated_at desc) where is_public;
  create index if not exists fragrance_profiles_audio on public.fragrance_profiles (audio_path) where audio_path is not null;

  drop policy if exists "everybody reads the public ones, owners all of theirs" on public.fragrance_profiles;
  create policy "everybody reads the public ones, owners all of theirs" on public.fragrance_profiles
    for select to anon, authenticated using (is_public or user_id = (select auth.uid()));
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
  grant select on public.fragrance_profiles to anon;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
  grant all on public.fragrance_profiles to service_role;
end
$$;
revoke all on function public.create_fragrance_profiles_table() from public, anon, authenticated;
grant execute on function public.create_fragrance_profiles_table() to service_role;

select public.create_fragrance_profiles_table();

-- For the service alone: the app itself never sends SQL.
create function public.run_sql(sql text)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  execute sql;
end
$$;
revoke all on function public.run_sql(text) from public, anon, authenticated;
grant execute on function public.run_sql(text) to service_role;

-- The creator's name is the member's own, the likes are not the owner's to write, and the dates are the server's.
create function private.guard_fragrance()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_client() then
    if tg_op = 'INSERT' then
      -- Anybody may save plenty, nobody may fill the disk.
      if (select count(*) from public.fragrance_profiles where user_id = new.user_id) >= 1000 then
        raise sqlstate 'P0001' using message = 'A profile holds at most 1000 fragrances.', hint = 'too_many';
      end if;
      new.id := gen_random_uuid();
      new.likes := '{}';
      new.created_at := now();
      new.uploaded_at := null;
    else
      new.id := old.id;
      new.user_id := old.user_id;
      new.likes := old.likes;
      new.created_at := old.created_at;
      new.uploaded_at := old.uploaded_at;
    end if;
    new.creator_name := coalesce((select liquid_name from public.profiles where id = new.user_id), 'Anonymous Creator');
    new.updated_at := clock_timestamp();
    if new.is_public and (tg_op = 'INSERT' or not old.is_public) then
      new.uploaded_at := new.updated_at;
    end if;
  end if;
  return new;
end
$$;
revoke all on function private.guard_fragrance() from public, anon, authenticated;
create trigger guard_fragrance before insert or update on public.fragrance_profiles
  for each row execute function private.guard_fragrance();

-- A member's new name reaches what is already published; that is no change of the fragrance, so its dates stay.
create function private.rename_creator()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('accord.internal', 'on', true);
  update public.fragrance_profiles set creator_name = new.liquid_name where user_id = new.id and creator_name <> new.liquid_name;
  perform set_config('accord.internal', '', true);
  return new;
end
$$;
revoke all on function private.rename_creator() from public, anon, authenticated;
create trigger rename_creator after update of liquid_name on public.profiles
  for each row when (old.liquid_name <> new.liquid_name) execute function private.rename_creator();

-- Search. For every public fragrance one row a word of its name, its creator and its notes, in the order in which
-- results are shown: a page of results is one stretch of this index, however many fragrances there are.
create table private.fragrance_terms (
  term text collate "C" not null,
  updated_at timestamptz not null,
  fragrance_id uuid not null,
  primary key (term, updated_at, fragrance_id)
);
alter table private.fragrance_terms enable row level security;

-- Words in lower case, cut at spaces and at the punctuation of ASCII; a sharp stays with its note, an emoji is a word.
create function private.words_of(phrase text)
returns setof text language sql immutable parallel safe set search_path = ''
as $$
  select distinct left(btrim(word, '#-'), 40)
  from regexp_split_to_table(lower(phrase), '[[:space:]!"$%&''()*+,./:;<=>?@^_`{|}~\[\]\\]+') as split (word)
  where btrim(word, '#-') <> ''
$$;

create function private.terms_of(name text, creator text, essence text[], top text[], middle text[], base text[])
returns setof text language sql immutable parallel safe set search_path = ''
as $$
  select private.words_of(
    concat_ws(' ', name, creator, array_to_string(essence, ' '), array_to_string(top, ' '), array_to_string(middle, ' '), array_to_string(base, ' '))
  )
$$;

-- `gone` and `come` hold the rows of a whole statement, so that a bulk load stays one.
create function private.index_fragrances()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.fragrance_terms as t
    using gone, lateral private.terms_of(gone.name, gone.creator_name, gone.music_essence, gone.top_notes, gone.middle_notes, gone.base_notes) as word (term)
    where gone.is_public and t.term = word.term and t.updated_at = gone.updated_at and t.fragrance_id = gone.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.fragrance_terms (term, updated_at, fragrance_id)
    select word.term, come.updated_at, come.id
    from come, lateral private.terms_of(come.name, come.creator_name, come.music_essence, come.top_notes, come.middle_notes, come.base_notes) as word (term)
    where come.is_public
    on conflict do nothing;
  end if;
  return null;
end
$$;
revoke all on function private.index_fragrances() from public, anon, authenticated;
create trigger index_inserted after insert on public.fragrance_profiles
  referencing new table as come for each statement execute function private.index_fragrances();
create trigger index_updated after update on public.fragrance_profiles
  referencing old table as gone new table as come for each statement execute function private.index_fragrances();
create trigger index_deleted after delete on public.fragrance_profiles
  referencing old table as gone for each statement execute function private.index_fragrances();

-- A page of the public playlist, newest first, after the last one seen (`before_at`, `before_id`); with `search`, of
-- those that have every word of it, the last word as far as it is typed. Never any audio, and nothing of the owner but
-- the creator's name. It runs as its owner, so that the planner walks the index instead of a policy.
create function public.public_fragrances(
  search text default null,
  before_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 24
)
returns table (
  id uuid, name text, description text, intensity double precision, complexity double precision, persistence double precision,
  dominant_notes text[], background_notes text[], music_essence text[], top_notes text[], middle_notes text[], base_notes text[],
  source text, creator_name text, made_at timestamptz, uploaded_at timestamptz, updated_at timestamptz, has_audio boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most integer := least(greatest(coalesce(page_size, 24), 1), 100);
  last_at timestamptz := coalesce(before_at, 'infinity');
  last_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  words text[] := array(
    select left(btrim(word, '#-'), 40)
    from regexp_split_to_table(lower(left(coalesce(search, ''), 200)), '[[:space:]!"$%&''()*+,./:;<=>?@^_`{|}~\[\]\\]+') with ordinality as split (word, place)
    where btrim(word, '#-') <> ''
    order by place
  );
  typed text;
  whole text[];
begin
  if cardinality(words) = 0 then
    return query
      select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
             f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.updated_at, f.audio_data is not null
      from public.fragrance_profiles as f
      where f.is_public and (f.updated_at, f.id) < (last_at, last_id)
      order by f.updated_at desc, f.id desc
      limit most;
    return;
  end if;

  typed := words[cardinality(words)];
  whole := words[1:cardinality(words) - 1];
  return query
    -- The different words that begin with what is typed: one look into the index for each, 64 at most.
    with recursive beginning as (
      (select t.term from private.fragrance_terms as t where t.term >= typed and t.term < typed || chr(1114111) order by t.term limit 1)
      union all
      select (select t.term from private.fragrance_terms as t where t.term > beginning.term and t.term < typed || chr(1114111) order by t.term limit 1)
      from beginning where beginning.term is not null
    ),
    terms as (select beginning.term from beginning where beginning.term is not null limit 64),
    hits as (
      select distinct hit.updated_at, hit.fragrance_id
      from terms, lateral (
        select t.updated_at, t.fragrance_id
        from private.fragrance_terms as t
        where t.term = terms.term
          and (t.updated_at, t.fragrance_id) < (last_at, last_id)
          and not exists (
            select 1 from unnest(whole) as word
            where not exists (
              select 1 from private.fragrance_terms as other
              where other.term = word and other.updated_at = t.updated_at and other.fragrance_id = t.fragrance_id
            )
          )
        order by t.updated_at desc, t.fragrance_id desc
        limit most
      ) as hit
      order by hit.updated_at desc, hit.fragrance_id desc
      limit most
    )
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
           f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.updated_at, f.audio_data is not null
    from hits join public.fragrance_profiles as f on f.id = hits.fragrance_id and f.is_public
    order by f.updated_at desc, f.id desc;
end
$$;
revoke all on function public.public_fragrances(text, timestamptz, uuid, integer) from public;
grant execute on function public.public_fragrances(text, timestamptz, uuid, integer) to anon, authenticated, service_role;
