-- The accounts that keep a diary.
create table public.diaries (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
alter table public.diaries enable row level security;
revoke all on public.diaries from public, anon, authenticated;
grant all on public.diaries to service_role;

create table public.diary_entries (
  owner_id uuid not null references public.diaries (owner_id) on delete cascade,
  -- Made by the device of the moment and the notes: two copies of one fragrance have one id.
  entry_id text not null check (entry_id ~ '^[0-9]{1,13}-[0-9a-f]{8}$'),
  -- When the fragrance was made, ms since 1970, from there to the year 2200, and the time zone of the place.
  at bigint not null check (at between 0 and 7258118399999),
  zone text not null check (char_length(zone) between 1 and 64 and zone ~ '^[A-Za-z0-9_+/-]+$'),
  pressed boolean not null default false,
  -- As the device has it, and for its owner alone, whose app checks it when it reads it.
  fragrance jsonb not null check (jsonb_typeof(fragrance) = 'object' and octet_length(fragrance::text) <= 32000),
  created_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, entry_id),
  check (split_part(entry_id, '-', 1) = at::text)
);
alter table public.diary_entries enable row level security;
revoke all on public.diary_entries from public, anon, authenticated;
grant all on public.diary_entries to service_role;

-- Switches it on or off for the caller's account; off deletes the copies. Answers how it is now.
create function public.keep_diary(wanted boolean)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_when_over('keep_diary', 60, 6000);
  if coalesce(keep_diary.wanted, false) then
    perform private.refuse_blocked(auth.uid());
    insert into public.diaries (owner_id) values (auth.uid()) on conflict do nothing;
    return true;
  end if;
  delete from public.diaries as d where d.owner_id = auth.uid();
  return false;
end
$$;
revoke all on function public.keep_diary(boolean) from public, anon;
grant execute on function public.keep_diary(boolean) to authenticated, service_role;

-- Keeps entries, 50 at most; one that is there stays as it is. Answers how many are new. Of one member there are 10,000 entries of
-- 48 MiB at most: all or none of these are kept.
create function public.keep_diary_entries(entries jsonb)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := auth.uid();
  fresh integer;
begin
  perform private.refuse_when_over('keep_diary_entries', 600, 60000);
  perform private.refuse_blocked(member);
  if coalesce(case jsonb_typeof(keep_diary_entries.entries) when 'array' then jsonb_array_length(keep_diary_entries.entries) end, 51) > 50 then
    raise check_violation using message = 'Please send a list of at most 50 entries.', hint = 'entries';
  end if;
  -- Locked, so that entries are counted one call after the other.
  perform 1 from public.diaries as d where d.owner_id = member for update;
  if not found then
    raise sqlstate 'P0001' using message = 'This account keeps no diary.', hint = 'not_keeping';
  end if;
  insert into public.diary_entries (owner_id, entry_id, at, zone, pressed, fragrance)
  select member, private.text_of(e, 'id'), (e ->> 'at')::bigint, private.text_of(e, 'zone'), private.flag_of(e, 'pressed'), e -> 'fragrance'
  from jsonb_array_elements(keep_diary_entries.entries) as e
  on conflict do nothing;
  get diagnostics fresh = row_count;
  if fresh > 0 and exists (
    select 1 from public.diary_entries as kept where kept.owner_id = member
    having count(*) > 10000 or sum(octet_length(kept.fragrance::text)) > 50331648
  ) then
    raise sqlstate 'P0001' using message = 'The diary of this account is full.', hint = 'too_many';
  end if;
  return fresh;
end
$$;
revoke all on function public.keep_diary_entries(jsonb) from public, anon;
grant execute on function public.keep_diary_entries(jsonb) to authenticated, service_role;

-- The ids of the caller's entries, and which are pressed; null when the account keeps none.
create function public.my_diary()
returns jsonb language sql stable security definer set search_path = ''
as $$
  select (
    select coalesce(jsonb_agg(jsonb_build_object('id', kept.entry_id, 'pressed', kept.pressed) order by kept.at, kept.entry_id), '[]')
    from public.diary_entries as kept where kept.owner_id = d.owner_id
  )
  from public.diaries as d where d.owner_id = auth.uid()
$$;
revoke all on function public.my_diary() from public, anon;
grant execute on function public.my_diary() to authenticated, service_role;

create function private.diary_entry(kept public.diary_entries)
returns jsonb language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', kept.entry_id, 'at', kept.at, 'zone', kept.zone, 'pressed', kept.pressed, 'fragrance', kept.fragrance)
$$;
revoke all on function private.diary_entry(diary_entries) from public, anon, authenticated;

-- Entries of the caller by their ids, 50 at most.
create function public.my_diary_entries(ids text[])
returns jsonb language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.diary_entry(kept) order by kept.at, kept.entry_id), '[]')
  from public.diary_entries as kept
  where kept.owner_id = auth.uid() and kept.entry_id = any ((select array_agg(wanted) from (select unnest(my_diary_entries.ids) as wanted limit 50) as first)::text[])
$$;
revoke all on function public.my_diary_entries(text[]) from public, anon;
grant execute on function public.my_diary_entries(text[]) to authenticated, service_role;

-- Presses an entry of the caller, or takes it out of the press; false when it is not there.
create function public.press_diary_entry(entry_id text, pressed boolean)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_when_over('press_diary_entry', 600, 60000);
  update public.diary_entries as kept set pressed = coalesce(press_diary_entry.pressed, false)
  where kept.owner_id = auth.uid() and kept.entry_id = press_diary_entry.entry_id;
  return found;
end
$$;
revoke all on function public.press_diary_entry(text, boolean) from public, anon;
grant execute on function public.press_diary_entry(text, boolean) to authenticated, service_role;

-- Deletes entries of the caller. Answers how many.
create function public.strike_diary_entries(ids text[])
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from public.diary_entries as kept where kept.owner_id = auth.uid() and kept.entry_id = any (strike_diary_entries.ids);
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function public.strike_diary_entries(text[]) from public, anon;
grant execute on function public.strike_diary_entries(text[]) to authenticated, service_role;
