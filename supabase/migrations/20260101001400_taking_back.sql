-- Taking back is taking back. A recording that was public and is not any more (made private, hidden, withdrawn, deleted) must not
-- be heard from then on, also by its old address; a recording that nothing names any more must not stay. Files cannot be moved or
-- removed here, so this is the list of what has to be done, written in the transaction that takes back; the function
-- `settle-recordings` does it: a recording that its owner still uses moves to a new random address, and the others are removed.
-- The embedded backend refuses what is on the list until then.

create table private.taken_back (
  -- An address under which nothing may be heard. No reference: the row of the recording goes first, its file afterwards.
  audio_path text primary key,
  at timestamptz not null default clock_timestamp()
);
create index taken_back_at on private.taken_back (at);
alter table private.taken_back enable row level security;
revoke all on private.taken_back from public, anon, authenticated, service_role;

create index if not exists fragrance_shares_audio on public.fragrance_shares (audio_path);
create index if not exists fragrance_submissions_audio on public.fragrance_submissions (audio_path);
create index if not exists fragrance_profiles_audio on public.fragrance_profiles (audio_path) where audio_path is not null;

-- True when something public names the recording.
create function private.is_heard(path text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.fragrance_shares as share where share.audio_path = path and share.is_active)
      or exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = path and fragrance.is_public)
$$;
revoke all on function private.is_heard(text) from public, anon, authenticated;

-- True when the address of a recording has to answer as if there were nothing.
create function private.is_taken_back(path text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.taken_back as t where t.audio_path = path) and not private.is_heard(path)
$$;
revoke all on function private.is_taken_back(text) from public, anon, authenticated;

-- Asks for `settle-recordings` once a transaction, where the project has pg_net and the two secrets of `run_cleanup`. Elsewhere the
-- app asks itself, and the nightly clean-up does what is left.
create function private.ask_to_settle()
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  project_url text;
  service_key text;
begin
  if current_setting('accord.settling', true) = 'on' or to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform set_config('accord.settling', 'on', true);
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into service_key using 'service_key';
  if project_url is not null and service_key is not null then
    execute 'select net.http_post(url := $1, headers := $2, body := $3)'
      using project_url || '/functions/v1/settle-recordings',
            jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
            '{}'::jsonb;
  end if;
exception
  -- Whatever the extension says: taking back does not fail because of it.
  when others then
    null;
end
$$;
revoke all on function private.ask_to_settle() from public, anon, authenticated;

create function private.take_back_recording(path text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
begin
  if path is null or private.is_heard(path) then
    return;
  end if;
  insert into private.taken_back (audio_path) values (path) on conflict do nothing;
  if found then
    perform private.ask_to_settle();
  end if;
end
$$;
revoke all on function private.take_back_recording(text) from public, anon, authenticated;

-- What was public, and what was deleted and is named by nothing else. A private fragrance with another sound leaves the old one
-- to its device.
create function private.note_taken_back()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  was_public boolean := case tg_argv[0] when 'share' then (to_jsonb(old) ->> 'is_active')::boolean else (to_jsonb(old) ->> 'is_public')::boolean end;
begin
  if was_public or (tg_op = 'DELETE' and not private.named_elsewhere(old.audio_path, null)) then
    perform private.take_back_recording(old.audio_path);
  end if;
  return null;
end
$$;
revoke all on function private.note_taken_back() from public, anon, authenticated;
create trigger note_taken_back after update of is_public, audio_path or delete on public.fragrance_profiles
  for each row execute function private.note_taken_back('fragrance');
create trigger note_taken_back after update of is_active, audio_path or delete on public.fragrance_shares
  for each row execute function private.note_taken_back('share');

-- For `settle-recordings`: what is on the list, the oldest first, and whether something still uses it, so that it moves.
create function public.recordings_to_settle(most integer default 100)
returns table (audio_path text, moves boolean)
language sql stable security definer set search_path = ''
as $$
  select t.audio_path, private.named_elsewhere(t.audio_path, null)
  from private.taken_back as t
  order by t.at, t.audio_path
  limit least(greatest(most, 1), 1000)
$$;
revoke all on function public.recordings_to_settle(integer) from public, anon, authenticated;
grant execute on function public.recordings_to_settle(integer) to service_role;

-- Takes the address away from a recording. `moved_to` is where a copy lies already: what names the recording names that one from now
-- on. Returns `done` (false: it is in use, and there is no copy) and the objects that have to go. It stays on the list until
-- they are gone.
create function public.settle_recording(path text, moved_to text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone text[] := array[path];
begin
  if not exists (select 1 from private.taken_back as t where t.audio_path = path for update) then
    return jsonb_build_object('done', true, 'objects', case when moved_to is null then '[]' else jsonb_build_array(jsonb_build_object('bucket', 'audio', 'name', moved_to)) end);
  end if;
  -- Nobody names it meanwhile.
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
revoke all on function public.settle_recording(text, text) from public, anon, authenticated;
grant execute on function public.settle_recording(text, text) to service_role;

-- The files are gone: takes their addresses off the list.
create function public.recordings_settled(paths text[])
returns void language sql volatile security definer set search_path = ''
as $$
  delete from private.taken_back as t
  where t.audio_path = any(paths) and not exists (select 1 from public.recordings as recording where recording.audio_path = t.audio_path)
$$;
revoke all on function public.recordings_settled(text[]) from public, anon, authenticated;
grant execute on function public.recordings_settled(text[]) to service_role;

-- What was hidden before.
insert into private.taken_back (audio_path)
select distinct named.audio_path
from (
  select f.audio_path from private.hidden as h join public.fragrance_profiles as f on h.subject = 'fragrance' and h.subject_id = f.id::text
  union
  select s.audio_path from private.hidden as h join public.fragrance_shares as s on h.subject = 'share' and h.subject_id = s.share_id
) as named
where named.audio_path is not null and not private.is_heard(named.audio_path)
on conflict do nothing;
