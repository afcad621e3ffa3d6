-- Objects that belong to nothing: recordings that no share, submission or saved fragrance names, pictures whose share
-- was never made, photos of members who are gone.
create function public.objects_to_delete(recordings_before timestamptz, pictures_before timestamptz, most integer default 500)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'audio' and object.created_at < pictures_before
      and not exists (select 1 from public.recordings as r where r.audio_path = object.name)
    limit most;
  return query
    with unused as (
      select r.audio_path from public.recordings as r
      where greatest(r.created_at, r.named_at) < recordings_before
        and not exists (select 1 from public.fragrance_shares as s where s.audio_path = r.audio_path and s.is_active)
        and not exists (select 1 from public.fragrance_submissions as s where s.audio_path = r.audio_path)
        and not exists (select 1 from public.fragrance_profiles as f where f.audio_path = r.audio_path)
      order by r.created_at
      limit most
      for update skip locked
    ),
    gone as (delete from public.recordings as r using unused where r.audio_path = unused.audio_path returning r.audio_path)
    select 'audio', gone.audio_path from gone;
  return query
    select object.bucket_id, object.name
    from storage.objects as object left join public.fragrance_shares as share on share.share_id || '.png' = object.name
    where object.bucket_id = 'share-images' and (not share.is_active or (share.share_id is null and object.created_at < pictures_before))
    limit most;
  return query
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'profiles' and object.created_at < pictures_before
      and not exists (select 1 from public.profiles as profile where profile.id::text = split_part(object.name, '/', 1))
    limit most;
end
$$;
revoke all on function public.objects_to_delete(timestamptz, timestamptz, integer) from public, anon, authenticated;
grant execute on function public.objects_to_delete(timestamptz, timestamptz, integer) to service_role;

