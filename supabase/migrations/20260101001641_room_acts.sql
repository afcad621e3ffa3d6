-- What is done in a room: making it, singing into it, hiding a face, closing it.

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
revoke all on function private.log_room(public.rooms, text, jsonb, jsonb) from public, anon, authenticated;

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

do $$
declare
  wanted text;
begin
  foreach wanted in array array['make_room(text, text, integer)', 'my_rooms()', 'hide_room_face(text, uuid, boolean)', 'close_room(text)'] loop
    execute format('revoke all on function public.%s from public, anon', wanted);
    execute format('grant execute on function public.%s to authenticated, service_role', wanted);
  end loop;
  revoke all on function public.add_room_face(text, uuid, jsonb, text) from public;
  grant execute on function public.add_room_face(text, uuid, jsonb, text) to anon, authenticated, service_role;
  revoke all on function public.delete_old_rooms(timestamptz) from public, anon, authenticated;
  grant execute on function public.delete_old_rooms(timestamptz) to service_role;
end
$$;
