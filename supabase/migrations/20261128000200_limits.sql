-- Limits for one caller (an address, a member or a device) and for all callers together in a window. An IPv6 address
-- counts by its first 64 bits, the usual share of a household. Without `of_all` callers do not limit each other:
-- withdrawing data is never refused because of others' calls. `of_all` protects the disk. The scope `upload-bytes`
-- counts KiB.
create table private.limits (
  scope text primary key,
  of_one bigint not null check (of_one > 0),
  of_all bigint check (of_all >= of_one),
  window_seconds integer not null check (window_seconds between 1 and 86400)
);
alter table private.limits enable row level security;
insert into private.limits (scope, of_one, of_all, window_seconds) values
  ('contact-form', 10, 20000, 600),
  ('create_share', 60, 20000, 600),
  ('delete-account', 10, null, 600),
  ('forget-device', 20, null, 600),
  ('place_preorder', 20, 20000, 600),
  ('publish', 12, 20000, 600),
  -- On its first day an account publishes ten at most: filling the playlist with new accounts takes many of them.
  ('publish-new', 10, null, 86400),
  ('report', 20, 20000, 600),
  ('settle-recordings', 120, null, 600),
  ('share-image', 60, 20000, 600),
  ('smart-function', 20, 20000, 600),
  ('upload-audio', 60, 20000, 600),
  ('upload-bytes', 1048576, 67108864, 86400),
  ('withdraw-share', 60, null, 600);

-- Calls of a function by a caller in the running window. Keys are hashes: no address is stored.
create table private.caller_windows (
  key text primary key check (length(key) between 1 and 200),
  window_start timestamptz not null,
  hits integer not null check (hits > 0)
);
alter table private.caller_windows enable row level security;
create index caller_windows_start on private.caller_windows (window_start);

-- Counts `weight` for a key; returns what its window holds now, and the seconds until that ends. One statement, so
-- simultaneous calls cannot slip past each other. A window that begins in the future is of a clock that was ahead.
create function private.count_for(caller_key text, window_seconds integer, weight integer default 1, out hits integer, out wait integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  length_of_window interval := make_interval(secs => window_seconds);
  began timestamptz;
begin
  insert into private.caller_windows as w (key, window_start, hits)
  values (caller_key, clock_timestamp(), weight)
  on conflict (key) do update
  set hits = case
        when w.window_start + length_of_window <= clock_timestamp() or w.window_start > clock_timestamp() then excluded.hits
        else least(2000000000, w.hits::bigint + excluded.hits)::integer
      end,
      window_start = case
        when w.window_start + length_of_window <= clock_timestamp() or w.window_start > clock_timestamp() then clock_timestamp()
        else w.window_start
      end
  returning w.hits, w.window_start into hits, began;
  wait := greatest(1, ceil(extract(epoch from began + length_of_window - clock_timestamp())))::integer;

  -- Old windows go out with one call in a hundred or so, so that the table stays as small as the traffic.
  if random() < 0.01 then
    delete from private.caller_windows as w where w.window_start < clock_timestamp() - interval '1 day';
  end if;
end
$$;

create function private.widened(most bigint)
returns integer language sql stable security definer set search_path = ''
as $$
  select least(1000000000, greatest(1, round(most * coalesce(private.setting('limit_factor')::numeric, 1))))::integer
$$;

-- Counts `weight` for each of the callers and for all, and refuses a call over a limit. A refusal reverts its own
-- count: only accepted calls are counted. The salt keeps the hash of an address from being looked up in a list of all.
create function private.refuse_over(scope text, callers text[], weight integer default 1)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  allowed private.limits;
  caller text;
  counted record;
  wait integer := 0;
begin
  select * into strict allowed from private.limits as given where given.scope = refuse_over.scope;
  foreach caller in array array_remove(callers, null) loop
    select * into counted from private.count_for(scope || ':' || private.hashed(private.setting('salt') || caller), allowed.window_seconds, weight);
    if counted.hits > private.widened(allowed.of_one) then
      wait := greatest(wait, counted.wait);
    end if;
  end loop;
  if wait = 0 and allowed.of_all is not null then
    select * into counted from private.count_for(scope || ':all', allowed.window_seconds, weight);
    if counted.hits > private.widened(allowed.of_all) then
      wait := counted.wait;
    end if;
  end if;
  if wait > 0 then
    raise sqlstate 'PT429' using message = 'Too many requests. Please try again later.', hint = wait || ' s';
  end if;
end
$$;

-- For the functions: counts a call, or KiB about to be stored, for the sender's address and the member or device. Senders without a
-- known address share one limit.
create function public.count_call(scope text, address text, weight integer default 1, member uuid default null, owner_secret text default null)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.refuse_over(
    scope, array[coalesce(private.address_of(split_part(address, '/', 1)), address), coalesce(member::text, private.secret_hash(owner_secret))], weight
  )
$$;
