create table public.fragrance_shares (
  share_id text primary key check (share_id ~ '^[A-Za-z0-9]{8}$'),
  title text not null default 'My Accord Fragrance Profile' check (title = 'My Accord Fragrance Profile'),
  music_essence text[] not null check (private.are_note_codes(music_essence, 1, 32)),
  top_notes text[] not null default '{}' check (private.are_names(top_notes, 0, 32)),
  middle_notes text[] not null default '{}' check (private.are_names(middle_notes, 0, 32)),
  base_notes text[] not null default '{}' check (private.are_names(base_notes, 0, 32)),
  audio_path text not null references public.recordings (audio_path) on update cascade on delete cascade,
  -- The data of the flower, so that it looks the same to everyone with the link.
  name text check (name is null or private.is_name(name, 120)),
  intensity double precision check (intensity between 0 and 1),
  complexity double precision check (complexity between 0 and 1),
  persistence double precision check (persistence between 0 and 1),
  trace jsonb check (trace is null or private.is_trace(trace)),
  is_active boolean not null default true,
  -- Set by the operator; only the owner sees the share from then on.
  hidden boolean not null default false,
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null default now(),
  audio_url text generated always as ('/storage/v1/object/public/audio/' || audio_path) stored,
  owner_id uuid references auth.users (id) on delete cascade,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  accents jsonb check (accents is null or private.are_accents(accents)),
  "character" jsonb check ("character" is null or private.is_character("character")),
  proportions jsonb check (proportions is null or private.are_proportions(proportions)),
  description text check (char_length(description) <= 2000),
  source text check (source in ('spectral', 'resonance', 'byte-hash', 'beat', 'keys', 'link', 'demo')),
  maker_name text check (private.is_name(maker_name, 49)),
  constraint fragrance_shares_check check (owner_id is null or owner_hash is null)
);
alter table public.fragrance_shares enable row level security;
create index fragrance_shares_owner on public.fragrance_shares (owner_id) where owner_id is not null;
create index fragrance_shares_device on public.fragrance_shares (owner_hash) where owner_hash is not null;
create index fragrance_shares_audio on public.fragrance_shares (audio_path);

-- Data of a share for a crawler: everything but the flower's data, and whether there is a picture.
create function public.share_card(share_id text)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  has_image boolean, description text, source text, maker_name text, seconds double precision
)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         exists (select 1 from storage.objects as picture where picture.bucket_id = 'share-images' and picture.name = share.share_id || '.png'),
         share.description, share.source, share.maker_name,
         case when jsonb_typeof(share.trace -> 'duration') = 'number' then (share.trace ->> 'duration')::double precision end
  from public.fragrance_shares as share
  where share.share_id = share_card.share_id and share.is_active and not share.hidden
$$;

-- Ids of shares that were taken back: their pages show that, and no new share can take such an id.
create table private.withdrawn_shares (
  share_id text primary key,
  withdrawn_at timestamptz not null default now()
);
alter table private.withdrawn_shares enable row level security;

-- A share as its page gets it.
create type private.shown_share as (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, accents jsonb, "character" jsonb,
  proportions jsonb, description text, source text, maker_name text, view_count integer, created_at timestamptz, is_active boolean
);

-- The share of an id: no row when there is none (any more), which also means that the id is free to try.
create function public.get_share(share_id text)
returns setof private.shown_share language sql stable security definer set search_path = ''
as $$
  select shown.*
  from public.fragrance_shares as share, lateral jsonb_populate_record(null::private.shown_share, to_jsonb(share)) as shown
  where share.share_id = get_share.share_id and share.is_active and not share.hidden
$$;

-- Makes a share of a recording of the caller's, who gets it again for the same id. An id that was taken back is taken.
create function public.create_share(share jsonb, owner_secret text default null)
returns setof private.shown_share language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := private.calling_member();
  hash text := private.secret_hash(owner_secret);
  wanted public.fragrance_shares;
  known public.fragrance_shares;
  broken text;
