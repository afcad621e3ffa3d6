-- Takes a share back. `moved_to` is the path of a copy of its recording: all other rows of the recording then refer to
-- the copy. Returns `done` (false: the recording is used elsewhere, and there is no copy), the present path of the
-- recording (null when no row refers to it), and the objects to remove.
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
    return jsonb_build_object('done', false, 'audio_path', path);
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

-- True when something besides this share names the recording.
create function private.named_elsewhere(path text, besides text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.fragrance_shares as share where share.audio_path = path and share.share_id is distinct from besides)
      or exists (select 1 from public.fragrance_submissions as submission where submission.audio_path = path)
      or exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = path)
$$;

-- Recordings to move or remove. A recording that is no longer public (made private, hidden, withdrawn, deleted) must
-- not play from then on, also by its old address; a recording without a reference must not stay. Files cannot be moved
-- or removed here, so this is the list of them, written in the transaction that takes back; the function
-- `settle-recordings` does it: a recording that its owner still uses moves to a new random address, and the others are
-- removed. Until then the embedded backend refuses the recordings on the list.
create table private.taken_back (
  -- An address that must not play. No reference: the row of the recording goes first, its file afterwards.
  audio_path text primary key,
  at timestamptz not null default clock_timestamp()
);
create index taken_back_at on private.taken_back (at);
alter table private.taken_back enable row level security;

-- True when something public names the recording.
create function private.is_heard(path text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.fragrance_shares as share where share.audio_path = path and share.is_active and not share.hidden)
      or exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = path and fragrance.is_public and not fragrance.hidden)
$$;

-- Lists recordings that were public, and those that were deleted and have no other reference. A private fragrance with
-- another sound leaves the old one to its device. Requests `settle-recordings` once a transaction, if the project has
-- pg_net and the secrets; otherwise the app calls it, and the nightly clean-up does the rest.
create function private.note_taken_back()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  thing constant jsonb := to_jsonb(old);
  was_public constant boolean := case tg_argv[0] when 'share' then thing -> 'is_active' else thing -> 'is_public' end = 'true' and not old.hidden;
begin
  if tg_op = 'DELETE' then
    perform private.drop_reports(coalesce(thing ->> 'share_id', thing ->> 'id'));
  end if;
  if old.audio_path is null or private.is_heard(old.audio_path)
     or not (was_public or (tg_op = 'DELETE' and not private.named_elsewhere(old.audio_path, null))) then
    return null;
  end if;
  insert into private.taken_back (audio_path) values (old.audio_path) on conflict do nothing;
  if not found or current_setting('accord.settling', true) = 'on' or to_regnamespace('net') is null then
    return null;
  end if;
  perform set_config('accord.settling', 'on', true);
  begin
    perform private.call_function('settle-recordings');
  exception
    -- Withdrawing must not fail because something is missing there.
    when others then
      null;
  end;
  return null;
end
$$;

create trigger note_taken_back after update of is_public, hidden, audio_path or delete on public.fragrance_profiles
  for each row execute function private.note_taken_back('fragrance');

create trigger note_taken_back after update of is_active, hidden, audio_path or delete on public.fragrance_shares
  for each row execute function private.note_taken_back('share');

-- Hides everything that refers to a hidden recording, and records the hash of its bytes; showing it again reverts both.
create function private.hide_sound()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  this constant text := coalesce(to_jsonb(new) ->> 'share_id', to_jsonb(new) ->> 'id');
begin
  if new.hidden then
    insert into private.hidden_sounds (content_hash, thing)
    select recording.content_hash, this from public.recordings as recording
    where recording.audio_path = new.audio_path and recording.content_hash is not null
    on conflict do nothing;
  else
    delete from private.hidden_sounds as listed where listed.thing = this;
  end if;
  -- This trigger runs for each of these rows, too.
  update public.fragrance_shares as s set hidden = new.hidden where s.audio_path = new.audio_path and s.hidden <> new.hidden;
  update public.fragrance_profiles as f set hidden = new.hidden where f.audio_path = new.audio_path and f.hidden <> new.hidden;
  return null;
end
$$;

create trigger hide_sound after update of hidden on public.fragrance_profiles
  for each row when (old.hidden <> new.hidden) execute function private.hide_sound();

create trigger hide_sound after update of hidden on public.fragrance_shares
  for each row when (old.hidden <> new.hidden) execute function private.hide_sound();

-- For `settle-recordings`: the recordings on the list, the oldest first.
create function public.recordings_to_settle(most integer default 100)
returns setof text language sql stable security definer set search_path = ''
as $$
  select t.audio_path from private.taken_back as t
  order by t.at, t.audio_path
  limit least(greatest(most, 1), 1000)
$$;

-- Removes a recording from its address. `moved_to` is the path of a copy: all rows of the recording then refer to the
-- copy. Returns `done` (false: it is in use, and there is no copy) and the objects to remove. It stays on the list
-- until they are gone.
create function public.settle_recording(path text, moved_to text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone text[] := array[path];
begin
  if not exists (select 1 from private.taken_back as t where t.audio_path = path for update) then
    return jsonb_build_object('done', true, 'objects', case when moved_to is null then '[]' else jsonb_build_array(jsonb_build_object('bucket', 'audio', 'name', moved_to)) end);
  end if;
  -- The lock prevents a new reference meanwhile.
  perform 1 from public.recordings as recording where recording.audio_path = path for update;
  if private.is_heard(path) then
    -- It was published again.
    delete from private.taken_back as t where t.audio_path = path;
    gone := array_remove(array[moved_to], null);
  elsif private.named_elsewhere(path, null) then
    if moved_to is null then
      return jsonb_build_object('done', false);
    end if;
    update public.recordings as recording set audio_path = moved_to where recording.audio_path = path;
  else
    delete from public.recordings as recording where recording.audio_path = path;
    gone := array_remove(array[path, moved_to], null);
  end if;
  return jsonb_build_object('done', true, 'objects', (
    select coalesce(jsonb_agg(jsonb_build_object('bucket', 'audio', 'name', name)), '[]') from unnest(gone) as name
  ));
end
$$;

-- The files are gone: takes their addresses off the list.
create function public.recordings_settled(paths text[])
returns void language sql volatile security definer set search_path = ''
as $$
  delete from private.taken_back as t
  where t.audio_path = any(paths) and not exists (select 1 from public.recordings as recording where recording.audio_path = t.audio_path)
$$;
