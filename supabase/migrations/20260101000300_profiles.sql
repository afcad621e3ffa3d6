-- Members. A row is made by a trigger when somebody signs up, and belongs to its owner alone.

-- The one place that knows what the table looks like. Only the service may call it; it makes what is missing
-- and leaves alone what is there.
create function public.create_users_table()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  create table if not exists public.profiles (
    id uuid primary key references auth.users (id) on delete cascade,
    email text not null check (char_length(email) <= 254),
    liquid_name text not null check (char_length(btrim(liquid_name)) between 1 and 50),
    profile_photo text check (char_length(profile_photo) <= 500 and profile_photo ~ '^https?://'),
    location text check (char_length(location) <= 100),
    -- The Sound Key: notes joined by hyphens.
    musical_identity text check (private.are_note_codes(string_to_array(musical_identity, '-'), 1, 16)),
    favorite_notes text[] not null default '{}' check (private.are_names(favorite_notes, 0, 30)),
    favorite_scents text[] not null default '{}' check (private.are_names(favorite_scents, 0, 30)),
    scent_mood text check (char_length(scent_mood) <= 60),
    favorite_sound text check (char_length(favorite_sound) <= 200),
    preference text check (preference in ('ear', 'nose', 'both')),
    level integer not null default 1 check (level >= 1),
    instagram_handle text check (char_length(instagram_handle) <= 60),
    show_instagram boolean not null default false,
    tiktok_handle text check (char_length(tiktok_handle) <= 60),
    show_tiktok boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  alter table public.profiles enable row level security;

  drop policy if exists "owners read their profile" on public.profiles;
  create policy "owners read their profile" on public.profiles
    for select to authenticated using (id = (select auth.uid()));
  drop policy if exists "owners write their profile" on public.profiles;
  create policy "owners write their profile" on public.profiles
    for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
  -- For accounts whose row is missing, for whatever reason.
  drop policy if exists "owners make their profile" on public.profiles;
  create policy "owners make their profile" on public.profiles
    for insert to authenticated with check (id = (select auth.uid()));
  revoke all on public.profiles from anon, authenticated;
  grant select, insert, update on public.profiles to authenticated;
  grant all on public.profiles to service_role;

  -- The same rows under the name that older clients know. It runs with the rights of whoever asks.
  create or replace view public.users with (security_invoker = true) as
    select id, email, liquid_name, profile_photo, location, musical_identity, favorite_notes, favorite_scents, scent_mood,
           favorite_sound, preference, level, instagram_handle, show_instagram, tiktok_handle, show_tiktok, created_at, updated_at
    from public.profiles;
  revoke all on public.users from anon, authenticated;
  grant select, insert, update on public.users to authenticated;
  grant all on public.users to service_role;
end
$$;
revoke all on function public.create_users_table() from public, anon, authenticated;
grant execute on function public.create_users_table() to service_role;

select public.create_users_table();

-- What a member may not decide: the e-mail (it belongs to the account), the level, and when the row was made.
create function private.guard_profile()
returns trigger language plpgsql set search_path = ''
as $$
begin
  if not private.is_client() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.email := coalesce(auth.jwt() ->> 'email', new.email);
    new.level := 1;
    new.created_at := now();
  elsif new.id <> old.id or new.email <> old.email or new.level <> old.level or new.created_at <> old.created_at then
    raise insufficient_privilege using message = 'The e-mail, the level and the date of a profile cannot be changed.';
  end if;
  return new;
end
$$;
create trigger guard_profile before insert or update on public.profiles
  for each row execute function private.guard_profile();
create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

-- Whatever the registration says, it must not fail here: names are cut to what the table takes.
create function private.profile_of_new_user()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, liquid_name, location)
  values (
    new.id,
    left(coalesce(new.email, ''), 254),
    left(coalesce(nullif(btrim(new.raw_user_meta_data ->> 'liquidName'), ''), nullif(btrim(split_part(new.email, '@', 1)), ''), 'User'), 50),
    left(nullif(btrim(new.raw_user_meta_data ->> 'location'), ''), 100)
  )
  on conflict (id) do nothing;
  return new;
end
$$;
revoke all on function private.profile_of_new_user() from public, anon, authenticated;
create trigger profile_of_new_user after insert on auth.users
  for each row execute function private.profile_of_new_user();

create function private.email_of_user()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = left(coalesce(new.email, ''), 254) where id = new.id;
  return new;
end
$$;
revoke all on function private.email_of_user() from public, anon, authenticated;
create trigger email_of_user after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.email_of_user();

-- Photos: everybody can look at one by its URL; only its owner can add, replace or remove it, in a folder of their own.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profiles', 'profiles', true, 5242880, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- A policy may not look into the table it guards; a function of the owner may.
create function private.photos_of(member uuid)
returns bigint language sql stable security definer set search_path = ''
as $$
  select count(*) from storage.objects where bucket_id = 'profiles' and name like member::text || '/%'
$$;

create policy "members see their photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members add their photos" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'profiles'
    and name ~ ('^' || (select auth.uid())::text || '/[0-9]{1,20}\.(png|jpg|jpeg|webp)$')
    and private.photos_of((select auth.uid())) < 20
  );
create policy "members replace their photos" on storage.objects
  for update to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'profiles' and name ~ ('^' || (select auth.uid())::text || '/[0-9]{1,20}\.(png|jpg|jpeg|webp)$'));
create policy "members remove their photos" on storage.objects
  for delete to authenticated
  using (bucket_id = 'profiles' and (storage.foldername(name))[1] = (select auth.uid())::text);
