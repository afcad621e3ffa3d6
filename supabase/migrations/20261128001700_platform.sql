-- What the services of Supabase own: buckets, triggers of `auth.users`, policies of Storage; then the rights of the roles. A
-- restored database lacks it, so this file may run again (docs/hosting.md, 9).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'audio', 'audio', true, 26214400,
  array['audio/webm', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/aac', 'audio/flac']
)
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

drop trigger if exists profile_of_new_user on auth.users;
create trigger profile_of_new_user after insert on auth.users
  for each row execute function private.profile_of_new_user();

drop trigger if exists email_of_user on auth.users;
create trigger email_of_user after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.email_of_user();

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
revoke all on function private.restore_rights() from public, anon, authenticated;

drop trigger if exists orders_of_confirmed on auth.users;
create trigger orders_of_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.orders_of_confirmed();

drop trigger if exists hold_password on auth.users;
create trigger hold_password before update of email_confirmed_at, encrypted_password on auth.users
  for each row execute function private.hold_password();

select private.restore_rights();
