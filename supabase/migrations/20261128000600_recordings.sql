-- Every recording in the bucket `audio`. A row without a file is harmless, a file without a row is cleaned up.
create table public.recordings (
  audio_path text primary key check (char_length(audio_path) <= 200 and audio_path ~ '^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$'),
  -- The id that its device gave it before it was sent: sent again, it is the same recording.
  recording_id uuid unique,
  owner_id uuid references auth.users (id) on delete cascade,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of the bytes.
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  -- Last time at which a share, submission or saved fragrance referred to it.
  named_at timestamptz,
  check (owner_id is null or owner_hash is null)
);
create index recordings_owner on public.recordings (owner_id) where owner_id is not null;
create index recordings_device on public.recordings (owner_hash) where owner_hash is not null;
alter table public.recordings enable row level security;

-- Hidden recordings, by their bytes: nothing may publish them, in any upload. `thing` is the id of the hidden share or
-- fragrance. A row is deleted when that is shown again, and stays when that is deleted.
create table private.hidden_sounds (
  content_hash text not null,
  thing text not null,
  primary key (content_hash, thing)
);
alter table private.hidden_sounds enable row level security;

create function private.refuse_hidden_sound(path text)
returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from public.recordings as recording join private.hidden_sounds as hidden on hidden.content_hash = recording.content_hash
    where recording.audio_path = path
  ) then
    raise sqlstate 'P0001' using message = 'Accord has hidden this recording, so it cannot be published.', hint = 'hidden_sound';
  end if;
end
$$;

-- Checks that a recording exists and belongs to the caller who refers to it. Locks its row until the end of the
-- transaction, so that counts about it stay true and no clean-up removes it meanwhile. A recording of this device
-- becomes the member's when the member uses it.
create function private.recording_for(path text, member uuid, secret_hash text)
returns public.recordings language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_one public.recordings;
begin
  update public.recordings as recording
  set named_at = clock_timestamp(),
      owner_id = coalesce(member, recording.owner_id),
      owner_hash = case when member is null then recording.owner_hash end
  where recording.audio_path = path and private.owns(recording.owner_id, recording.owner_hash, member, secret_hash)
    and exists (select 1 from storage.objects as object where object.bucket_id = 'audio' and object.name = path)
  returning * into found_one;
  if found_one.audio_path is null then
    raise check_violation using message = 'This recording does not exist.', hint = 'no_recording';
  end if;
  return found_one;
end
$$;

-- For the function `upload-audio`: the stored copy of a recording that is sent again; no row when it is new.
create function public.find_recording(recording_id uuid, member uuid, owner_secret text)
returns table (audio_path text, content_hash text, mine boolean)
language sql stable security definer set search_path = ''
as $$
  select recording.audio_path, recording.content_hash,
         private.owns(recording.owner_id, recording.owner_hash, member, private.secret_hash(owner_secret))
  from public.recordings as recording
  where recording.recording_id = find_recording.recording_id
$$;

-- For the function `upload-audio`, after the object is stored: writes down whose it is, and returns the path of the
-- recording with this id: another one than was given when the same was sent twice at once.
create function public.register_recording(audio_path text, recording_id uuid, content_hash text, member uuid, owner_secret text)
returns text language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  stored text;
begin
  insert into public.recordings as recording (audio_path, recording_id, content_hash, owner_id, owner_hash)
  values (audio_path, recording_id, content_hash, member, case when member is null then private.secret_hash(owner_secret) end)
  on conflict on constraint recordings_recording_id_key do nothing
  returning recording.audio_path into stored;
  if stored is null then
    select recording.audio_path into stored from public.recordings as recording
    where recording.recording_id = register_recording.recording_id and recording.content_hash = register_recording.content_hash
      and private.owns(recording.owner_id, recording.owner_hash, member, private.secret_hash(owner_secret));
  end if;
  if stored is null then
    raise unique_violation using message = 'Another recording was already stored under this id.';
  end if;
  return stored;
end
$$;

-- One recording of this device becomes the member's, who is about to save a fragrance with it; false when it is not
-- this device's (or is the member's already).
create function public.claim_recording(audio_path text, owner_secret text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  update public.recordings as recording set owner_id = member, owner_hash = null
  where recording.audio_path = claim_recording.audio_path and recording.owner_hash = private.secret_hash(owner_secret);
  return found;
end
$$;
