-- A page of the public playlist, the newest first, after the last one of the page before (`before_at`, `before_id`);
-- with `search`, only fragrances that have all its words, the last word as a prefix. Without audio, and without data of
-- the owner except the creator's name. It runs as its owner, so that the planner walks the index instead of a policy.
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
-- Plan every search for its own words: from its sixth search on, a connection would use one plan for all, made for rare
-- words.
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  most constant integer := least(greatest(coalesce(page_size, 24), 1), 100);
  last_at constant timestamptz := coalesce(before_at, 'infinity');
  last_id constant uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  wanted constant tsquery := private.search_query(left(search, 200));
begin
  -- Two queries: without words, a range of one index; with words, a plan for these words.
  if wanted is null then
    return query
      select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
             f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
      from public.fragrance_profiles as f
      where f.is_public and not f.hidden and (f.uploaded_at, f.id) < (last_at, last_id)
      order by f.uploaded_at desc, f.id desc
      limit most;
    return;
  end if;
  return query
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
           f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.face, f.accents, f."character", f.proportions, f.audio_path is not null
    from public.fragrance_profiles as f
    where f.is_public and not f.hidden and (f.uploaded_at, f.id) < (last_at, last_id) and f.words @@ wanted
    order by f.uploaded_at desc, f.id desc
    limit most;
end
$$;

-- One public fragrance, whole, with its recording and its drawing: the one of an id, or of several with a name the one
-- published last. No row when there is none.
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
  where f.id = public_fragrance.id and f.is_public and not f.hidden and (public_fragrance.name is null or f.name = public_fragrance.name)
  union all
  (
    select f.id, f.name, f.description, f.intensity, f.complexity, f.persistence, f.dominant_notes, f.background_notes, f.music_essence,
         f.top_notes, f.middle_notes, f.base_notes, f.source, f.creator_name, f.made_at, f.uploaded_at, f.audio_data, f.trace, f.accents, f."character", f.proportions
    from public.fragrance_profiles as f
    where public_fragrance.id is null and f.name = public_fragrance.name and f.is_public and not f.hidden
    order by f.uploaded_at desc
    limit 1
  )
$$;
