-- Leaving: what goes when a member deletes the account, when a visitor takes everything of this device back, and when
-- something belongs to nothing. Rows of `storage.objects` must not be deleted here: the files would stay behind without a
-- name. So these functions take the rows away and tell which objects have to follow; an edge function removes those. Should
-- that fail, the objects have no row any more, and the nightly clean-up finds them by that.

-- The objects of shares that are about to go, whose ids are kept as withdrawn.
create function private.withdraw_shares(ids text[])
returns void language sql volatile security definer set search_path = ''
as $$
  insert into private.withdrawn_shares (share_id) select unnest(ids) on conflict do nothing;
  delete from public.fragrance_shares where share_id = any(ids);
$$;
revoke all on function private.withdraw_shares(text[]) from public, anon, authenticated;

-- Takes everything away that belongs to a member or to a device, but not the member: shares, submissions, messages and
-- recordings. Orders stay, under an e-mail of their own, and belong to nobody from then on. `address` is the member's
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

-- Deletes an account with everything that hangs on it, and returns the objects that have to follow.
create or replace function public.delete_account(member uuid)
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

-- Takes back everything that a device gave as a visitor, and returns the objects that have to follow.
create function public.forget_device(owner_secret text)
returns table (bucket text, name text)
language sql volatile security definer set search_path = ''
as $$
  select belongings.bucket, belongings.name
  from private.take_belongings(null, private.secret_hash(owner_secret), null) as belongings
  where private.secret_hash(owner_secret) is not null
$$;
revoke all on function public.forget_device(text) from public, anon, authenticated;
grant execute on function public.forget_device(text) to service_role;

-- Everything that the deletion of the account would take away, and the orders, which stay.
create function public.export_my_data()
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := auth.uid();
  address text := (select lower(email) from auth.users where id = member and email_confirmed_at is not null);
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at) from auth.users where id = member),
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = member),
    'fragrances', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by f.created_at), '[]') from public.fragrance_profiles as f where f.user_id = member),
    'shares', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' || jsonb_build_object(
        'image_url', (select '/storage/v1/object/public/share-images/' || o.name from storage.objects as o where o.bucket_id = 'share-images' and o.name = s.share_id || '.png')
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
    'orders', (select coalesce(jsonb_agg(to_jsonb(p) - 'owner_id' - 'owner_hash' order by p.created_at), '[]') from public.preorders as p where p.owner_id = member or lower(p.email) = address)
  );
end
$$;
revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated, service_role;

-- Objects that belong to nothing: recordings that no active share, submission or saved fragrance names, objects whose row is
-- gone, pictures whose share was never made or is not active any more, photos of members who are gone. The rows of such
-- recordings go at once.
drop function public.objects_to_delete(timestamptz, timestamptz, integer);
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
