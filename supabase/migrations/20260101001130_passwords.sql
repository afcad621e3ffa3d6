-- A password that was set before an address was confirmed may be somebody else's: whoever registers a foreign address first would
-- know the password of the account that its owner confirms. So confirming takes the password out of use, and only two things
-- bring one: its owner chooses it anew, or the confirming browser is the one that registered, which it proves by the secret of
-- its device. The registration carries the secret's hash in its metadata (`device`).
--
-- Accounts whose address is taken as confirmed without a mail (a project with confirmations off) keep theirs.

create table private.kept_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  encrypted_password text not null,
  device_hash text
);
alter table private.kept_passwords enable row level security;
revoke all on private.kept_passwords from public, anon, authenticated;

create function private.hold_password()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if old.email_confirmed_at is null and new.email_confirmed_at is not null and old.confirmation_sent_at is not null
     and coalesce(new.encrypted_password, '') <> '' then
    insert into private.kept_passwords (user_id, encrypted_password, device_hash)
    values (new.id, new.encrypted_password, new.raw_user_meta_data ->> 'device')
    on conflict (user_id) do update set encrypted_password = excluded.encrypted_password, device_hash = excluded.device_hash;
    new.encrypted_password := '';
  elsif new.encrypted_password is distinct from old.encrypted_password then
    -- One that is set anew ends what was kept.
    delete from private.kept_passwords as kept where kept.user_id = new.id;
  end if;
  return new;
end
$$;
revoke all on function private.hold_password() from public, anon, authenticated;
create trigger hold_password before update of email_confirmed_at, encrypted_password on auth.users
  for each row execute function private.hold_password();

-- Brings the password of the registration back, for the session that the confirmation has given: true when this device registered.
create function public.keep_password(owner_secret text)
returns boolean language plpgsql volatile security definer set search_path = ''
as $$
declare
  member uuid := auth.uid();
  kept text;
begin
  if member is null then
    raise insufficient_privilege using message = 'Please log in first.';
  end if;
  select k.encrypted_password into kept from private.kept_passwords as k
  where k.user_id = member and k.device_hash = private.secret_hash(owner_secret);
  if kept is null then
    return false;
  end if;
  update auth.users as account set encrypted_password = kept where account.id = member and coalesce(account.encrypted_password, '') = '';
  return found;
end
$$;
revoke all on function public.keep_password(text) from public, anon;
grant execute on function public.keep_password(text) to authenticated, service_role;
