-- Moderation at the desk: the list of cases, hiding, giving back, blocking, and taking each of these back.

create function public.desk_reports(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, subject text, subject_id text, name text, creator text, member uuid, audio_url text, face jsonb,
               shown boolean, hidden_cause text, hidden_reason text, hidden_at timestamptz, cleared_at timestamptz,
               reports integer, reasons jsonb, details jsonb, answer text, answered_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, c.subject, c.subject_id,
           coalesce(f.name, s.name, p.liquid_name), coalesce(f.creator_name, s.maker_name, p.liquid_name), coalesce(f.user_id, s.owner_id, p.id),
           coalesce(f.audio_data, s.audio_url), coalesce(f.face, private.face_of(s.trace)),
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

drop function public.desk_fragrances(text, text, timestamptz, text, integer);
create function public.desk_fragrances(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, creator_name text, member uuid, description text, music_essence text[],
               top_notes text[], middle_notes text[], base_notes text[], face jsonb, audio_url text, is_public boolean, hidden_cause text, hidden_reason text, reports integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, f.name, f.creator_name, f.user_id, f.description, f.music_essence, f.top_notes, f.middle_notes, f.base_notes,
           f.face, f.audio_data, f.is_public, h.cause, h.reason,
           (select count(*)::integer from private.cases as c join private.reports as r on r.case_id = c.id where c.subject = 'fragrance' and c.subject_id = page.id)
    from private.desk_page('fragrance', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_profiles as f on f.id = page.id::uuid
    left join private.hidden as h on h.subject = 'fragrance' and h.subject_id = page.id
    order by page.at desc, page.id desc;
end
$$;

drop function public.desk_members(text, text, timestamptz, text, integer);
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
        where c.subject = 'share' and c.subject_id = this and item.kind = 'report' and item.id = c.id::text;
      end if;
    end if;
  end loop;
  return jsonb_build_object(
    'log', case when after <> '{}' then private.log_desk('hide', subject, array(select jsonb_object_keys(after)), before, after) end,
    'changed', (select count(*) from jsonb_object_keys(after))
  );
end
$$;

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

-- As before, and for hiding, giving back and blocking.
create or replace function private.take_back_entry(entry private.desk_log, out earlier jsonb, out later jsonb)
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

-- An undo is written down as what it did.
create or replace function public.desk_undo(log bigint)
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

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'desk_reports(text, text, timestamptz, text, integer)', 'desk_fragrances(text, text, timestamptz, text, integer)',
    'desk_members(text, text, timestamptz, text, integer)', 'desk_hide(text, text[], text)', 'desk_restore(text, text[])',
    'desk_block(uuid, text)', 'desk_unblock(uuid)'
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
  revoke all on private.owners, private.desk_log, private.desk_items, private.hidden, private.blocks, private.cases, private.reports from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
