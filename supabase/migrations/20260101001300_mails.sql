-- Mail that goes out: a queue. Whoever sends it (the one process, or the function `send-mails`) claims one mail at a time for some
-- minutes, sends it, and says so. What was not sent is tried again after 1 min, 5 min, 30 min, 2 h and 12 h, then given up. Times
-- are parameters of these functions. Texts and recipients are removed once a mail was sent or given up, rows after 30 days.
-- Mails are queued only where sending was switched on.

insert into private.settings (name, value) values ('mail', 'off');

create table private.mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  -- Hash of what at most one mail a day is about: kind, recipient, product.
  topic text,
  recipient text check (char_length(recipient) between 3 and 320),
  -- What a template needs; or, of a mail that is written already, subject and texts.
  data jsonb not null default '{}',
  subject text,
  plain text,
  html text,
  created_at timestamptz not null default clock_timestamp(),
  -- When its link stops working.
  expires_at timestamptz,
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
create index mails_topic on private.mails (topic) where topic is not null;
create index mails_age on private.mails (created_at);
alter table private.mails enable row level security;

-- For whoever runs an installation, as the database's owner.
create function private.switch_mail(switched_on boolean)
returns void language sql volatile set search_path = ''
as $$
  update private.settings set value = case when switched_on then 'on' else 'off' end where name = 'mail'
$$;
revoke all on function private.switch_mail(boolean) from public, anon, authenticated, service_role;

-- Queues a mail about something, at most one a day about the same. Where one is waiting and nobody has begun to send it, that one
-- is enough. A further one on the same day waits for the next (`later`), or is left out.
create function private.queue_mail(wanted_kind text, address text, about text, details jsonb, later boolean)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  this constant text := private.hashed(concat_ws('|', wanted_kind, lower(address), about));
  last timestamptz;
begin
  if private.setting('mail') <> 'on' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mail ' || this, 0));
  if exists (select 1 from private.mails as m where m.topic = this and m.next_try_at is not null and m.attempts = 0) then
    return;
  end if;
  select max(coalesce(m.sent_at, m.created_at)) into last from private.mails as m
  where m.topic = this and m.given_up_at is null and coalesce(m.sent_at, m.created_at) > clock_timestamp() - interval '1 day';
  if last is not null and not later then
    return;
  end if;
  insert into private.mails (kind, topic, recipient, data, next_try_at)
  values (wanted_kind, this, address, details, coalesce(last + interval '1 day', clock_timestamp()));
end
$$;
revoke all on function private.queue_mail(text, text, text, jsonb, boolean) from public, anon, authenticated, service_role;

-- Ends a mail that will not be sent.
create function private.give_up_mail(this uuid, moment timestamptz)
returns void language sql volatile security definer set search_path = ''
as $$
  update private.mails as m
  set given_up_at = moment, next_try_at = null, claim = null, claimed_until = null,
      recipient = null, data = '{}', subject = null, plain = null, html = null
  where m.id = this
$$;
revoke all on function private.give_up_mail(uuid, timestamptz) from public, anon, authenticated, service_role;

-- What the template of a mail is given; null when there is nothing to tell any more.
create function private.details_of_mail(mail private.mails)
returns jsonb language sql volatile security definer set search_path = ''
as $$
  select mail.data
$$;
revoke all on function private.details_of_mail(private.mails) from public, anon, authenticated, service_role;

-- Takes the next mail that is due at `at`, for `lease_seconds`: nobody else gets it meanwhile. Null when none is due.
create function public.claim_mail(at timestamptz, lease_seconds integer default 300)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  mail private.mails;
  details jsonb;
begin
  loop
    select * into mail from private.mails as m
    where m.next_try_at <= claim_mail.at and (m.claimed_until is null or m.claimed_until <= claim_mail.at)
    order by m.next_try_at, m.id limit 1 for update skip locked;
    if mail.id is null then
      return null;
    end if;
    details := case when mail.attempts < 6 and coalesce(mail.expires_at > claim_mail.at, true) then private.details_of_mail(mail) end;
    if details is null then
      perform private.give_up_mail(mail.id, claim_mail.at);
      continue;
    end if;
    update private.mails as m
    set attempts = m.attempts + 1, claim = gen_random_uuid(), claimed_until = claim_mail.at + make_interval(secs => lease_seconds)
    where m.id = mail.id returning * into mail;
    return jsonb_build_object('id', mail.id, 'claim', mail.claim, 'kind', mail.kind, 'recipient', mail.recipient, 'data', details,
                              'subject', mail.subject, 'plain', mail.plain, 'html', mail.html, 'created_at', mail.created_at);
  end loop;
