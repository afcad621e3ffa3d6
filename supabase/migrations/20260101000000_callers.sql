-- Nothing in this schema is reachable over the API, which knows `public` alone. The API's roles may look into it,
-- because rules and triggers of theirs do; its tables have row level security and no policy.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- How often a caller used a function in the running window. Keys are hashes: no address is kept.
create table private.caller_windows (
  key text primary key check (length(key) between 1 and 200),
  window_start timestamptz not null,
  hits integer not null check (hits > 0)
);
alter table private.caller_windows enable row level security;
create index caller_windows_start on private.caller_windows (window_start);

-- Counts one call and says how long the caller has to wait: 0 when the call is within the limit, else the
-- seconds until the window ends. One statement, so simultaneous calls cannot slip past each other.
create function public.count_call(caller_key text, max_hits integer, window_seconds integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  counted private.caller_windows;
  length_of_window interval := make_interval(secs => window_seconds);
begin
  insert into private.caller_windows as w (key, window_start, hits)
  values (caller_key, clock_timestamp(), 1)
  on conflict (key) do update
  set hits = case when w.window_start + length_of_window <= clock_timestamp() then 1 else w.hits + 1 end,
      window_start = case when w.window_start + length_of_window <= clock_timestamp() then clock_timestamp() else w.window_start end
  returning * into counted;

  -- Old windows go out with one call in a hundred or so, so that the table stays as small as the traffic.
  if random() < 0.01 then
    delete from private.caller_windows where window_start < clock_timestamp() - interval '1 day';
  end if;

  if counted.hits <= max_hits then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counted.window_start + length_of_window - clock_timestamp())))::integer;
end
$$;
revoke all on function public.count_call(text, integer, integer) from public, anon, authenticated;
grant execute on function public.count_call(text, integer, integer) to service_role;
