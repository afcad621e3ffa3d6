create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (char_length(email) <= 254),
  liquid_name text not null check (private.is_name(liquid_name, 49) and char_length(liquid_name) >= 3),
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
create policy "owners read their profile" on public.profiles
  for select to authenticated using (id = (select private.calling_member()));
create policy "owners write their profile" on public.profiles
  for update to authenticated using (id = (select private.calling_member())) with check (id = (select private.calling_member()));

-- For accounts whose row is missing, for whatever reason.
create policy "owners make their profile" on public.profiles
  for insert to authenticated with check (id = (select private.calling_member()));

-- The same rows under the name that older clients use. The view has the rights of the caller.
create view public.users with (security_invoker = true) as
  select id, email, liquid_name, profile_photo, location, musical_identity, favorite_notes, favorite_scents, scent_mood,
         favorite_sound, preference, level, instagram_handle, show_instagram, tiktok_handle, show_tiktok, created_at, updated_at
  from public.profiles;

-- Columns that a member may not change: the e-mail (it belongs to the account), the level, and the time of creation.
create function private.guard_profile()
returns trigger language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
  end if;
  if not private.is_client() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    perform private.calling_member();
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

-- Makes the profile of a new member, and gives it the member's new address. Whatever the registration holds, it must not fail here: a
-- name is made of it.
create function private.profile_of_user()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update public.profiles set email = left(coalesce(new.email, ''), 254) where id = new.id;
    return new;
  end if;
  insert into public.profiles (id, email, liquid_name, location)
  select new.id, left(coalesce(new.email, ''), 254), nearest.name, private.as_name(new.raw_user_meta_data ->> 'location', 100, null)
  from unnest(array[new.raw_user_meta_data ->> 'liquidName', split_part(new.email, '@', 1), 'User']) with ordinality as given (text, place),
       lateral private.as_name(given.text, 49, null) as nearest (name)
  where char_length(nearest.name) >= 3
  order by given.place limit 1
  on conflict (id) do nothing;
  return new;
exception
  -- An unexpected rule refused the name: the member chooses another one later.
  when others then
    insert into public.profiles (id, email, liquid_name) values (new.id, left(coalesce(new.email, ''), 254), 'User') on conflict (id) do nothing;
    return new;
end
$$;

-- A policy may not look into the table it guards; a function of the owner may.
create function private.photos_of(member uuid)
returns bigint language sql stable security definer set search_path = ''
as $$
  select count(*) from storage.objects where bucket_id = 'profiles' and name like member::text || '/%'
$$;

-- Writes a member's new name into published fragrances; that is no change of the fragrance, so its dates stay.
create function private.rename_creator()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('accord.internal', 'on', true);
  update public.fragrance_profiles set creator_name = new.liquid_name where user_id = new.id and creator_name <> new.liquid_name;
  perform set_config('accord.internal', '', true);
  return new;
end
$$;

create trigger rename_creator after update of liquid_name on public.profiles
  for each row when (old.liquid_name <> new.liquid_name) execute function private.rename_creator();

-- A password that was set before an address was confirmed may be another person's: somebody who registers a foreign
-- address first would have the password of the account that its owner confirms. So confirming disables the password,
-- and only two things enable one: its owner chooses a new one, or the confirming browser is the one that registered,
-- which it proves by the secret of its device. The registration carries the secret's hash in its metadata (`device`).
--
-- Accounts whose address is taken as confirmed without a mail (a project with confirmations off) keep theirs.
create table private.kept_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  encrypted_password text not null,
  device_hash text
);
alter table private.kept_passwords enable row level security;

create function private.hold_password()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if old.email_confirmed_at is null and new.email_confirmed_at is not null and old.confirmation_sent_at is not null
     and coalesce(new.encrypted_password, '') <> '' then
    insert into private.kept_passwords (user_id, encrypted_password, device_hash)
    values (new.id, new.encrypted_password, new.raw_user_meta_data ->> 'device')
    on conflict (user_id) do update set encrypted_password = excluded.encrypted_password, device_hash = excluded.device_hash;
    new.encrypted_password := '';
  elsif new.encrypted_password is distinct from old.encrypted_password then
    -- A new password removes the disabled one.
    delete from private.kept_passwords as kept where kept.user_id = new.id;
  end if;
  return new;
end
$$;

-- Brings the password of the registration back, for the session that the confirmation has given: true when this device registered.
create function public.keep_password(owner_secret text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
  kept text;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  select k.encrypted_password into kept from private.kept_passwords as k
  where k.user_id = member and k.device_hash = private.secret_hash(owner_secret);
  if kept is null then
    return false;
  end if;
  update auth.users as account set encrypted_password = kept where account.id = member and coalesce(account.encrypted_password, '') = '';
  return found;
end
$$;