begin
  perform private.refuse_over('create_share', array[private.caller_address(), auth.uid()::text]);
  perform private.require_owner(member, hash);
  wanted := private.row_of(null::public.fragrance_shares, share, 200000);
  if jsonb_typeof(share -> 'show_name') not in ('boolean', 'null') then
    raise check_violation using message = '"show_name" has to be true or false.';
  end if;
  wanted.maker_name := case when share -> 'show_name' = 'true' then (select p.liquid_name from public.profiles as p where p.id = member) end;

  select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  if known.share_id is null and exists (select 1 from private.withdrawn_shares as w where w.share_id = wanted.share_id) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  if known.share_id is null then
    perform private.recording_for(wanted.audio_path, member, hash);
    perform private.refuse_hidden_sound(wanted.audio_path);
    if (select count(*) from public.fragrance_shares as s where s.audio_path = wanted.audio_path and s.share_id <> wanted.share_id) >= 50 then
      raise sqlstate 'P0001' using message = 'This recording has been shared often enough.', hint = 'too_many';
    end if;
    begin
      wanted.owner_id := member;
      wanted.owner_hash := case when member is null then hash end;
      insert into public.fragrance_shares (
        share_id, title, name, music_essence, top_notes, middle_notes, base_notes, audio_path, intensity, complexity, persistence,
        trace, accents, "character", proportions, description, source, maker_name, owner_id, owner_hash
      )
      select wanted.share_id, coalesce(wanted.title, 'My Accord Fragrance Profile'), wanted.name, wanted.music_essence, coalesce(wanted.top_notes, '{}'), coalesce(wanted.middle_notes, '{}'), coalesce(wanted.base_notes, '{}'),
             wanted.audio_path, wanted.intensity, wanted.complexity, wanted.persistence, wanted.trace, wanted.accents, wanted."character",
             wanted.proportions, wanted.description, wanted.source, wanted.maker_name, wanted.owner_id, wanted.owner_hash
      on conflict on constraint fragrance_shares_pkey do nothing;
    exception
      when check_violation or not_null_violation then
        get stacked diagnostics broken = constraint_name;
        raise check_violation using message = format('This share cannot be stored: %s.', coalesce(nullif(replace(replace(broken, 'fragrance_shares_', ''), '_check', ''), ''), 'something is missing'));
    end;
    select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  end if;
  if not (known.is_active and not known.hidden and private.owns(known.owner_id, known.owner_hash, member, hash)) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  return query select * from jsonb_populate_record(null::private.shown_share, to_jsonb(known));
end
$$;

-- The shares of the calling member, and of this device, newest first. In PL/pgSQL, so that an ended session is refused where
-- there is no row, too.
create function public.own_shares(owner_secret text default null)
returns table (share_id text, name text, created_at timestamptz, view_count integer, audio_url text, hidden boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  member constant uuid := private.calling_member();
  hash constant text := private.secret_hash(owner_secret);
begin
  return query
    select share.share_id, share.name, share.created_at, share.view_count, share.audio_url, share.hidden
    from public.fragrance_shares as share
    where (share.owner_id = member or share.owner_hash = hash) and share.is_active
    order by share.created_at desc, share.share_id
    limit 1000;
end
$$;

-- State of an id: `free`, `shared` (active or not), or `withdrawn`.
create function public.share_state(share_id text)
returns text language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select 1 from public.fragrance_shares as share where share.share_id = share_state.share_id) then 'shared'
    when exists (select 1 from private.withdrawn_shares as gone where gone.share_id = share_state.share_id) then 'withdrawn'
    else 'free'
  end
$$;

-- Counts one view and returns the number; null when there is no such active share. A device counts once an hour by its secret, an
-- address 200 times at most, since devices can be made up: it is counted first, so that they fill no table. A caller without a
-- device counts once for the address. A caller without a known address counts each time.
create function public.record_share_view(share_id text, owner_secret text default null)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text := private.caller_address();
  views integer;
  device text := private.secret_hash(owner_secret);
  device_key text := 'view:' || private.hashed(record_share_view.share_id || ' ' || device);
  counted record;
begin
  select share.view_count into views from public.fragrance_shares as share where share.share_id = record_share_view.share_id and share.is_active and not share.hidden;
  if not found then
    return null;
  end if;
  if exists (select 1 from private.caller_windows as w where w.key = device_key and w.window_start > clock_timestamp() - interval '1 hour') then
    return views;
  end if;
  if address is not null then
    select * into counted from private.count_for('view:' || private.hashed(private.setting('salt') || record_share_view.share_id || ' ' || address), 3600);
    if counted.hits > (case when device is null then 1 else 200 end) then
      return views;
    end if;
  end if;
  if device is not null then
    select * into counted from private.count_for(device_key, 3600);
    -- The same device at the same time.
    if counted.hits > 1 then
      return views;
    end if;
  end if;
  -- One statement: simultaneous views each count.
  update public.fragrance_shares as share
  set view_count = share.view_count + 1
  where share.share_id = record_share_view.share_id and share.is_active and not share.hidden
  returning share.view_count into views;
  return views;
end
$$;