-- Deletes an account with everything that hangs on it, and returns the objects that have to follow.
create function public.delete_account(member uuid)
returns table (bucket text, name text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select 'profiles', object.name from storage.objects as object
    where object.bucket_id = 'profiles' and object.name like member::text || '/%';
  return query
    select * from private.take_belongings(member, null, (select lower(email) from auth.users where id = member and email_confirmed_at is not null));
  delete from auth.users where id = member;
end
$$;
revoke all on function public.delete_account(uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid) to service_role;

-- Calls an edge function of a hosted project. It needs the extension pg_net, and two secrets in the vault: `project_url` and
-- `service_key`.
create function private.call_function(name text)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  project_url text;
  service_key text;
begin
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into service_key using 'service_key';
  if project_url is null or service_key is null then
    raise exception 'The vault has no secret project_url or service_key.';
  end if;
  execute 'select net.http_post(url := $1, headers := $2, body := $3)'
    using project_url || '/functions/v1/' || call_function.name,
          jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
          '{}'::jsonb;
end
$$;
revoke all on function private.call_function(text) from public, anon, authenticated;

-- Starts the jobs of a hosted project, which needs pg_cron as well: the nightly clean-up, and once a minute the mails, where some are
-- due. The operator is notified of new entries at that address. The embedded backend uses timers instead.
create function private.schedule(operator_mail text)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_email(schedule.operator_mail) then
    raise exception 'This is no e-mail address.';
  end if;
  perform private.configure(mail => true, operator_mail => schedule.operator_mail);
  execute 'select cron.schedule($1, $2, $3)' using 'cleanup-recordings', '17 3 * * *', $job$select private.call_function('cleanup-recordings')$job$;
  execute 'select cron.schedule($1, $2, $3)' using 'send-mails', '* * * * *', $job$
    select private.call_function('send-mails') where exists (
      select 1 from private.mails as m
      where (m.next_try_at <= clock_timestamp() and coalesce(m.claimed_until <= clock_timestamp(), true))
         or m.created_at < clock_timestamp() - interval '30 days'
    )$job$;
end
$$;
revoke all on function private.schedule(text) from public, anon, authenticated;

-- What this device made as a visitor becomes the member's; returns how many things that were.
create function public.claim_device(owner_secret text)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
  hash text := private.secret_hash(owner_secret);
  changed integer;
  total integer := 0;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  if hash is null then
    raise check_violation using message = 'This is not the secret of a device.', hint = 'no_owner';
  end if;
  update public.recordings set owner_id = member, owner_hash = null where owner_hash = hash;
  get diagnostics changed = row_count;
  total := total + changed;
  update public.fragrance_shares set owner_id = member, owner_hash = null where owner_hash = hash;
  get diagnostics changed = row_count;
  total := total + changed;
  update public.fragrance_submissions set owner_id = member, owner_hash = null where owner_hash = hash;
  get diagnostics changed = row_count;
  total := total + changed;
  -- What the member has ordered already stays one order.
  update public.preorders as here set owner_hash = null, merged_into = same.id
  from public.preorders as same
  where here.owner_hash = hash and same.owner_id = member
    and lower(same.email) = lower(here.email) and same.fragrance_id = here.fragrance_id;
  update public.preorders set owner_id = member, owner_hash = null where owner_hash = hash;
  get diagnostics changed = row_count;
  total := total + changed;
  update public.contact_messages set owner_id = member, owner_hash = null where owner_hash = hash;
  get diagnostics changed = row_count;
  perform private.merge_orders(member);
  return total + changed;
end
$$;
revoke all on function public.claim_device(text) from public, anon;
grant execute on function public.claim_device(text) to authenticated, service_role;

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

-- Takes everything away that belongs to a member or to a device, but not the member: shares, submissions, messages and
-- recordings. Orders stay, with the e-mail that they contain, and lose their owner. `address` is the member's
-- confirmed e-mail, whose submissions and messages go as well.
create function private.take_belongings(member uuid, hash text, address text)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  submitted text[];
  recorded text[];
  shared text[];
begin
  submitted := array(
    select distinct s.audio_path from public.fragrance_submissions as s
    where private.owns(s.owner_id, s.owner_hash, member, hash) or lower(s.email) = address
  );
  delete from public.fragrance_submissions as s where private.owns(s.owner_id, s.owner_hash, member, hash) or lower(s.email) = address;
  delete from public.contact_messages as m where private.owns(m.owner_id, m.owner_hash, member, hash) or lower(m.email) = address;
  update public.preorders as p set owner_id = null, owner_hash = null where private.owns(p.owner_id, p.owner_hash, member, hash);

  -- Their recordings, and those without an owner that only their submissions named.
  recorded := array(
    select r.audio_path from public.recordings as r
    where private.owns(r.owner_id, r.owner_hash, member, hash)
       or (r.owner_id is null and r.owner_hash is null and r.audio_path = any(submitted) and not private.named_elsewhere(r.audio_path, null))
    for update
  );
  shared := array(
    select s.share_id from public.fragrance_shares as s
    where private.owns(s.owner_id, s.owner_hash, member, hash) or s.audio_path = any(recorded)
  );
  perform private.withdraw_shares(shared);
  delete from public.recordings as r where r.audio_path = any(recorded);
  return query
    select 'audio', path from unnest(recorded) as path
    union all
    select 'share-images', share || '.png' from unnest(shared) as share;
end
$$;
revoke all on function private.take_belongings(uuid, text, text) from public, anon, authenticated;

-- Everything that the deletion of the account would take away, and the orders, which stay.
create function public.export_my_data()
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
  address text := (select lower(email) from auth.users where id = member and email_confirmed_at is not null);
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at) from auth.users where id = member),
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = member),
    'fragrances', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' - 'words' order by f.created_at), '[]') from public.fragrance_profiles as f where f.user_id = member),
    'shares', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' || jsonb_build_object(
        'image_url', (select '/functions/v1/share-image?id=' || s.share_id from storage.objects as o where o.bucket_id = 'share-images' and o.name = s.share_id || '.png')
      ) order by s.created_at), '[]')
      from public.fragrance_shares as s
      where s.owner_id = member or s.audio_path in (select r.audio_path from public.recordings as r where r.owner_id = member)
    ),
    'submissions', (select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' order by s.created_at), '[]') from public.fragrance_submissions as s where s.owner_id = member or lower(s.email) = address),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'owner_id' - 'owner_hash' order by m.created_at), '[]') from public.contact_messages as m where m.owner_id = member or lower(m.email) = address),
    'recordings', (
      select coalesce(jsonb_agg(jsonb_build_object('audio_url', '/storage/v1/object/public/audio/' || r.audio_path, 'recording_id', r.recording_id, 'created_at', r.created_at) order by r.created_at), '[]')
      from public.recordings as r where r.owner_id = member
    ),
    'photos', (
      select coalesce(jsonb_agg('/storage/v1/object/public/profiles/' || o.name order by o.name), '[]')
      from storage.objects as o where o.bucket_id = 'profiles' and o.name like member::text || '/%'
    ),
    'orders', (select coalesce(jsonb_agg(to_jsonb(p) - 'owner_id' - 'owner_hash' - 'merged_into' order by p.created_at), '[]') from public.preorders as p where p.owner_id = member or lower(p.email) = address),
    'reports', (select coalesce(jsonb_agg(to_jsonb(r) - 'reporter_id' - 'reporter_hash' - 'mailed_at' order by r.created_at), '[]') from public.reports as r where r.reporter_id = member)
  );
end
$$;
revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated, service_role;

-- What a device has reported goes with the rest that it gave.
create function public.forget_device(owner_secret text)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if private.secret_hash(owner_secret) is null then
    return;
  end if;
  delete from public.reports as r where r.reporter_hash = private.secret_hash(owner_secret);
  return query select belongings.bucket, belongings.name from private.take_belongings(null, private.secret_hash(owner_secret), null) as belongings;
