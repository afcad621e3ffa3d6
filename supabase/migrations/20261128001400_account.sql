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

-- Gives the things that this device made as a visitor to the member; returns their number.
create function public.claim_device(owner_secret text)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
  hash text := private.secret_hash(owner_secret);
  owned regclass;
  changed integer;
  total integer := 0;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  if hash is null then
    raise check_violation using message = 'This is not the secret of a device.', hint = 'no_owner';
  end if;
  -- An order that the member has already placed stays one order.
  update public.preorders as here set owner_hash = null, merged_into = same.id
  from public.preorders as same
  where here.owner_hash = hash and same.owner_id = member
    and lower(same.email) = lower(here.email) and same.fragrance_id = here.fragrance_id;
  for owned in
    select owner.attrelid::regclass from pg_catalog.pg_attribute as owner join pg_catalog.pg_class as relation on relation.oid = owner.attrelid
    where owner.attname = 'owner_hash' and relation.relkind = 'r' and relation.relnamespace = 'public'::regnamespace
  loop
    execute format('update %s set owner_id = $1, owner_hash = null where owner_hash = $2', owned) using member, hash;
    get diagnostics changed = row_count;
    total := total + changed;
  end loop;
  perform private.merge_orders(member);
  return total;
end
$$;

-- Takes everything away that belongs to a member or to a device, but not the member: shares, submissions, messages, reports
-- and recordings. Orders stay, with the e-mail that they contain, and lose their owner. `address` is the member's
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
  delete from public.reports as r where private.owns(r.reporter_id, r.reporter_hash, member, hash);
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
  insert into private.withdrawn_shares (share_id) select unnest(shared) on conflict do nothing;
  delete from public.fragrance_shares as s where s.share_id = any(shared);
  delete from public.recordings as r where r.audio_path = any(recorded);
  return query
    select 'audio', path from unnest(recorded) as path
    union all
    select 'share-images', share || '.png' from unnest(shared) as share;
end
$$;

-- Data of a member or a device for the export, a list for each table: everything that `take_belongings` removes, and
-- the orders, which stay. `address` is the member's confirmed e-mail.
create function private.belongings(member uuid, hash text, address text)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  internal constant text[] := '{owner_id,owner_hash,reporter_id,reporter_hash,mailed_at,merged_into,user_id,words}';
  recorded constant text[] := array(select r.audio_path from public.recordings as r where r.owner_id = member or r.owner_hash = hash);
begin
  return (select jsonb_object_agg(lists.name, coalesce(lists.entries, '[]')) from (values
    ('fragrances', (select jsonb_agg(to_jsonb(f) - internal order by f.created_at) from public.fragrance_profiles as f where f.user_id = member)),
    ('shares', (
      select jsonb_agg(to_jsonb(s) - internal || jsonb_build_object(
        'image_url', (select '/functions/v1/share-image?id=' || s.share_id from storage.objects as o where o.bucket_id = 'share-images' and o.name = s.share_id || '.png')
      ) order by s.created_at)
      from public.fragrance_shares as s where s.owner_id = member or s.owner_hash = hash or s.audio_path = any(recorded)
    )),
    ('submissions', (
      select jsonb_agg(to_jsonb(s) - internal order by s.created_at)
      from public.fragrance_submissions as s where s.owner_id = member or s.owner_hash = hash or lower(s.email) = address
    )),
    ('messages', (
      select jsonb_agg(to_jsonb(m) - internal order by m.created_at)
      from public.contact_messages as m where m.owner_id = member or m.owner_hash = hash or lower(m.email) = address
    )),
    ('orders', (
      select jsonb_agg(to_jsonb(p) - internal order by p.created_at)
      from public.preorders as p where p.owner_id = member or p.owner_hash = hash or lower(p.email) = address
    )),
    ('reports', (select jsonb_agg(to_jsonb(r) - internal order by r.created_at) from public.reports as r where r.reporter_id = member or r.reporter_hash = hash)),
    ('recordings', (
      select jsonb_agg(jsonb_build_object('audio_url', '/storage/v1/object/public/audio/' || r.audio_path, 'recording_id', r.recording_id, 'created_at', r.created_at) order by r.created_at)
      from public.recordings as r where r.audio_path = any(recorded)
    )),
    ('photos', (
      select jsonb_agg('/storage/v1/object/public/profiles/' || o.name order by o.name)
      from storage.objects as o where o.bucket_id = 'profiles' and o.name like member::text || '/%'
    ))
  ) as lists (name, entries));
end
$$;

create function public.export_my_data()
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := private.calling_member();
  account auth.users;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  select * into account from auth.users where id = member;
  return private.belongings(member, null, case when account.email_confirmed_at is not null then lower(account.email) end) || jsonb_build_object(
    'account', jsonb_build_object('id', account.id, 'email', account.email, 'created_at', account.created_at),
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = member)
  );
end
$$;

create function public.forget_device(owner_secret text)
returns table (bucket text, name text)
language sql volatile security definer set search_path = ''
as $$
  select belongings.bucket, belongings.name
  from private.take_belongings(null, private.secret_hash(owner_secret), null) as belongings
  where private.secret_hash(owner_secret) is not null
$$;

-- The secret of the device is the proof, as it is for taking back.
create function public.export_device_data(owner_secret text)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  hash text := private.secret_hash(owner_secret);
begin
  if hash is null then
    raise check_violation using message = 'This is no secret of a device.', hint = 'owner_secret';
  end if;
  return private.belongings(null, hash, null) - array['fragrances', 'photos'];
end
$$;
