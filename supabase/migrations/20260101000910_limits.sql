-- Limits per caller: who is calling, counted before anything is looked up.

-- What differs between one installation and another. `address_header`: the header in which the proxy in front of the API
-- writes the caller's address, overwriting whatever the caller sent; no other header is believed. `trusted_hops`: for
-- `x-forwarded-for`, how many of our own proxies append to it, so that the entry before them is the caller's.
-- `limit_factor` widens every limit.
create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated;
insert into private.settings (name, value) values ('address_header', 'cf-connecting-ip'), ('trusted_hops', '1'), ('limit_factor', '1');

create function private.setting(wanted text)
returns text language sql stable security definer set search_path = ''
as $$
  select value from private.settings where name = wanted
$$;
revoke all on function private.setting(text) from public, anon, authenticated;

-- For whoever runs an installation, as the database's owner; null leaves a setting as it is.
create function private.configure(address_header text default null, trusted_hops integer default null, limit_factor numeric default null)
returns void language sql volatile set search_path = ''
as $$
  update private.settings as setting
  set value = given.value
  from (values ('address_header', lower(address_header)), ('trusted_hops', trusted_hops::text), ('limit_factor', limit_factor::text)) as given (name, value)
  where setting.name = given.name and given.value is not null
$$;
revoke all on function private.configure(text, integer, numeric) from public, anon, authenticated;

-- One address as one caller: IPv4 as it is, IPv6 as its network of 64 bits, since one household has all of that. Takes the
-- forms that proxies write, with a port and in brackets; null for what is no address.
create function private.address_of(entry text)
returns text language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bare text := btrim(entry, E' \t"');
  address inet;
begin
  bare := coalesce(substring(bare from '^\[([^\]]+)\](?::[0-9]+)?$'), substring(bare from '^([0-9.]+):[0-9]+$'), bare);
  bare := regexp_replace(bare, '^::ffff:([0-9.]+)$', '\1', 'i');
  if bare is null or bare = '' or bare ~ '/' then
    return null;
  end if;
  address := split_part(bare, '%', 1)::inet;
  if family(address) = 4 then
    return host(address);
  end if;
  return network(set_masklen(address, 64))::text;
exception when others then
  return null;
end
$$;

-- The entry of a header that our own proxies vouch for: the last one, or the one before those that `hops` of them append.
create function private.address_in(header text, hops integer)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select private.address_of(entries[cardinality(entries) - greatest(hops, 1) + 1])
  from (select string_to_array(header, ',') as entries) as split
$$;

create or replace function private.caller_address()
returns text language sql stable security definer set search_path = ''
as $$
  select private.address_in(headers ->> private.setting('address_header'), private.setting('trusted_hops')::integer)
  from (select nullif(current_setting('request.headers', true), '')::json as headers) as request
$$;
revoke all on function private.caller_address() from public, anon, authenticated;

-- Counts a call of the one who is calling, and refuses when that is too often. Everybody together is counted only by calls
-- that were within the limit of their own caller, so that one caller cannot use up what belongs to all. A refusal takes its
-- own count back with it, so the count stays at the limit until the window ends. Windows of ten minutes.
create function private.refuse_when_over(scope text, of_one integer, of_all integer)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  factor numeric := coalesce(private.setting('limit_factor')::numeric, 1);
  address text := private.caller_address();
  member text := auth.uid()::text;
  caller text;
  wait integer := 0;
begin
  foreach caller in array array_remove(array[address, member], null) loop
    wait := greatest(wait, public.count_call(scope || ':' || encode(sha256(convert_to(caller, 'UTF8')), 'hex'), least(1000000000, greatest(1, round(of_one * factor)))::integer, 600));
  end loop;
  if wait = 0 then
    wait := public.count_call(scope || ':everybody', least(1000000000, greatest(1, round(of_all * factor)))::integer, 600);
  end if;
  if wait > 0 then
    raise sqlstate 'PT429' using message = 'Too many requests. Please try again later.', hint = wait || ' s';
  end if;
end
$$;
revoke all on function private.refuse_when_over(text, integer, integer) from public, anon, authenticated;

-- Shares and preorders are made by functions from now on.
drop trigger limit_inserts on public.fragrance_shares;
drop trigger limit_inserts on public.preorders;
drop function private.limit_inserts();
drop trigger date_preorder on public.preorders;
drop function private.date_preorder();
