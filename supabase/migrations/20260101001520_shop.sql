-- The shop: what is sold, at which price, how many there are, and where it is sent. The owner edits it as a file
-- (`npm run shop`, docs/hosting.md) or in this table. The rules stand here, so a hand edit obeys them, too. `custom` is the bottle of
-- one's own. What is not sold any more stays as a row, since orders name it.

create table public.shop_products (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,59}$' and id !~ '^custom-'),
  position smallint not null default 0,
  on_sale boolean not null default true,
  name text not null check (private.is_name(name, 120)),
  description text not null default '' check (char_length(description) <= 1000),
  essence text[] check (private.are_note_codes(essence, 1, 8)),
  edition text not null default '' check (char_length(edition) <= 60),
  quantity text not null default '' check (char_length(quantity) <= 60),
  size text not null default '' check (char_length(size) <= 60),
  bottle_color text not null default 'white' check (bottle_color in ('white', 'black', 'silver')),
  -- In the currency's own unit, such as 85.50 euro.
  price numeric(12, 3) check (price > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- How many can be ordered in all; null: they are not counted.
  stock integer check (stock between 0 and 1000000),
  -- An object of the bucket `shop`.
  picture text check (picture ~ '^[0-9a-f]{32}\.(png|jpg|webp)$'),
  -- What the external shop calls it.
  external_id text check (char_length(external_id) between 1 and 100),
  -- Where it is sent, ISO 3166-1; null: everywhere.
  countries text[] check (cardinality(countries) between 1 and 300 and array_to_string(countries, ',', '?') ~ '^[A-Z]{2}(,[A-Z]{2})*$'),
  check ((price is null) = (currency is null)),
  check ((id = 'custom') = (essence is null))
);
alter table public.shop_products enable row level security;
revoke all on public.shop_products from public, anon, authenticated;
grant all on public.shop_products to service_role;

insert into public.shop_products (id, position, name, description, essence, edition, quantity, size, bottle_color) values
  ('namibian-breeze', 1, 'NAMIBIAN BREEZE', 'Morning fog from the Atlantic rolls over warm dunes: sea spray first, then saffron and the resin of a desert myrrh, and the smell of dry earth at the first rain.', '{G0,D3,F4,A#7}', '01/1000', '01', '50mm/1.7 fl oz', 'white'),
  ('noise-pollution', 2, 'NOISE POLLUTION', 'The city at full volume: ozone off the overhead wires, a metallic heat of clove, worn leather, and fresh tar underneath.', '{C#0,E1,D4,G#8}', '01/1000', '01', '50mm/1.7 fl oz', 'black'),
  ('shibuya-crossing', 3, 'SHIBUYA CROSSING', 'Green for everyone at once: a metallic flash of neon and yuzu over wet streets, osmanthus from somebody passing, and the calm of a hinoki bath at the end of the day.', '{A#3,C#5,A#6,F8}', '01/1000', '01', '50mm/1.7 fl oz', 'white');
insert into public.shop_products (id, position, name, size) values ('custom', 0, 'A bottle of your own', '50mm/1.7 fl oz');

