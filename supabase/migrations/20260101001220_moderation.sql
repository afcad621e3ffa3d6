-- What is public can be reported, hidden and given back, and a member can be blocked. Three reports from different owners hide a
-- thing until an owner of the desk has looked. The person concerned is told why, and can answer.
--
-- A hidden fragrance is not public, and a hidden share not active: so it is in no playlist, no search, on no page and in no card,
-- by the rules that are there. This table keeps that it was hidden and not taken back, by what, and why.

create table private.hidden (
  subject text not null check (subject in ('fragrance', 'share')),
  subject_id text not null,
  cause text not null check (cause in ('desk', 'reports', 'block')),
  reason text not null check (char_length(reason) between 1 and 500),
  at timestamptz not null default clock_timestamp(),
  primary key (subject, subject_id)
);
-- Blocked members. No reference: whoever deletes the account and registers the address again stays blocked.
create table private.blocks (
  member uuid primary key,
  email_hash text not null,
  reason text not null check (char_length(reason) between 1 and 500),
  at timestamptz not null default clock_timestamp()
);
create index blocks_email on private.blocks (email_hash);
-- One case for each thing that was reported or answered for.
create table private.cases (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('fragrance', 'share', 'member')),
  subject_id text not null,
  -- An owner has looked and let it stand: from then on reports hide it no more.
  cleared_at timestamptz,
  answer text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  unique (subject, subject_id)
);
create table private.reports (
  case_id uuid not null references private.cases (id) on delete cascade,
  reporter_id uuid references auth.users (id) on delete cascade,
  reporter_hash text,
  -- Hash of the network and the case, so that one household is one voice; null where the address is not known.
  network text,
  reason text not null check (reason in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other')),
  details text not null default '' check (char_length(details) <= 500),
  created_at timestamptz not null default clock_timestamp()
);
create index reports_case on private.reports (case_id, created_at desc);
create index reports_member on private.reports (reporter_id) where reporter_id is not null;
create index reports_device on private.reports (reporter_hash) where reporter_hash is not null;
alter table private.hidden enable row level security;
alter table private.blocks enable row level security;
alter table private.cases enable row level security;
alter table private.reports enable row level security;
revoke all on private.hidden, private.blocks, private.cases, private.reports from public, anon, authenticated, service_role;

-- A text as a UUID; null when it is none.
create function private.as_uuid(value text)
returns uuid language sql immutable parallel safe set search_path = ''
as $$
  select case when value ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then value::uuid end
$$;

create function private.is_blocked(member uuid)
returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from private.blocks as b where b.member = is_blocked.member)
$$;
revoke all on function private.is_blocked(uuid) from public, anon, authenticated;

create function private.refuse_blocked(member uuid)
returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  why text := (select b.reason from private.blocks as b where b.member = refuse_blocked.member);
begin
  if why is not null then
    raise sqlstate 'P0001' using message = format('This account is blocked: %s', why), hint = 'blocked';
  end if;
end
$$;
revoke all on function private.refuse_blocked(uuid) from public, anon, authenticated;

-- The reason for which the same sound by the same owner is hidden already; null when it is not. By its bytes, so that another
-- upload or another share id is no way around.
create function private.why_hidden(path text, member uuid, hash text)
returns text language sql stable security definer set search_path = ''
as $$
  select h.reason
  from public.recordings as given
  join public.recordings as same on same.audio_path = given.audio_path or same.content_hash = given.content_hash
  left join public.fragrance_shares as share on share.audio_path = same.audio_path
  left join public.fragrance_profiles as fragrance on fragrance.audio_path = same.audio_path
  join private.hidden as h on (h.subject = 'share' and h.subject_id = share.share_id and private.owns(share.owner_id, share.owner_hash, member, hash))
                           or (h.subject = 'fragrance' and h.subject_id = fragrance.id::text and fragrance.user_id = member)
  where given.audio_path = path
  limit 1
$$;
revoke all on function private.why_hidden(text, uuid, text) from public, anon, authenticated;
create index recordings_content on public.recordings (content_hash) where content_hash is not null;

create function private.refuse_hidden(why text)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if why is not null then
    raise sqlstate 'P0001' using message = format('This was hidden: %s', why), hint = 'hidden';
  end if;
end
$$;