end
$$;

-- A claimed mail was sent. False when the claim is not the mail's any more.
create function public.mail_sent(id uuid, claim uuid, at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mails as m
  set sent_at = mail_sent.at, next_try_at = null, claim = null, claimed_until = null, last_error = null,
      recipient = null, data = '{}', subject = null, plain = null, html = null
  where m.id = mail_sent.id and m.claim = mail_sent.claim;
  return found;
end
$$;

-- A claimed mail could not be sent. Answers `later`, `given up`, or null when the claim is not the mail's any more.
create function public.mail_failed(id uuid, claim uuid, error text, at timestamptz)
returns text language plpgsql volatile security definer set search_path = ''
as $$
declare
  pauses constant interval[] := array['1 minute', '5 minutes', '30 minutes', '2 hours', '12 hours'];
  mail private.mails;
begin
  update private.mails as m
  set claim = null, claimed_until = null, last_error = left(mail_failed.error, 200), next_try_at = mail_failed.at + pauses[m.attempts]
  where m.id = mail_failed.id and m.claim = mail_failed.claim returning * into mail;
  if mail.id is null then
    return null;
  elsif mail.next_try_at is not null then
    return 'later';
  end if;
  perform private.give_up_mail(mail.id, mail_failed.at);
  return 'given up';
end
$$;

-- How the queue stands: `waiting`, of these `failing` (tried without success), `oldest_at` of the waiting ones, `given_up` of 30 days.
create function public.pending_mails()
returns jsonb language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where m.next_try_at is not null),
    'failing', count(*) filter (where m.next_try_at is not null and m.last_error is not null),
    'oldest_at', min(m.created_at) filter (where m.next_try_at is not null),
    'given_up', count(*) filter (where m.given_up_at is not null and m.last_error is not null)
  ) from private.mails as m
$$;

-- Deletes what is older than 30 days; returns how many rows.
create function public.tidy_mails(at timestamptz)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone integer;
begin
  delete from private.mails as m where m.created_at < tidy_mails.at - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- On a hosted project: calls the function `send-mails` when a mail is due, and every hour (digest, old rows). Needs pg_cron, pg_net
-- and the vault as `private.run_cleanup()` does.
create function private.run_mails()
returns void language plpgsql security definer set search_path = ''
as $$
declare
  project_url text;
  service_key text;
begin
  if extract(minute from clock_timestamp()) <> 0 and not exists (
    select 1 from private.mails as m where m.next_try_at <= clock_timestamp() and coalesce(m.claimed_until <= clock_timestamp(), true)
  ) then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into service_key using 'service_key';
  if project_url is null or service_key is null then
    raise exception 'The vault has no secret project_url or service_key.';
  end if;
  execute 'select net.http_post(url := $1, headers := $2, body := $3)'
    using project_url || '/functions/v1/send-mails',
          jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
          '{}'::jsonb;
end
$$;
revoke all on function private.run_mails() from public, anon, authenticated, service_role;

-- Switches mail on, and looks at the queue once a minute.
create function private.schedule_mails()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.switch_mail(true);
  execute 'select cron.schedule($1, $2, $3)' using 'send-mails', '* * * * *', 'select private.run_mails()';
end
$$;
revoke all on function private.schedule_mails() from public, anon, authenticated, service_role;

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'claim_mail(timestamptz, integer)', 'mail_sent(uuid, uuid, timestamptz)', 'mail_failed(uuid, uuid, text, timestamptz)', 'pending_mails()', 'tidy_mails(timestamptz)'
  ] loop
    execute format('revoke all on function public.%s from public, anon, authenticated', wanted);
    execute format('grant execute on function public.%s to service_role', wanted);
  end loop;
end
$$;

create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  revoke all on private.owners, private.desk_log, private.desk_items, private.hidden, private.blocks, private.cases, private.reports,
    private.mails from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
