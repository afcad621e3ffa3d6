create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- True when the row is written by a browser, and not by a migration, a trigger of ours or the service.
-- `role` is what the API has switched to; inside a function that runs as its owner, `current_user` would not show it.
-- `accord.internal` is set by our own triggers while they write for a member.
create function private.is_client()
returns boolean language sql stable set search_path = ''
as $$
  select current_setting('role', true) in ('anon', 'authenticated')
     and coalesce(current_setting('accord.internal', true), '') <> 'on'
$$;

-- The member whose session a token names; null for a visitor, and once the member has logged out or the account is deleted. A
-- token is valid until it expires, so the session is looked up.
create function private.live_member()
returns uuid language sql stable security definer set search_path = ''
as $$
  select session.user_id from auth.sessions as session
  where session.user_id = auth.uid() and session.id::text = auth.jwt() ->> 'session_id'
$$;

-- The member who is calling; null for a visitor. The token of a session that is over is answered with 401: it must not read as
-- an empty list, nor as a visitor.
create function private.calling_member()
returns uuid language plpgsql stable security definer set search_path = ''
as $$
declare
  member constant uuid := private.live_member();
begin
  if member is null and auth.uid() is not null then
    raise sqlstate 'PT401' using message = 'This session is over. Please log in again.', hint = 'no_session';
  end if;
  return member;
end
$$;

-- One address as one caller: IPv4 as it is, IPv6 as its network of 64 bits, since one household has all of that. Takes
-- the forms that proxies write, with a port and in brackets; null for an invalid address.
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

-- Settings of an installation. `address_header`: the header in which the proxy in front of the API writes the caller's
-- address, overwriting whatever the caller sent; no other header counts. `trusted_hops`: for `x-forwarded-for`, how
-- many of our own proxies append to it, so that the entry before them is the caller's. `limit_factor` widens every
-- limit. `mail`: whether mails are queued, because something sends them. `operator_mail`: address for notices of what
-- came in; empty for none. `salt`: of the hashes of callers.
create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
insert into private.settings (name, value) values
  ('address_header', 'cf-connecting-ip'), ('trusted_hops', '1'), ('limit_factor', '1'), ('mail', 'off'), ('operator_mail', ''),
  ('salt', gen_random_uuid()::text);

create function private.setting(wanted text)
returns text language sql stable security definer set search_path = ''
as $$
  select value from private.settings where name = wanted
$$;

-- The caller's address, as far as our own proxies vouch for it: the last entry of the header, or the one before those that they append.
create function private.caller_address()
returns text language sql stable security definer set search_path = ''
as $$
  select private.address_of(entries[cardinality(entries) - greatest(private.setting('trusted_hops')::integer, 1) + 1])
  from string_to_array(nullif(current_setting('request.headers', true), '')::json ->> private.setting('address_header'), ',') as entries
$$;

-- For the operator, as the database's owner; null leaves a setting as it is.
create function private.configure(address_header text default null, trusted_hops integer default null, limit_factor numeric default null,
                                  mail boolean default null, operator_mail text default null)
returns void language sql volatile set search_path = ''
as $$
  update private.settings as setting
  set value = given.value
  from (values
    ('address_header', lower(address_header)), ('trusted_hops', trusted_hops::text), ('limit_factor', limit_factor::text),
    ('mail', case when mail then 'on' when not mail then 'off' end), ('operator_mail', operator_mail)
  ) as given (name, value)
  where setting.name = given.name and given.value is not null
$$;

create function private.secret_hash(owner_secret text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when owner_secret ~ '^[0-9a-f]{32}$' then encode(sha256(convert_to(owner_secret, 'UTF8')), 'hex') end
$$;

-- True when a row belongs to the member, or to the device.
create function private.owns(row_member uuid, row_hash text, member uuid, secret_hash text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(row_member = member, false) or coalesce(row_hash = secret_hash, false)
$$;

create function private.hashed(text_of_it text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select encode(sha256(convert_to(text_of_it, 'UTF8')), 'hex')
$$;

-- Queries do not hold a connection for long: a visitor's is cut after 3 s, a member's after 8 s. A hosted project has
-- these limits from the beginning, another Postgres has none. PostgREST sets them with the role, for each request.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'The limits of statements stay as they are: % may not set them.', current_user;
end
$$;

notify pgrst, 'reload config';

-- The owner of a new row is a member or has a device's secret.
create function private.require_owner(member uuid, secret_hash text)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if member is null and secret_hash is null then
    raise check_violation using message = 'The secret of this device is missing.', hint = 'no_owner';
  end if;
end
$$;
