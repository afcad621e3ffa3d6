-- A face as it is kept: of what came, only what is drawn, and in one form. Refuses what cannot be drawn.
create function private.room_face(face jsonb)
returns jsonb language plpgsql immutable set search_path = ''
as $$
declare
  essence text[] := private.texts_of(face, 'essence');
  trace jsonb := nullif(face -> 'trace', 'null');
  accents jsonb := nullif(face -> 'accents', 'null');
  axes jsonb := nullif(face -> 'axes', 'null');
  proportions jsonb := nullif(face -> 'proportions', 'null');
  fits boolean;
begin
  fits := coalesce(private.are_note_codes(essence, 1, 32), false)
    and private.is_between(face -> 'intensity', 0, 1) and private.is_between(face -> 'complexity', 0, 1) and private.is_between(face -> 'persistence', 0, 1)
    and (accents is null or private.are_accents(accents))
    and (proportions is null or private.are_proportions(proportions))
    and (axes is null or not exists (
      select 1 from unnest(array['brightness', 'breath', 'roughness', 'strike', 'tremor']) as axis (name)
      where not private.is_between(axes -> axis.name, 0, 1)
    ));
  if fits and trace is not null then
    fits := jsonb_typeof(trace) = 'object';
    if fits then
      trace := jsonb_build_object('duration', trace -> 'duration', 'notes', trace -> 'notes', 'peaks', '[]'::jsonb);
      fits := private.is_trace(trace);
    end if;
    fits := fits and private.is_between(trace -> 'duration', 0, 7200) and jsonb_array_length(trace -> 'notes') <= 36 and not exists (
      select 1 from jsonb_array_elements(trace -> 'notes') as heard (note)
      where not (private.is_between(note -> 'onset', 0, 7200) and private.is_between(note -> 'offset', 0, 7200)
                 and private.is_between(note -> 'velocity', 0, 1) and private.is_between(note -> 'cents', -100, 100))
    );
  end if;
  if not coalesce(fits, false) then
    raise check_violation using message = 'This face cannot be drawn.', hint = 'face';
  end if;
  return jsonb_build_object(
    'essence', to_jsonb(essence), 'intensity', face -> 'intensity', 'complexity', face -> 'complexity', 'persistence', face -> 'persistence',
    'trace', case when trace is not null then jsonb_build_object('duration', trace -> 'duration', 'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'note', note -> 'note', 'onset', note -> 'onset', 'offset', note -> 'offset', 'velocity', note -> 'velocity', 'cents', note -> 'cents'
      ) order by place), '[]') from jsonb_array_elements(trace -> 'notes') with ordinality as heard (note, place)
    )) end,
    'accents', case when accents is not null then (
      select jsonb_agg(jsonb_build_object('note', accent -> 'note', 'of', accent -> 'of', 'partial', accent -> 'partial', 'level', accent -> 'level') order by place)
      from jsonb_array_elements(accents) with ordinality as list (accent, place)
    ) end,
    'axes', case when axes is not null then jsonb_build_object(
      'brightness', axes -> 'brightness', 'breath', axes -> 'breath', 'roughness', axes -> 'roughness', 'strike', axes -> 'strike', 'tremor', axes -> 'tremor'
    ) end,
    'proportions', case when proportions is not null then (
      select jsonb_agg(jsonb_build_object('note', part -> 'note', 'parts', part -> 'parts') order by place)
      from jsonb_array_elements(proportions) with ordinality as list (part, place)
    ) end
  );
end
$$;

create table public.room_faces (
  room_id text not null references public.rooms (room_id) on delete cascade,
  -- Made by the device that sang: sent again, it is the same face.
  face_id uuid not null,
  place integer not null check (place between 0 and 499),
  -- The number of its last change in its room.
  rev bigint not null,
  face jsonb not null check (private.room_face(face) = face),
  hidden_at timestamptz,
  owner_id uuid references auth.users (id) on delete cascade,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (room_id, face_id),
  unique (room_id, place),
  check (num_nonnulls(owner_id, owner_hash) = 1)
);
create index room_faces_rev on public.room_faces (room_id, rev);
create index room_faces_owner on public.room_faces (owner_id) where owner_id is not null;
create index room_faces_device on public.room_faces (owner_hash) where owner_hash is not null;
alter table public.room_faces enable row level security;
revoke all on public.room_faces from public, anon, authenticated;
grant all on public.room_faces to service_role;

create function private.is_room_hidden(wanted text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.hidden as h where h.subject = 'room' and h.subject_id = wanted)
$$;
revoke all on function private.is_room_hidden(text) from public, anon, authenticated;

