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

-- For the screen, which shows the desk, the question for the second factor, or nothing.
create function public.desk_access()
returns text language sql stable security definer set search_path = ''
as $$
  select private.desk_access()
$$;
revoke all on function public.desk_access() from public, anon;
grant execute on function public.desk_access() to authenticated, service_role;

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

-- The lists of the desk. Each order, submission, message, published fragrance and member has an item there: its state, a note, the
-- words by which it is found, and the time by which it is listed. Triggers make the items; what people send knows nothing of them,
-- so nothing of the desk can leak into what people read or export.
create table private.desk_items (
  kind text not null check (kind in ('order', 'submission', 'message', 'report', 'fragrance', 'member')),
  id text collate "C" not null,
  at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'seen', 'done', 'refused')),
  note text not null default '' check (char_length(note) <= 2000),
  words tsvector not null,
  -- Merged orders and unpublished fragrances keep their state and note, and are in no list.
  listed boolean not null default true,
  primary key (kind, id)
);
create index desk_items_all on private.desk_items (kind, at desc, id desc) where listed;
create index desk_items_state on private.desk_items (kind, state, at desc, id desc) where listed;
create index desk_items_words on private.desk_items using gin (words) where listed;
alter table private.desk_items enable row level security;
revoke all on private.desk_items from public, anon, authenticated, service_role;

-- The words of an item, and its kind as one more (no word has an `@`), so that one index answers for both.
create function private.desk_words(kind text, said text)
returns tsvector language sql immutable parallel safe set search_path = ''
as $$
  select array_to_tsvector(array(select distinct own.word from private.words_in(left(said, 4000)) as own) || ('@' || kind))
$$;

