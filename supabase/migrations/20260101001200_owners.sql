-- The owner's desk is for those who run Accord: whoever holds the service key, and the members on a list. The list is in the
-- private schema, so no screen and no member can change it; every function of the desk asks `private.require_desk()` first.

create table private.owners (
  member uuid primary key references auth.users (id) on delete cascade,
  added_at timestamptz not null default now()
);
alter table private.owners enable row level security;
revoke all on private.owners from public, anon, authenticated, service_role;

create function private.is_owner()
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.owners as o where o.member = auth.uid())
$$;
revoke all on function private.is_owner() from public, anon, authenticated;

-- True when a member has a verified second factor. A hosted project keeps factors in `auth.mfa_factors`; the Auth of the embedded
-- backend has no such table, and no factor can be set there.
create function private.has_second_factor(member uuid)
returns boolean language plpgsql stable security definer set search_path = ''
as $$
declare
  verified boolean := false;
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select 1 from auth.mfa_factors as f where f.user_id = $1 and f.status::text = ''verified'')' into verified using member;
  end if;
  return verified;
end
$$;
revoke all on function private.has_second_factor(uuid) from public, anon, authenticated;

-- What the caller may do at the desk: `open`, `factor` (an owner whose session has not shown the second factor), or `none`.
create function private.desk_access()
returns text language sql stable security definer set search_path = ''
as $$
  select case
    when coalesce(current_setting('role', true), '') = 'service_role' then 'open'
    when not private.is_owner() then 'none'
    when private.has_second_factor(auth.uid()) and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' then 'factor'
    else 'open'
  end
$$;
revoke all on function private.desk_access() from public, anon, authenticated;

create function private.require_desk()
returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  access text := private.desk_access();
begin
  if access = 'factor' then
    raise insufficient_privilege using message = 'Please confirm your second factor first.', hint = 'second_factor';
  elsif access <> 'open' then
    raise insufficient_privilege using message = 'Only an owner may do this.', hint = 'not_an_owner';
  end if;
end
$$;
revoke all on function private.require_desk() from public, anon, authenticated;

-- For the screen, which shows the desk, the question for the second factor, or nothing.
create function public.desk_access()
returns text language sql stable security definer set search_path = ''
as $$
  select private.desk_access()
$$;
revoke all on function public.desk_access() from public, anon;
grant execute on function public.desk_access() to authenticated, service_role;

-- Every act at the desk: who, when, what, and the state before and after. Rows are added by functions and never changed.
create table private.desk_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: the service key, or the database's own console. No reference: the entry outlives the account.
  actor uuid,
  act text not null,
  kind text not null,
  items text[] not null,
  before jsonb not null,
  after jsonb not null,
  -- The entry that this one took back. Unique: an entry is taken back once, however many try at once.
  undoes bigint unique references private.desk_log (id)
);
create index desk_log_items on private.desk_log using gin (items);
create index desk_log_kind on private.desk_log (kind, id desc);
alter table private.desk_log enable row level security;
revoke all on private.desk_log from public, anon, authenticated, service_role;

create function private.keep_desk_log()
returns trigger language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'The log of the desk cannot be changed.';
end
$$;
revoke all on function private.keep_desk_log() from public, anon, authenticated;
-- For each statement: also one that finds no rows is refused, and so is emptying the table.
create trigger keep_desk_log before update or delete or truncate on private.desk_log
  for each statement execute function private.keep_desk_log();

create function private.log_desk(act text, kind text, items text[], before jsonb, after jsonb, undoes bigint default null)
returns bigint language sql volatile security definer set search_path = ''
as $$
  insert into private.desk_log (actor, act, kind, items, before, after, undoes)
  values (auth.uid(), log_desk.act, log_desk.kind, log_desk.items, log_desk.before, log_desk.after, log_desk.undoes)
  returning id
$$;
revoke all on function private.log_desk(text, text, text[], jsonb, jsonb, bigint) from public, anon, authenticated;

-- A page of the log, newest first, before the entry `before_id`; with `of_kind` and `of_item` the history of one thing.
create function public.desk_log(of_kind text default null, of_item text default null, before_id bigint default null, page_size integer default 50)
returns table (id bigint, at timestamptz, actor uuid, actor_email text, act text, kind text, items text[], before jsonb, after jsonb, undoes bigint, undone_by bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select entry.id, entry.at, entry.actor, account.email::text, entry.act, entry.kind, entry.items, entry.before, entry.after, entry.undoes, undo.id
    from private.desk_log as entry
    left join auth.users as account on account.id = entry.actor
    left join private.desk_log as undo on undo.undoes = entry.id
    where (of_kind is null or entry.kind = of_kind)
      and (of_item is null or entry.items @> array[of_item])
      and (before_id is null or entry.id < before_id)
    order by entry.id desc
    limit least(greatest(coalesce(page_size, 50), 1), 200);
end
$$;
revoke all on function public.desk_log(text, text, bigint, integer) from public, anon;
grant execute on function public.desk_log(text, text, bigint, integer) to authenticated, service_role;

-- The list of owners, for the service key (`npm run owner`) and the database's console. The account has to be there and its
-- address confirmed: an unconfirmed one may be a stranger's.
create function public.add_owner(email text)
returns uuid language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid;
begin
  select account.id into member from auth.users as account
  where lower(account.email) = lower(btrim(add_owner.email)) and account.email_confirmed_at is not null
  order by account.created_at limit 1;
  if member is null then
    raise sqlstate 'P0001' using message = format('There is no account with the confirmed address %s. Register in the app and confirm the address first.', btrim(add_owner.email)), hint = 'no_account';
  end if;
  insert into private.owners (member) values (member) on conflict do nothing;
  if found then
    perform private.log_desk('add owner', 'owner', array[member::text], '{}', jsonb_build_object('email', lower(btrim(add_owner.email))));
  end if;
  return member;
end
$$;
revoke all on function public.add_owner(text) from public, anon, authenticated;
grant execute on function public.add_owner(text) to service_role;

-- Returns false when there is no such owner.
create function public.remove_owner(email text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  removed uuid;
begin
  delete from private.owners as o using auth.users as account
  where account.id = o.member and lower(account.email) = lower(btrim(remove_owner.email))
  returning o.member into removed;
  if removed is null then
    return false;
  end if;
  perform private.log_desk('remove owner', 'owner', array[removed::text], jsonb_build_object('email', lower(btrim(remove_owner.email))), '{}');
  return true;
end
$$;
revoke all on function public.remove_owner(text) from public, anon, authenticated;
grant execute on function public.remove_owner(text) to service_role;

create function public.list_owners()
returns table (email text, added_at timestamptz, second_factor boolean)
language sql stable security definer set search_path = ''
as $$
  select account.email::text, o.added_at, private.has_second_factor(o.member)
  from private.owners as o join auth.users as account on account.id = o.member
  order by o.added_at, account.email
$$;
revoke all on function public.list_owners() from public, anon, authenticated;
grant execute on function public.list_owners() to service_role;

-- The embedded backend grants its roles every right on every table when it starts: the service loses those on what only
-- functions may touch.
create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  revoke all on private.owners, private.desk_log from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
