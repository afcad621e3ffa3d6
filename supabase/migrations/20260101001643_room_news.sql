-- Adds a face, once for each id. A device (or member) adds one in ten seconds and 20 to a room, an address 400 in ten minutes: a
-- class or a museum shares one. The answer has the news of this change, so that the embedded server can pass them on without asking the
-- database again: where many sing at once, a question of its own would wait behind all of them.
create or replace function public.add_room_face(room_id text, face_id uuid, face jsonb, owner_secret text default null)
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
