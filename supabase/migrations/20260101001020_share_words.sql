-- What a stranger reads first of a share stands in its page, before any script has run: its card has the words of its story
-- too, and how long the sound is that it comes from.
drop function public.share_card(text);
create function public.share_card(share_id text)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  has_image boolean, description text, source text, maker_name text, seconds double precision
)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         exists (select 1 from storage.objects as picture where picture.bucket_id = 'share-images' and picture.name = share.share_id || '.png'),
         share.description, share.source, share.maker_name,
         case when jsonb_typeof(share.trace -> 'duration') = 'number' then (share.trace ->> 'duration')::double precision end
  from public.fragrance_shares as share
  where share.share_id = share_card.share_id and share.is_active
$$;
revoke all on function public.share_card(text) from public, anon, authenticated;
grant execute on function public.share_card(text) to service_role;
