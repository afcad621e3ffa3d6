-- Objects that belong to nothing: recordings that no share, submission or saved fragrance names, pictures whose share
-- was never made, photos of members who are gone.
create function public.objects_to_delete(recordings_before timestamptz, pictures_before timestamptz, most integer default 500)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'audio' and object.created_at < pictures_before
      and not exists (select 1 from public.recordings as r where r.audio_path = object.name)
    limit most;
  return query
    with unused as (
      select r.audio_path from public.recordings as r
      where greatest(r.created_at, r.named_at) < recordings_before
        and not exists (select 1 from public.fragrance_shares as s where s.audio_path = r.audio_path and s.is_active)
        and not exists (select 1 from public.fragrance_submissions as s where s.audio_path = r.audio_path)
        and not exists (select 1 from public.fragrance_profiles as f where f.audio_path = r.audio_path)
      order by r.created_at
      limit most
      for update skip locked
    ),
    gone as (delete from public.recordings as r using unused where r.audio_path = unused.audio_path returning r.audio_path)
    select 'audio', gone.audio_path from gone;
  return query
    select object.bucket_id, object.name
    from storage.objects as object left join public.fragrance_shares as share on share.share_id || '.png' = object.name
    where object.bucket_id = 'share-images' and (not share.is_active or (share.share_id is null and object.created_at < pictures_before))
    limit most;
  return query
    select object.bucket_id, object.name
    from storage.objects as object
    where object.bucket_id = 'profiles' and object.created_at < pictures_before
      and not exists (select 1 from public.profiles as profile where profile.id::text = split_part(object.name, '/', 1))
    limit most;
end
$$;
