-- The colour of a sound, beside the notes: accents, character and proportions (docs/decisions.md, 29). Fragrances and shares from
-- before have none.

-- True for a number of JSON from `low` to `high`.
create function private.is_between(value jsonb, low numeric, high numeric)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then value::text::numeric between low and high else false end
$$;
-- True for a whole number of JSON from `low` to `high`.
create function private.is_whole(value jsonb, low numeric, high numeric)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_between(value, low, high) then value::text::numeric % 1 = 0 else false end
$$;
create function private.is_note(value jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^(C|C#|D|D#|E|F|F#|G|G#|A|A#|B)[0-8]$', false)
$$;

-- One to three notes that sound as overtones of others: which, of which, the number of the partial and its level in dB.
create function private.are_accents(accents jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(accents) is distinct from 'array' or octet_length(accents::text) > 1000 then false
    else jsonb_array_length(accents) between 1 and 3 and not exists (
      select 1 from jsonb_array_elements(accents) as list (accent)
      where not (private.is_note(accent -> 'note') and private.is_note(accent -> 'of')
                 and private.is_whole(accent -> 'partial', 2, 16) and private.is_between(accent -> 'level', -60, 0))
    )
  end
$$;

-- The five axes of a voice, each from 0 to 1, and the numbers that were measured; `null` is what could not be.
create function private.is_character("character" jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof("character") is distinct from 'object' or octet_length("character"::text) > 2000 then false
    else not exists (
      select 1 from unnest(array['brightness', 'breath', 'roughness', 'strike', 'tremor']) as axis (name)
      where not private.is_between("character" -> 'axes' -> axis.name, 0, 1)
    ) and not exists (
      select 1
      from (values ('centroid', 0, 24000, false), ('brightness', 0, 2000, false), ('warmth', 0, 1, false), ('flatness', 0, 1, false),
                   ('roughness', 0, 1, false), ('harmonicity', -100, 100, true), ('attack', 0, 10, true), ('wander', 0, 2400, true)) as known (name, low, high, optional)
      where not (private.is_between("character" -> 'measured' -> known.name, known.low, known.high)
                 or (known.optional and coalesce("character" -> 'measured' -> known.name = 'null', false)))
    ) and coalesce(
      "character" -> 'measured' -> 'vibrato' = 'null'
      or (private.is_between("character" -> 'measured' -> 'vibrato' -> 'rate', 0, 50) and private.is_between("character" -> 'measured' -> 'vibrato' -> 'depth', 0, 2400)),
      false
    )
  end
$$;

-- How many parts of 100 each note has, and why: its time in seconds, its loudness, or its hits.
create function private.are_proportions(proportions jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(proportions) is distinct from 'array' or octet_length(proportions::text) > 8000 then false
    when jsonb_array_length(proportions) not between 1 and 32 then false
    when exists (
      select 1 from jsonb_array_elements(proportions) as list (part)
      where not (private.is_note(part -> 'note') and private.is_whole(part -> 'parts', 1, 100)
                 and (part -> 'seconds' is null or private.is_between(part -> 'seconds', 0, 7200))
                 and (part -> 'loudness' is null or private.is_between(part -> 'loudness', 0, 1))
                 and (part -> 'hits' is null or private.is_whole(part -> 'hits', 0, 1000)))
    ) then false
    else (select sum((part -> 'parts')::text::numeric) = 100 from jsonb_array_elements(proportions) as list (part))
  end
$$;

alter table public.fragrance_profiles
  add column if not exists accents jsonb check (accents is null or private.are_accents(accents)),
  add column if not exists "character" jsonb check ("character" is null or private.is_character("character")),
  add column if not exists proportions jsonb check (proportions is null or private.are_proportions(proportions));
alter table public.fragrance_shares
  add column if not exists accents jsonb check (accents is null or private.are_accents(accents)),
  add column if not exists "character" jsonb check ("character" is null or private.is_character("character")),
  add column if not exists proportions jsonb check (proportions is null or private.are_proportions(proportions));

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

-- What the functions show of a fragrance and of a share, and take for one.
drop function public.public_fragrance(text, uuid);
create function public.public_fragrance(name text default null, id uuid default null)
returns table (
  id uuid, name text, description text, intensity double precision, complexity double precision, persistence double precision,
  dominant_notes text[], background_notes text[], music_essence text[], top_notes text[], middle_notes text[], base_notes text[],
  source text, creator_name text, made_at timestamptz, uploaded_at timestamptz, audio_data text, trace jsonb, accents jsonb, "character" jsonb, proportions jsonb
)
language sql stable security definer set search_path = ''
as $$
  select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
         f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_data, f.trace, f.accents, f."character", f.proportions
  from public.fragrance_profiles as f
  where f.id = public_fragrance.id and f.is_public and (public_fragrance.name is null or f.name = public_fragrance.name)
  union all
  (
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
         f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_data, f.trace, f.accents, f."character", f.proportions
    from public.fragrance_profiles as f
    where public_fragrance.id is null and f.name = public_fragrance.name and f.is_public
    order by f.uploaded_at desc
    limit 1
  )
$$;
revoke all on function public.public_fragrance(text, uuid) from public;
grant execute on function public.public_fragrance(text, uuid) to anon, authenticated, service_role;

drop function public.get_share(text);
create function public.get_share(share_id text)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, accents jsonb, "character" jsonb, proportions jsonb, view_count integer, created_at timestamptz, is_active boolean
)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         share.intensity, share.complexity, share.persistence, share.trace, share.accents, share."character", share.proportions, share.view_count, share.created_at, share.is_active
  from public.fragrance_shares as share
  where share.share_id = get_share.share_id and share.is_active
$$;
revoke all on function public.get_share(text) from public;
grant execute on function public.get_share(text) to anon, authenticated, service_role;

drop function public.create_share(jsonb, text);
create function public.create_share(share jsonb, owner_secret text default null)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, accents jsonb, "character" jsonb, proportions jsonb, view_count integer, created_at timestamptz, is_active boolean
)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := auth.uid();
  hash text := private.secret_hash(owner_secret);
  wanted public.fragrance_shares;
  known public.fragrance_shares;
  broken text;
begin
  perform private.require_object(share, 200000);
  perform private.require_owner(member, hash);
  wanted.share_id := private.text_of(share, 'share_id');
  wanted.title := coalesce(private.text_of(share, 'title'), 'My Accord Fragrance Profile');
  wanted.name := private.text_of(share, 'name');
  wanted.music_essence := private.texts_of(share, 'music_essence');
  wanted.top_notes := private.texts_of(share, 'top_notes');
  wanted.middle_notes := private.texts_of(share, 'middle_notes');
  wanted.base_notes := private.texts_of(share, 'base_notes');
  wanted.audio_path := private.text_of(share, 'audio_path');
  wanted.intensity := private.number_of(share, 'intensity');
  wanted.complexity := private.number_of(share, 'complexity');
  wanted.persistence := private.number_of(share, 'persistence');
  wanted.trace := nullif(share -> 'trace', 'null');
  wanted.accents := nullif(share -> 'accents', 'null');
  wanted."character" := nullif(share -> 'character', 'null');
  wanted.proportions := nullif(share -> 'proportions', 'null');

  perform private.refuse_when_over('create_share', 60, 6000);

  select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  if known.share_id is null and exists (select 1 from private.withdrawn_shares as w where w.share_id = wanted.share_id) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  if known.share_id is null then
    perform private.recording_for(wanted.audio_path, member, hash);
    if (select count(*) from public.fragrance_shares as s where s.audio_path = wanted.audio_path and s.share_id <> wanted.share_id) >= 50 then
      raise sqlstate 'P0001' using message = 'This recording has been shared often enough.', hint = 'too_many';
    end if;
    begin
      insert into public.fragrance_shares as made (share_id, title, name, music_essence, top_notes, middle_notes, base_notes, audio_path, intensity, complexity, persistence, trace, accents, "character", proportions, owner_id, owner_hash)
      values (wanted.share_id, wanted.title, wanted.name, wanted.music_essence, wanted.top_notes, wanted.middle_notes, wanted.base_notes, wanted.audio_path,
              wanted.intensity, wanted.complexity, wanted.persistence, wanted.trace, wanted.accents, wanted."character", wanted.proportions, member, case when member is null then hash end)
      on conflict on constraint fragrance_shares_pkey do nothing;
    exception
      when check_violation or not_null_violation then
        get stacked diagnostics broken = constraint_name;
        raise check_violation using message = format('This share cannot be stored: %s.', coalesce(nullif(replace(replace(broken, 'fragrance_shares_', ''), '_check', ''), ''), 'something is missing'));
    end;
    select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  end if;
  if not (known.is_active and private.owns(known.owner_id, known.owner_hash, member, hash)) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  return query
    select s.share_id, s.title, s.name, s.music_essence, s.top_notes, s.middle_notes, s.base_notes, s.audio_url,
           s.intensity, s.complexity, s.persistence, s.trace, s.accents, s."character", s.proportions, s.view_count, s.created_at, s.is_active
    from public.fragrance_shares as s where s.share_id = wanted.share_id;
end
$$;
revoke all on function public.create_share(jsonb, text) from public;
grant execute on function public.create_share(jsonb, text) to anon, authenticated, service_role;
