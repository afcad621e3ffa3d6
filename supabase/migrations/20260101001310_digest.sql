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

create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  revoke all on private.owners, private.desk_log, private.desk_items, private.hidden, private.blocks, private.cases, private.reports,
    private.mails, private.order_links, private.digests from service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
select private.restore_rights();
