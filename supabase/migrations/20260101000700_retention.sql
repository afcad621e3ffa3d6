-- What is kept, and what goes. Rows of `storage.objects` must not be deleted here: the files would stay behind
-- without a name. So these functions only tell which objects may go, and an edge function removes them.

-- Objects that belong to nothing: recordings that no share, submission or saved fragrance names, pictures whose share
-- was never made, photos of members who are gone.
create function public.objects_to_delete(recordings_before timestamptz, pictures_before timestamptz, most integer default 500)
returns table (bucket text, name text)
language sql stable security definer set search_path = ''
as $$
  (
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'audio' and object.created_at < recordings_before
      and not exists (select 1 from public.fragrance_shares as share where share.audio_path = object.name)
      and not exists (select 1 from public.fragrance_submissions as submission where submission.audio_path = object.name)
      and not exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = object.name)
    order by object.created_at
    limit most
  )
  union all
  (
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'share-images' and object.created_at < pictures_before
      and not exists (select 1 from public.fragrance_shares as share where share.share_id || '.png' = object.name)
    limit most
  )
  union all
  (
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'profiles' and object.created_at < pictures_before
      and not exists (select 1 from public.profiles as profile where profile.id::text = split_part(object.name, '/', 1))
    limit most
  )
$$;
revoke all on function public.objects_to_delete(timestamptz, timestamptz, integer) from public, anon, authenticated;
grant execute on function public.objects_to_delete(timestamptz, timestamptz, integer) to service_role;

-- Deletes an account with everything that hangs on it, and returns the objects that nobody needs any more: the photos,
-- and the recordings that only this member's fragrances named. Preorders stay: they are orders, under an e-mail of their own.
create function public.delete_account(member uuid)
returns table (bucket text, name text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address text := (select lower(email) from auth.users where id = member and email_confirmed_at is not null);
  recordings text[] := array(select distinct audio_path from public.fragrance_profiles where user_id = member and audio_path is not null);
begin
  delete from public.fragrance_submissions where lower(email) = address;
  delete from public.contact_messages where lower(email) = address;
  delete from auth.users where id = member;
  return query
    select 'profiles', object.name from storage.objects as object
    where object.bucket_id = 'profiles' and object.name like member::text || '/%'
    union all
    select 'audio', recording from unnest(recordings) as recording
    where not exists (select 1 from public.fragrance_shares as share where share.audio_path = recording)
      and not exists (select 1 from public.fragrance_submissions as submission where submission.audio_path = recording)
      and not exists (select 1 from public.fragrance_profiles as fragrance where fragrance.audio_path = recording);
end
$$;
revoke all on function public.delete_account(uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid) to service_role;

-- The nightly clean-up of a hosted project. It needs the extensions pg_cron and pg_net, and two secrets in the vault:
-- `project_url` and `service_key`. Call `select private.schedule_cleanup();` once they are there (see the README); the
-- embedded backend has a timer of its own.
create function private.run_cleanup()
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
    using project_url || '/functions/v1/cleanup-recordings',
          jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
          '{}'::jsonb;
end
$$;
revoke all on function private.run_cleanup() from public, anon, authenticated;

create function private.schedule_cleanup()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  execute 'select cron.schedule($1, $2, $3)' using 'cleanup-recordings', '17 3 * * *', 'select private.run_cleanup()';
end
$$;
revoke all on function private.schedule_cleanup() from public, anon, authenticated;