-- What an item needs to be found: every word that is typed, each as the beginning of one of its words.
create function private.desk_query(kind text, phrase text)
returns tsquery language sql immutable parallel safe set search_path = ''
as $$
  select ('''@' || kind || '''' || coalesce(string_agg(' & ''' || typed.word || ''':*', ''), ''))::tsquery
  from (select own.word from private.words_in(left(phrase, 200)) as own order by own.place limit 12) as typed
$$;

create function private.put_desk_item(kind text, id text, at timestamptz, said text, listed boolean, afresh boolean default false)
returns void language sql volatile security definer set search_path = ''
as $$
  insert into private.desk_items as item (kind, id, at, words, listed)
  values (put_desk_item.kind, put_desk_item.id, put_desk_item.at, private.desk_words(put_desk_item.kind, said), put_desk_item.listed)
  on conflict on constraint desk_items_pkey do update
  set at = excluded.at, words = excluded.words, listed = excluded.listed, state = case when afresh then 'new' else item.state end
$$;
revoke all on function private.put_desk_item(text, text, timestamptz, text, boolean, boolean) from public, anon, authenticated;

create function private.list_at_desk()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.desk_items as item where item.kind = tg_argv[0] and item.id = old.id::text;
    return null;
  end if;
  case tg_argv[0]
    when 'order' then
      perform private.put_desk_item('order', new.id::text, new.created_at, concat_ws(' ', new.name, new.email, new.fragrance_name, new.fragrance_id), new.merged_into is null);
    when 'submission' then
      perform private.put_desk_item('submission', new.id::text, new.created_at, concat_ws(' ', new.name, new.email), true);
    when 'message' then
      perform private.put_desk_item('message', new.id::text, new.created_at, concat_ws(' ', new.name, new.email, new.message), true);
    when 'member' then
      perform private.put_desk_item('member', new.id::text, new.created_at, concat_ws(' ', new.liquid_name, new.email, new.location), true);
    when 'fragrance' then
      if new.is_public then
        -- Published once more is new once more.
        perform private.put_desk_item('fragrance', new.id::text, new.uploaded_at, concat_ws(' ', new.name, new.creator_name, new.description), true,
                                      tg_op = 'UPDATE' and not old.is_public);
      else
        update private.desk_items as item set listed = false where item.kind = 'fragrance' and item.id = new.id::text and item.listed;
      end if;
  end case;
  return null;
end
$$;
revoke all on function private.list_at_desk() from public, anon, authenticated;

create trigger list_at_desk after insert or delete or update of email, name, fragrance_name, merged_into on public.preorders
  for each row execute function private.list_at_desk('order');

create trigger list_at_desk after insert or delete or update of name, email on public.fragrance_submissions
  for each row execute function private.list_at_desk('submission');

create trigger list_at_desk after insert or delete or update of name, email, message on public.contact_messages
  for each row execute function private.list_at_desk('message');

create trigger list_at_desk after insert or delete or update of liquid_name, email, location on public.profiles
  for each row execute function private.list_at_desk('member');

create trigger list_at_desk_new after insert on public.fragrance_profiles
  for each row when (new.is_public) execute function private.list_at_desk('fragrance');

create trigger list_at_desk after delete or update of is_public, name, creator_name, description, uploaded_at on public.fragrance_profiles
  for each row execute function private.list_at_desk('fragrance');

-- A page of a list, newest first, after (`before_at`, `before_id`). Without words it is one stretch of an index. With words, a
-- common one is found among the newest items within some pages, and a rare one by its own index, which then gives few rows to
-- sort: the work is bounded by the page and not by the list.
create function private.desk_page(wanted_kind text, search text, wanted_state text, before_at timestamptz, before_id text, page_size integer)
returns table (id text, at timestamptz, state text, note text)
language plpgsql stable security definer rows 50
set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  most constant integer := least(greatest(coalesce(page_size, 50), 1), 200);
  last_at constant timestamptz := coalesce(before_at, 'infinity');
  last_id constant text := coalesce(before_id, chr(1114111));
  query constant tsquery := private.desk_query(wanted_kind, coalesce(search, ''));
  here constant text := 'item.kind = $1 and item.listed and (item.at, item.id) < ($3, $4)' || case when wanted_state is null then '' else ' and item.state = $2' end;
  number integer;
begin
  if wanted_state is not null and wanted_state not in ('new', 'seen', 'done', 'refused') then
    raise check_violation using message = 'There is no such state.', hint = 'state';
  end if;
  if numnode(query) = 1 then
    return query execute format('select item.id, item.at, item.state, item.note from private.desk_items as item where %s order by item.at desc, item.id desc limit $5', here)
      using wanted_kind, wanted_state, last_at, last_id, most;
    return;
  end if;
  return query execute format(
    'select near.id, near.at, near.state, near.note
     from (select item.* from private.desk_items as item where %s order by item.at desc, item.id desc limit 8 * $5) as near
     where near.words @@ $6 order by near.at desc, near.id desc limit $5', here)
    using wanted_kind, wanted_state, last_at, last_id, most, query;
  get diagnostics number = row_count;
  if number >= most then
    return;
  end if;
  -- The rest, older than what was looked through.
  return query execute format(
    'with edge as materialized (
       select item.at, item.id from private.desk_items as item where %1$s order by item.at desc, item.id desc offset 8 * $5 - 1 limit 1
     ),
     found as materialized (select item.* from private.desk_items as item where item.listed and item.words @@ $6)
     select item.id, item.at, item.state, item.note from found as item, edge
     where %1$s and (item.at, item.id) < (edge.at, edge.id)
     order by item.at desc, item.id desc limit $5 - $7', here)
    using wanted_kind, wanted_state, last_at, last_id, most, query, number;
end
$$;
revoke all on function private.desk_page(text, text, text, timestamptz, text, integer) from public, anon, authenticated;

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

-- The face is that of a fragrance or share of the same recording, where there is one.
create function public.desk_submissions(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, audio_url text, member uuid, fragrance_name text, look jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, s.name, s.email, s.audio_url, s.owner_id, coalesce(saved.name, shared.name), coalesce(saved.look, shared.look)
    from private.desk_page('submission', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_submissions as s on s.id = page.id::uuid
    left join lateral (
      select f.name, private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions) as look
      from public.fragrance_profiles as f where f.audio_path = s.audio_path order by f.created_at limit 1
    ) as saved on true
    left join lateral (
      select share.name, private.look_of(share.music_essence, share.intensity, share.complexity, share.persistence, private.face_of(share.trace), share.accents, share."character", share.proportions) as look
      from public.fragrance_shares as share where saved.name is null and share.audio_path = s.audio_path order by share.created_at limit 1
    ) as shared on true
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_submissions(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_submissions(text, text, timestamptz, text, integer) to authenticated, service_role;

create function public.desk_messages(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, message text, member uuid)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, m.name, m.email, m.message, m.owner_id
    from private.desk_page('message', search, of_state, before_at, before_id, page_size) as page
    join public.contact_messages as m on m.id = page.id::uuid
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_messages(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_messages(text, text, timestamptz, text, integer) to authenticated, service_role;

create function public.desk_fragrances(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, creator_name text, member uuid, description text, music_essence text[],
               top_notes text[], middle_notes text[], base_notes text[], look jsonb, audio_url text, is_public boolean, hidden_cause text, hidden_reason text, reports integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, f.name, f.creator_name, f.user_id, f.description, f.music_essence, f.top_notes, f.middle_notes, f.base_notes,
           private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions),
           f.audio_data, f.is_public, h.cause, h.reason,
           (select count(*)::integer from private.cases as c join private.reports as r on r.case_id = c.id where c.subject = 'fragrance' and c.subject_id = page.id)
    from private.desk_page('fragrance', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_profiles as f on f.id = page.id::uuid
    left join private.hidden as h on h.subject = 'fragrance' and h.subject_id = page.id
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_fragrances(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_fragrances(text, text, timestamptz, text, integer) to authenticated, service_role;

create function public.desk_members(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, location text, confirmed boolean, last_sign_in_at timestamptz, owner boolean,
               blocked_at timestamptz, block_reason text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, p.liquid_name, p.email, p.location, account.email_confirmed_at is not null, account.last_sign_in_at,
           exists (select 1 from private.owners as o where o.member = p.id), b.at, b.reason
    from private.desk_page('member', search, of_state, before_at, before_id, page_size) as page
    join public.profiles as p on p.id = page.id::uuid
    join auth.users as account on account.id = p.id
    left join private.blocks as b on b.member = p.id
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_members(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_members(text, text, timestamptz, text, integer) to authenticated, service_role;

-- How many items of each list are new, counted up to 1,000.
create function public.desk_counts()
returns table (kind text, new_items integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select list.kind, (
      select count(*)::integer from (
        select 1 from private.desk_items as item where item.kind = list.kind and item.state = 'new' and item.listed limit 1000
      ) as few
    )
    from unnest(array['order', 'submission', 'message', 'report', 'fragrance', 'member']) as list (kind);
end
$$;
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;

-- Sets the state of up to 200 items of a list. Returns the entry of the log (null where nothing changed) and how many changed.
create function public.desk_set_state(kind text, ids text[], state text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  earlier jsonb;
  entry bigint;
begin
  perform private.require_desk();
  if desk_set_state.state is null or desk_set_state.state not in ('new', 'seen', 'done', 'refused') then
    raise check_violation using message = 'There is no such state.', hint = 'state';
  elsif ids is null or cardinality(ids) not between 1 and 200 then
    raise check_violation using message = 'Choose 1 to 200 items.', hint = 'ids';
  end if;
  -- In the order of ids, so that two owners who change the same ones wait for each other and do not lock each other out.
  with locked as materialized (
    select item.id, item.state from private.desk_items as item
    where item.kind = desk_set_state.kind and item.id = any(ids) and item.state <> desk_set_state.state
    order by item.id for update
  )
  select jsonb_object_agg(locked.id, locked.state) into earlier from locked;
  if earlier is null then
    return jsonb_build_object('log', null, 'changed', 0);
  end if;
  update private.desk_items as item set state = desk_set_state.state
  where item.kind = desk_set_state.kind and earlier ? item.id;
  entry := private.log_desk('state', desk_set_state.kind, array(select jsonb_object_keys(earlier)), earlier,
                            (select jsonb_object_agg(each.id, desk_set_state.state) from jsonb_object_keys(earlier) as each (id)));
  return jsonb_build_object('log', entry, 'changed', (select count(*) from jsonb_object_keys(earlier)));
end
$$;
revoke all on function public.desk_set_state(text, text[], text) from public, anon;
grant execute on function public.desk_set_state(text, text[], text) to authenticated, service_role;

-- Writes the note of an item. Returns as `desk_set_state`; null when there is no such item.
create function public.desk_set_note(kind text, id text, note text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  earlier text;
  written text := private.trimmed(coalesce(desk_set_note.note, ''));
begin
  perform private.require_desk();
  if char_length(written) > 2000 then
    raise check_violation using message = 'A note has at most 2,000 characters.', hint = 'note';
  end if;
  select item.note into earlier from private.desk_items as item where item.kind = desk_set_note.kind and item.id = desk_set_note.id for update;
  if earlier is null then
    return null;
  elsif earlier = written then
    return jsonb_build_object('log', null, 'changed', 0);
  end if;
  update private.desk_items as item set note = written where item.kind = desk_set_note.kind and item.id = desk_set_note.id;
  return jsonb_build_object('changed', 1, 'log', private.log_desk('note', desk_set_note.kind, array[desk_set_note.id],
    jsonb_build_object(desk_set_note.id, earlier), jsonb_build_object(desk_set_note.id, written)));
end
$$;
revoke all on function public.desk_set_note(text, text, text) from public, anon;
grant execute on function public.desk_set_note(text, text, text) to authenticated, service_role;

-- As before, and for hiding, giving back and blocking.
create function private.take_back_entry(entry private.desk_log, out earlier jsonb, out later jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this text;
  done boolean;
begin
  if entry.act = 'state' then
    with back as (
      update private.desk_items as item set state = entry.before ->> item.id
      where item.kind = entry.kind and item.id = any(entry.items) and item.state = entry.after ->> item.id
      returning item.id
    )
    select jsonb_object_agg(back.id, entry.after -> back.id), jsonb_object_agg(back.id, entry.before -> back.id) into earlier, later from back;
    return;
  elsif entry.act = 'note' then
    with back as (
      update private.desk_items as item set note = entry.before ->> item.id
      where item.kind = entry.kind and item.id = any(entry.items) and item.note = entry.after ->> item.id
      returning item.id
    )
    select jsonb_object_agg(back.id, entry.after -> back.id), jsonb_object_agg(back.id, entry.before -> back.id) into earlier, later from back;
    return;
  elsif entry.act not in ('hide', 'restore', 'block', 'unblock') then
    raise check_violation using message = 'This cannot be undone.', hint = 'not_undoable';
  end if;
  foreach this in array entry.items loop
    if entry.kind = 'member' then
      done := (entry.after ->> this) is not distinct from (select b.reason from private.blocks as b where b.member = this::uuid)
        and private.set_block(this::uuid, entry.before ->> this);
    elsif private.hiding_of(entry.kind, this) is distinct from nullif(entry.after -> this, 'null') then
      done := false;
    elsif nullif(entry.before -> this, 'null') is null then
      done := not private.is_blocked(private.maker_of(entry.kind, this)) and private.unhide(entry.kind, this);
    else
      done := private.hide(entry.kind, this, entry.before -> this ->> 'cause', entry.before -> this ->> 'reason');
      -- Hidden by reports, and so before: the owner who changed it changes it back.
      update private.hidden as h set cause = entry.before -> h.subject_id ->> 'cause', reason = entry.before -> h.subject_id ->> 'reason'
      where not done and h.subject = entry.kind and h.subject_id = this;
      done := done or found;
    end if;
    if done then
      earlier := coalesce(earlier, '{}') || jsonb_build_object(this, entry.after -> this);
      later := coalesce(later, '{}') || jsonb_build_object(this, entry.before -> this);
    end if;
  end loop;
end
$$;
revoke all on function private.take_back_entry(private.desk_log) from public, anon, authenticated;

-- An undo is written down as what it did.
create function public.desk_undo(log bigint)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  entry private.desk_log;
  back record;
  changed integer;
begin
  perform private.require_desk();
  select * into entry from private.desk_log as e where e.id = desk_undo.log;
  if entry.id is null then
    raise check_violation using message = 'There is no such entry.', hint = 'log';
  end if;
  -- One after the other: the second finds the first's entry.
  perform pg_advisory_xact_lock(hashtextextended('desk_undo', entry.id));
  if exists (select 1 from private.desk_log as e where e.undoes = entry.id) then
    raise check_violation using message = 'This was undone already.', hint = 'undone';
  end if;
  select * into back from private.take_back_entry(entry);
  changed := (select count(*) from jsonb_object_keys(coalesce(back.earlier, '{}')));
  return jsonb_build_object(
    'log', case when changed > 0 then private.log_desk(
      case entry.act when 'hide' then 'restore' when 'restore' then 'hide' when 'block' then 'unblock' when 'unblock' then 'block' else entry.act end,
      entry.kind, array(select jsonb_object_keys(back.earlier)), back.earlier, back.later, entry.id) end,
    'changed', changed, 'skipped', cardinality(entry.items) - changed
  );
end
$$;
revoke all on function public.desk_undo(bigint) from public, anon;
grant execute on function public.desk_undo(bigint) to authenticated, service_role;

-- What is public can be reported, hidden and given back, and a member can be blocked. Three reports from different owners hide a
-- thing until an owner of the desk has looked. The person concerned is told why, and can answer.
--
-- A hidden fragrance is not public, and a hidden share not active: so it is in no playlist, no search, on no page and in no card,
-- by the rules that are there. This table keeps that it was hidden and not taken back, by what, and why.
create table private.hidden (
  subject text not null check (subject in ('fragrance', 'share')),
  subject_id text not null,
  cause text not null check (cause in ('desk', 'reports', 'block')),
  reason text not null check (char_length(reason) between 1 and 500),
  at timestamptz not null default clock_timestamp(),
  primary key (subject, subject_id)
);
alter table private.hidden enable row level security;
revoke all on private.hidden from public, anon, authenticated, service_role;

-- Blocked members. No reference: whoever deletes the account and registers the address again stays blocked.
create table private.blocks (
  member uuid primary key,
  email_hash text not null,
  reason text not null check (char_length(reason) between 1 and 500),
  at timestamptz not null default clock_timestamp()
);
create index blocks_email on private.blocks (email_hash);
alter table private.blocks enable row level security;
revoke all on private.blocks from public, anon, authenticated, service_role;

-- One case for each thing that was reported or answered for.
create table private.cases (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('fragrance', 'share', 'member')),
  subject_id text not null,
  -- An owner has looked and let it stand: from then on reports hide it no more.
  cleared_at timestamptz,
  answer text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  unique (subject, subject_id)
);
alter table private.cases enable row level security;
revoke all on private.cases from public, anon, authenticated, service_role;

create table private.reports (
  case_id uuid not null references private.cases (id) on delete cascade,
  reporter_id uuid references auth.users (id) on delete cascade,
  reporter_hash text,
  -- Hash of the network and the case, so that one household is one voice; null where the address is not known.
  network text,
  reason text not null check (reason in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other')),
  details text not null default '' check (char_length(details) <= 500),
  created_at timestamptz not null default clock_timestamp()
);
create index reports_case on private.reports (case_id, created_at desc);
create index reports_member on private.reports (reporter_id) where reporter_id is not null;
create index reports_device on private.reports (reporter_hash) where reporter_hash is not null;
alter table private.reports enable row level security;
revoke all on private.reports from public, anon, authenticated, service_role;

create function private.is_blocked(member uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.blocks as b where b.member = is_blocked.member)
$$;
revoke all on function private.is_blocked(uuid) from public, anon, authenticated;

create function private.refuse_blocked(member uuid)
returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  why text := (select b.reason from private.blocks as b where b.member = refuse_blocked.member);
begin
  if why is not null then
    raise sqlstate 'P0001' using message = format('This account is blocked: %s', why), hint = 'blocked';
  end if;
end
$$;
revoke all on function private.refuse_blocked(uuid) from public, anon, authenticated;

-- The reason for which the same sound by the same owner is hidden already; null when it is not. By its bytes, so that another
-- upload or another share id is no way around.
create function private.why_hidden(path text, member uuid, hash text)
returns text language sql stable security definer set search_path = ''
as $$
  select h.reason
  from public.recordings as given
  join public.recordings as same on same.audio_path = given.audio_path or same.content_hash = given.content_hash
  left join public.fragrance_shares as share on share.audio_path = same.audio_path
  left join public.fragrance_profiles as fragrance on fragrance.audio_path = same.audio_path
  join private.hidden as h on (h.subject = 'share' and h.subject_id = share.share_id and private.owns(share.owner_id, share.owner_hash, member, hash))
                           or (h.subject = 'fragrance' and h.subject_id = fragrance.id::text and fragrance.user_id = member)
  where given.audio_path = path
  limit 1
$$;
revoke all on function private.why_hidden(text, uuid, text) from public, anon, authenticated;

create function private.refuse_hidden(why text)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if why is not null then
    raise sqlstate 'P0001' using message = format('This was hidden: %s', why), hint = 'hidden';
  end if;
end
$$;

-- A deleted thing takes its case along. A block stays, and is for the address.
create function private.forget_case()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  this text := case tg_argv[0] when 'share' then to_jsonb(old) ->> 'share_id' else to_jsonb(old) ->> 'id' end;
begin
  delete from private.hidden as h where h.subject = tg_argv[0] and h.subject_id = this;
  with gone as (delete from private.cases as c where c.subject = tg_argv[0] and c.subject_id = this returning c.id)
  delete from private.desk_items as item using gone where item.kind = 'report' and item.id = gone.id::text;
  return null;
end
$$;
revoke all on function private.forget_case() from public, anon, authenticated;

create trigger forget_case after delete on public.fragrance_profiles for each row execute function private.forget_case('fragrance');

create trigger forget_case after delete on public.fragrance_shares for each row execute function private.forget_case('share');

create trigger forget_case after delete on public.profiles for each row execute function private.forget_case('member');

create function private.block_again()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update private.blocks as b set member = new.id where b.email_hash = private.hashed(lower(new.email)) and b.member <> new.id;
  return null;
end
$$;
revoke all on function private.block_again() from public, anon, authenticated;

create trigger block_again after insert or update of email on public.profiles
  for each row execute function private.block_again();

-- The words of a case, by which the desk finds it.
create function private.put_case(wanted private.cases)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.put_desk_item('report', wanted.id::text, clock_timestamp(), concat_ws(' ', wanted.subject, wanted.subject_id, wanted.answer,
    (select concat_ws(' ', f.name, f.creator_name) from public.fragrance_profiles as f where wanted.subject = 'fragrance' and f.id::text = wanted.subject_id),
    (select concat_ws(' ', s.name, s.maker_name) from public.fragrance_shares as s where wanted.subject = 'share' and s.share_id = wanted.subject_id),
    (select concat_ws(' ', p.liquid_name, p.email) from public.profiles as p where wanted.subject = 'member' and p.id::text = wanted.subject_id),
    (select string_agg(concat_ws(' ', r.reason, r.details), ' ') from (select * from private.reports as r where r.case_id = wanted.id order by r.created_at desc limit 20) as r)
  ), true, true)
$$;
revoke all on function private.put_case(private.cases) from public, anon, authenticated;

-- The case of a thing, locked until the end of the transaction.
create function private.case_of(subject text, subject_id text)
returns private.cases language plpgsql volatile security definer set search_path = ''
as $$
declare
  known private.cases;
begin
  insert into private.cases (subject, subject_id) values (case_of.subject, case_of.subject_id) on conflict on constraint cases_subject_subject_id_key do nothing;
  select * into known from private.cases as c where c.subject = case_of.subject and c.subject_id = case_of.subject_id for update;
  return known;
end
$$;
revoke all on function private.case_of(text, text) from public, anon, authenticated;

create function private.set_public(subject text, subject_id text, shown boolean)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed boolean;
begin
  perform set_config('accord.internal', 'on', true);
  if subject = 'fragrance' then
    update public.fragrance_profiles as f set is_public = shown
    where f.id = private.as_uuid(set_public.subject_id) and f.is_public <> shown;
  else
    update public.fragrance_shares as s set is_active = shown where s.share_id = set_public.subject_id and s.is_active <> shown;
  end if;
  changed := found;
  perform set_config('accord.internal', '', true);
  return changed;
end
$$;
revoke all on function private.set_public(text, text, boolean) from public, anon, authenticated;

-- Hides a public thing; false when it is not public. What is hidden by reports or a block and now by an owner is hidden by the owner.
create function private.hide(wanted_subject text, this text, why_cause text, why text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.set_public(wanted_subject, this, false) then
    update private.hidden as h set cause = why_cause, reason = why
    where h.subject = wanted_subject and h.subject_id = this and why_cause = 'desk' and (h.cause, h.reason) is distinct from (why_cause, why);
    return found;
  end if;
  insert into private.hidden (subject, subject_id, cause, reason) values (wanted_subject, this, why_cause, why)
  on conflict on constraint hidden_pkey do update set cause = excluded.cause, reason = excluded.reason, at = excluded.at;
  -- It stays in the list of the desk, where it can be given back.
  update private.desk_items as item set listed = true where item.kind = wanted_subject and item.id = this;
  return true;
end
$$;
revoke all on function private.hide(text, text, text, text) from public, anon, authenticated;

-- Gives a hidden thing back to where it was; false when it is not hidden.
create function private.unhide(wanted_subject text, this text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.hidden as h where h.subject = wanted_subject and h.subject_id = this;
  if not found then
    return false;
  end if;
  perform private.set_public(wanted_subject, this, true);
  return true;
end
$$;
revoke all on function private.unhide(text, text) from public, anon, authenticated;

-- The member who made a thing; null for a visitor's share.
create function private.maker_of(subject text, subject_id text)
returns uuid language sql stable security definer set search_path = ''
as $$
  select case subject
    when 'fragrance' then (select f.user_id from public.fragrance_profiles as f where f.id = private.as_uuid(maker_of.subject_id))
    when 'share' then (select s.owner_id from public.fragrance_shares as s where s.share_id = maker_of.subject_id)
  end
$$;
revoke all on function private.maker_of(text, text) from public, anon, authenticated;

create function private.report(wanted_subject text, this text, why text, said text, owner_secret text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Whose account is gone reports as the device.
  member uuid := (select account.id from auth.users as account where account.id = auth.uid());
  hash text := private.secret_hash(owner_secret);
  address text := private.caller_address();
  details text := private.trimmed(coalesce(said, ''));
  known private.cases;
  mine boolean;
begin
  perform private.require_owner(member, hash);
  if why is null or why not in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other') then
    raise check_violation using message = 'Please choose a reason.', hint = 'reason';
  elsif char_length(details) > 500 then
    raise check_violation using message = 'Please use at most 500 characters.', hint = 'details';
  end if;
  perform private.refuse_when_over('report', 20, 2000);
  perform private.refuse_blocked(member);
  if wanted_subject = 'fragrance' then
    select f.user_id = member into mine from public.fragrance_profiles as f where f.id = private.as_uuid(this) and f.is_public;
  else
    select private.owns(s.owner_id, s.owner_hash, member, hash) into mine from public.fragrance_shares as s where s.share_id = this and s.is_active;
  end if;
  if not found then
    raise sqlstate 'P0001' using message = 'This is not public any more.', hint = 'not_public';
  elsif mine then
    raise sqlstate 'P0001' using message = 'This is your own. You can take it back yourself.', hint = 'own';
  end if;
  known := private.case_of(wanted_subject, this);
  if exists (select 1 from private.reports as r where r.case_id = known.id and (r.reporter_id = member or r.reporter_hash = hash)) then
    return jsonb_build_object('status', 'reported');
  end if;
  insert into private.reports (case_id, reporter_id, reporter_hash, network, reason, details)
  values (known.id, member, hash, (
    -- A network of IPv4 of 24 bits, one of IPv6 of 48: what one household or one rented machine has.
    select private.hashed(known.id || group_of_it.network) from private.networks_of(address) as group_of_it
    where address is not null and group_of_it.callers in (4, 8)
  ), why, details);
  perform private.put_case(known);
  if known.cleared_at is null and 3 <= (
    select count(distinct coalesce(r.network, r.reporter_id::text, r.reporter_hash)) from private.reports as r where r.case_id = known.id
  ) then
    perform private.hide(wanted_subject, this, 'reports', 'Several people have reported this. It is hidden until somebody of Accord has looked at it.');
  end if;
  return jsonb_build_object('status', 'reported');
end
$$;
revoke all on function private.report(text, text, text, text, text) from public, anon, authenticated;

-- Reports a public fragrance. Once a member or device: again, the answer is the same and nothing is stored. Reasons: `insult`,
-- `sexual`, `spam`, `impersonation`, `rights`, `other`.
create function public.report_fragrance(id uuid, reason text, details text default null, owner_secret text default null)
returns jsonb language sql volatile security definer set search_path = ''
as $$
  select private.report('fragrance', report_fragrance.id::text, reason, details, owner_secret)
$$;
revoke all on function public.report_fragrance(uuid, text, text, text) from public;
grant execute on function public.report_fragrance(uuid, text, text, text) to anon, authenticated, service_role;

create function public.report_share(share_id text, reason text, details text default null, owner_secret text default null)
returns jsonb language sql volatile security definer set search_path = ''
as $$
  select private.report('share', report_share.share_id, reason, details, owner_secret)
$$;
revoke all on function public.report_share(text, text, text, text) from public;
grant execute on function public.report_share(text, text, text, text) to anon, authenticated, service_role;

-- What of the caller's is hidden, and whether the account is blocked: why, by what, and what the caller has answered.
create function public.my_moderation(owner_secret text default null)
returns table (subject text, subject_id text, name text, cause text, reason text, at timestamptz, answer text, answered_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select mine.subject, mine.subject_id, mine.name, mine.cause, mine.reason, mine.at, c.answer, c.answered_at
  from (
    select h.subject, h.subject_id, f.name, h.cause, h.reason, h.at
    from public.fragrance_profiles as f join private.hidden as h on h.subject = 'fragrance' and h.subject_id = f.id::text
    where f.user_id = (select auth.uid())
    union all
    select h.subject, h.subject_id, s.name, h.cause, h.reason, h.at
    from public.fragrance_shares as s join private.hidden as h on h.subject = 'share' and h.subject_id = s.share_id
    where s.owner_id = (select auth.uid()) or s.owner_hash = private.secret_hash(owner_secret)
    union all
    select 'member', b.member::text, p.liquid_name, 'block', b.reason, b.at
    from private.blocks as b join public.profiles as p on p.id = b.member
    where b.member = (select auth.uid())
  ) as mine
  left join private.cases as c on c.subject = mine.subject and c.subject_id = mine.subject_id
  order by mine.at desc, mine.subject_id
$$;
revoke all on function public.my_moderation(text) from public;
grant execute on function public.my_moderation(text) to anon, authenticated, service_role;

-- The answer of the person concerned, to an owner. A new one replaces the one before.
create function public.answer_moderation(subject text, subject_id text, answer text, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  said text := private.trimmed(coalesce(answer_moderation.answer, ''));
  known private.cases;
begin
  if char_length(said) not between 1 and 1000 then
    raise check_violation using message = 'Please write 1 to 1,000 characters.', hint = 'answer';
  end if;
  perform private.refuse_when_over('answer_moderation', 10, 1000);
  if not exists (
    select 1 from public.my_moderation(owner_secret) as mine where mine.subject = answer_moderation.subject and mine.subject_id = answer_moderation.subject_id
  ) then
    raise sqlstate 'P0001' using message = 'There is nothing to answer.', hint = 'nothing_hidden';
  end if;
  known := private.case_of(answer_moderation.subject, answer_moderation.subject_id);
  update private.cases as c set answer = said, answered_at = clock_timestamp() where c.id = known.id returning * into known;
  perform private.put_case(known);
  return jsonb_build_object('status', 'answered');
end
$$;
revoke all on function public.answer_moderation(text, text, text, text) from public;
grant execute on function public.answer_moderation(text, text, text, text) to anon, authenticated, service_role;

create function public.desk_reports(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, subject text, subject_id text, name text, creator text, member uuid, audio_url text, look jsonb,
               shown boolean, hidden_cause text, hidden_reason text, hidden_at timestamptz, cleared_at timestamptz,
               reports integer, reasons jsonb, details jsonb, answer text, answered_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, c.subject, c.subject_id,
           coalesce(f.name, s.name, p.liquid_name),
           coalesce(f.creator_name, s.maker_name, p.liquid_name),
           coalesce(f.user_id, s.owner_id, p.id),
           coalesce(f.audio_data, s.audio_url),
           coalesce(private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions),
                    private.look_of(s.music_essence, s.intensity, s.complexity, s.persistence, private.face_of(s.trace), s.accents, s."character", s.proportions)),
           coalesce(f.is_public, s.is_active, b.member is null),
           coalesce(h.cause, case when b.member is not null then 'block' end), coalesce(h.reason, b.reason), coalesce(h.at, b.at), c.cleared_at,
           coalesce(told.reports, 0), coalesce(told.reasons, '{}'), coalesce(told.details, '[]'), c.answer, c.answered_at
    from private.desk_page('report', search, of_state, before_at, before_id, page_size) as page
    join private.cases as c on c.id = page.id::uuid
    left join public.fragrance_profiles as f on c.subject = 'fragrance' and f.id = private.as_uuid(c.subject_id)
    left join public.fragrance_shares as s on c.subject = 'share' and s.share_id = c.subject_id
    left join public.profiles as p on c.subject = 'member' and p.id = private.as_uuid(c.subject_id)
    left join private.hidden as h on h.subject = c.subject and h.subject_id = c.subject_id
    left join private.blocks as b on b.member = p.id
    left join lateral (
      select sum(reason.times)::integer as reports, jsonb_object_agg(reason.reason, reason.times) as reasons,
             (select jsonb_agg(jsonb_build_object('reason', last.reason, 'details', last.details, 'at', last.created_at) order by last.created_at desc)
              from (select r.* from private.reports as r where r.case_id = c.id order by r.created_at desc limit 20) as last) as details
      from (select r.reason, count(*) as times from private.reports as r where r.case_id = c.id group by r.reason) as reason
    ) as told on true
    order by page.at desc, page.id desc;
end
$$;
revoke all on function public.desk_reports(text, text, timestamptz, text, integer) from public, anon;
grant execute on function public.desk_reports(text, text, timestamptz, text, integer) to authenticated, service_role;

-- Why something is hidden, as the log keeps it; null when it is not.
create function private.hiding_of(subject text, id text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('cause', h.cause, 'reason', h.reason) from private.hidden as h where h.subject = hiding_of.subject and h.subject_id = hiding_of.id
$$;
revoke all on function private.hiding_of(text, text) from public, anon, authenticated;

create function private.require_reason(reason text)
returns text language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(char_length(private.trimmed(reason)), 0) not between 3 and 500 then
    raise check_violation using message = 'Please give a reason of 3 to 500 characters. The person concerned reads it.', hint = 'reason';
  end if;
  return private.trimmed(reason);
end
$$;

create function private.require_subjects(subject text, ids text[])
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if subject is null or subject not in ('fragrance', 'share') then
    raise check_violation using message = 'Fragrances and shares can be hidden.', hint = 'subject';
  elsif ids is null or cardinality(ids) not between 1 and 200 then
    raise check_violation using message = 'Choose 1 to 200 items.', hint = 'ids';
  end if;
end
$$;

-- Hides up to 200 public fragrances or shares for a reason that their makers read. Returns the entry of the log (null where nothing
-- changed) and how many changed.
create function public.desk_hide(subject text, ids text[], reason text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text;
  this text;
  before jsonb := '{}';
  after jsonb := '{}';
  earlier jsonb;
begin
  perform private.require_desk();
  perform private.require_subjects(subject, ids);
  why := private.require_reason(reason);
  foreach this in array array(select distinct each from unnest(ids) as each order by each) loop
    earlier := private.hiding_of(subject, this);
    if private.hide(subject, this, 'desk', why) then
      before := before || jsonb_build_object(this, earlier);
      after := after || jsonb_build_object(this, private.hiding_of(subject, this));
      if subject = 'share' then
        -- No list has the shares: a hidden one is found among the cases.
        perform private.put_case(private.case_of(subject, this));
        update private.desk_items as item set state = 'seen' from private.cases as c
        where c.subject = desk_hide.subject and c.subject_id = this and item.kind = 'report' and item.id = c.id::text;
      end if;
    end if;
  end loop;
  return jsonb_build_object(
    'log', case when after <> '{}' then private.log_desk('hide', subject, array(select jsonb_object_keys(after)), before, after) end,
    'changed', (select count(*) from jsonb_object_keys(after))
  );
end
$$;
revoke all on function public.desk_hide(text, text[], text) from public, anon;
grant execute on function public.desk_hide(text, text[], text) to authenticated, service_role;

-- Gives hidden things back. What was reported and stands is cleared by it: reports hide it no more, until its name, words or sound
-- change. What belongs to a blocked member stays hidden.
create function public.desk_restore(subject text, ids text[])
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  this text;
  before jsonb := '{}';
  cleared text[] := '{}';
  earlier jsonb;
begin
  perform private.require_desk();
  perform private.require_subjects(subject, ids);
  foreach this in array array(select distinct each from unnest(ids) as each order by each) loop
    continue when private.is_blocked(private.maker_of(subject, this));
    update private.cases as c set cleared_at = clock_timestamp() where c.subject = desk_restore.subject and c.subject_id = this and c.cleared_at is null;
    cleared := case when found then cleared || this else cleared end;
    earlier := private.hiding_of(subject, this);
    if private.unhide(subject, this) then
      before := before || jsonb_build_object(this, earlier);
    end if;
  end loop;
  -- Those that were not hidden: an owner has looked, and it stands.
  cleared := array(select each from unnest(cleared) as each where not before ? each);
  if cardinality(cleared) > 0 then
    perform private.log_desk('clear', subject, cleared, '{}', (select jsonb_object_agg(each.id, true) from unnest(cleared) as each (id)));
  end if;
  return jsonb_build_object(
    'log', case when before <> '{}' then private.log_desk('restore', subject, array(select jsonb_object_keys(before)), before,
      (select jsonb_object_agg(each.id, null) from jsonb_object_keys(before) as each (id))) end,
    'changed', (select count(*) from jsonb_object_keys(before))
  );
end
$$;
revoke all on function public.desk_restore(text, text[]) from public, anon;
grant execute on function public.desk_restore(text, text[]) to authenticated, service_role;

-- Blocks a member, or ends it: false when nothing changed.
create function private.set_block(blocked uuid, why text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  thing record;
begin
  if why is null then
    delete from private.blocks as b where b.member = blocked;
    if not found then
      return false;
    end if;
    for thing in
      select h.subject, h.subject_id from private.hidden as h
      where h.cause = 'block' and private.maker_of(h.subject, h.subject_id) = blocked
      order by h.subject, h.subject_id
    loop
      perform private.unhide(thing.subject, thing.subject_id);
    end loop;
    return true;
  end if;
  insert into private.blocks (member, email_hash, reason)
  select p.id, private.hashed(lower(p.email)), why from public.profiles as p where p.id = blocked
  on conflict on constraint blocks_pkey do nothing;
  if not found then
    return false;
  end if;
  for thing in
    select 'fragrance' as subject, f.id::text as subject_id from public.fragrance_profiles as f where f.user_id = blocked and f.is_public
    union all
    select 'share', s.share_id from public.fragrance_shares as s where s.owner_id = blocked and s.is_active
  loop
    perform private.hide(thing.subject, thing.subject_id, 'block', why);
  end loop;
  return true;
end
$$;
revoke all on function private.set_block(uuid, text) from public, anon, authenticated;

-- Blocks a member: what they have published and shared is hidden, and they can publish, share and order nothing. They read the reason.
-- Returns the entry of the log, and 0 or 1.
create function public.desk_block(member uuid, reason text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  why text;
  id text := desk_block.member::text;
begin
  perform private.require_desk();
  why := private.require_reason(reason);
  if exists (select 1 from private.owners as o where o.member = desk_block.member) then
    raise check_violation using message = 'An owner cannot be blocked. Take them off the list of owners first.', hint = 'owner';
  elsif not private.set_block(desk_block.member, why) then
    return jsonb_build_object('log', null, 'changed', 0);
  end if;
  return jsonb_build_object('changed', 1, 'log', private.log_desk('block', 'member', array[id], jsonb_build_object(id, null), jsonb_build_object(id, why)));
end
$$;
revoke all on function public.desk_block(uuid, text) from public, anon;
grant execute on function public.desk_block(uuid, text) to authenticated, service_role;

-- Ends a block: what it had hidden is public again, what an owner or reports have hidden stays hidden.
create function public.desk_unblock(member uuid)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  why text := (select b.reason from private.blocks as b where b.member = desk_unblock.member);
  id text := desk_unblock.member::text;
begin
  perform private.require_desk();
  if not private.set_block(desk_unblock.member, null) then
    return jsonb_build_object('log', null, 'changed', 0);
  end if;
  return jsonb_build_object('changed', 1, 'log', private.log_desk('unblock', 'member', array[id], jsonb_build_object(id, why), jsonb_build_object(id, null)));
end
$$;
revoke all on function public.desk_unblock(uuid) from public, anon;
grant execute on function public.desk_unblock(uuid) to authenticated, service_role;

-- The whole table with what is ordered, for owners of the desk and `npm run shop`.
create function public.desk_shop()
returns setof jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_desk();
  return query select to_jsonb(p) || jsonb_build_object('ordered', private.ordered(p.id)) from public.shop_products as p order by p.position, p.id;
end
$$;
revoke all on function public.desk_shop() from public, anon;
grant execute on function public.desk_shop() to authenticated, service_role;

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
revoke all on function public.desk_set_shop(jsonb) from public, anon;
grant execute on function public.desk_set_shop(jsonb) to authenticated, service_role;
