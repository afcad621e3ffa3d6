-- A room can be reported as a share can: three reports from different networks hide it until an owner of the desk has looked, and an owner
-- hides it and gives it back. A hidden room is closed for everybody but those who keep it, without its name and its faces. The functions
-- that there are get rooms beside fragrances and shares, and are otherwise as they were.

alter table private.hidden drop constraint hidden_subject_check;
alter table private.hidden add constraint hidden_subject_check check (subject in ('fragrance', 'share', 'room'));
alter table private.cases drop constraint cases_subject_check;
alter table private.cases add constraint cases_subject_check check (subject in ('fragrance', 'share', 'member', 'room'));

create function private.is_room_hidden(wanted text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.hidden as h where h.subject = 'room' and h.subject_id = wanted)
$$;
revoke all on function private.is_room_hidden(text) from public, anon, authenticated;

create or replace function private.room_is_closed(room public.rooms)
returns boolean language sql stable security definer set search_path = ''
as $$
  select room.closed_at is not null or room.closes_at <= clock_timestamp() or private.is_blocked(room.owner_id) or private.is_room_hidden(room.room_id)
$$;

alter function private.room_news(text, bigint, integer) rename to room_news_of_all;
create function private.room_news(wanted text, after bigint, most integer)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_room_hidden(wanted) then news
    when (news ->> 'keeper')::boolean then news || '{"hidden": true}'
    else news || '{"hidden": true, "name": "A hidden room", "count": 0, "faces": [], "gone": []}'
  end
  from private.room_news_of_all(wanted, after, most) as news
$$;
revoke all on function private.room_news(text, bigint, integer) from public, anon, authenticated;

create trigger forget_case after delete on public.rooms for each row execute function private.forget_case('room');

create or replace function private.forget_case()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  this text := case tg_argv[0] when 'share' then to_jsonb(old) ->> 'share_id' when 'room' then to_jsonb(old) ->> 'room_id' else to_jsonb(old) ->> 'id' end;
begin
  delete from private.hidden as h where h.subject = tg_argv[0] and h.subject_id = this;
  with gone as (delete from private.cases as c where c.subject = tg_argv[0] and c.subject_id = this returning c.id)
  delete from private.desk_items as item using gone where item.kind = 'report' and item.id = gone.id::text;
  return null;
end
$$;

-- The words of a case, by which the desk finds it.
create or replace function private.put_case(wanted private.cases)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.put_desk_item('report', wanted.id::text, clock_timestamp(), concat_ws(' ', wanted.subject, wanted.subject_id, wanted.answer,
    (select concat_ws(' ', f.name, f.creator_name) from public.fragrance_profiles as f where wanted.subject = 'fragrance' and f.id::text = wanted.subject_id),
    (select concat_ws(' ', s.name, s.maker_name) from public.fragrance_shares as s where wanted.subject = 'share' and s.share_id = wanted.subject_id),
    (select r.name from public.rooms as r where wanted.subject = 'room' and r.room_id = wanted.subject_id),
    (select concat_ws(' ', p.liquid_name, p.email) from public.profiles as p where wanted.subject = 'member' and p.id::text = wanted.subject_id),
    (select string_agg(concat_ws(' ', r.reason, r.details), ' ') from (select * from private.reports as r where r.case_id = wanted.id order by r.created_at desc limit 20) as r)
  ), true, true)
$$;

-- A change of a room has a number, so that the pages that watch are told.
create or replace function private.set_public(subject text, subject_id text, shown boolean)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed boolean;
begin
  perform set_config('accord.internal', 'on', true);
  if subject = 'fragrance' then
    update public.fragrance_profiles as f set is_public = shown
    where f.id = private.as_uuid(set_public.subject_id) and f.is_public <> shown;
  elsif subject = 'room' then
    update public.rooms as r set rev = r.rev + 1 where r.room_id = set_public.subject_id and (shown or not private.is_room_hidden(r.room_id));
  else
    update public.fragrance_shares as s set is_active = shown where s.share_id = set_public.subject_id and s.is_active <> shown;
  end if;
  changed := found;
  perform set_config('accord.internal', '', true);
  return changed;
