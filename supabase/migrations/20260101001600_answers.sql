-- A share can answer another one: two voices, and by answers to answers up to sixteen in one tree. An answer is a share like every
-- other, with its own owner, limits, reports and withdrawal; it only names a parent. Shares from before were made by people who were not
-- told of answers, so they take none until their makers allow it.

alter table public.fragrance_shares
  -- What it answers. Set once, to a share that is there already, so that there are no circles; null again when that one is withdrawn.
  add column parent_id text references public.fragrance_shares (share_id) on delete set null check (parent_id <> share_id),
  -- The first voice of the tree; it stays when that one is withdrawn.
  add column tree_id text,
  -- Its place in the line of answers; above 1 without a parent: what it answered was withdrawn.
  add column voice smallint not null default 1 check (voice between 1 and 16),
  add column allows_answers boolean not null default false;
update public.fragrance_shares set tree_id = share_id;
alter table public.fragrance_shares alter column tree_id set not null;
create index fragrance_shares_parent on public.fragrance_shares (parent_id, created_at desc, share_id desc) where parent_id is not null;
create index fragrance_shares_tree on public.fragrance_shares (tree_id);

-- True when a tree has all the voices that it can have.
create function private.is_full(tree text)
returns boolean language sql stable security definer set search_path = ''
as $$
  select count(*) >= 16 from (select 1 from public.fragrance_shares as s where s.tree_id = tree limit 16) as voices
$$;
revoke all on function private.is_full(text) from public, anon, authenticated;

-- The share that is about to be answered, locked with its tree until the end of the transaction. One that is withdrawn, hidden or takes
-- no answers is refused in the same words: whether it was ever there is nobody's business.
create function private.answerable(wanted text)
returns public.fragrance_shares language plpgsql volatile security definer set search_path = ''
as $$
declare
  parent public.fragrance_shares;
begin
  select * into parent from public.fragrance_shares as s where s.share_id = wanted and s.is_active and s.allows_answers for share;
  if not found then
    raise sqlstate 'P0001' using message = 'This voice takes no answers (any more).', hint = 'parent';
  end if;
  -- One after the other, so that the voices are counted.
  perform pg_advisory_xact_lock(hashtextextended('accord tree ' || parent.tree_id, 0));
  if private.is_full(parent.tree_id) then
    raise sqlstate 'P0001' using message = 'Sixteen voices are here already.', hint = 'parent';
  end if;
  return parent;
end
$$;
revoke all on function private.answerable(text) from public, anon, authenticated;

-- Makes a share as before, also as an answer to `parent`.
create or replace function public.create_share(share jsonb, owner_secret text default null)
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
  parent public.fragrance_shares;
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
  wanted.parent_id := private.text_of(share, 'parent');
  wanted.allows_answers := private.flag_of(share, 'allows_answers');
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
    wanted.tree_id := wanted.share_id;
    wanted.voice := 1;
    if wanted.parent_id is not null then
      parent := private.answerable(wanted.parent_id);
      wanted.tree_id := parent.tree_id;
      wanted.voice := parent.voice + 1;
    end if;
    begin
      insert into public.fragrance_shares as made (share_id, title, name, music_essence, top_notes, middle_notes, base_notes, audio_path, intensity, complexity, persistence, trace, accents, "character", proportions, description, source, maker_name, parent_id, tree_id, voice, allows_answers, owner_id, owner_hash)
      values (wanted.share_id, wanted.title, wanted.name, wanted.music_essence, wanted.top_notes, wanted.middle_notes, wanted.base_notes, wanted.audio_path,
              wanted.intensity, wanted.complexity, wanted.persistence, wanted.trace, wanted.accents, wanted."character", wanted.proportions,
              wanted.description, wanted.source, wanted.maker_name, wanted.parent_id, wanted.tree_id, wanted.voice, wanted.allows_answers, member, case when member is null then hash end)
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

-- What others see of a voice: whose share it is, and all that its face is drawn from.
create function private.voice_of(share public.fragrance_shares)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'share_id', share.share_id, 'name', share.name, 'maker_name', share.maker_name, 'audio_url', share.audio_url, 'created_at', share.created_at,
    'look', private.look_of(share.music_essence, share.intensity, share.complexity, share.persistence, private.face_of(share.trace), share.accents, share."character", share.proportions)
  )
$$;
revoke all on function private.voice_of(public.fragrance_shares) from public, anon, authenticated;

-- The line of answers that a share ends, from the first voice that can be seen: it breaks where one was withdrawn or is hidden
-- (`broken`). Whether it takes an answer, whether its maker allows them, and how many it has. Null without such a share.
create function public.share_line(share_id text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  with recursive line as (
    select s, 0 as back from public.fragrance_shares as s where s.share_id = share_line.share_id and s.is_active
    union all
    select p, line.back + 1 from line join public.fragrance_shares as p on p.share_id = (line.s).parent_id and p.is_active where line.back < 15
  )
  select jsonb_build_object(
    'voices', (select jsonb_agg(private.voice_of(line.s) order by line.back desc) from line),
    'broken', (select (line.s).voice > 1 from line order by line.back desc limit 1),
    'allows_answers', (this.s).allows_answers,
    'open', (this.s).allows_answers and not private.is_full((this.s).tree_id),
    'answers', (select count(*) from public.fragrance_shares as a where a.parent_id = share_line.share_id and a.is_active)
  )
  from line as this where this.back = 0
$$;

-- The answers to a share, newest first, a page at a time: those before a time and an id. None to a share that is not shown.
create function public.share_answers(share_id text, before_at timestamptz default null, before_id text default null, page_size integer default 12)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.voice_of(page.a) order by (page.a).created_at desc, (page.a).share_id desc), '[]')
  from (
    select a from public.fragrance_shares as a
    where a.parent_id = share_answers.share_id and a.is_active
      and exists (select 1 from public.fragrance_shares as p where p.share_id = share_answers.share_id and p.is_active)
      and (before_at is null or (a.created_at, a.share_id) < (before_at, coalesce(before_id, '')))
    order by a.created_at desc, a.share_id desc
    limit least(greatest(coalesce(page_size, 12), 1), 48)
  ) as page
$$;

-- Whether a share takes answers from now on; for its maker alone. The answers that are there stay.
create function public.allow_answers(share_id text, allowed boolean, owner_secret text default null)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.refuse_when_over('allow_answers', 120, 12000);
  update public.fragrance_shares as s set allows_answers = coalesce(allow_answers.allowed, false)
  where s.share_id = allow_answers.share_id and private.owns(s.owner_id, s.owner_hash, auth.uid(), private.secret_hash(allow_answers.owner_secret));
  if not found then
    raise insufficient_privilege using message = 'Only whoever made this share may do this.', hint = 'not_yours';
  end if;
  return coalesce(allow_answers.allowed, false);
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['share_line(text)', 'share_answers(text, timestamptz, text, integer)', 'allow_answers(text, boolean, text)'] loop
    execute format('revoke all on function public.%s from public', wanted);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', wanted);
  end loop;
end
$$;
