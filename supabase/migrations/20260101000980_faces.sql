-- The face of a fragrance is drawn of its trace (docs/decisions.md, 38), which is too large for a list. So that a card shows the
-- same face, lists carry the part that is drawn.

-- The part of a trace that its drawing needs: no peaks, and of many notes the 36 longest and loudest, in their order. The app
-- computes the same (`drawnPart` of src/domain/fragrance/trace.ts), in whole thousandths, so that both find the same notes.
-- A trace that is none has no face: what is stored may be older than the rule.
create function private.face_of(trace jsonb)
returns jsonb language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_trace(trace) then jsonb_build_object(
    'duration', trace -> 'duration',
    'peaks', '[]'::jsonb,
    'notes', coalesce((
      select jsonb_agg(kept.note order by kept.place)
      from (
        select heard.note, heard.place
        from jsonb_array_elements(trace -> 'notes') with ordinality as heard (note, place)
        order by round(1000 * ((heard.note ->> 'offset')::numeric - (heard.note ->> 'onset')::numeric))
                 * round(200 + 1000 * (heard.note ->> 'velocity')::numeric) desc, heard.place
        limit 36
      ) as kept
    ), '[]'::jsonb)
  ) end
$$;

alter table public.fragrance_profiles
  add column if not exists face jsonb generated always as (private.face_of(trace)) stored;

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
drop function public.public_fragrances(text, timestamptz, uuid, integer);
create function public.public_fragrances(
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
  words text[] := array(select word from private.words_in(left(coalesce(search, ''), 200)) order by place);
  typed text;
  whole text[];
begin
  if cardinality(words) = 0 then
    return query
      select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
             f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
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
           f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
    from hits join public.fragrance_profiles as f on f.id = hits.fragrance_id and f.is_public
    order by f.uploaded_at desc, f.id desc;
end
$$;
revoke all on function public.public_fragrances(text, timestamptz, uuid, integer) from public;
grant execute on function public.public_fragrances(text, timestamptz, uuid, integer) to anon, authenticated, service_role;