-- What a member may not publish, share or order. Triggers of their own, behind the guards that are there.
create function private.guard_publishing()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_client() then
    return new;
  end if;
  if tg_op = 'INSERT' or not old.is_public then
    perform private.refuse_blocked(new.user_id);
    perform private.refuse_hidden((select h.reason from private.hidden as h where h.subject = 'fragrance' and h.subject_id = new.id::text));
    perform private.refuse_hidden(private.why_hidden(new.audio_path, new.user_id, null));
    -- On its first day an account publishes ten at most: whoever makes accounts to fill the playlist needs many.
    if exists (select 1 from public.profiles as p where p.id = new.user_id and p.created_at > clock_timestamp() - interval '1 day') then
      perform private.refuse_over('publish-new', null, array[new.user_id::text], 1, 10, 100000, 1000000, 86400);
    end if;
  elsif (new.name, new.description, new.audio_path) is distinct from (old.name, old.description, old.audio_path) then
    -- It is not what an owner has looked at.
    update private.cases as c set cleared_at = null where c.subject = 'fragrance' and c.subject_id = new.id::text and c.cleared_at is not null;
  end if;
  return new;
end
$$;
revoke all on function private.guard_publishing() from public, anon, authenticated;
create trigger guard_publishing before insert or update on public.fragrance_profiles
  for each row when (new.is_public) execute function private.guard_publishing();

create function private.guard_sharing()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_blocked(new.owner_id);
  perform private.refuse_hidden(private.why_hidden(new.audio_path, new.owner_id, new.owner_hash));
  return new;
end
$$;
revoke all on function private.guard_sharing() from public, anon, authenticated;
create trigger guard_sharing before insert on public.fragrance_shares
  for each row when (new.is_active) execute function private.guard_sharing();

create function private.guard_ordering()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_blocked(new.owner_id);
  return new;
end
$$;
revoke all on function private.guard_ordering() from public, anon, authenticated;
create trigger guard_ordering before insert on public.preorders
  for each row execute function private.guard_ordering();

-- A deleted thing takes its case along. A block stays, and is for the address.
create function private.forget_case()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  this text := case tg_argv[0] when 'share' then to_jsonb(old) ->> 'share_id' else to_jsonb(old) ->> 'id' end;
begin
  delete from private.hidden as h where h.subject = tg_argv[0] and h.subject_id = this;
  with gone as (delete from private.cases as c where c.subject = tg_argv[0] and c.subject_id = this returning c.id)
  delete from private.desk_items as item using gone where item.kind = 'report' and item.id = gone.id::text;
  return null;
end
$$;
revoke all on function private.forget_case() from public, anon, authenticated;
create trigger forget_case after delete on public.fragrance_profiles for each row execute function private.forget_case('fragrance');
create trigger forget_case after delete on public.fragrance_shares for each row execute function private.forget_case('share');
create trigger forget_case after delete on public.profiles for each row execute function private.forget_case('member');

create function private.block_again()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update private.blocks as b set member = new.id where b.email_hash = private.hashed(lower(new.email)) and b.member <> new.id;
  return null;
end
$$;
revoke all on function private.block_again() from public, anon, authenticated;
create trigger block_again after insert or update of email on public.profiles
  for each row execute function private.block_again();

-- The words of a case, by which the desk finds it.
create function private.put_case(wanted private.cases)
returns void language sql volatile security definer set search_path = ''
as $$
  select private.put_desk_item('report', wanted.id::text, clock_timestamp(), concat_ws(' ', wanted.subject, wanted.subject_id, wanted.answer,
    (select concat_ws(' ', f.name, f.creator_name) from public.fragrance_profiles as f where wanted.subject = 'fragrance' and f.id::text = wanted.subject_id),
    (select concat_ws(' ', s.name, s.maker_name) from public.fragrance_shares as s where wanted.subject = 'share' and s.share_id = wanted.subject_id),
    (select concat_ws(' ', p.liquid_name, p.email) from public.profiles as p where wanted.subject = 'member' and p.id::text = wanted.subject_id),
    (select string_agg(concat_ws(' ', r.reason, r.details), ' ') from (select * from private.reports as r where r.case_id = wanted.id order by r.created_at desc limit 20) as r)
  ), true, true)
$$;
revoke all on function private.put_case(private.cases) from public, anon, authenticated;

-- The case of a thing, locked until the end of the transaction.
create function private.case_of(subject text, subject_id text)
returns private.cases language plpgsql volatile security definer set search_path = ''
as $$
declare
  known private.cases;
begin
  insert into private.cases (subject, subject_id) values (case_of.subject, case_of.subject_id) on conflict on constraint cases_subject_subject_id_key do nothing;
  select * into known from private.cases as c where c.subject = case_of.subject and c.subject_id = case_of.subject_id for update;
  return known;
