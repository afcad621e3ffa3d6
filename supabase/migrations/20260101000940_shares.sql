-- Shares are made, read and taken back by functions alone: one is read by its id, and nobody can list them.

drop policy "everybody reads active shares" on public.fragrance_shares;
drop policy "everybody shares" on public.fragrance_shares;

-- Ids of shares that were taken back: their pages say so, and nobody can take such an id again.
create table private.withdrawn_shares (
  share_id text primary key,
  withdrawn_at timestamptz not null default now()
);
alter table private.withdrawn_shares enable row level security;
revoke all on private.withdrawn_shares from public, anon, authenticated;

-- What is read out of JSON that came from outside, in words where it is something else.
create function private.text_of(source jsonb, field text)
returns text language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(source -> field) in ('string', 'null') or not source ? field then
    return source ->> field;
  end if;
  raise check_violation using message = format('"%s" has to be a text.', field);
end
$$;
create function private.texts_of(source jsonb, field text)
returns text[] language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return '{}';
  end if;
  if jsonb_typeof(source -> field) <> 'array' or jsonb_array_length(source -> field) > 64
     or exists (select 1 from jsonb_array_elements(source -> field) as list (item) where jsonb_typeof(list.item) <> 'string') then
    raise check_violation using message = format('"%s" has to be a list of texts.', field);
  end if;
  return array(select jsonb_array_elements_text(source -> field));
end
$$;
create function private.number_of(source jsonb, field text)
returns double precision language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return null;
  end if;
  if jsonb_typeof(source -> field) <> 'number' or abs((source ->> field)::numeric) > 1e9 then
    raise check_violation using message = format('"%s" has to be a number.', field);
  end if;
  return (source ->> field)::double precision;
end
$$;
create function private.uuid_of(source jsonb, field text)
returns uuid language plpgsql immutable set search_path = ''
as $$
declare
  text_of_it text := private.text_of(source, field);
begin
  if text_of_it is null then
    return null;
  end if;
  if text_of_it !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    raise check_violation using message = format('"%s" has to be a UUID.', field);
  end if;
  return text_of_it::uuid;
end
$$;

-- Refuses what is no object, or longer than anything that we take.
create function private.require_object(source jsonb, most integer)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(source) is distinct from 'object' or octet_length(source::text) > most then
    raise check_violation using message = 'This is not what the function takes.';
  end if;
end
$$;

-- Whoever makes something is a member or has a device's secret.
create function private.require_owner(member uuid, secret_hash text)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if member is null and secret_hash is null then
    raise check_violation using message = 'The secret of this device is missing.', hint = 'no_owner';
  end if;
end
$$;

-- The share of an id: no row when there is none (any more), which also means that the id is free to try.
create function public.get_share(share_id text)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, view_count integer, created_at timestamptz, is_active boolean
)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         share.intensity, share.complexity, share.persistence, share.trace, share.view_count, share.created_at, share.is_active
  from public.fragrance_shares as share
  where share.share_id = get_share.share_id and share.is_active
$$;
revoke all on function public.get_share(text) from public;
grant execute on function public.get_share(text) to anon, authenticated, service_role;

-- Makes a share of a recording that is the caller's, and returns it. The id comes from the device: the same id from the same
-- owner again is the same share. One recording is shared 50 times at most: its row is locked while they are counted.
create function public.create_share(share jsonb, owner_secret text default null)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, view_count integer, created_at timestamptz, is_active boolean
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
      insert into public.fragrance_shares as made (share_id, title, name, music_essence, top_notes, middle_notes, base_notes, audio_path, intensity, complexity, persistence, trace, owner_id, owner_hash)
      values (wanted.share_id, wanted.title, wanted.name, wanted.music_essence, wanted.top_notes, wanted.middle_notes, wanted.base_notes, wanted.audio_path,
              wanted.intensity, wanted.complexity, wanted.persistence, wanted.trace, member, case when member is null then hash end)
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
           s.intensity, s.complexity, s.persistence, s.trace, s.view_count, s.created_at, s.is_active
    from public.fragrance_shares as s where s.share_id = wanted.share_id;
end
$$;
revoke all on function public.create_share(jsonb, text) from public;
grant execute on function public.create_share(jsonb, text) to anon, authenticated, service_role;

