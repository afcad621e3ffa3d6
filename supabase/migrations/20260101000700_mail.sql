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
revoke all on function private.switch_mail(boolean) from public, anon, authenticated;

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
revoke all on function private.queue_mail(text, text, text, jsonb, boolean) from public, anon, authenticated;

-- Ends a mail that will not be sent.
create function private.give_up_mail(this uuid, moment timestamptz)
returns void language sql volatile security definer set search_path = ''
as $$
  update private.mails as m
  set given_up_at = moment, next_try_at = null, claim = null, claimed_until = null,
      recipient = null, data = '{}', subject = null, plain = null, html = null
  where m.id = this
$$;
revoke all on function private.give_up_mail(uuid, timestamptz) from public, anon, authenticated;

-- Makes the link of an order mail: all orders of the address and product that no other mail is about. The names are told where they
-- are one.
create function private.details_of_mail(mail private.mails)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Two random UUIDs have 244 random bits; the hash makes 128 even ones of them.
  secret constant text := left(private.hashed(gen_random_uuid()::text || gen_random_uuid()::text), 32);
  told jsonb;
begin
  if mail.kind <> 'order' then
    return mail.data;
  end if;
  with linked as (
    insert into private.order_links (secret_hash, order_id, mail)
    select private.hashed(secret), o.id, mail.id
    from public.preorders as o
    where lower(o.email) = lower(mail.recipient) and o.product = mail.data ->> 'product'
      and o.created_at > mail.created_at - interval '2 days' and o.merged_into is null and o.cancelled_at is null
      and not exists (select 1 from private.order_links as other where other.order_id = o.id and other.mail <> details_of_mail.mail.id)
    order by o.created_at limit 100
    returning order_id
  )
  select jsonb_build_object('secret', secret, 'product', mail.data ->> 'product', 'orders', count(*), 'at', min(o.created_at),
                            'name', case when count(distinct o.name) = 1 then min(o.name) end,
                            'product_name', (select p.name from public.shop_products as p where p.id = mail.data ->> 'product' and p.id <> 'custom'),
                            'price', case when count(distinct o.price) = 1 and count(o.price) = count(*) then min(o.price) end,
                            'currency', case when count(distinct o.currency) = 1 then min(o.currency) end)
  into told from linked join public.preorders as o on o.id = linked.order_id having count(*) > 0;
  return told;
end
$$;
revoke all on function private.details_of_mail(private.mails) from public, anon, authenticated;

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
revoke all on function public.claim_mail(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.claim_mail(timestamptz, integer) to service_role;

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
revoke all on function public.mail_sent(uuid, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.mail_sent(uuid, uuid, timestamptz) to service_role;

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
revoke all on function public.mail_failed(uuid, uuid, text, timestamptz) from public, anon, authenticated;
grant execute on function public.mail_failed(uuid, uuid, text, timestamptz) to service_role;

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
revoke all on function public.pending_mails() from public, anon, authenticated;
grant execute on function public.pending_mails() to service_role;

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
revoke all on function public.tidy_mails(timestamptz) from public, anon, authenticated;
grant execute on function public.tidy_mails(timestamptz) to service_role;

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
revoke all on function private.run_mails() from public, anon, authenticated;

-- Switches mail on, and looks at the queue once a minute.
create function private.schedule_mails()
returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform private.switch_mail(true);
  execute 'select cron.schedule($1, $2, $3)' using 'send-mails', '* * * * *', 'select private.run_mails()';
end
$$;
revoke all on function private.schedule_mails() from public, anon, authenticated;

create table private.order_links (
  secret_hash text not null,
  order_id uuid not null references public.preorders (id) on delete cascade,
  -- The mail that holds the link; its row is deleted earlier than this one.
  mail uuid not null,
  primary key (secret_hash, order_id)
);
create index order_links_order on private.order_links (order_id);
create index order_links_mail on private.order_links (mail);
alter table private.order_links enable row level security;

-- Mails say what is ordered by the name and price of the shop.
create function private.mail_order()
returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  placed public.preorders;
begin
  select * into placed from public.preorders as o where o.id = new.id and o.merged_into is null;
  if placed.id is not null then
    perform private.queue_mail('order', placed.email, placed.product, jsonb_build_object('product', placed.product), true);
  end if;
  return null;
end
$$;
revoke all on function private.mail_order() from public, anon, authenticated;

create constraint trigger mail_order after insert on public.preorders deferrable initially deferred
  for each row execute function private.mail_order();

-- Thanks for a message go to the address that was typed, once a day.
create function private.mail_message()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_mail('message', new.email, null, jsonb_build_object('name', new.name), false);
  return null;
end
$$;
revoke all on function private.mail_message() from public, anon, authenticated;

create trigger mail_message after insert on public.contact_messages
  for each row execute function private.mail_message();

-- The links of a mail that was never sent are known to nobody.
create function private.forget_links()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links as l where l.mail = new.id;
  return null;
end
$$;
revoke all on function private.forget_links() from public, anon, authenticated;

create trigger forget_links after update of given_up_at on private.mails
  for each row when (new.given_up_at is not null) execute function private.forget_links();

-- The digest: one mail to each owner, at most once a day, when something new waits at the desk.
create table private.digests (
  at timestamptz primary key,
  -- What came in until then was counted.
  counted_until timestamptz not null,
  counts jsonb not null
);
alter table private.digests enable row level security;

-- Queues the digest when the last one is a day old and something came in since. `also` is one more address, of no account. Returns
-- how many mails were queued.
create function public.queue_digest(at timestamptz, also text default null)
returns integer language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  until constant timestamptz := clock_timestamp();
  last private.digests;
  told jsonb;
  addresses text[];
begin
  if private.setting('mail') <> 'on' then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('digest', 0));
  select * into last from private.digests as d order by d.at desc limit 1;
  if last.at > queue_digest.at - interval '1 day' then
    return 0;
  end if;
  select jsonb_object_agg(list.kind, list.items) into told from (
    select one.kind, (
      select count(*) from (
        select 1 from private.desk_items as item
        where item.kind = one.kind and item.listed and item.state = 'new' and item.at > coalesce(last.counted_until, '-infinity') limit 1000
      ) as few
    ) as items
    from unnest(array['order', 'submission', 'message', 'report']) as one (kind)
    union all
    select 'cancelled', (
      select count(*) from (
        select 1 from public.preorders as o where o.cancelled_at > coalesce(last.counted_until, '-infinity') and o.merged_into is null limit 1000
      ) as few
    )
  ) as list where list.items > 0;
  if told is null then
    return 0;
  end if;
  addresses := array(
    select lower(account.email) from private.owners as owner join auth.users as account on account.id = owner.member where account.email_confirmed_at is not null
    union
    select lower(also) where private.is_email(also)
  );
  if cardinality(addresses) = 0 then
    return 0;
  end if;
  insert into private.digests (at, counted_until, counts) values (queue_digest.at, until, told);
  delete from private.digests as d where d.at < queue_digest.at - interval '30 days';
  insert into private.mails (kind, recipient, data) select 'digest', address, told from unnest(addresses) as address;
  return cardinality(addresses);
end
$$;
revoke all on function public.queue_digest(timestamptz, text) from public, anon, authenticated;
grant execute on function public.queue_digest(timestamptz, text) to service_role;
