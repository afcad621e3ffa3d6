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

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('shop', 'shop', true, 2097152, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- What an order is of: a product of the shop, else a bottle of one's own. Anything may be written into an order.
create function private.product_of(fragrance_id text)
returns text language sql stable security definer set search_path = ''
as $$
  select coalesce((select p.id from public.shop_products as p where p.id = product_of.fragrance_id), 'custom')
$$;
revoke all on function private.product_of(text) from public, anon, authenticated;

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
revoke all on function private.price_order() from public, anon, authenticated;

create trigger price_order before insert on public.preorders
  for each row execute function private.price_order();

-- How many of a product are ordered. Merged and cancelled orders do not count.
create function private.ordered(product text)
returns integer language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.preorders as o
  where o.product = ordered.product and o.merged_into is null and o.cancelled_at is null
$$;
revoke all on function private.ordered(text) from public, anon, authenticated;

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
revoke all on function private.count_stock() from public, anon, authenticated;

create trigger count_stock after insert on public.preorders
  for each row execute function private.count_stock();

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