-- Pictures of the products. Only the service key writes them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('shop', 'shop', true, 2097152, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- An order remembers what was promised: product, price, and the country it goes to.
alter table public.preorders
  add column product text,
  add column price numeric(12, 3),
  add column currency text,
  add column country text check (country ~ '^[A-Z]{2}$');

-- What an order is of: a product of the shop, else a bottle of one's own. Anything may be written into an order.
create function private.product_of(fragrance_id text)
returns text language sql stable security definer set search_path = ''
as $$
  select coalesce((select p.id from public.shop_products as p where p.id = product_of.fragrance_id), 'custom')
$$;
revoke all on function private.product_of(text) from public, anon, authenticated, service_role;

update public.preorders set product = private.product_of(fragrance_id);
alter table public.preorders alter column product set not null;
create index preorders_living on public.preorders (product) where merged_into is null and cancelled_at is null;

create function private.price_order()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  sold public.shop_products;
begin
  select * into sold from public.shop_products as p where p.id = private.product_of(new.fragrance_id);
  new.product := coalesce(sold.id, 'custom');
  new.price := sold.price;
  new.currency := sold.currency;
  new.country := case when sold.countries is not null then upper(new.country) end;
  if sold.id <> 'custom' then
    new.fragrance_name := sold.name;
  end if;
  return new;
end
$$;
revoke all on function private.price_order() from public, anon, authenticated, service_role;
create trigger price_order before insert on public.preorders
  for each row execute function private.price_order();

-- How many of a product are ordered. Merged and cancelled orders do not count, nor those that an owner has refused.
create function private.ordered(product text)
returns integer language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.preorders as o
  where o.product = ordered.product and o.merged_into is null and o.cancelled_at is null
    and not exists (select 1 from private.desk_items as item where item.kind = 'order' and item.id = o.id::text and item.state = 'refused')
$$;
revoke all on function private.ordered(text) from public, anon, authenticated, service_role;

-- Refuses an order that cannot be delivered. It counts under a lock on the product, so simultaneous orders cannot both take the last
-- bottle. It runs after the insert: a repeated order is not stored again, and is not refused when everything is sold by then.
create function private.count_stock()
returns trigger language plpgsql volatile security definer set search_path = ''
as $$
declare
  sold public.shop_products;
begin
  select * into sold from public.shop_products as p where p.id = new.product for no key update;
  if sold.id is null or not sold.on_sale then
    raise check_violation using message = 'This is not sold any more.', hint = 'not_sold';
  elsif sold.countries is not null and (new.country is null or new.country <> all (sold.countries)) then
    raise check_violation using message = 'We do not deliver to this country.', hint = 'country';
  elsif sold.stock is not null and private.ordered(new.product) > sold.stock then
    raise check_violation using message = 'This is sold out.', hint = 'sold_out';
  end if;
  return null;
end
$$;
revoke all on function private.count_stock() from public, anon, authenticated, service_role;
create trigger count_stock after insert on public.preorders
  for each row execute function private.count_stock();

-- As before, with the country.
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
  given.country := private.text_of(preorder, 'country');
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
  elsif given.country !~ '^[A-Za-z]{2}$' then
    raise check_violation using message = 'Please choose a country.', hint = 'country';
  end if;

  perform private.refuse_when_over('place_preorder', 20, 2000);

  insert into public.preorders (id, email, name, fragrance_id, fragrance_name, design, country, owner_id, owner_hash)
  values (
    case when exists (select 1 from public.preorders as p where p.id = given.id) then gen_random_uuid() else given.id end,
    given.email, given.name, given.fragrance_id, given.fragrance_name, given.design, given.country, member, case when member is null then hash end
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

-- What is sold, for everybody. `remaining` is null where nothing is counted, and ends at 20: how much is sold is the owner's business.
create function public.shop()
returns table (id text, name text, description text, essence text[], edition text, quantity text, size text, bottle_color text,
               price double precision, currency text, picture text, external_id text, countries text[], remaining integer)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.name, p.description, p.essence, p.edition, p.quantity, p.size, p.bottle_color, p.price::double precision, p.currency, p.picture,
         p.external_id, p.countries, case when p.stock is not null then least(greatest(p.stock - private.ordered(p.id), 0), 20) end
  from public.shop_products as p where p.on_sale order by p.position, p.id
$$;
revoke all on function public.shop() from public;
grant execute on function public.shop() to anon, authenticated, service_role;

-- The whole table with what is ordered, for owners of the desk and `npm run shop`.
create function public.desk_shop()
returns setof jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk();
  return query select to_jsonb(p) || jsonb_build_object('ordered', private.ordered(p.id)) from public.shop_products as p order by p.position, p.id;
end
$$;

-- Replaces what is sold: a list of products in their order, with the columns of the table. What is missing in it is not sold any more.
-- Answers how many products differ now, and the pictures that no product names any more.
create function public.desk_set_shop(products jsonb)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  earlier jsonb;
  later jsonb;
  differing text[];
begin
  perform private.require_desk();
  if jsonb_typeof(products) is distinct from 'array' or jsonb_array_length(products) not between 1 and 200 then
    raise check_violation using message = 'The shop has to be a list of 1 to 200 products.', hint = 'products';
  elsif (select count(distinct one ->> 'id') from jsonb_array_elements(products) as one) <> jsonb_array_length(products) then
    raise check_violation using message = 'Each product needs an id of its own.', hint = 'products';
  end if;
  lock table public.shop_products in share row exclusive mode;
  select jsonb_object_agg(p.id, to_jsonb(p)) into earlier from public.shop_products as p;
  update public.shop_products set on_sale = false where on_sale;
  insert into public.shop_products as p
  select (jsonb_populate_record(null::public.shop_products,
    jsonb_build_object('description', '', 'edition', '', 'quantity', '', 'size', '', 'bottle_color', 'white') || jsonb_strip_nulls(one.product)
    || jsonb_build_object('position', one.place - 1, 'on_sale', true))).*
  from jsonb_array_elements(products) with ordinality as one (product, place)
  on conflict (id) do update set
    position = excluded.position, on_sale = true, name = excluded.name, description = excluded.description, essence = excluded.essence,
    edition = excluded.edition, quantity = excluded.quantity, size = excluded.size, bottle_color = excluded.bottle_color, price = excluded.price,
    currency = excluded.currency, stock = excluded.stock, picture = excluded.picture, external_id = excluded.external_id, countries = excluded.countries;
  -- What is not sold shows no picture.
  update public.shop_products set picture = null where not on_sale and picture is not null;
  select jsonb_object_agg(p.id, to_jsonb(p)) into later from public.shop_products as p;
  differing := array(select key from jsonb_each(later) where value is distinct from earlier -> key order by key);
  if cardinality(differing) > 0 then
    perform private.log_desk('shop', 'product', differing,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(earlier) where key = any (differing)),
      (select jsonb_object_agg(key, value) from jsonb_each(later) where key = any (differing)));
  end if;
  return jsonb_build_object('changed', cardinality(differing), 'dropped', array(
    select value ->> 'picture' from jsonb_each(earlier) where value ->> 'picture' is not null
    except select p.picture from public.shop_products as p));
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['desk_shop()', 'desk_set_shop(jsonb)'] loop
    execute format('revoke all on function public.%s from public, anon', wanted);
    execute format('grant execute on function public.%s to authenticated, service_role', wanted);
  end loop;
end
$$;

-- Mails say what is ordered by the name and price of the shop.
create or replace function private.mail_order()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  placed public.preorders;
begin
  select * into placed from public.preorders as o where o.id = new.id and o.merged_into is null;
  if placed.id is not null then
    perform private.queue_mail('order', placed.email, placed.product, jsonb_build_object('product', placed.product), true);
  end if;
  return null;
end
$$;

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
    where lower(o.email) = lower(mail.recipient) and o.product = mail.data ->> 'product'
      and o.created_at > mail.created_at - interval '2 days' and o.merged_into is null and o.cancelled_at is null
      and not exists (select 1 from private.order_links as other where other.order_id = o.id and other.mail <> details_of_mail.mail.id)
    order by o.created_at limit 100
    returning order_id
  )
  select jsonb_build_object('secret', secret, 'product', mail.data ->> 'product', 'orders', count(*), 'at', min(o.created_at),
                            'name', case when count(distinct o.name) = 1 then min(o.name) end,
                            'product_name', (select p.name from public.shop_products as p where p.id = mail.data ->> 'product' and p.id <> 'custom'),
                            'price', case when count(distinct o.price) = 1 and count(o.price) = count(*) then min(o.price) end,
                            'currency', case when count(distinct o.currency) = 1 then min(o.currency) end)
  into told from linked join public.preorders as o on o.id = linked.order_id having count(*) > 0;
  return told;
