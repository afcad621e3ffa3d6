-- Mails that are queued, being sent, or were sent in the last 30 days: to a buyer (`order`), and to the operator
-- (`operator`). A row has no text: the content of a mail is read when it is claimed, so that no mail contains data
-- deleted meanwhile.
create table private.mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('order', 'operator')),
  -- Hash of kind, recipient and fragrance: the queue has at most one mail of a topic.
  topic text not null,
  -- Null of an operator's: it goes to the address that is set by then.
  recipient text check (char_length(recipient) between 3 and 320),
  data jsonb not null default '{}',
  -- The mail reports entries from this time on.
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Null once it was sent or given up.
  next_try_at timestamptz default clock_timestamp(),
  claim uuid,
  claimed_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create index mails_waiting on private.mails (next_try_at) where next_try_at is not null;
create index mails_sent on private.mails (kind, sent_at) where sent_at is not null;
create index mails_topic on private.mails (topic);
create index mails_age on private.mails (created_at);
alter table private.mails enable row level security;

-- Ordered thing, in words of the shop: the words and the id of an order are untrusted text.
create function private.bottle_of(fragrance_id text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when fragrance_id in ('namibian-breeze', 'noise-pollution', 'shibuya-crossing') then fragrance_id else 'own' end
$$;

-- Queues a mail if mail is on. One queued mail of a topic is enough. A buyer's address gets one a day for each
-- fragrance; the operator's next one is due ten minutes after the last.
create function private.queue_mail(wanted_kind text, address text default null, fragrance_id text default null)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  bottle constant text := private.bottle_of(fragrance_id);
  this constant text := private.hashed(case wanted_kind when 'operator' then wanted_kind else concat_ws('|', wanted_kind, lower(address), bottle) end);
  last timestamptz;
begin
  if private.setting('mail') <> 'on' or (wanted_kind = 'operator' and private.setting('operator_mail') = '') then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mail ' || this, 0));
  -- One that is being sent has been read already.
  update private.mails as m set created_at = least(m.created_at, now())
  where m.topic = this and m.next_try_at is not null and m.claim is null;
  if found then
    return;
  end if;
  select max(coalesce(m.sent_at, clock_timestamp())) into last from private.mails as m where m.topic = this and m.given_up_at is null;
  if wanted_kind = 'order' and last > clock_timestamp() - interval '1 day' then
    return;
  end if;
  insert into private.mails (kind, topic, recipient, data, next_try_at)
  values (wanted_kind, this, address, case wanted_kind when 'order' then jsonb_build_object('bottle', bottle) else '{}' end,
          greatest(clock_timestamp(), last + interval '10 minutes'));
end
$$;

-- The content of a mail; null where nothing is left to report. For the operator: the newest 20 entries, and the number of each
-- kind.
create function private.mail_details(mail private.mails)
returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  content jsonb;
begin
  if mail.kind = 'order' then
    select jsonb_build_object('bottle', mail.data ->> 'bottle', 'orders', count(*), 'at', min(o.created_at),
                              'name', case when count(distinct o.name) = 1 then min(o.name) end)
    into content
    from public.preorders as o
    where lower(o.email) = lower(mail.recipient) and private.bottle_of(o.fragrance_id) = mail.data ->> 'bottle'
      and o.created_at >= mail.created_at and o.merged_into is null
    having count(*) > 0;
    return content;
  end if;
  with entries as (
    select 'order' as kind, o.created_at as at, o.id::text as id,
           jsonb_build_object('name', o.name, 'email', o.email, 'fragrance_name', o.fragrance_name) as fields
    from public.preorders as o where o.created_at >= mail.created_at and o.merged_into is null
    union all
    select 'message', m.created_at, m.id::text, jsonb_build_object('name', m.name, 'email', m.email, 'message', left(m.message, 1000))
    from public.contact_messages as m where m.created_at >= mail.created_at
    union all
    select 'submission', s.created_at, s.id::text, jsonb_build_object('name', s.name, 'email', s.email, 'audio_path', s.audio_path)
    from public.fragrance_submissions as s where s.created_at >= mail.created_at
    union all
    select 'report', r.created_at, r.id::text,
           jsonb_build_object('report_id', r.id, 'subject', r.subject, 'subject_id', r.subject_id, 'reason', r.reason, 'details', r.details, 'name', (
             select f.name from public.fragrance_profiles as f where f.id = case r.subject when 'fragrance' then r.subject_id::uuid end
           ))
    from public.reports as r where r.created_at >= mail.created_at
  )
  select jsonb_build_object(
    'counts', (select jsonb_object_agg(few.kind, few.many) from (select kind, count(*) as many from entries group by kind) as few),
    'entries', jsonb_agg(jsonb_build_object('kind', newest.kind, 'at', newest.at) || newest.fields order by newest.at desc, newest.id)
  )
  into content
  from (select * from entries order by at desc, id limit 20) as newest
  having count(*) > 0;
  return content;
end
$$;

-- Takes the next mail that is due at `at`, for `lease_seconds`: no other caller gets it meanwhile. Null when none is
-- due. Rows of 30 days go. The operator's come first. Mails to buyers, which anybody may cause, go out 200 an hour at
-- most: they share their way with the mails of accounts, which they must not delay. The others stay queued.
create function public.claim_mail(at timestamptz, lease_seconds integer default 300)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail private.mails;
  details jsonb;
  orders_may_go constant boolean := (
    select count(*) from private.mails as m where m.kind = 'order' and m.sent_at > claim_mail.at - interval '1 hour'
  ) < private.widened(200);
begin
  delete from private.mails as m where m.created_at < claim_mail.at - interval '30 days';
  loop
    select * into mail from private.mails as m
    where m.next_try_at <= claim_mail.at and (m.claimed_until is null or m.claimed_until <= claim_mail.at)
      and (m.kind <> 'order' or orders_may_go)
    order by m.kind = 'operator' desc, m.next_try_at, m.id limit 1 for update skip locked;
    if mail.id is null then
      return null;
    end if;
    details := case when mail.attempts < 6 then private.mail_details(mail) end;
    if mail.kind = 'operator' then
      mail.recipient := nullif(private.setting('operator_mail'), '');
    end if;
    if details is null or mail.recipient is null then
      update private.mails as m
      set given_up_at = claim_mail.at, next_try_at = null, claim = null, claimed_until = null, recipient = null, data = '{}'
      where m.id = mail.id;
      continue;
    end if;
    update private.mails as m
    set attempts = m.attempts + 1, claim = gen_random_uuid(),
        -- The reports in the mail, for `mail_done`.
        data = case mail.kind when 'operator' then jsonb_build_object('reports', jsonb_path_query_array(details, '$.entries[*].report_id')) else m.data end, claimed_until = claim_mail.at + make_interval(secs => lease_seconds)
    where m.id = mail.id returning m.claim into mail.claim;
    return jsonb_build_object('id', mail.id, 'claim', mail.claim, 'kind', mail.kind, 'recipient', mail.recipient, 'data', details);
  end loop;
end
$$;

-- A claimed mail was sent (`error` null) or could not be. Answers `sent`, `later`, `given up`, or null when another run
-- has claimed the mail since.
create function public.mail_done(id uuid, claim uuid, error text, at timestamptz)
returns text language plpgsql volatile security definer set search_path = ''
as $$
declare
  pauses constant interval[] := array['1 minute', '5 minutes', '30 minutes', '2 hours', '12 hours'];
  mail private.mails;
  outcome text;
begin
  select * into mail from private.mails as m where m.id = mail_done.id and m.claim = mail_done.claim for update;
  if mail.id is null then
    return null;
  end if;
  outcome := case when error is null then 'sent' when pauses[mail.attempts] is null then 'given up' else 'later' end;
  if outcome = 'later' then
    perform pg_advisory_xact_lock(hashtextextended('mail ' || mail.topic, 0));
    -- A newer mail of the same topic has the same content: keep only one of the two.
    update private.mails as other set created_at = least(other.created_at, mail.created_at)
    where other.topic = mail.topic and other.id <> mail.id and other.next_try_at is not null and other.claim is null;
    if found then
      delete from private.mails as m where m.id = mail.id;
      return outcome;
    end if;
    update private.mails as m
    set claim = null, claimed_until = null, last_error = left(mail_done.error, 200), next_try_at = mail_done.at + pauses[m.attempts]
    where m.id = mail.id;
    return outcome;
  end if;
  if outcome = 'sent' and mail.kind = 'operator' then
    update public.reports as r set mailed_at = mail_done.at
    where r.mailed_at is null and mail.data -> 'reports' ? r.id::text;
    perform private.drop_reports();
  end if;
  update private.mails as m
  set claim = null, claimed_until = null, last_error = left(mail_done.error, 200), next_try_at = null, recipient = null, data = '{}',
      sent_at = case outcome when 'sent' then mail_done.at end,
      given_up_at = case outcome when 'given up' then mail_done.at end
  where m.id = mail.id;
  return outcome;
end
$$;
