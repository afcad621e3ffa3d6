-- Calls an edge function of a hosted project. It needs the extension pg_net, and two secrets in the vault: `project_url` and
-- `service_key`.
create function private.call_function(name text)
returns void language plpgsql security definer set search_path = ''
as $$
declare
  project_url text;
  service_key text;
begin
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into service_key using 'service_key';
  if project_url is null or service_key is null then
    raise exception 'The vault has no secret project_url or service_key.';
  end if;
  execute 'select net.http_post(url := $1, headers := $2, body := $3)'
    using project_url || '/functions/v1/' || call_function.name,
          jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
          '{}'::jsonb;
end
$$;

-- Starts the jobs of a hosted project, which needs pg_cron as well: the nightly clean-up, and once a minute the mails, where some are
-- due. The operator is notified of new entries at that address. The embedded backend uses timers instead.
create function private.schedule(operator_mail text)
returns void language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_email(schedule.operator_mail) then
    raise exception 'This is no e-mail address.';
  end if;
  perform private.configure(mail => true, operator_mail => schedule.operator_mail);
  execute 'select cron.schedule($1, $2, $3)' using 'cleanup-recordings', '17 3 * * *', $job$select private.call_function('cleanup-recordings')$job$;
  execute 'select cron.schedule($1, $2, $3)' using 'send-mails', '* * * * *', $job$
    select private.call_function('send-mails') where exists (
      select 1 from private.mails as m
      where (m.next_try_at <= clock_timestamp() and coalesce(m.claimed_until <= clock_timestamp(), true))
         or m.created_at < clock_timestamp() - interval '30 days'
    )$job$;
end
$$;
