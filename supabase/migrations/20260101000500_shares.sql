-- Shares: public from the moment they are made, and the same for ever; only the views are counted.

create table public.fragrance_shares (
  share_id text primary key check (share_id ~ '^[A-Za-z0-9]{8}$'),
  title text not null default 'My Accord Fragrance Profile' check (title = 'My Accord Fragrance Profile'),
  music_essence text[] not null check (private.are_note_codes(music_essence, 1, 32)),
  top_notes text[] not null default '{}' check (private.are_names(top_notes, 0, 32)),
  middle_notes text[] not null default '{}' check (private.are_names(middle_notes, 0, 32)),
  base_notes text[] not null default '{}' check (private.are_names(base_notes, 0, 32)),
  audio_url text not null check (private.is_recording(audio_url)),
  audio_path text generated always as (private.object_in(audio_url, 'audio')) stored,
  -- What the drawing is made of, so that it looks the same to whoever opens the link.
  name text check (char_length(name) between 1 and 120),
  intensity double precision check (intensity between 0 and 1),
  complexity double precision check (complexity between 0 and 1),
  persistence double precision check (persistence between 0 and 1),
  trace jsonb check (jsonb_typeof(trace) = 'object' and octet_length(trace::text) <= 65536),
  is_active boolean not null default true,
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null default now()
);
create index fragrance_shares_audio on public.fragrance_shares (audio_path);
alter table public.fragrance_shares enable row level security;

create policy "everybody reads active shares" on public.fragrance_shares
  for select to anon, authenticated using (is_active);
create policy "everybody shares" on public.fragrance_shares
  for insert to anon, authenticated with check (is_active and view_count = 0);
revoke all on public.fragrance_shares from anon, authenticated;
grant select, insert on public.fragrance_shares to anon, authenticated;
grant all on public.fragrance_shares to service_role;

-- A recording that somebody names has to be here.
create function private.require_recording()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from storage.objects where bucket_id = 'audio' and name = private.object_in(new.audio_url, 'audio')) then
    raise check_violation using message = 'This recording does not exist.', hint = 'no_recording';
  end if;
  return new;
end
$$;
revoke all on function private.require_recording() from public, anon, authenticated;
create trigger require_recording before insert on public.fragrance_shares
  for each row execute function private.require_recording();

-- One recording is not shared without end.
create function private.guard_share()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_client() then
    return new;
  end if;
  new.created_at := now();
  if (select count(*) from public.fragrance_shares where audio_path = private.object_in(new.audio_url, 'audio')) >= 50 then
    raise sqlstate 'P0001' using message = 'This recording has been shared often enough.', hint = 'too_many';
  end if;
  return new;
end
$$;
revoke all on function private.guard_share() from public, anon, authenticated;
create trigger guard_share before insert on public.fragrance_shares
  for each row execute function private.guard_share();
create trigger limit_inserts before insert on public.fragrance_shares
  for each row execute function private.limit_inserts('60', '6000');

-- Counts one view and returns the new number; null when there is no such active share. One statement: simultaneous
-- views each count.
create function public.record_share_view(share_id text)
returns integer language sql volatile security definer set search_path = ''
as $$
  update public.fragrance_shares as share
  set view_count = share.view_count + 1
  where share.share_id = record_share_view.share_id and share.is_active
  returning share.view_count
$$;
revoke all on function public.record_share_view(text) from public;
grant execute on function public.record_share_view(text) to anon, authenticated, service_role;

-- The picture that unfurls in chats. It is written before its share exists, by the function `share-image` alone: at
-- that moment nobody but its maker knows the id, and once the share is there the picture cannot be touched.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('share-images', 'share-images', true, 1048576, array['image/png'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- What a crawler is told about a share: everything but the drawing's data, and whether there is a picture.
create function public.share_card(share_id text)
returns table (share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text, has_image boolean)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         exists (select 1 from storage.objects as picture where picture.bucket_id = 'share-images' and picture.name = share.share_id || '.png')
  from public.fragrance_shares as share
  where share.share_id = share_card.share_id and share.is_active
$$;
revoke all on function public.share_card(text) from public, anon, authenticated;
grant execute on function public.share_card(text) to service_role;