-- The shares of the member who asks, and of this device, newest first.
create function public.own_shares(owner_secret text default null)
returns table (share_id text, name text, created_at timestamptz, view_count integer, audio_url text)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.name, share.created_at, share.view_count, share.audio_url
  from public.fragrance_shares as share
  where (share.owner_id = (select auth.uid()) or share.owner_hash = private.secret_hash(owner_secret)) and share.is_active
  order by share.created_at desc, share.share_id
  limit 1000
$$;
revoke all on function public.own_shares(text) from public;
grant execute on function public.own_shares(text) to anon, authenticated, service_role;

-- What a crawler is told about a share: everything but the drawing's data, and whether there is a picture.
create or replace function public.share_card(share_id text)
returns table (share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text, has_image boolean)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         exists (select 1 from storage.objects as picture where picture.bucket_id = 'share-images' and picture.name = share.share_id || '.png')
  from public.fragrance_shares as share
  where share.share_id = share_card.share_id and share.is_active
$$;

-- What became of an id: `free`, `shared` (active or not), or `withdrawn`.
create function public.share_state(share_id text)
returns text language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select 1 from public.fragrance_shares as share where share.share_id = share_state.share_id) then 'shared'
    when exists (select 1 from private.withdrawn_shares as gone where gone.share_id = share_state.share_id) then 'withdrawn'
    else 'free'
  end
$$;
revoke all on function public.share_state(text) from public, anon, authenticated;
grant execute on function public.share_state(text) to service_role;

-- True when something besides this share names the recording.
create function private.named_elsewhere(path text, besides text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.fragrance_shares as share where share.audio_path = path and share.share_id is distinct from besides)
      or exists (select 1 from public.fragrance_submissions as submission where submission.audio_path = path)
      or exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = path)
$$;
revoke all on function private.named_elsewhere(text, text) from public, anon, authenticated;

-- For the function `withdraw-share`, before it acts: the recording of a share that is the caller's, and whether it has to
-- move because the owner uses it elsewhere. No row when the share is not theirs.
create function public.share_to_withdraw(share_id text, member uuid, owner_secret text)
returns table (audio_path text, moves boolean)
language sql stable security definer set search_path = ''
as $$
  select share.audio_path, private.named_elsewhere(share.audio_path, share.share_id)
  from public.fragrance_shares as share
  where share.share_id = share_to_withdraw.share_id
    and private.owns(share.owner_id, share.owner_hash, member, private.secret_hash(owner_secret))
$$;
revoke all on function public.share_to_withdraw(text, uuid, text) from public, anon, authenticated;
grant execute on function public.share_to_withdraw(text, uuid, text) to service_role;

-- Takes a share back. `moved_to` is where a copy of its recording lies already: what else names the recording names that one
-- from now on. Returns `done` (false: the recording turned out to be used elsewhere, and there is no copy), where the recording is now
-- (null when nothing names it any more), and the objects that have to go.
create function public.withdraw_share(share_id text, member uuid, owner_secret text, moved_to text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  id text := withdraw_share.share_id;
  path text;
  moves boolean;
begin
  select recording.audio_path into path
  from public.fragrance_shares as share join public.recordings as recording on recording.audio_path = share.audio_path
  where share.share_id = id and private.owns(share.owner_id, share.owner_hash, member, private.secret_hash(owner_secret))
  for update of share, recording;
  if path is null then
    return null;
  end if;
  moves := private.named_elsewhere(path, id);
  if moves and moved_to is null then
    return jsonb_build_object('done', false);
  end if;
  delete from public.fragrance_shares as share where share.share_id = id;
  insert into private.withdrawn_shares (share_id) values (id) on conflict do nothing;
  if moves then
    update public.recordings as recording set audio_path = moved_to where recording.audio_path = path;
  else
    delete from public.recordings as recording where recording.audio_path = path;
  end if;
  return jsonb_build_object(
    'done', true,
    'audio_path', case when moves then moved_to end,
    'objects', jsonb_build_array(jsonb_build_object('bucket', 'audio', 'name', path), jsonb_build_object('bucket', 'share-images', 'name', id || '.png'))
      || case when not moves and moved_to is not null then jsonb_build_array(jsonb_build_object('bucket', 'audio', 'name', moved_to)) else '[]' end
  );
end
$$;
revoke all on function public.withdraw_share(text, uuid, text, text) from public, anon, authenticated;
grant execute on function public.withdraw_share(text, uuid, text, text) to service_role;