end
$$;
revoke all on function public.forget_device(text) from public, anon, authenticated;
grant execute on function public.forget_device(text) to service_role;

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

-- True when something public names the recording.
create function private.is_heard(path text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.fragrance_shares as share where share.audio_path = path and share.is_active and not share.hidden)
      or exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = path and fragrance.is_public and not fragrance.hidden)
$$;
revoke all on function private.is_heard(text) from public, anon, authenticated;

-- True when the address of a recording has to answer as if there were nothing.
create function private.is_taken_back(path text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.taken_back as t where t.audio_path = path) and not private.is_heard(path)
$$;
revoke all on function private.is_taken_back(text) from public, anon, authenticated;

-- Asks for `settle-recordings` once a transaction, where the project has pg_net and the secrets. Elsewhere the app calls it, and
-- the nightly clean-up does the rest.
create function private.take_back_recording(path text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
begin
  if path is null or private.is_heard(path) then
    return;
  end if;
  insert into private.taken_back (audio_path) values (path) on conflict do nothing;
  if not found or current_setting('accord.settling', true) = 'on' or to_regnamespace('net') is null then
    return;
  end if;
  perform set_config('accord.settling', 'on', true);
  begin
    perform private.call_function('settle-recordings');
  exception
    -- Whatever is missing there: taking back does not fail because of it.
    when others then
      null;
  end;
end
$$;
revoke all on function private.take_back_recording(text) from public, anon, authenticated;

-- What was public, and what was deleted and is named by nothing else. A private fragrance with another sound leaves the old one
-- to its device.
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
  if was_public or (tg_op = 'DELETE' and not private.named_elsewhere(old.audio_path, null)) then
    perform private.take_back_recording(old.audio_path);
  end if;
  return null;
end
$$;
revoke all on function private.note_taken_back() from public, anon, authenticated;

create trigger note_taken_back after update of is_public, hidden, audio_path or delete on public.fragrance_profiles
  for each row execute function private.note_taken_back('fragrance');

create trigger note_taken_back after update of is_active, hidden, audio_path or delete on public.fragrance_shares
  for each row execute function private.note_taken_back('share');

-- What names a hidden recording is hidden with it, and its bytes are written down; shown again, all of that ends.
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
  -- Each of these rows comes here in turn.
  update public.fragrance_shares as s set hidden = new.hidden where s.audio_path = new.audio_path and s.hidden <> new.hidden;
  update public.fragrance_profiles as f set hidden = new.hidden where f.audio_path = new.audio_path and f.hidden <> new.hidden;
  return null;
end
$$;
revoke all on function private.hide_sound() from public, anon, authenticated;

create trigger hide_sound after update of hidden on public.fragrance_profiles
  for each row when (old.hidden <> new.hidden) execute function private.hide_sound();

create trigger hide_sound after update of hidden on public.fragrance_shares
  for each row when (old.hidden <> new.hidden) execute function private.hide_sound();

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

-- What a device sent without an account, as a copy for its user: the same that `forget_device` takes away, and the
-- orders, which stay. The secret of the device is the proof, as it is for taking back.
create function public.export_device_data(owner_secret text)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  hash text := private.secret_hash(owner_secret);
begin
  if hash is null then
    raise check_violation using message = 'This is no secret of a device.', hint = 'owner_secret';
  end if;
  return jsonb_build_object(
    'shares', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' || jsonb_build_object(
        'image_url', (select '/functions/v1/share-image?id=' || s.share_id from storage.objects as o where o.bucket_id = 'share-images' and o.name = s.share_id || '.png')
      ) order by s.created_at), '[]')
      from public.fragrance_shares as s
      where s.owner_hash = hash or s.audio_path in (select r.audio_path from public.recordings as r where r.owner_hash = hash)
    ),
    'submissions', (select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' order by s.created_at), '[]') from public.fragrance_submissions as s where s.owner_hash = hash),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'owner_id' - 'owner_hash' order by m.created_at), '[]') from public.contact_messages as m where m.owner_hash = hash),
    'recordings', (
      select coalesce(jsonb_agg(jsonb_build_object('audio_url', '/storage/v1/object/public/audio/' || r.audio_path, 'recording_id', r.recording_id, 'created_at', r.created_at) order by r.created_at), '[]')
      from public.recordings as r where r.owner_hash = hash
    ),
    'reports', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'reporter_id' - 'reporter_hash' - 'mailed_at' order by r.created_at), '[]')
      from public.reports as r where r.reporter_hash = hash
    ),
    'orders', (select coalesce(jsonb_agg(to_jsonb(p) - 'owner_id' - 'owner_hash' - 'merged_into' order by p.created_at), '[]') from public.preorders as p where p.owner_hash = hash)
  );
end
$$;
revoke all on function public.export_device_data(text) from public;
grant execute on function public.export_device_data(text) to anon, authenticated, service_role;
