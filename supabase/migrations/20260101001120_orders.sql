-- An order can neither be asked for nor swallowed. Each is its owner's: the same e-mail and fragrance once for a member, once for
-- a device, whoever else has ordered under that e-mail. The answer to all of them is the same, so nobody learns of the orders of
-- others, nor whether an address has an account. Whose address it is shows when its mail is confirmed: from then on the
-- member's own order is the one that counts, and what others placed under the address is merged into it. Nothing is deleted by
-- that: rows with `merged_into` are no orders of their own.

drop index public.preorders_once;
alter table public.preorders add column merged_into uuid references public.preorders (id) on delete cascade;
create unique index preorders_once_member on public.preorders (owner_id, lower(email), fragrance_id) where owner_id is not null;
create unique index preorders_once_device on public.preorders (owner_hash, lower(email), fragrance_id) where owner_hash is not null;
create index preorders_email on public.preorders (lower(email), fragrance_id);
create index preorders_merged on public.preorders (merged_into) where merged_into is not null;

-- Merges what was ordered under a member's confirmed address into the member's own orders.
create function private.merge_orders(member uuid)
returns void language sql volatile security definer set search_path = ''
as $$
  update public.preorders as other
  set merged_into = own.id
  from public.preorders as own join auth.users as account on account.id = own.owner_id
  where account.id = member and account.email_confirmed_at is not null
    and lower(own.email) = lower(account.email) and own.merged_into is null
    and lower(other.email) = lower(own.email) and other.fragrance_id = own.fragrance_id
    and other.id <> own.id and other.merged_into is null
$$;
revoke all on function private.merge_orders(uuid) from public, anon, authenticated;

create function private.orders_of_confirmed()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.merge_orders(new.id);
  return null;
end
$$;
revoke all on function private.orders_of_confirmed() from public, anon, authenticated;
create trigger orders_of_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.orders_of_confirmed();

-- Places a preorder: {id, email, name, fragrance_id, fragrance_name, design}. Answers `stored`, always: what the same owner
-- orders again is the order that is there. What is wrong in itself is refused before anything is looked up, and each call is
-- counted before as well.
create or replace function public.place_preorder(preorder jsonb, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Whose account is gone orders as the device.
  member uuid := (select account.id from auth.users as account where account.id = auth.uid());
  hash text := private.secret_hash(owner_secret);
  given public.preorders;
  made uuid;
begin
  perform private.require_object(preorder, 10000);
  perform private.require_owner(member, hash);
  given.id := coalesce(private.uuid_of(preorder, 'id'), gen_random_uuid());
  given.email := private.text_of(preorder, 'email');
  given.name := private.text_of(preorder, 'name');
  given.fragrance_id := private.text_of(preorder, 'fragrance_id');
  given.fragrance_name := private.text_of(preorder, 'fragrance_name');
  given.design := nullif(preorder -> 'design', 'null');
  -- The table's own rules, in words, for an address that is known as for one that is not.
  if not coalesce(private.is_email(given.email), false) then
    raise check_violation using message = 'Please enter a valid email address.', hint = 'email';
  elsif not coalesce(private.is_name(given.name, 100) and char_length(given.name) >= 2, false) then
    raise check_violation using message = 'Please enter a name of 2 to 100 characters.', hint = 'name';
  elsif not coalesce(given.fragrance_id ~ '^[a-z0-9][a-z0-9-]{0,59}$' and private.is_name(given.fragrance_name, 120), false) then
    raise check_violation using message = 'This fragrance is not known.', hint = 'fragrance_id';
  elsif given.design is not null and (jsonb_typeof(given.design) <> 'object' or octet_length(given.design::text) > 2000) then
    raise check_violation using message = 'This design cannot be stored.', hint = 'design';
  end if;

  perform private.refuse_when_over('place_preorder', 20, 2000);

  insert into public.preorders (id, email, name, fragrance_id, fragrance_name, design, owner_id, owner_hash)
  values (
    case when exists (select 1 from public.preorders as p where p.id = given.id) then gen_random_uuid() else given.id end,
    given.email, given.name, given.fragrance_id, given.fragrance_name, given.design, member, case when member is null then hash end
  )
  on conflict do nothing
  returning id into made;
  if made is not null then
    perform private.merge_orders(member);
    -- The address is another member's, who has ordered this already.
    update public.preorders as placed
    set merged_into = own.id
    from public.preorders as own join auth.users as account on account.id = own.owner_id
    where placed.id = made and placed.merged_into is null
      and lower(own.email) = lower(placed.email) and own.fragrance_id = placed.fragrance_id and own.id <> placed.id and own.merged_into is null
      and lower(account.email) = lower(own.email) and account.email_confirmed_at is not null;
  end if;
  return jsonb_build_object('status', 'stored');
end
$$;

-- What this device made as a visitor becomes the member's; returns how many things that were.
create or replace function public.claim_device(owner_secret text)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := auth.uid();
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

-- Everything that the deletion of the account would take away, and the orders, which stay.
create or replace function public.export_my_data()
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
    'orders', (select coalesce(jsonb_agg(to_jsonb(p) - 'owner_id' - 'owner_hash' - 'merged_into' order by p.created_at), '[]') from public.preorders as p where p.owner_id = member or lower(p.email) = address)
  );
end
$$;
revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated, service_role;

-- For the function `contact-form`, which has checked the texts: {id, name, email, message}. The same message under the same id
-- again is one message. Where the id is taken by another one, this one gets an id of its own, which follows from what it says.
create or replace function public.send_message(message jsonb, member uuid, owner_secret text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  sent public.contact_messages;
  known public.contact_messages;
begin
  sent.id := coalesce(private.uuid_of(send_message.message, 'id'), gen_random_uuid());
  sent.name := private.text_of(send_message.message, 'name');
  sent.email := private.text_of(send_message.message, 'email');
  sent.message := private.text_of(send_message.message, 'message');
  sent.owner_id := member;
  sent.owner_hash := case when member is null then private.secret_hash(owner_secret) end;
  for attempt in 1 .. 2 loop
    insert into public.contact_messages (id, name, email, message, owner_id, owner_hash)
    values (sent.id, sent.name, sent.email, sent.message, sent.owner_id, sent.owner_hash)
    on conflict on constraint contact_messages_pkey do nothing;
    exit when found;
    select * into known from public.contact_messages as m where m.id = sent.id;
    -- Sent as a visitor and once more as the member is the same message, too.
    exit when known.name = sent.name and known.email = sent.email and known.message = sent.message;
    sent.id := left(private.hashed(concat_ws('|', sent.id, sent.owner_id, sent.owner_hash, sent.name, sent.email, sent.message)), 32)::uuid;
  end loop;
end
$$;