end
$$;
revoke all on function private.case_of(text, text) from public, anon, authenticated;

-- Writes as the database itself: a member's guards do not hold for it, and dates stay.
create function private.set_public(subject text, subject_id text, shown boolean)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed boolean;
begin
  perform set_config('accord.internal', 'on', true);
  if subject = 'fragrance' then
    update public.fragrance_profiles as f set is_public = shown
    where f.id = private.as_uuid(set_public.subject_id) and f.is_public <> shown;
  else
    update public.fragrance_shares as s set is_active = shown where s.share_id = set_public.subject_id and s.is_active <> shown;
  end if;
  changed := found;
  perform set_config('accord.internal', '', true);
  return changed;
end
$$;
revoke all on function private.set_public(text, text, boolean) from public, anon, authenticated;

-- Hides a public thing; false when it is not public. What is hidden by reports or a block and now by an owner is hidden by the owner.
create function private.hide(wanted_subject text, this text, why_cause text, why text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.set_public(wanted_subject, this, false) then
    update private.hidden as h set cause = why_cause, reason = why
    where h.subject = wanted_subject and h.subject_id = this and why_cause = 'desk' and (h.cause, h.reason) is distinct from (why_cause, why);
    return found;
  end if;
  insert into private.hidden (subject, subject_id, cause, reason) values (wanted_subject, this, why_cause, why)
  on conflict on constraint hidden_pkey do update set cause = excluded.cause, reason = excluded.reason, at = excluded.at;
  -- It stays in the list of the desk, where it can be given back.
  update private.desk_items as item set listed = true where item.kind = wanted_subject and item.id = this;
  return true;
end
$$;
revoke all on function private.hide(text, text, text, text) from public, anon, authenticated;

-- Gives a hidden thing back to where it was; false when it is not hidden.
create function private.unhide(wanted_subject text, this text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.hidden as h where h.subject = wanted_subject and h.subject_id = this;
  if not found then
    return false;
  end if;
  perform private.set_public(wanted_subject, this, true);
  return true;
end
$$;
revoke all on function private.unhide(text, text) from public, anon, authenticated;

-- The member who made a thing; null for a visitor's share.
create function private.maker_of(subject text, subject_id text)
returns uuid language sql stable security definer set search_path = ''
as $$
  select case subject
    when 'fragrance' then (select f.user_id from public.fragrance_profiles as f where f.id = private.as_uuid(maker_of.subject_id))
    when 'share' then (select s.owner_id from public.fragrance_shares as s where s.share_id = maker_of.subject_id)
  end
$$;
revoke all on function private.maker_of(text, text) from public, anon, authenticated;

create function private.report(wanted_subject text, this text, why text, said text, owner_secret text)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Whose account is gone reports as the device.
  member uuid := (select account.id from auth.users as account where account.id = auth.uid());
  hash text := private.secret_hash(owner_secret);
  address text := private.caller_address();
  details text := private.trimmed(coalesce(said, ''));
  known private.cases;
  mine boolean;
begin
  perform private.require_owner(member, hash);
  if why is null or why not in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other') then
    raise check_violation using message = 'Please choose a reason.', hint = 'reason';
  elsif char_length(details) > 500 then
    raise check_violation using message = 'Please use at most 500 characters.', hint = 'details';
  end if;
  perform private.refuse_when_over('report', 20, 2000);
  perform private.refuse_blocked(member);
  if wanted_subject = 'fragrance' then
    select f.user_id = member into mine from public.fragrance_profiles as f where f.id = private.as_uuid(this) and f.is_public;
  else
    select private.owns(s.owner_id, s.owner_hash, member, hash) into mine from public.fragrance_shares as s where s.share_id = this and s.is_active;
  end if;
  if not found then
    raise sqlstate 'P0001' using message = 'This is not public any more.', hint = 'not_public';
  elsif mine then
    raise sqlstate 'P0001' using message = 'This is your own. You can take it back yourself.', hint = 'own';
  end if;
  known := private.case_of(wanted_subject, this);
  if exists (select 1 from private.reports as r where r.case_id = known.id and (r.reporter_id = member or r.reporter_hash = hash)) then
    return jsonb_build_object('status', 'reported');
  end if;
  insert into private.reports (case_id, reporter_id, reporter_hash, network, reason, details)
  values (known.id, member, hash, (
    -- A network of IPv4 of 24 bits, one of IPv6 of 48: what one household or one rented machine has.
    select private.hashed(known.id || group_of_it.network) from private.networks_of(address) as group_of_it
    where address is not null and group_of_it.callers in (4, 8)
  ), why, details);
  perform private.put_case(known);
  if known.cleared_at is null and 3 <= (
    select count(distinct coalesce(r.network, r.reporter_id::text, r.reporter_hash)) from private.reports as r where r.case_id = known.id
  ) then
    perform private.hide(wanted_subject, this, 'reports', 'Several people have reported this. It is hidden until somebody of Accord has looked at it.');
  end if;
  return jsonb_build_object('status', 'reported');
end
$$;
revoke all on function private.report(text, text, text, text, text) from public, anon, authenticated;

-- Reports a public fragrance. Once a member or device: again, the answer is the same and nothing is stored. Reasons: `insult`,
-- `sexual`, `spam`, `impersonation`, `rights`, `other`.
create function public.report_fragrance(id uuid, reason text, details text default null, owner_secret text default null)
returns jsonb language sql volatile security definer set search_path = ''
as $$
  select private.report('fragrance', report_fragrance.id::text, reason, details, owner_secret)
$$;
create function public.report_share(share_id text, reason text, details text default null, owner_secret text default null)
returns jsonb language sql volatile security definer set search_path = ''
as $$
  select private.report('share', report_share.share_id, reason, details, owner_secret)
$$;

-- What of the caller's is hidden, and whether the account is blocked: why, by what, and what the caller has answered.
create function public.my_moderation(owner_secret text default null)
returns table (subject text, subject_id text, name text, cause text, reason text, at timestamptz, answer text, answered_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select mine.subject, mine.subject_id, mine.name, mine.cause, mine.reason, mine.at, c.answer, c.answered_at
  from (
    select h.subject, h.subject_id, f.name, h.cause, h.reason, h.at
    from public.fragrance_profiles as f join private.hidden as h on h.subject = 'fragrance' and h.subject_id = f.id::text
    where f.user_id = (select auth.uid())
    union all
    select h.subject, h.subject_id, s.name, h.cause, h.reason, h.at
    from public.fragrance_shares as s join private.hidden as h on h.subject = 'share' and h.subject_id = s.share_id
    where s.owner_id = (select auth.uid()) or s.owner_hash = private.secret_hash(owner_secret)
    union all
    select 'member', b.member::text, p.liquid_name, 'block', b.reason, b.at
    from private.blocks as b join public.profiles as p on p.id = b.member
    where b.member = (select auth.uid())
  ) as mine
  left join private.cases as c on c.subject = mine.subject and c.subject_id = mine.subject_id
  order by mine.at desc, mine.subject_id
$$;

-- The answer of the person concerned, to an owner. A new one replaces the one before.
create function public.answer_moderation(subject text, subject_id text, answer text, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  said text := private.trimmed(coalesce(answer_moderation.answer, ''));
  known private.cases;
begin
  if char_length(said) not between 1 and 1000 then
    raise check_violation using message = 'Please write 1 to 1,000 characters.', hint = 'answer';
  end if;
  perform private.refuse_when_over('answer_moderation', 10, 1000);
  if not exists (
    select 1 from public.my_moderation(owner_secret) as mine where mine.subject = answer_moderation.subject and mine.subject_id = answer_moderation.subject_id
  ) then
    raise sqlstate 'P0001' using message = 'There is nothing to answer.', hint = 'nothing_hidden';
  end if;
  known := private.case_of(answer_moderation.subject, answer_moderation.subject_id);
  update private.cases as c set answer = said, answered_at = clock_timestamp() where c.id = known.id returning * into known;
  perform private.put_case(known);
  return jsonb_build_object('status', 'answered');
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'report_fragrance(uuid, text, text, text)', 'report_share(text, text, text, text)', 'my_moderation(text)', 'answer_moderation(text, text, text, text)'
  ] loop
    execute format('revoke all on function public.%s from public', wanted);
    execute format('grant execute on function public.%s to anon, authenticated, service_role', wanted);
  end loop;
end
$$;

-- What a device has reported goes with the rest that it gave.
create or replace function public.forget_device(owner_secret text)
returns table (bucket text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if private.secret_hash(owner_secret) is null then
    return;
  end if;
  delete from private.reports as r where r.reporter_hash = private.secret_hash(owner_secret);
  return query select belongings.bucket, belongings.name from private.take_belongings(null, private.secret_hash(owner_secret), null) as belongings;
end
$$;
