-- An order can be cancelled by a link that is mailed to its address. The link holds a secret of 128 bits, of which the database keeps
-- the hash; it is made when the mail goes out. Whoever has it has read that address's mail: the link shows the orders that the mail
-- was about, and each can be cancelled, until it is done at the desk.

alter table public.preorders add column cancelled_at timestamptz;
create index preorders_cancelled on public.preorders (cancelled_at) where cancelled_at is not null;

-- What was cancelled can be ordered again.
drop index public.preorders_once_member;
drop index public.preorders_once_device;
create unique index preorders_once_member on public.preorders (owner_id, lower(email), fragrance_id) where owner_id is not null and cancelled_at is null;
create unique index preorders_once_device on public.preorders (owner_hash, lower(email), fragrance_id) where owner_hash is not null and cancelled_at is null;

-- A cancelled order takes no other in, and goes into none: merged into it, an order would be lost, and merged, it would not be seen to
-- be cancelled. An order that was to go into a cancelled one goes into that which took its place, or stays what it is.
create function private.merge_into_living()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if old.cancelled_at is null then
    select living.id into new.merged_into
    from public.preorders as target
    join public.preorders as living on living.id = target.id
      or (living.owner_id = target.owner_id and lower(living.email) = lower(target.email) and living.fragrance_id = target.fragrance_id)
    where target.id = new.merged_into and living.cancelled_at is null and living.id <> new.id
      and (living.id = target.id or living.merged_into is null)
    order by living.id <> target.id limit 1;
  else
    new.merged_into := null;
  end if;
  if new.merged_into is null then
    new.owner_hash := old.owner_hash;
  end if;
  return new;
end
$$;
revoke all on function private.merge_into_living() from public, anon, authenticated, service_role;
create trigger merge_into_living before update of merged_into on public.preorders
  for each row when (new.merged_into is not null and new.merged_into is distinct from old.merged_into) execute function private.merge_into_living();

create table private.order_links (
  secret_hash text not null,
  order_id uuid not null references public.preorders (id) on delete cascade,
  -- The mail that holds the link; its row is deleted earlier than this one.
  mail uuid not null,
  primary key (secret_hash, order_id)
);
create index order_links_order on private.order_links (order_id);
create index order_links_mail on private.order_links (mail);
alter table private.order_links enable row level security;

