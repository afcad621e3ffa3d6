-- Objects in the schemas of Supabase's services: buckets, triggers of `auth.users`, policies of Storage; then the
-- rights of the roles. A restored database lacks them, so this file may run again (docs/hosting.md, 9).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'audio', 'audio', true, 26214400,
  array['audio/webm', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/aac', 'audio/flac']
)
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

drop trigger if exists profile_of_user on auth.users;
create trigger profile_of_user after insert or update of email on auth.users
  for each row execute function private.profile_of_user();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profiles', 'profiles', true, 5242880, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

drop policy if exists "members see their photos" on storage.objects;
create policy "members see their photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select private.live_member())::text);

drop policy if exists "members add their photos" on storage.objects;
create policy "members add their photos" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'profiles'
    and name ~ ('^' || (select private.live_member())::text || '/[0-9]{1,20}\.(png|jpg|jpeg|webp)$')
    and private.photos_of((select private.live_member())) < 20
  );

drop policy if exists "members replace their photos" on storage.objects;
create policy "members replace their photos" on storage.objects
  for update to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select private.live_member())::text)
  with check (bucket_id = 'profiles' and name ~ ('^' || (select private.live_member())::text || '/[0-9]{1,20}\.(png|jpg|jpeg|webp)$'));

drop policy if exists "members remove their photos" on storage.objects;
create policy "members remove their photos" on storage.objects
  for delete to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select private.live_member())::text);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('share-images', 'share-images', false, 1048576, array['image/png'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

drop trigger if exists orders_of_confirmed on auth.users;
create trigger orders_of_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.orders_of_confirmed();

drop trigger if exists hold_password on auth.users;
create trigger hold_password before update of email_confirmed_at, encrypted_password on auth.users
  for each row execute function private.hold_password();

-- The rights on tables: the service has all on those of `public`, a member those of which a policy speaks. The embedded
-- backend calls it once more, since its layer grants every right to every role.
create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
declare
  right_of_policy text;
begin
  revoke all on all tables in schema public, private from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant all on all tables in schema public to service_role;
  for right_of_policy in
    select format('grant %s on public.%I to %s', cmd, tablename, array_to_string(roles, ', ')) from pg_catalog.pg_policies where schemaname = 'public'
  loop
    execute right_of_policy;
  end loop;
  -- A view has no policies; this one has the rights of its caller.
  grant select, insert, update on public.users to authenticated;
end
$$;

-- The rights on functions: those that run with the rights of their owner, or change settings, are closed. The functions
-- of `public` are open to the service, and to the roles named here.
do $$
declare
  closed regprocedure;
begin
  for closed in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace
       or (pronamespace = 'private'::regnamespace and (prosecdef or proname in ('configure', 'restore_rights')))
  loop
    execute format('revoke all on function %s from public, anon, authenticated', closed);
  end loop;
end
$$;
grant execute on all functions in schema public to service_role;
grant execute on function public.claim_device, public.claim_recording, public.export_my_data, public.keep_password to authenticated;
grant execute on function
  public.create_share, public.export_device_data, public.get_share, public.own_shares, public.place_preorder, public.public_fragrance,
  public.public_fragrances, public.record_share_view, public.report
to anon, authenticated;
-- Policies and triggers call these with the rights of the caller.
grant execute on function private.calling_member, private.live_member, private.photos_of to public;

select private.restore_rights();
