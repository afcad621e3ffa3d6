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

insert into private.desk_items (kind, id, at, words, listed)
select 'order', o.id::text, o.created_at, private.desk_words('order', concat_ws(' ', o.name, o.email, o.fragrance_name, o.fragrance_id)), o.merged_into is null from public.preorders as o
union all
select 'submission', s.id::text, s.created_at, private.desk_words('submission', concat_ws(' ', s.name, s.email)), true from public.fragrance_submissions as s
union all
select 'message', m.id::text, m.created_at, private.desk_words('message', concat_ws(' ', m.name, m.email, m.message)), true from public.contact_messages as m
union all
select 'member', p.id::text, p.created_at, private.desk_words('member', concat_ws(' ', p.liquid_name, p.email, p.location)), true from public.profiles as p
union all
select 'fragrance', f.id::text, f.uploaded_at, private.desk_words('fragrance', concat_ws(' ', f.name, f.creator_name, f.description)), true from public.fragrance_profiles as f where f.is_public;

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
returns table (id text, at timestamptz, state text, note text, name text, email text, fragrance_id text, fragrance_name text, design jsonb, member uuid, confirmed boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, o.name, o.email, o.fragrance_id, o.fragrance_name, o.design, o.owner_id,
           -- Whoever ordered has confirmed that the address is theirs.
           coalesce(lower(account.email) = lower(o.email) and account.email_confirmed_at is not null, false)
    from private.desk_page('order', search, of_state, before_at, before_id, page_size) as page
    join public.preorders as o on o.id = page.id::uuid
    left join auth.users as account on account.id = o.owner_id
    order by page.at desc, page.id desc;
end
$$;

-- The face is that of a fragrance or share of the same recording, where there is one.
create function public.desk_submissions(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, audio_url text, member uuid, fragrance_name text, face jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, s.name, s.email, s.audio_url, s.owner_id, coalesce(saved.name, shared.name), coalesce(saved.face, shared.face)
    from private.desk_page('submission', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_submissions as s on s.id = page.id::uuid
    left join lateral (
      select f.name, f.face from public.fragrance_profiles as f where f.audio_path = s.audio_path order by f.created_at limit 1
    ) as saved on true
    left join lateral (
      select share.name, private.face_of(share.trace) as face from public.fragrance_shares as share where saved.name is null and share.audio_path = s.audio_path order by share.created_at limit 1
    ) as shared on true
    order by page.at desc, page.id desc;
end
$$;

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

create function public.desk_fragrances(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, creator_name text, member uuid, description text, music_essence text[],
               top_notes text[], middle_notes text[], base_notes text[], face jsonb, audio_url text, is_public boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, f.name, f.creator_name, f.user_id, f.description, f.music_essence, f.top_notes, f.middle_notes, f.base_notes,
           f.face, f.audio_data, f.is_public
    from private.desk_page('fragrance', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_profiles as f on f.id = page.id::uuid
    order by page.at desc, page.id desc;
end
$$;

create function public.desk_members(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, location text, confirmed boolean, last_sign_in_at timestamptz, owner boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, p.liquid_name, p.email, p.location, account.email_confirmed_at is not null, account.last_sign_in_at,
           exists (select 1 from private.owners as o where o.member = p.id)
    from private.desk_page('member', search, of_state, before_at, before_id, page_size) as page
    join public.profiles as p on p.id = page.id::uuid
    join auth.users as account on account.id = p.id
    order by page.at desc, page.id desc;
end
$$;

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

-- Takes back what an entry of the log did, for the items that are still as it left them. Returns the ids that went back and were so
-- before, as objects of the log.
create function private.take_back_entry(entry private.desk_log, out earlier jsonb, out later jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if entry.act = 'state' then
    with back as (
      update private.desk_items as item set state = entry.before ->> item.id
      where item.kind = entry.kind and item.id = any(entry.items) and item.state = entry.after ->> item.id
      returning item.id
    )
    select jsonb_object_agg(back.id, entry.after -> back.id), jsonb_object_agg(back.id, entry.before -> back.id) into earlier, later from back;
  elsif entry.act = 'note' then
    with back as (
      update private.desk_items as item set note = entry.before ->> item.id
      where item.kind = entry.kind and item.id = any(entry.items) and item.note = entry.after ->> item.id
      returning item.id
    )
    select jsonb_object_agg(back.id, entry.after -> back.id), jsonb_object_agg(back.id, entry.before -> back.id) into earlier, later from back;
  else
    raise check_violation using message = 'This cannot be undone.', hint = 'not_undoable';
  end if;
end
$$;
revoke all on function private.take_back_entry(private.desk_log) from public, anon, authenticated;

-- Undoes an entry of the log. What somebody has changed since stays as it is. An undo is an entry itself, and can be undone.
-- Returns its entry, how many items went back, and how many did not.
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
  elsif exists (select 1 from private.desk_log as e where e.undoes = entry.id) then
    raise check_violation using message = 'This was undone already.', hint = 'undone';
  end if;
  select * into back from private.take_back_entry(entry);
  changed := (select count(*) from jsonb_object_keys(coalesce(back.earlier, '{}')));
  return jsonb_build_object(
    'log', case when changed > 0 then private.log_desk(entry.act, entry.kind, array(select jsonb_object_keys(back.earlier)), back.earlier, back.later, entry.id) end,
    'changed', changed, 'skipped', cardinality(entry.items) - changed
  );
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'desk_orders(text, text, timestamptz, text, integer)', 'desk_submissions(text, text, timestamptz, text, integer)',
    'desk_messages(text, text, timestamptz, text, integer)', 'desk_fragrances(text, text, timestamptz, text, integer)',
    'desk_members(text, text, timestamptz, text, integer)', 'desk_counts()', 'desk_set_state(text, text[], text)',
    'desk_set_note(text, text, text)', 'desk_undo(bigint)'
  ] loop
    execute format('revoke all on function public.%s from public, anon', wanted);
    execute format('grant execute on function public.%s to authenticated, service_role', wanted);
  end loop;
end
$$;

create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  revoke all on private.owners, private.desk_log, private.desk_items from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