-- What an order is of, as mails say it: a product of the store, else `custom`. Anything may be written into an order.
create function private.mail_product(fragrance_id text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when fragrance_id in ('namibian-breeze', 'noise-pollution', 'shibuya-crossing') then fragrance_id else 'custom' end
$$;

-- Mails to the address of a new order: one a day and product. What is ordered further on that day is in the next day's mail, so that
-- an order of a stranger under the address does not keep its owner from getting theirs. At the end of the transaction it is known
-- whether the order was merged into another.
create function private.mail_order()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  placed public.preorders;
begin
  select * into placed from public.preorders as o where o.id = new.id and o.merged_into is null;
  if placed.id is not null then
    perform private.queue_mail('order', placed.email, private.mail_product(placed.fragrance_id),
                               jsonb_build_object('product', private.mail_product(placed.fragrance_id)), true);
  end if;
  return null;
end
$$;
revoke all on function private.mail_order() from public, anon, authenticated, service_role;
create constraint trigger mail_order after insert on public.preorders deferrable initially deferred
  for each row execute function private.mail_order();

-- Thanks for a message go to the address that was typed, once a day.
create function private.mail_message()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_mail('message', new.email, null, jsonb_build_object('name', new.name), false);
  return null;
end
$$;
revoke all on function private.mail_message() from public, anon, authenticated, service_role;
create trigger mail_message after insert on public.contact_messages
  for each row execute function private.mail_message();

-- Makes the link of an order mail: all orders of the address and product that no other mail is about. The names are told where they
-- are one.
create or replace function private.details_of_mail(mail private.mails)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Two random UUIDs have 244 random bits; the hash makes 128 even ones of them.
  secret constant text := left(private.hashed(gen_random_uuid()::text || gen_random_uuid()::text), 32);
  told jsonb;
begin
  if mail.kind <> 'order' then
    return mail.data;
  end if;
  with linked as (
    insert into private.order_links (secret_hash, order_id, mail)
    select private.hashed(secret), o.id, mail.id
    from public.preorders as o
    where lower(o.email) = lower(mail.recipient) and private.mail_product(o.fragrance_id) = mail.data ->> 'product'
      and o.created_at > mail.created_at - interval '2 days' and o.merged_into is null and o.cancelled_at is null
      and not exists (select 1 from private.order_links as other where other.order_id = o.id and other.mail <> details_of_mail.mail.id)
    order by o.created_at limit 100
    returning order_id
  )
  select jsonb_build_object('secret', secret, 'product', mail.data ->> 'product', 'orders', count(*), 'at', min(o.created_at),
                            'name', case when count(distinct o.name) = 1 then min(o.name) end)
  into told from linked join public.preorders as o on o.id = linked.order_id having count(*) > 0;
  return told;
end
$$;

-- The links of a mail that was never sent are known to nobody.
create function private.forget_links()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links as l where l.mail = new.id;
  return null;
end
$$;
revoke all on function private.forget_links() from public, anon, authenticated, service_role;
create trigger forget_links after update of given_up_at on private.mails
  for each row when (new.given_up_at is not null) execute function private.forget_links();

-- The orders of a link, for its page. Changes nothing: programs open links as well. No rows for a secret that is none.
-- `state`: `open`, `cancelled`, or `closed` (done or refused at the desk).
create function public.orders_of_link(secret text)
returns table (id uuid, email text, name text, fragrance_id text, fragrance_name text, created_at timestamptz, state text)
language sql stable security definer set search_path = ''
as $$
  select o.id, o.email, o.name, o.fragrance_id, o.fragrance_name, o.created_at,
         case when o.cancelled_at is not null then 'cancelled' when item.state in ('done', 'refused') then 'closed' else 'open' end
  from private.order_links as l
  join public.preorders as o on o.id = l.order_id
  left join private.desk_items as item on item.kind = 'order' and item.id = o.id::text
  where l.secret_hash = private.hashed(orders_of_link.secret)
  order by o.created_at, o.id
$$;

-- Cancels an order of a link. Again, it answers the same and changes nothing. Answers `cancelled`, `closed`, or `unknown`. At the desk a
-- cancelled order is new once more.
create function public.cancel_order(secret text, order_id uuid)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  found_state text;
begin
  perform private.refuse_when_over('cancel_order', 30, 3000);
  perform 1 from public.preorders as o where o.id = cancel_order.order_id for update;
  select linked.state into found_state from public.orders_of_link(cancel_order.secret) as linked where linked.id = cancel_order.order_id;
  if found_state = 'open' then
    -- What was merged into it is the same order.
    update public.preorders as o set cancelled_at = clock_timestamp()
    where cancel_order.order_id in (o.id, o.merged_into) and o.cancelled_at is null;
    update private.desk_items as item set state = 'new' where item.kind = 'order' and item.id = cancel_order.order_id::text;
    found_state := 'cancelled';
  end if;
  return jsonb_build_object('status', coalesce(found_state, 'unknown'));
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['orders_of_link(text)', 'cancel_order(text, uuid)'] loop
    execute format('revoke all on function public.%s from public', wanted);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', wanted);
  end loop;
end
$$;

-- At the desk a cancelled order says so.
drop function public.desk_orders(text, text, timestamptz, text, integer);
create function public.desk_orders(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, fragrance_id text, fragrance_name text, design jsonb, member uuid, confirmed boolean, cancelled_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, o.name, o.email, o.fragrance_id, o.fragrance_name, o.design, o.owner_id,
           -- Whoever ordered has confirmed that the address is theirs.
           coalesce(lower(account.email) = lower(o.email) and account.email_confirmed_at is not null, false), o.cancelled_at
    from private.desk_page('order', search, of_state, before_at, before_id, page_size) as page
    join public.preorders as o on o.id = page.id::uuid
    left join auth.users as account on account.id = o.owner_id
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_orders(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_orders(text, text, timestamptz, text, integer) to authenticated, service_role;

create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  revoke all on private.owners, private.desk_log, private.desk_items, private.hidden, private.blocks, private.cases, private.reports,
    private.mails, private.order_links from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
