-- How often a caller used a function in the running window. Keys are hashes: no address is kept.
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
revoke all on function private.count_for(text, integer, integer) from public, anon, authenticated;

-- Counts `weight` for the caller (their address and its groups; `persons`: a member, a device), and refuses when that is
-- too much. A refusal takes its own count back with it: what is counted was let through. `of_one`: of an address or person in a
-- window. `of_all`: of all callers, from which those who have used more than a tenth of theirs wait; `ceiling`: of all
-- callers, from which each waits. A group has the sum of its callers for the former, and four times that for the latter.
create function private.refuse_over(scope text, address text, persons text[], weight integer, of_one bigint, of_all bigint, ceiling bigint, window_seconds integer)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  most integer := private.widened(of_one);
  little integer := private.widened(greatest(1, of_one / 10));
  own integer := null;
  counted record;
  part record;
  wait integer := 0;
begin
  for part in
    select person as name, 1 as callers from unnest(array_remove(persons, null)) as person
    union all
    select group_of_it.network, group_of_it.callers from private.networks_of(address) as group_of_it where address is not null
    order by callers
  loop
    select * into counted from private.count_for(scope || ':' || private.hashed(part.name), window_seconds, weight);
    if part.callers = 1 then
      own := greatest(own, counted.hits);
      if counted.hits > most then
        wait := greatest(wait, counted.wait);
      end if;
    elsif (counted.hits > private.widened(of_one * part.callers) and own > little) or counted.hits > private.widened(4 * of_one * part.callers) then
      wait := greatest(wait, counted.wait);
    end if;
  end loop;
  if wait = 0 then
    select * into counted from private.count_for(scope || ':everybody', window_seconds, weight);
    -- Callers without an address or person wait like those who have used much.
    if (counted.hits > private.widened(of_all) and coalesce(own > little, true)) or counted.hits > private.widened(ceiling) then
      wait := counted.wait;
    end if;
  end if;
  if wait > 0 then
    raise sqlstate 'PT429' using message = 'Too many requests. Please try again later.', hint = wait || ' s';
  end if;
end
$$;
revoke all on function private.refuse_over(text, text, text[], integer, bigint, bigint, bigint, integer) from public, anon, authenticated;

-- Counts a call to the API. Windows of ten minutes.
create function private.refuse_when_over(scope text, of_one integer, of_all integer)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.refuse_over(scope, private.caller_address(), array[auth.uid()::text], 1, of_one, of_all, 100 * of_all::bigint, 600)
$$;
revoke all on function private.refuse_when_over(text, integer, integer) from public, anon, authenticated;

-- The groups that an address belongs to, itself first, and how many callers' worth each may have. The same as `networksOf` in
-- supabase/functions/_shared/caller.ts.
create function private.networks_of(address text)
returns table (network text, callers integer)
language sql immutable parallel safe set search_path = ''
as $$
  select case when part.callers = 1 then address else set_masklen(address::cidr, part.bits)::text end, part.callers
  from (values (4, 32, 1), (4, 24, 4), (4, 16, 32), (6, 64, 1), (6, 56, 2), (6, 48, 8), (6, 32, 64)) as part (version, bits, callers)
  where part.version = family(address::inet)
  order by part.callers
$$;

create function private.widened(most bigint)
returns integer language sql stable security definer set search_path = ''
as $$
  select least(1000000000, greatest(1, round(most * coalesce(private.setting('limit_factor')::numeric, 1))))::integer
$$;
revoke all on function private.widened(bigint) from public, anon, authenticated;

-- For the functions: counts a call for several keys, each with its own limit, and says how long the caller has to wait. The first
-- key is the caller's own. The others are groups: where one is full, a caller who has used at most a tenth of their own limit
-- still gets through, up to four times the group's limit.
create function public.count_calls(caller_keys text[], max_hits integer[], window_seconds integer)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  counted record;
  own integer;
begin
  for place in 1 .. cardinality(caller_keys) loop
    select * into counted from private.count_for(caller_keys[place], window_seconds);
    own := coalesce(own, counted.hits);
    if counted.hits > 4::bigint * max_hits[place] or (counted.hits > max_hits[place] and (place = 1 or own > greatest(1, max_hits[1] / 10))) then
      return counted.wait;
    end if;
  end loop;
  return 0;
end
$$;
revoke all on function public.count_calls(text[], integer[], integer) from public, anon, authenticated;
grant execute on function public.count_calls(text[], integer[], integer) to service_role;

-- For the function `upload-audio`, before it stores anything: counts the bytes of a day for the sender's address, its groups,
-- the member or device, and for all. Counted in KiB.
create function public.count_upload(bytes bigint, address text, member uuid, owner_secret text, of_one bigint, of_all bigint)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.refuse_over(
    'upload-bytes', private.address_of(split_part(address, '/', 1)), array[coalesce(member::text, private.secret_hash(owner_secret))],
    ceil(bytes / 1024.0)::integer, of_one / 1024, of_all / 2048, of_all / 1024, 86400
  )
$$;
revoke all on function public.count_upload(bigint, text, uuid, text, bigint, bigint) from public, anon, authenticated;
grant execute on function public.count_upload(bigint, text, uuid, text, bigint, bigint) to service_role;
