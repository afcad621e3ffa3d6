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

-- Words by which a search finds a fragrance: its own, those of its notes and of its creator.
create function private.search_words(name text, creator text, essence text[], top text[], middle text[], base text[])
returns tsvector language sql immutable parallel safe set search_path = ''
as $$
  select array_to_tsvector(array(
    select distinct own.word
    from private.words_in(concat_ws(' ', name, creator, array_to_string(essence || top || middle || base, ' '))) as own
  ))
$$;

-- The query of a typed text: all of its words, the last one as a prefix. Null without words.
create function private.search_query(phrase text)
returns tsquery language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(
    '''' || typed.word || case when typed.later is null then ''':*' else '''' end, ' & ' order by typed.place
  )::tsquery
  from (select own.word, own.place, lead(own.word) over (order by own.place) as later from private.words_in(phrase) as own) as typed
$$;

create table public.fragrance_profiles (
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
  source text not null default 'spectral' check (source in ('spectral', 'resonance', 'byte-hash', 'beat', 'keys', 'link', 'demo')),
  trace jsonb check (trace is null or private.is_trace(trace)),
  face jsonb generated always as (private.face_of(trace)) stored,
  accents jsonb check (accents is null or private.are_accents(accents)),
  "character" jsonb check ("character" is null or private.is_character("character")),
  proportions jsonb check (proportions is null or private.are_proportions(proportions)),
  audio_path text references public.recordings (audio_path) on update cascade on delete set null,
  audio_data text generated always as ('/storage/v1/object/public/audio/' || audio_path) stored,
  is_public boolean not null default false,
  -- Set by the operator; only the owner sees the fragrance from then on.
  hidden boolean not null default false,
  creator_name text not null default '' check (creator_name = '' or private.is_name(creator_name, 49)),
  likes text[] not null default '{}' check (private.are_names(likes, 0, 1000)),
  -- Time of the fragrance's creation; `created_at` is the time of saving.
  made_at timestamptz not null default now(),
  -- Time of the last publication in the playlist, which decides its place there.
  uploaded_at timestamptz check (isfinite(uploaded_at)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, name),
  words tsvector generated always as (private.search_words(name, creator_name, music_essence, top_notes, middle_notes, base_notes)) stored,
  constraint fragrance_profiles_published check (not is_public or uploaded_at is not null)
);
alter table public.fragrance_profiles enable row level security;

-- Paging through the playlist by (uploaded_at, id), and through a member's own fragrances.
create index fragrance_profiles_playlist on public.fragrance_profiles (uploaded_at desc, id desc) where is_public;
create index fragrance_profiles_own on public.fragrance_profiles (user_id, created_at desc, id desc);
create index fragrance_profiles_playlist_name on public.fragrance_profiles (name, uploaded_at desc) where is_public;
create index fragrance_profiles_audio on public.fragrance_profiles (audio_path) where audio_path is not null;
create index fragrance_profiles_search on public.fragrance_profiles using gin (words) where is_public;
create policy "owners read theirs" on public.fragrance_profiles
  for select to authenticated using (user_id = (select private.calling_member()));
create policy "members save their own" on public.fragrance_profiles
  for insert to authenticated with check (user_id = (select private.calling_member()));
create policy "owners change theirs" on public.fragrance_profiles
  for update to authenticated using (user_id = (select private.calling_member())) with check (user_id = (select private.calling_member()));
create policy "owners delete theirs" on public.fragrance_profiles
  for delete to authenticated using (user_id = (select private.calling_member()));

-- Fields that the owner does not write: the creator's name is the member's, likes and `hidden` are others' decisions,
-- the dates are the server's, and the recording must be one of the member's.
create function private.guard_fragrance()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_public and (tg_op = 'INSERT' or not old.is_public) and not private.is_client() then
    new.uploaded_at := coalesce(new.uploaded_at, clock_timestamp());
  end if;
  if not private.is_client() then
    return new;
  end if;
  perform private.calling_member();
  -- Before the table's own rules: Postgres writes out a whole row that breaks one, for the message.
  if exists (select 1 from unnest(array[new.trace, new.accents, new."character", new.proportions]) as given (part) where not private.is_plain(part, 65536)) then
    raise check_violation using message = 'This fragrance cannot be stored.';
  end if;
  if tg_op = 'INSERT' then
    -- The limit protects the disk. The lock serialises a member's insertions, so that two at once are both counted.
    perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
    if (select count(*) from public.fragrance_profiles where user_id = new.user_id) >= 1000 then
      raise sqlstate 'P0001' using message = 'A profile holds at most 1000 fragrances.', hint = 'too_many';
    end if;
    -- Never an id from outside: that of a deleted fragrance is in links, and would lead to another owner.
    new.id := gen_random_uuid();
    new.likes := '{}';
    new.hidden := false;
    new.created_at := now();
    new.uploaded_at := null;
  else
    new.id := old.id;
    new.user_id := old.user_id;
    new.likes := old.likes;
    new.hidden := old.hidden;
    new.created_at := old.created_at;
    new.uploaded_at := old.uploaded_at;
  end if;
  if not isfinite(new.made_at) or new.made_at > clock_timestamp() or new.made_at < '2000-01-01' then
    new.made_at := clock_timestamp();
  end if;
  if new.audio_path is not null and (tg_op = 'INSERT' or new.audio_path is distinct from old.audio_path) then
    perform private.recording_for(new.audio_path, new.user_id, null);
  end if;
  if new.is_public and (tg_op = 'INSERT' or not old.is_public or new.audio_path is distinct from old.audio_path) then
    perform private.refuse_hidden_sound(new.audio_path);
  end if;
  new.creator_name := coalesce((select liquid_name from public.profiles where id = new.user_id), 'Anonymous Creator');
  new.updated_at := clock_timestamp();
  if new.is_public and (tg_op = 'INSERT' or not old.is_public) then
    -- The playlist belongs to all: one member does not fill its first page.
    perform private.refuse_over('publish', array[private.caller_address(), new.user_id::text]);
    new.uploaded_at := new.updated_at;
    if exists (select 1 from public.profiles as p where p.id = new.user_id and p.created_at > clock_timestamp() - interval '1 day') then
      perform private.refuse_over('publish-new', array[new.user_id::text]);
    end if;
  end if;
  return new;
end
$$;

create trigger guard_fragrance before insert or update on public.fragrance_profiles
  for each row execute function private.guard_fragrance();