create function private.room_is_closed(room public.rooms)
returns boolean language sql stable security definer set search_path = ''
as $$
  select room.closed_at is not null or room.closes_at <= clock_timestamp() or private.is_blocked(room.owner_id) or private.is_room_hidden(room.room_id)
$$;
revoke all on function private.room_is_closed(rooms) from public, anon, authenticated;

-- Whoever made a room keeps it, and so do the owners of the desk.
create function private.keeps_room(room public.rooms)
returns boolean language sql stable security definer set search_path = ''
as $$
  select coalesce(room.owner_id = auth.uid() or (auth.uid() is not null and private.desk_access() = 'open'), false)
$$;
revoke all on function private.keeps_room(rooms) from public, anon, authenticated;

-- The changes of a room after the number `after`, in their order; null when there is no such room. A closed room shows its faces to
-- those who keep it alone. `count` is that of all visible faces: whoever has more has one that left with its owner.
create function private.room_news_of_all(wanted text, after bigint, most integer)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  room public.rooms;
  closed boolean;
  keeper boolean;
  since bigint := greatest(coalesce(after, 0), 0);
  changes jsonb;
  more boolean;
begin
  select * into room from public.rooms as r where r.room_id = wanted;
  if not found then
    return null;
  end if;
  closed := private.room_is_closed(room);
  keeper := private.keeps_room(room);
  select coalesce(jsonb_agg(to_jsonb(change) order by change.rev), '[]') into changes
  from (
    select f.face_id as id, f.rev, f.place, f.face, f.hidden_at is not null as hidden
    from public.room_faces as f
    where f.room_id = wanted and f.rev > since and (keeper or not closed)
    order by f.rev
    limit most + 1
  ) as change;
  more := jsonb_array_length(changes) > most;
  if more then
    changes := changes - most;
  end if;
  return jsonb_build_object(
    'id', room.room_id, 'name', room.name, 'closed', closed, 'keeper', keeper,
    'closes_at', to_char(room.closes_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'count', (select count(*) from public.room_faces as f where f.room_id = wanted and f.hidden_at is null),
    'after', since, 'rev', case when more then (changes -> -1 ->> 'rev')::bigint else room.rev end, 'more', more,
    'faces', (select coalesce(jsonb_agg(c - 'hidden'), '[]') from jsonb_array_elements(changes) as c where not (c ->> 'hidden')::boolean),
    'gone', (select coalesce(jsonb_agg(c -> 'id'), '[]') from jsonb_array_elements(changes) as c where (c ->> 'hidden')::boolean)
  );
end
$$;
revoke all on function private.room_news_of_all(text, bigint, integer) from public, anon, authenticated;

-- For whoever knows the id.
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

-- For whoever knows the id.
create function public.room_news(room_id text, after bigint default 0)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.room_news(room_news.room_id, room_news.after, 60)
$$;
revoke all on function public.room_news(text, bigint) from public;
grant execute on function public.room_news(text, bigint) to anon, authenticated, service_role;

-- Tells the pages that watch: on a hosted project Realtime sends the number of the change to a topic that names the room, and they ask
-- for what is new. What others send to that topic is worth no more than another question. The embedded server has events of its own.
create function private.tell_room()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if to_regprocedure('realtime.send(jsonb, text, text, boolean)') is not null then
    execute 'select realtime.send($1, $2, $3, $4)' using jsonb_build_object('rev', new.rev), 'news', 'room:' || new.room_id, false;
  end if;
  return null;
exception when others then
  -- A page that hears nothing asks by itself.
  raise warning 'Realtime did not take the news of a room: %', sqlerrm;
  return null;
end
$$;
revoke all on function private.tell_room() from public, anon, authenticated;

create trigger tell_room after update of rev on public.rooms for each row execute function private.tell_room();

-- A face that leaves with its owner is a change as well.
create function private.count_lost_face()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update public.rooms as r set rev = r.rev + 1 where r.room_id = old.room_id;
  return null;
end
$$;
revoke all on function private.count_lost_face() from public, anon, authenticated;

create trigger count_lost_face after delete on public.room_faces for each row execute function private.count_lost_face();

create function private.refuse_room(why text, hint text)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'P0001' using message = why, hint = refuse_room.hint;
end
$$;

-- The room of an id, locked, for whoever keeps it. An id that nobody has is refused like one of another maker.
create function private.kept_room(wanted text)
returns public.rooms language plpgsql volatile security definer set search_path = ''
as $$
declare
  room public.rooms;
begin
  select * into room from public.rooms as r where r.room_id = wanted for update;
  if not found or not private.keeps_room(room) then
    raise insufficient_privilege using message = 'Only whoever made this room may do this.', hint = 'not_yours';
  end if;
  return room;
end
$$;
revoke all on function private.kept_room(text) from public, anon, authenticated;

-- An act of an owner of the desk in somebody's room goes into the log.
create function private.log_room(room public.rooms, act text, before jsonb, after jsonb)
returns void language plpgsql volatile security definer set search_path = ''
as $$
begin
  if room.owner_id is distinct from auth.uid() then
    perform private.log_desk(act, 'room', array[room.room_id], before, after);
  end if;
end
$$;
revoke all on function private.log_room(rooms, text, jsonb, jsonb) from public, anon, authenticated;

-- Makes a room of a member, and gives its news. The same id from the same member again is the same room.
create function public.make_room(room_id text, name text, hours integer default 8)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := auth.uid();
  wanted text := make_room.room_id;
  known public.rooms;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  perform private.refuse_blocked(member);
  if wanted is null or wanted !~ '^[A-Za-z0-9_-]{22}$' then
    raise check_violation using message = 'This is no id of a room.', hint = 'room_id';
  end if;
  if not coalesce(private.is_name(make_room.name, 60), false) then
    raise check_violation using message = 'Please give the room a name of 1 to 60 characters.', hint = 'name';
  end if;
  if make_room.hours is null or make_room.hours not between 1 and 168 then
    raise check_violation using message = 'A room is open for 1 to 168 hours.', hint = 'hours';
  end if;
  perform private.refuse_when_over('make_room', 10, 1000);
  select * into known from public.rooms as r where r.room_id = wanted;
  if known.room_id is null then
    -- One after the other, so that the open ones are counted.
    perform 1 from auth.users as account where account.id = member for update;
    if (select count(*) from public.rooms as r where r.owner_id = member and not private.room_is_closed(r)) >= 20 then
      perform private.refuse_room('You have 20 open rooms. Please close one first.', 'too_many');
    end if;
    insert into public.rooms as made (room_id, owner_id, name, closes_at)
    values (wanted, member, make_room.name, clock_timestamp() + make_interval(hours => make_room.hours))
    on conflict (room_id) do nothing;
    select * into known from public.rooms as r where r.room_id = wanted;
  end if;
  if known.owner_id <> member then
    raise unique_violation using message = 'This id of a room is taken.';
  end if;
  return private.room_news(wanted, 0, 60);
end
$$;
revoke all on function public.make_room(text, text, integer) from public, anon;
grant execute on function public.make_room(text, text, integer) to authenticated, service_role;

-- The rooms of the member who asks, the newest first.
create function public.my_rooms()
returns table (room_id text, name text, created_at timestamptz, closes_at timestamptz, closed boolean, faces integer)
language sql stable security definer set search_path = ''
as $$
  select r.room_id, r.name, r.created_at, r.closes_at, private.room_is_closed(r),
         (select count(*)::integer from public.room_faces as f where f.room_id = r.room_id and f.hidden_at is null)
  from public.rooms as r
  where r.owner_id = (select auth.uid())
  order by r.created_at desc, r.room_id
  limit 100
$$;
revoke all on function public.my_rooms() from public, anon;
grant execute on function public.my_rooms() to authenticated, service_role;

-- Adds a face, once for each id. A device (or member) adds one in ten seconds and 20 to a room, an address 400 in ten minutes: a
-- class or a museum shares one. The answer has the news of this change, so that the embedded server can pass them on without asking the
-- database again: where many sing at once, a question of its own would wait behind all of them.
create function public.add_room_face(room_id text, face_id uuid, face jsonb, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := auth.uid();
  hash text := private.secret_hash(owner_secret);
  wanted text := add_room_face.room_id;
  sung jsonb;
  room public.rooms;
  known public.room_faces;
  counted record;
begin
  perform private.require_object(add_room_face.face, 16000);
  perform private.require_owner(member, hash);
  if add_room_face.face_id is null then
    raise check_violation using message = 'The id of the face is missing.', hint = 'face_id';
  end if;
  sung := private.room_face(add_room_face.face);
  perform private.refuse_blocked(member);
  perform private.refuse_when_over('add_room_face', 400, 20000);
  select * into room from public.rooms as r where r.room_id = wanted for update;
  if not found then
    perform private.refuse_room('There is no such room.', 'no_room');
  end if;
  select * into known from public.room_faces as f where f.room_id = wanted and f.face_id = add_room_face.face_id;
  if known.room_id is not null then
    if not private.owns(known.owner_id, known.owner_hash, member, hash) then
      raise unique_violation using message = 'This id of a face is taken.';
    end if;
    return jsonb_build_object('room_id', wanted, 'face_id', known.face_id, 'place', known.place, 'rev', known.rev);
  end if;
  if private.room_is_closed(room) then
    perform private.refuse_room('This room is closed.', 'room_closed');
  end if;
  if room.places >= 500 then
    perform private.refuse_room('This room is full: it has 500 faces.', 'room_full');
  end if;
  if (select count(*) from public.room_faces as f where f.room_id = wanted and (f.owner_id = member or (member is null and f.owner_hash = hash))) >= 20 then
    perform private.refuse_room('You have sung here 20 times. Let others sing.', 'too_many');
  end if;
  select * into counted from private.count_for('room-face:' || private.hashed(wanted || ' ' || coalesce(member::text, hash)), 10);
  if counted.hits > private.widened(1) then
    raise sqlstate 'PT429' using message = 'One face in ten seconds. Please wait a moment.', hint = counted.wait || ' s';
  end if;
  update public.rooms as r set rev = r.rev + 1, places = r.places + 1 where r.room_id = wanted returning * into room;
  insert into public.room_faces (room_id, face_id, place, rev, face, owner_id, owner_hash)
  values (wanted, add_room_face.face_id, room.places - 1, room.rev, sung, member, case when member is null then hash end);
  return jsonb_build_object('room_id', wanted, 'face_id', add_room_face.face_id, 'place', room.places - 1, 'rev', room.rev, 'news', private.room_news(wanted, room.rev - 1, 60));
end
$$;
revoke all on function public.add_room_face(text, uuid, jsonb, text) from public;
grant execute on function public.add_room_face(text, uuid, jsonb, text) to anon, authenticated, service_role;

-- Hides a face from everybody, or shows it again at its place; false when there is no such face. For those who keep the room.
create function public.hide_room_face(room_id text, face_id uuid, hidden boolean default true)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  room public.rooms := private.kept_room(hide_room_face.room_id);
  wanted boolean := coalesce(hide_room_face.hidden, true);
  was boolean;
begin
  select f.hidden_at is not null into was from public.room_faces as f where f.room_id = room.room_id and f.face_id = hide_room_face.face_id;
  if was is null then
    perform private.refuse_room('There is no such face in this room.', 'no_face');
  end if;
  if was <> wanted then
    update public.rooms as r set rev = r.rev + 1 where r.room_id = room.room_id returning * into room;
    update public.room_faces as f set hidden_at = case when wanted then clock_timestamp() end, rev = room.rev
    where f.room_id = room.room_id and f.face_id = hide_room_face.face_id;
    perform private.log_room(room, case when wanted then 'hide a face' else 'show a face' end, jsonb_build_object('face', hide_room_face.face_id, 'hidden', was), jsonb_build_object('face', hide_room_face.face_id, 'hidden', wanted));
  end if;
  return jsonb_build_object('room_id', room.room_id, 'face_id', hide_room_face.face_id, 'hidden', wanted, 'rev', room.rev);
end
$$;
revoke all on function public.hide_room_face(text, uuid, boolean) from public, anon;
grant execute on function public.hide_room_face(text, uuid, boolean) to authenticated, service_role;

-- Closes a room for good. For those who keep it.
create function public.close_room(room_id text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  room public.rooms := private.kept_room(close_room.room_id);
begin
  if room.closed_at is null then
    update public.rooms as r set rev = r.rev + 1, closed_at = clock_timestamp() where r.room_id = room.room_id returning * into room;
    perform private.log_room(room, 'close a room', jsonb_build_object('closed', false), jsonb_build_object('closed', true));
  end if;
  return jsonb_build_object('room_id', room.room_id, 'closed', true, 'rev', room.rev);
end
$$;
revoke all on function public.close_room(text) from public, anon;
grant execute on function public.close_room(text) to authenticated, service_role;

-- For the daily clean-up: rooms that closed before `closed_before` go with their faces.
create function public.delete_old_rooms(closed_before timestamptz)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from public.rooms as r where least(r.closed_at, r.closes_at) < closed_before;
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function public.delete_old_rooms(timestamptz) from public, anon, authenticated;
grant execute on function public.delete_old_rooms(timestamptz) to service_role;

create function private.exported_rooms(member uuid, hash text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'room_faces', (
      select coalesce(jsonb_agg(jsonb_build_object('room_id', f.room_id, 'face_id', f.face_id, 'face', f.face, 'created_at', f.created_at) order by f.created_at), '[]')
      from public.room_faces as f where private.owns(f.owner_id, f.owner_hash, member, hash)
    )
  ) || case when member is null then '{}' else jsonb_build_object(
    'rooms', (select coalesce(jsonb_agg(to_jsonb(r) - 'owner_id' - 'rev' order by r.created_at), '[]') from public.rooms as r where r.owner_id = member)
  ) end
$$;
revoke all on function private.exported_rooms(uuid, text) from public, anon, authenticated;

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
