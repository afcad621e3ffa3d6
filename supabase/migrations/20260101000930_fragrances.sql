-- Saved fragrances: read by their owner alone; what is public of them comes from functions, with the columns that the
-- product shows. The playlist is in the order of publishing.

-- The whole tables as they are now, for `create_*_table()`, which make what is missing and leave alone what is there.
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

create or replace function public.create_users_table()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  create table if not exists public.profiles (
    id uuid primary key references auth.users (id) on delete cascade,
    email text not null check (char_length(email) <= 254),
    liquid_name text not null check (private.is_name(liquid_name, 50)),
    profile_photo text check (char_length(profile_photo) <= 500 and profile_photo ~ '^https?://'),
    location text check (char_length(location) <= 100),
    -- The Sound Key: notes joined by hyphens.
    musical_identity text check (private.are_note_codes(string_to_array(musical_identity, '-'), 1, 16)),
    favorite_notes text[] not null default '{}' check (private.are_names(favorite_notes, 0, 30)),
    favorite_scents text[] not null default '{}' check (private.are_names(favorite_scents, 0, 30)),
    scent_mood text check (char_length(scent_mood) <= 60),
    favorite_sound text check (char_length(favorite_sound) <= 200),
    preference text check (preference in ('ear', 'nose', 'both')),
    level integer not null default 1 check (level >= 1),
    instagram_handle text check (char_length(instagram_handle) <= 60),
    show_instagram boolean not null default false,
    tiktok_handle text check (char_length(tiktok_handle) <= 60),
    show_tiktok boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  alter table public.profiles enable row level security;

  drop policy if exists "owners read their profile" on public.profiles;
  create policy "owners read their profile" on public.profiles
    for select to authenticated using (id = (select auth.uid()));
  drop policy if exists "owners write their profile" on public.profiles;
  create policy "owners write their profile" on public.profiles
    for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
  -- For accounts whose row is missing, for whatever reason.
  drop policy if exists "owners make their profile" on public.profiles;
  create policy "owners make their profile" on public.profiles
    for insert to authenticated with check (id = (select auth.uid()));
  revoke all on public.profiles from anon, authenticated;
  grant select, insert, update on public.profiles to authenticated;
  grant all on public.profiles to service_role;

  -- The same rows under the name that older clients know. It runs with the rights of whoever asks.
  create or replace view public.users with (security_invoker = true) as
    select id, email, liquid_name, profile_photo, location, musical_identity, favorite_notes, favorite_scents, scent_mood,
           favorite_sound, preference, level, instagram_handle, show_instagram, tiktok_handle, show_tiktok, created_at, updated_at
    from public.profiles;
  revoke all on public.users from anon, authenticated;
  grant select, insert, update on public.users to authenticated;
  grant all on public.users to service_role;
end
$$;

-- The table that is there already.
drop policy "everybody reads the public ones, owners all of theirs" on public.fragrance_profiles;
drop index public.fragrance_profiles_public;
drop index public.fragrance_profiles_public_name;
update public.fragrance_profiles set uploaded_at = updated_at where is_public and (uploaded_at is null or not isfinite(uploaded_at));
update public.fragrance_profiles set uploaded_at = null where not isfinite(uploaded_at);
update public.fragrance_profiles set made_at = created_at where not isfinite(made_at);
alter table public.fragrance_profiles
  add constraint fragrance_profiles_uploaded_at_check check (isfinite(uploaded_at)),
  add constraint fragrance_profiles_published check (not is_public or uploaded_at is not null);
select public.create_fragrance_profiles_table();

-- The creator's name is the member's own, the likes are not the owner's to write, the dates are the server's, and the
-- recording is one of the member's.
create or replace function private.guard_fragrance()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_public and (tg_op = 'INSERT' or not old.is_public) and not private.is_client() then
    new.uploaded_at := coalesce(new.uploaded_at, clock_timestamp());
  end if;
  if not private.is_client() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- Anybody may save plenty, nobody may fill the disk. One after the other, so that two at once are counted.
    perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
    if (select count(*) from public.fragrance_profiles where user_id = new.user_id) >= 1000 then
      raise sqlstate 'P0001' using message = 'A profile holds at most 1000 fragrances.', hint = 'too_many';
    end if;
    -- An id from the device makes a save repeatable.
    new.id := coalesce(new.id, gen_random_uuid());
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
  if not isfinite(new.made_at) or new.made_at > clock_timestamp() or new.made_at < '2000-01-01' then
    new.made_at := clock_timestamp();
  end if;
  if new.audio_path is not null and (tg_op = 'INSERT' or new.audio_path is distinct from old.audio_path) then
    perform private.recording_for(new.audio_path, new.user_id, null);
  end if;
  new.creator_name := coalesce((select liquid_name from public.profiles where id = new.user_id), 'Anonymous Creator');
  new.updated_at := clock_timestamp();
  if new.is_public and (tg_op = 'INSERT' or not old.is_public) then
    -- The playlist belongs to all: one member does not fill its first page.
    perform private.refuse_when_over('publish', 12, 3000);
    new.uploaded_at := new.updated_at;
  end if;
  return new;
end
$$;

-- Search, in the order of the playlist.
drop function public.public_fragrances(text, timestamptz, uuid, integer);
drop table private.fragrance_terms;
create table private.fragrance_terms (
  term text collate "C" not null,
  uploaded_at timestamptz not null,
  fragrance_id uuid not null,
  primary key (term, uploaded_at, fragrance_id)
);
alter table private.fragrance_terms enable row level security;

-- The words of a text in their order: lower case, cut at spaces and at the punctuation of ASCII. A sharp belongs to its
-- note (`c#4`, and `a#` while it is typed), and to nothing else; an emoji is a word.
create function private.words_in(phrase text)
returns table (word text, place bigint)
language sql immutable parallel safe set search_path = ''
as $$
  select left(bare, 40), place
  from (
    select case when btrim(split.word, '-') ~ '^[a-g]#[0-8]?$' then btrim(split.word, '-') else btrim(split.word, '#-') end as bare, split.place
    from regexp_split_to_table(replace(lower(phrase), '♯', '#'), '[[:space:]!"$%&''()*+,./:;<=>?@^_`{|}~\[\]\\]+') with ordinality as split (word, place)
  ) as cut
  where bare <> ''
$$;

create or replace function private.words_of(phrase text)
returns setof text language sql immutable parallel safe set search_path = ''
as $$
  select distinct word from private.words_in(phrase)
$$;

create or replace function private.index_fragrances()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.fragrance_terms as t
    using gone, lateral private.terms_of(gone.name, gone.creator_name, gone.music_essence, gone.top_notes, gone.middle_notes, gone.base_notes) as word (term)
    where gone.is_public and t.term = word.term and t.uploaded_at = gone.uploaded_at and t.fragrance_id = gone.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.fragrance_terms (term, uploaded_at, fragrance_id)
    select word.term, come.uploaded_at, come.id
    from come, lateral private.terms_of(come.name, come.creator_name, come.music_essence, come.top_notes, come.middle_notes, come.base_notes) as word (term)
    where come.is_public
    on conflict do nothing;
  end if;
  return null;
end
$$;

insert into private.fragrance_terms (term, uploaded_at, fragrance_id)
select word.term, come.uploaded_at, come.id
from public.fragrance_profiles as come, lateral private.terms_of(come.name, come.creator_name, come.music_essence, come.top_notes, come.middle_notes, come.base_notes) as word (term)
where come.is_public
on conflict do nothing;

-- A page of the public playlist, the last published first, after the last one seen (`before_at`, `before_id`); with
-- `search`, of those that have every word of it, the last word as far as it is typed. Never any audio, and nothing of the
-- owner but the creator's name. It runs as its owner, so that the planner walks the index instead of a policy.
create function public.public_fragrances(
  search text default null,
  before_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 24
)
returns table (
  id uuid, name text, description text, intensity double precision, complexity double precision, persistence double precision,
  dominant_notes text[], background_notes text[], music_essence text[], top_notes text[], middle_notes text[], base_notes text[],
  source text, creator_name text, made_at timestamptz, uploaded_at timestamptz, has_audio boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  most integer := least(greatest(coalesce(page_size, 24), 1), 100);
  last_at timestamptz := coalesce(before_at, 'infinity');
  last_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  words text[] := array(select word from private.words_in(left(coalesce(search, ''), 200)) order by place);
  typed text;
  whole text[];
begin
  if cardinality(words) = 0 then
    return query
      select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
             f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_path is not null
      from public.fragrance_profiles as f
      where f.is_public and (f.uploaded_at, f.id) < (last_at, last_id)
      order by f.uploaded_at desc, f.id desc
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
      select distinct hit.uploaded_at, hit.fragrance_id
      from terms, lateral (
        select t.uploaded_at, t.fragrance_id
        from private.fragrance_terms as t
        where t.term = terms.term
          and (t.uploaded_at, t.fragrance_id) < (last_at, last_id)
          and not exists (
            select 1 from unnest(whole) as word
            where not exists (
              select 1 from private.fragrance_terms as other
              where other.term = word and other.uploaded_at = t.uploaded_at and other.fragrance_id = t.fragrance_id
            )
          )
        order by t.uploaded_at desc, t.fragrance_id desc
        limit most
      ) as hit
      order by hit.uploaded_at desc, hit.fragrance_id desc
      limit most
    )
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
           f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_path is not null
    from hits join public.fragrance_profiles as f on f.id = hits.fragrance_id and f.is_public
    order by f.uploaded_at desc, f.id desc;
end
$$;
revoke all on function public.public_fragrances(text, timestamptz, uuid, integer) from public;
grant execute on function public.public_fragrances(text, timestamptz, uuid, integer) to anon, authenticated, service_role;

-- One public fragrance, whole, with its recording and its drawing: the one of an id, or of several with a name the one
-- published last. No row when there is none.
create function public.public_fragrance(name text default null, id uuid default null)
returns table (
  id uuid, name text, description text, intensity double precision, complexity double precision, persistence double precision,
  dominant_notes text[], background_notes text[], music_essence text[], top_notes text[], middle_notes text[], base_notes text[],
  source text, creator_name text, made_at timestamptz, uploaded_at timestamptz, audio_data text, trace jsonb
)
language sql stable security definer set search_path = ''
as $$
  select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
         f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_data, f.trace
  from public.fragrance_profiles as f
  where f.id = public_fragrance.id and f.is_public and (public_fragrance.name is null or f.name = public_fragrance.name)
  union all
  (
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
         f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_data, f.trace
    from public.fragrance_profiles as f
    where public_fragrance.id is null and f.name = public_fragrance.name and f.is_public
    order by f.uploaded_at desc
    limit 1
  )
$$;
revoke all on function public.public_fragrance(text, uuid) from public;
grant execute on function public.public_fragrance(text, uuid) to anon, authenticated, service_role;