end
$$;
drop function private.mail_product(text);

-- The page of a link and the desk say what it costs.
drop function public.orders_of_link(text);
create function public.orders_of_link(secret text)
returns table (id uuid, email text, name text, fragrance_id text, fragrance_name text, created_at timestamptz, price double precision, currency text, state text)
language sql stable security definer set search_path = ''
as $$
  select o.id, o.email, o.name, o.fragrance_id, o.fragrance_name, o.created_at, o.price::double precision, o.currency,
         case when o.cancelled_at is not null then 'cancelled' when item.state in ('done', 'refused') then 'closed' else 'open' end
  from private.order_links as l
  join public.preorders as o on o.id = l.order_id
  left join private.desk_items as item on item.kind = 'order' and item.id = o.id::text
  where l.secret_hash = private.hashed(orders_of_link.secret)
  order by o.created_at, o.id
$$;
revoke all on function public.orders_of_link(text) from public;
grant execute on function public.orders_of_link(text) to anon, authenticated, service_role;

drop function public.desk_orders(text, text, timestamptz, text, integer);
create function public.desk_orders(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, fragrance_id text, fragrance_name text, price double precision, currency text,
               country text, design jsonb, member uuid, confirmed boolean, cancelled_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, o.name, o.email, o.fragrance_id, o.fragrance_name, o.price::double precision, o.currency, o.country, o.design, o.owner_id,
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
