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

-- What others see of a voice: whose share it is, and all that its face is drawn from.
create function private.voice_of(share public.fragrance_shares)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'share_id', share.share_id, 'name', share.name, 'maker_name', share.maker_name, 'audio_url', share.audio_url, 'created_at', share.created_at,
    'look', private.look_of(share.music_essence, share.intensity, share.complexity, share.persistence, private.face_of(share.trace), share.accents, share."character", share.proportions)
  )
$$;
revoke all on function private.voice_of(fragrance_shares) from public, anon, authenticated;

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
revoke all on function public.share_line(text) from public;
grant execute on function public.share_line(text) to anon, authenticated, service_role;

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
revoke all on function public.share_answers(text, timestamptz, text, integer) from public;
grant execute on function public.share_answers(text, timestamptz, text, integer) to anon, authenticated, service_role;

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
revoke all on function public.allow_answers(text, boolean, text) from public;
grant execute on function public.allow_answers(text, boolean, text) to anon, authenticated, service_role;

-- What was made of the notes of what: a fragrance or a share names one parent, a public fragrance or a share that can be seen. A parent is
-- older than its child, so there are no circles. Nobody reads or writes the table but by the functions below, and each side is shown only
-- while it can be seen.
create table public.remixes (
  id uuid primary key default gen_random_uuid(),
  child_share text unique references public.fragrance_shares (share_id) on delete cascade,
  child_fragrance uuid unique references public.fragrance_profiles (id) on delete cascade,
  parent_share text references public.fragrance_shares (share_id) on delete cascade,
  parent_fragrance uuid references public.fragrance_profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(child_share, child_fragrance) = 1),
  check (num_nonnulls(parent_share, parent_fragrance) = 1)
);
alter table public.remixes enable row level security;
revoke all on public.remixes from public, anon, authenticated;
grant all on public.remixes to service_role;
create index remixes_of_share on public.remixes (parent_share, created_at desc, id desc) where parent_share is not null;
create index remixes_of_fragrance on public.remixes (parent_fragrance, created_at desc, id desc) where parent_fragrance is not null;

-- Notes that a share or fragrance of the caller came of another one's notes; `kind` is `share` or `fragrance`. Told again, it stays as
-- it is. True when it is noted; false where the parent can no longer be seen, which loses the child nothing.
create function public.note_remix(child_kind text, child_id text, parent_kind text, parent_id text, owner_secret text default null)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  member uuid := auth.uid();
  hash text := private.secret_hash(owner_secret);
  child_at timestamptz;
  parent_at timestamptz;
begin
  perform private.refuse_when_over('note_remix', 60, 6000);
  if child_kind = 'share' then
    select s.created_at into child_at from public.fragrance_shares as s
    where s.share_id = child_id and private.owns(s.owner_id, s.owner_hash, member, hash);
  elsif child_kind = 'fragrance' then
    select f.created_at into child_at from public.fragrance_profiles as f where f.id = private.as_uuid(child_id) and f.user_id = member;
  end if;
  if child_at is null then
    raise insufficient_privilege using message = 'Only whoever made it may say what it came of.', hint = 'not_yours';
  end if;
  if parent_kind = 'share' then
    select s.created_at into parent_at from public.fragrance_shares as s where s.share_id = parent_id and s.is_active;
  elsif parent_kind = 'fragrance' then
    select f.created_at into parent_at from public.fragrance_profiles as f
    where f.id = private.as_uuid(parent_id) and (f.is_public or f.user_id = member);
  end if;
  if parent_at is null or parent_at >= child_at then
    return false;
  end if;
  insert into public.remixes (child_share, child_fragrance, parent_share, parent_fragrance)
  values (case when child_kind = 'share' then child_id end, case when child_kind = 'fragrance' then private.as_uuid(child_id) end,
          case when parent_kind = 'share' then parent_id end, case when parent_kind = 'fragrance' then private.as_uuid(parent_id) end)
  on conflict do nothing;
  return true;
end
$$;
revoke all on function public.note_remix(text, text, text, text, text) from public;
grant execute on function public.note_remix(text, text, text, text, text) to anon, authenticated, service_role;

-- What is shown of either side: where it is, its name, and all that its face is drawn from; null where it cannot be seen.
create function private.remix_card(share text, fragrance uuid)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'share', 'id', s.share_id, 'name', s.name,
    'look', private.look_of(s.music_essence, s.intensity, s.complexity, s.persistence, private.face_of(s.trace), s.accents, s."character", s.proportions))
  from public.fragrance_shares as s where s.share_id = remix_card.share and s.is_active
  union all
  select jsonb_build_object('kind', 'fragrance', 'id', f.id, 'name', f.name,
    'look', private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions))
  from public.fragrance_profiles as f where f.id = remix_card.fragrance and f.is_public
$$;
revoke all on function private.remix_card(text, uuid) from public, anon, authenticated;

-- The parent of a share or fragrance, and the newest that came of it; each only where both sides can be seen.
create function public.remixes_of(kind text, id text)
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'parent', (
      select private.remix_card(r.parent_share, r.parent_fragrance) from public.remixes as r
      where (kind = 'share' and r.child_share = remixes_of.id) or (kind = 'fragrance' and r.child_fragrance = private.as_uuid(remixes_of.id))
    ),
    'children', coalesce((
      select jsonb_agg(made.card order by made.created_at desc, made.id desc)
      from (
        select private.remix_card(r.child_share, r.child_fragrance) as card, r.created_at, r.id from public.remixes as r
        where (kind = 'share' and r.parent_share = remixes_of.id) or (kind = 'fragrance' and r.parent_fragrance = private.as_uuid(remixes_of.id))
        order by r.created_at desc, r.id desc
        limit 48
      ) as made
      where made.card is not null
    ), '[]')
  )
  where private.remix_card(case when kind = 'share' then remixes_of.id end, case when kind = 'fragrance' then private.as_uuid(remixes_of.id) end) is not null
$$;
revoke all on function public.remixes_of(text, text) from public;
grant execute on function public.remixes_of(text, text) to anon, authenticated, service_role;
