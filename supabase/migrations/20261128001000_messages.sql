create table public.fragrance_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_name(name, 100)),
  email text not null check (private.is_email(email)),
  audio_path text not null references public.recordings (audio_path) on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  audio_url text generated always as ('/storage/v1/object/public/audio/' || audio_path) stored,
  owner_id uuid references auth.users (id) on delete cascade,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  check (owner_id is null or owner_hash is null)
);
create index fragrance_submissions_email on public.fragrance_submissions (lower(email));
alter table public.fragrance_submissions enable row level security;
create index fragrance_submissions_owner on public.fragrance_submissions (owner_id) where owner_id is not null;
create index fragrance_submissions_device on public.fragrance_submissions (owner_hash) where owner_hash is not null;
create index fragrance_submissions_audio on public.fragrance_submissions (audio_path);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_name(name, 100)),
  email text not null check (private.is_email(email)),
  message text not null check (char_length(private.trimmed(message)) >= 10 and char_length(message) <= 5000),
  created_at timestamptz not null default now(),
  owner_id uuid references auth.users (id) on delete cascade,
  owner_hash text check (owner_hash ~ '^[0-9a-f]{64}$'),
  check (owner_id is null or owner_hash is null)
);
create index contact_messages_email on public.contact_messages (lower(email));
alter table public.contact_messages enable row level security;
create index contact_messages_owner on public.contact_messages (owner_id) where owner_id is not null;
create index contact_messages_device on public.contact_messages (owner_hash) where owner_hash is not null;

-- For the function `smart-function`, which has checked the texts: {id, name, email, audio_path}.
create function public.submit_fragrance(submission jsonb, member uuid, owner_secret text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash text := private.secret_hash(owner_secret);
  known public.fragrance_submissions;
  sent public.fragrance_submissions := private.row_of(null::public.fragrance_submissions, submission, 10000);
begin
  sent.id := coalesce(sent.id, gen_random_uuid());
  select * into known from public.fragrance_submissions as s where s.id = sent.id;
  if known.id is null then
    perform private.recording_for(sent.audio_path, member, hash);
    insert into public.fragrance_submissions (id, name, email, audio_path, owner_id, owner_hash)
    values (sent.id, sent.name, sent.email, sent.audio_path, member, case when member is null then hash end)
    on conflict on constraint fragrance_submissions_pkey do nothing;
    if found then
      perform private.queue_mail('operator');
    end if;
    select * into known from public.fragrance_submissions as s where s.id = sent.id;
  end if;
  if not private.owns(known.owner_id, known.owner_hash, member, hash) then
    raise unique_violation using message = 'This submission was already made.';
  end if;
end
$$;

-- For the function `contact-form`, which has checked the texts: {id, name, email, message}. The same message under the same id
-- again is one message. Where the id is taken by another one, this one gets another id, which follows from its content.
create function public.send_message(message jsonb, member uuid, owner_secret text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  sent public.contact_messages := private.row_of(null::public.contact_messages, send_message.message, 100000);
  known public.contact_messages;
begin
  sent.id := coalesce(sent.id, gen_random_uuid());
  sent.owner_id := member;
  sent.owner_hash := case when member is null then private.secret_hash(owner_secret) end;
  for attempt in 1 .. 2 loop
    insert into public.contact_messages (id, name, email, message, owner_id, owner_hash)
    values (sent.id, sent.name, sent.email, sent.message, sent.owner_id, sent.owner_hash)
    on conflict on constraint contact_messages_pkey do nothing;
    if found then
      perform private.queue_mail('operator');
      exit;
    end if;
    select * into known from public.contact_messages as m where m.id = sent.id;
    -- Sent as a visitor and once more as the member is the same message, too.
    exit when known.name = sent.name and known.email = sent.email and known.message = sent.message;
    sent.id := left(private.hashed(concat_ws('|', sent.id, sent.owner_id, sent.owner_hash, sent.name, sent.email, sent.message)), 32)::uuid;
  end loop;
end
$$;

-- Reports of public things. A report hides nothing: the operator reads it and sets `hidden`.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('share', 'fragrance')),
  subject_id text not null,
  reason text not null check (reason in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other')),
  details text not null default '' check (char_length(details) <= 500),
  created_at timestamptz not null default now(),
  -- Time of the mail that reported it to the operator.
  mailed_at timestamptz,
  reporter_id uuid references auth.users (id) on delete cascade,
  reporter_hash text check (reporter_hash ~ '^[0-9a-f]{64}$'),
  check (reporter_id is null or reporter_hash is null)
);
alter table public.reports enable row level security;
create unique index reports_once_member on public.reports (subject, subject_id, reporter_id) where reporter_id is not null;
create unique index reports_once_device on public.reports (subject, subject_id, reporter_hash) where reporter_hash is not null;
create index reports_member on public.reports (reporter_id) where reporter_id is not null;
create index reports_device on public.reports (reporter_hash) where reporter_hash is not null;

-- Deletes the reports of deleted things, once they were mailed to the operator: a withdrawal must not remove a report
-- that nobody has read.
create function private.drop_reports(thing text default null)
returns void language sql volatile security definer set search_path = ''
as $$
  delete from public.reports as r
  where r.mailed_at is not null and (thing is null or r.subject_id = thing)
    and not exists (select 1 from public.fragrance_shares as s where r.subject = 'share' and s.share_id = r.subject_id)
    and not exists (select 1 from public.fragrance_profiles as f where f.id = case r.subject when 'fragrance' then r.subject_id::uuid end)
$$;

-- Reports a public share or fragrance. Once for each member or device: a repetition gets the same answer and stores
-- nothing.
create function public.report(subject text, id text, reason text, details text default null, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A member whose session is over reports as the device.
  member uuid := private.live_member();
  hash text := private.secret_hash(owner_secret);
  explanation text := private.trimmed(coalesce(report.details, ''));
  this text := case report.subject when 'fragrance' then report.id::uuid::text else report.id end;
  mine boolean;
begin
  perform private.refuse_over('report', array[private.caller_address(), auth.uid()::text]);
  perform private.require_owner(member, hash);
  if report.subject is null or report.subject not in ('share', 'fragrance') then
    raise check_violation using message = 'Only shares and fragrances can be reported.', hint = 'subject';
  elsif report.reason is null or report.reason not in ('insult', 'sexual', 'spam', 'impersonation', 'rights', 'other') then
    raise check_violation using message = 'Please choose a reason.', hint = 'reason';
  elsif char_length(explanation) > 500 then
    raise check_violation using message = 'Please use at most 500 characters.', hint = 'details';
  end if;
  if report.subject = 'fragrance' then
    select coalesce(f.user_id = member, false) into mine
    from public.fragrance_profiles as f
    where f.id = this::uuid and f.is_public and not f.hidden;
  else
    select private.owns(s.owner_id, s.owner_hash, member, hash) into mine
    from public.fragrance_shares as s where s.share_id = this and s.is_active and not s.hidden;
  end if;
  if not found then
    raise sqlstate 'P0001' using message = 'This is not public any more.', hint = 'not_public';
  elsif mine then
    raise sqlstate 'P0001' using message = 'This is your own. You can take it back yourself.', hint = 'own';
  end if;
  insert into public.reports (subject, subject_id, reason, details, reporter_id, reporter_hash)
  values (report.subject, this, report.reason, explanation, member, case when member is null then hash end)
  on conflict do nothing;
  if found then
    perform private.queue_mail('operator');
  end if;
  return jsonb_build_object('status', 'reported');
end
$$;
