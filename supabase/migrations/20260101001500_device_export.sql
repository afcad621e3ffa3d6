-- What a device sent without an account, as a copy for whoever uses it: the same that `forget_device` takes away, and the
-- orders, which stay. The secret of the device is the proof, as it is for taking back.
create function public.export_device_data(owner_secret text)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  hash text := private.secret_hash(owner_secret);
begin
  if hash is null then
    raise check_violation using message = 'This is no secret of a device.', hint = 'owner_secret';
  end if;
  return jsonb_build_object(
    'shares', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' || jsonb_build_object(
        'image_url', (select '/storage/v1/object/public/share-images/' || o.name from storage.objects as o where o.bucket_id = 'share-images' and o.name = s.share_id || '.png')
      ) order by s.created_at), '[]')
      from public.fragrance_shares as s
      where s.owner_hash = hash or s.audio_path in (select r.audio_path from public.recordings as r where r.owner_hash = hash)
    ),
    'submissions', (select coalesce(jsonb_agg(to_jsonb(s) - 'owner_id' - 'owner_hash' order by s.created_at), '[]') from public.fragrance_submissions as s where s.owner_hash = hash),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'owner_id' - 'owner_hash' order by m.created_at), '[]') from public.contact_messages as m where m.owner_hash = hash),
    'recordings', (
      select coalesce(jsonb_agg(jsonb_build_object('audio_url', '/storage/v1/object/public/audio/' || r.audio_path, 'recording_id', r.recording_id, 'created_at', r.created_at) order by r.created_at), '[]')
      from public.recordings as r where r.owner_hash = hash
    ),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object('subject', c.subject, 'subject_id', c.subject_id, 'reason', r.reason, 'details', r.details, 'created_at', r.created_at) order by r.created_at), '[]')
      from private.reports as r join private.cases as c on c.id = r.case_id where r.reporter_hash = hash
    ),
    'orders', (select coalesce(jsonb_agg(to_jsonb(p) - 'owner_id' - 'owner_hash' - 'merged_into' order by p.created_at), '[]') from public.preorders as p where p.owner_hash = hash)
  );
end
$$;
revoke all on function public.export_device_data(text) from public;
grant execute on function public.export_device_data(text) to anon, authenticated, service_role;
