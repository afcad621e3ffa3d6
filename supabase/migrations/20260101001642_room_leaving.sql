-- Faces and rooms go with what a device or a member takes back, and are in the copies of it. The functions that there are stay as
-- they are, under other names in the private schema, and these add rooms to what they do.

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

alter function public.export_my_data() set schema private;
alter function private.export_my_data() rename to export_without_rooms;
revoke all on function private.export_without_rooms() from public, anon, authenticated;
create function public.export_my_data()
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.export_without_rooms() || private.exported_rooms(auth.uid(), null)
$$;
revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated, service_role;

alter function public.export_device_data(text) set schema private;
alter function private.export_device_data(text) rename to export_device_without_rooms;
revoke all on function private.export_device_without_rooms(text) from public, anon, authenticated;
create function public.export_device_data(owner_secret text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select private.export_device_without_rooms(owner_secret) || private.exported_rooms(null, private.secret_hash(owner_secret))
$$;
revoke all on function public.export_device_data(text) from public;
grant execute on function public.export_device_data(text) to anon, authenticated, service_role;

alter function public.forget_device(text) set schema private;
alter function private.forget_device(text) rename to forget_device_without_rooms;
revoke all on function private.forget_device_without_rooms(text) from public, anon, authenticated;
create function public.forget_device(owner_secret text)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from public.room_faces as f where f.owner_hash = private.secret_hash(owner_secret);
  return query select gone.bucket, gone.name from private.forget_device_without_rooms(owner_secret) as gone;
end
$$;
revoke all on function public.forget_device(text) from public, anon, authenticated;
grant execute on function public.forget_device(text) to service_role;