end
$$;

create or replace function private.maker_of(subject text, subject_id text)
returns uuid language sql stable security definer set search_path = ''
as $$
  select case subject
    when 'fragrance' then (select f.user_id from public.fragrance_profiles as f where f.id = private.as_uuid(maker_of.subject_id))
    when 'room' then (select r.owner_id from public.rooms as r where r.room_id = maker_of.subject_id)
    when 'share' then (select s.owner_id from public.fragrance_shares as s where s.share_id = maker_of.subject_id)
  end
$$;

create or replace function private.report(wanted_subject text, this text, why text, said text, owner_secret text)
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
  elsif wanted_subject = 'room' then
    select coalesce(r.owner_id = member, false) into mine from public.rooms as r where r.room_id = this and not private.room_is_closed(r);
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

-- Reports a room that is open. The answer names it where this hid it: its pages are told.
create function public.report_room(room_id text, reason text, details text default null, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := private.report('room', report_room.room_id, report_room.reason, report_room.details, report_room.owner_secret);
begin
  if private.is_room_hidden(report_room.room_id) then
    answer := answer || jsonb_build_object('room_id', report_room.room_id);
  end if;
  return answer;
end
$$;
revoke all on function public.report_room(text, text, text, text) from public;
grant execute on function public.report_room(text, text, text, text) to anon, authenticated, service_role;

create or replace function public.my_moderation(owner_secret text default null)
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
    select h.subject, h.subject_id, r.name, h.cause, h.reason, h.at
    from public.rooms as r join private.hidden as h on h.subject = 'room' and h.subject_id = r.room_id
    where r.owner_id = (select auth.uid())
    union all
    select 'member', b.member::text, p.liquid_name, 'block', b.reason, b.at
    from private.blocks as b join public.profiles as p on p.id = b.member
    where b.member = (select auth.uid())
  ) as mine
  left join private.cases as c on c.subject = mine.subject and c.subject_id = mine.subject_id
  order by mine.at desc, mine.subject_id
$$;

create or replace function private.require_subjects(subject text, ids text[])
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if subject is null or subject not in ('fragrance', 'share', 'room') then
    raise check_violation using message = 'Fragrances, shares and rooms can be hidden.', hint = 'subject';
  elsif ids is null or cardinality(ids) not between 1 and 200 then
    raise check_violation using message = 'Choose 1 to 200 items.', hint = 'ids';
  end if;
end
$$;

create or replace function public.desk_hide(subject text, ids text[], reason text)
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
      if subject in ('share', 'room') then
        -- No list has the shares and rooms: a hidden one is found among the cases.
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

create or replace function public.desk_reports(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
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
           coalesce(f.name, s.name, r.name, p.liquid_name),
           coalesce(f.creator_name, s.maker_name, (select m.liquid_name from public.profiles as m where m.id = r.owner_id), p.liquid_name),
           coalesce(f.user_id, s.owner_id, r.owner_id, p.id),
           coalesce(f.audio_data, s.audio_url),
           coalesce(private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions),
                    private.look_of(s.music_essence, s.intensity, s.complexity, s.persistence, private.face_of(s.trace), s.accents, s."character", s.proportions)),
           coalesce(f.is_public, s.is_active, case when r.room_id is not null then h.cause is null end, b.member is null),
           coalesce(h.cause, case when b.member is not null then 'block' end), coalesce(h.reason, b.reason), coalesce(h.at, b.at), c.cleared_at,
           coalesce(told.reports, 0), coalesce(told.reasons, '{}'), coalesce(told.details, '[]'), c.answer, c.answered_at
    from private.desk_page('report', search, of_state, before_at, before_id, page_size) as page
    join private.cases as c on c.id = page.id::uuid
    left join public.fragrance_profiles as f on c.subject = 'fragrance' and f.id = private.as_uuid(c.subject_id)
    left join public.fragrance_shares as s on c.subject = 'share' and s.share_id = c.subject_id
    left join public.rooms as r on c.subject = 'room' and r.room_id = c.subject_id
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
