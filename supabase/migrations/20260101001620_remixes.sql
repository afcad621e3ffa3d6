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
  perform private.refuse_blocked(member);
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

do $$
declare
  wanted text;
begin
  foreach wanted in array array['note_remix(text, text, text, text, text)', 'remixes_of(text, text)'] loop
    execute format('revoke all on function public.%s from public', wanted);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', wanted);
  end loop;
end
$$;
