-- Rooms: a link on a wall. Whoever opens it sings, and the faces of what was sung appear on one screen. The id is the key: 128 bits,
-- made by the maker's device. A room holds the notes and numbers that draw a face, and never a sound.

create table public.rooms (
  room_id text primary key check (room_id ~ '^[A-Za-z0-9_-]{22}$'),
  owner_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (private.is_name(name, 60)),
  -- The number of the last change. The row is locked while it is counted up, so changes become visible in the order of their numbers.
  rev bigint not null default 0,
  -- Places given away, those of hidden faces included.
  places integer not null default 0 check (places between 0 and 500),
  created_at timestamptz not null default clock_timestamp(),
  closes_at timestamptz not null check (isfinite(closes_at)),
  -- When it was closed before that time.
  closed_at timestamptz
);
create index rooms_owner on public.rooms (owner_id, created_at desc);

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
alter table public.rooms enable row level security;
alter table public.room_faces enable row level security;
revoke all on public.rooms, public.room_faces from public, anon, authenticated;
grant all on public.rooms, public.room_faces to service_role;

create function private.room_is_closed(room public.rooms)
returns boolean language sql stable security definer set search_path = ''
as $$
  select room.closed_at is not null or room.closes_at <= clock_timestamp() or private.is_blocked(room.owner_id)
$$;
revoke all on function private.room_is_closed(public.rooms) from public, anon, authenticated;

-- Whoever made a room keeps it, and so do the owners of the desk.
create function private.keeps_room(room public.rooms)
returns boolean language sql stable security definer set search_path = ''
as $$
  select coalesce(room.owner_id = auth.uid() or (auth.uid() is not null and private.desk_access() = 'open'), false)
$$;
revoke all on function private.keeps_room(public.rooms) from public, anon, authenticated;

-- The changes of a room after the number `after`, in their order; null when there is no such room. A closed room shows its faces to
-- those who keep it alone. `count` is that of all visible faces: whoever has more has one that left with its owner.
create function private.room_news(wanted text, after bigint, most integer)
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
