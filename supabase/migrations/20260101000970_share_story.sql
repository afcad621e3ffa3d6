-- The story of a share, for the stranger who opens its link: what it is said to smell of, where its notes come from, and who
-- made it. Shares from before have none of them.
--
-- The name is never taken from what is sent: a member may ask for their own to be shown (`show_name`), and it is read from
-- their profile at that moment. It goes with the share when that is taken back, and with the account.

alter table public.fragrance_shares
  add column if not exists description text check (char_length(description) <= 2000),
  add column if not exists source text check (source in ('spectral', 'byte-hash', 'beat', 'keys', 'link', 'demo')),
  add column if not exists maker_name text check (private.is_name(maker_name, 50));

-- True for `true`; false where nothing is said.
create function private.flag_of(source jsonb, field text)
returns boolean language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return false;
  end if;
  if jsonb_typeof(source -> field) <> 'boolean' then
    raise check_violation using message = format('"%s" has to be true or false.', field);
  end if;
  return (source -> field)::boolean;
end
$$;

drop function public.get_share(text);
create function public.get_share(share_id text)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, accents jsonb, "character" jsonb, proportions jsonb, description text, source text, maker_name text, view_count integer, created_at timestamptz, is_active boolean
)
language sql stable security definer set search_path = ''
as $$
  select share.share_id, share.title, share.name, share.music_essence, share.top_notes, share.middle_notes, share.base_notes, share.audio_url,
         share.intensity, share.complexity, share.persistence, share.trace, share.accents, share."character", share.proportions, share.description, share.source, share.maker_name, share.view_count, share.created_at, share.is_active
  from public.fragrance_shares as share
  where share.share_id = get_share.share_id and share.is_active
$$;
revoke all on function public.get_share(text) from public;
grant execute on function public.get_share(text) to anon, authenticated, service_role;

drop function public.create_share(jsonb, text);
create function public.create_share(share jsonb, owner_secret text default null)
returns table (
  share_id text, title text, name text, music_essence text[], top_notes text[], middle_notes text[], base_notes text[], audio_url text,
  intensity double precision, complexity double precision, persistence double precision, trace jsonb, accents jsonb, "character" jsonb, proportions jsonb, description text, source text, maker_name text, view_count integer, created_at timestamptz, is_active boolean
)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := auth.uid();
  hash text := private.secret_hash(owner_secret);
  wanted public.fragrance_shares;
  known public.fragrance_shares;
  broken text;
begin
  perform private.require_object(share, 200000);
  perform private.require_owner(member, hash);
  wanted.share_id := private.text_of(share, 'share_id');
  wanted.title := coalesce(private.text_of(share, 'title'), 'My Accord Fragrance Profile');
  wanted.name := private.text_of(share, 'name');
  wanted.music_essence := private.texts_of(share, 'music_essence');
  wanted.top_notes := private.texts_of(share, 'top_notes');
  wanted.middle_notes := private.texts_of(share, 'middle_notes');
  wanted.base_notes := private.texts_of(share, 'base_notes');
  wanted.audio_path := private.text_of(share, 'audio_path');
  wanted.intensity := private.number_of(share, 'intensity');
  wanted.complexity := private.number_of(share, 'complexity');
  wanted.persistence := private.number_of(share, 'persistence');
  wanted.trace := nullif(share -> 'trace', 'null');
  wanted.accents := nullif(share -> 'accents', 'null');
  wanted."character" := nullif(share -> 'character', 'null');
  wanted.proportions := nullif(share -> 'proportions', 'null');
  wanted.description := private.text_of(share, 'description');
  wanted.source := private.text_of(share, 'source');
  if private.flag_of(share, 'show_name') and member is not null then
    wanted.maker_name := (select private.as_name(p.liquid_name, 50, null) from public.profiles as p where p.id = member);
  end if;

  perform private.refuse_when_over('create_share', 60, 6000);

  select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  if known.share_id is null and exists (select 1 from private.withdrawn_shares as w where w.share_id = wanted.share_id) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  if known.share_id is null then
    perform private.recording_for(wanted.audio_path, member, hash);
    if (select count(*) from public.fragrance_shares as s where s.audio_path = wanted.audio_path and s.share_id <> wanted.share_id) >= 50 then
      raise sqlstate 'P0001' using message = 'This recording has been shared often enough.', hint = 'too_many';
    end if;
    begin
      insert into public.fragrance_shares as made (share_id, title, name, music_essence, top_notes, middle_notes, base_notes, audio_path, intensity, complexity, persistence, trace, accents, "character", proportions, description, source, maker_name, owner_id, owner_hash)
      values (wanted.share_id, wanted.title, wanted.name, wanted.music_essence, wanted.top_notes, wanted.middle_notes, wanted.base_notes, wanted.audio_path,
              wanted.intensity, wanted.complexity, wanted.persistence, wanted.trace, wanted.accents, wanted."character", wanted.proportions,
              wanted.description, wanted.source, wanted.maker_name, member, case when member is null then hash end)
      on conflict on constraint fragrance_shares_pkey do nothing;
    exception
      when check_violation or not_null_violation then
        get stacked diagnostics broken = constraint_name;
        raise check_violation using message = format('This share cannot be stored: %s.', coalesce(nullif(replace(replace(broken, 'fragrance_shares_', ''), '_check', ''), ''), 'something is missing'));
    end;
    select * into known from public.fragrance_shares as s where s.share_id = wanted.share_id;
  end if;
  if not (known.is_active and private.owns(known.owner_id, known.owner_hash, member, hash)) then
    raise unique_violation using message = 'This share id is taken.';
  end if;
  return query
    select s.share_id, s.title, s.name, s.music_essence, s.top_notes, s.middle_notes, s.base_notes, s.audio_url,
           s.intensity, s.complexity, s.persistence, s.trace, s.accents, s."character", s.proportions, s.description, s.source, s.maker_name, s.view_count, s.created_at, s.is_active
    from public.fragrance_shares as s where s.share_id = wanted.share_id;
end
$$;
revoke all on function public.create_share(jsonb, text) from public;
grant execute on function public.create_share(jsonb, text) to anon, authenticated, service_role;
