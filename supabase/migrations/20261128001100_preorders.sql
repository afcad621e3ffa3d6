create table public.preorders (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  name text not null check (private.is_name(name, 100) and char_length(name) >= 2),
  fragrance_id text not null check (fragrance_id ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  fragrance_name text not null check (private.is_name(fragrance_name, 120)),
  -- A bottle of the visitor's own design.
  design jsonb check (private.is_design(design)),
  created_at timestamptz not null default now(),
  owner_id uuid references auth.users (id) on delete set null,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  -- The order that replaces this one.
  merged_into uuid references public.preorders (id) on delete cascade,
  check (owner_id is null or owner_hash is null)
);
alter table public.preorders enable row level security;
create index preorders_owner on public.preorders (owner_id) where owner_id is not null;
create index preorders_device on public.preorders (owner_hash) where owner_hash is not null;
create index preorders_email on public.preorders (lower(email), fragrance_id);
create index preorders_merged on public.preorders (merged_into) where merged_into is not null;
create unique index preorders_once_member on public.preorders (owner_id, lower(email), fragrance_id) where owner_id is not null;
create unique index preorders_once_device on public.preorders (owner_hash, lower(email), fragrance_id) where owner_hash is not null;

-- Stores an order: {id, email, name, fragrance_id, fragrance_name, design}. The same again, of the member or device, is
-- one order; the answer does not reveal the orders under an address.
create function public.place_preorder(preorder jsonb, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A member whose session is over orders as the device.
  member uuid := private.live_member();
  hash text := private.secret_hash(owner_secret);
  given public.preorders;
  made uuid;
begin
  perform private.refuse_over('place_preorder', array[private.caller_address(), auth.uid()::text]);
  perform private.require_owner(member, hash);
  given := private.row_of(null::public.preorders, preorder, 10000);
  -- The table's own rules, with the same messages for new and for existing addresses.
  if not coalesce(private.is_email(given.email), false) then
    raise check_violation using message = 'Please enter a valid email address.', hint = 'email';
  elsif not coalesce(private.is_name(given.name, 100) and char_length(given.name) >= 2, false) then
    raise check_violation using message = 'Please enter a name of 2 to 100 characters.', hint = 'name';
  elsif not coalesce(given.fragrance_id ~ '^[a-z0-9][a-z0-9-]{0,59}$' and private.is_name(given.fragrance_name, 120), false) then
    raise check_violation using message = 'This fragrance is not known.', hint = 'fragrance_id';
  elsif not private.is_design(given.design) then
    raise check_violation using message = 'This design cannot be stored.', hint = 'design';
  end if;

  insert into public.preorders (id, email, name, fragrance_id, fragrance_name, design, owner_id, owner_hash)
  values (
    case when given.id is null or exists (select 1 from public.preorders as p where p.id = given.id) then gen_random_uuid() else given.id end,
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
    -- An order that was merged into another one needs no mail.
    if exists (select 1 from public.preorders as placed where placed.id = made and placed.merged_into is null) then
      perform private.queue_mail('order', given.email, given.fragrance_id);
      perform private.queue_mail('operator');
    end if;
  end if;
  return jsonb_build_object('status', 'stored');
end
$$;

-- Merges the orders under a member's confirmed address into the member's own orders.
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

create function private.orders_of_confirmed()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.merge_orders(new.id);
  return null;
end
$$;
