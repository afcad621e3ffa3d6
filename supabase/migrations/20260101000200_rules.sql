-- Rules that several tables share. They run inside check constraints, so with the rights of whoever writes a row;
-- the schema itself is not reachable over the API.

-- A list of catalogue notes, C0 to B8, sharps only.
create function private.are_note_codes(codes text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(codes) between fewest and most
     and coalesce(array_ndims(codes), 1) = 1
     and not exists (
       select 1 from unnest(codes) as code
       where code is null or code !~ '^(C|C#|D|D#|E|F|F#|G|G#|A|A#|B)[0-8]$'
     )
$$;

-- A list of short names, such as perfume notes.
create function private.are_names(names text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(names) between fewest and most
     and coalesce(array_ndims(names), 1) = 1
     and not exists (
       select 1 from unnest(names) as name
       where name is null or char_length(name) not between 1 and 80 or name <> btrim(name)
     )
$$;

-- The name of an object of a public bucket in its URL; null when the URL is not one of ours.
create function private.object_in(url text, bucket text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select substring(url from '^https?://[^/[:space:]]+/storage/v1/object/public/' || bucket || '/([A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*)$')
$$;

-- A recording is kept as the URL of an object in the bucket `audio`, never as data.
create function private.is_recording(url text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(url) <= 500 and private.object_in(url, 'audio') is not null
$$;

create function private.is_email(address text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(address) <= 254 and address ~ '^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$'
$$;

-- True when the row is written by a browser, and not by a migration, a trigger of ours or the service.
-- `role` is what the API has switched to; inside a function that runs as its owner, `current_user` would not tell.
-- `accord.internal` is set by our own triggers while they write on somebody's behalf.
create function private.is_client()
returns boolean language sql stable set search_path = ''
as $$
  select current_setting('role', true) in ('anon', 'authenticated')
     and coalesce(current_setting('accord.internal', true), '') <> 'on'
$$;

-- The caller's address, as far as the API passes it on.
create function private.caller_address()
returns text language sql stable set search_path = ''
as $$
  select coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', split_part(reverse(split_part(reverse(headers ->> 'x-forwarded-for'), ',', 1)), ' ', 2))
  from (select nullif(current_setting('request.headers', true), '')::json as headers) as request
$$;

-- Keeps one caller, or all of them together where they cannot be told apart, from filling a table.
-- Arguments: rows in ten minutes of one caller, and of everybody.
create function private.limit_inserts()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.caller_address();
  of_one integer := tg_argv[0];
  of_all integer := tg_argv[1];
  wait integer := 0;
begin
  if not private.is_client() then
    return new;
  end if;
  if address is not null then
    wait := public.count_call(tg_table_name || ':' || encode(sha256(convert_to(address, 'UTF8')), 'hex'), of_one, 600);
  end if;
  wait := greatest(wait, public.count_call(tg_table_name || ':everybody', of_all, 600));
  if wait > 0 then
    raise sqlstate 'PT429' using message = 'Too many requests. Please try again later.', hint = wait || ' s';
  end if;
  return new;
end
$$;
revoke all on function private.limit_inserts() from public, anon, authenticated;

create function private.touch_updated_at()
returns trigger language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
