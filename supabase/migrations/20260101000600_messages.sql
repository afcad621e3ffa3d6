-- What visitors send us. Nobody but the service reads any of it.

-- Written by the function `smart-function` alone.
create table public.fragrance_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  email text not null check (private.is_email(email)),
  audio_url text not null check (private.is_recording(audio_url)),
  audio_path text generated always as (private.object_in(audio_url, 'audio')) stored,
  created_at timestamptz not null default now()
);
create index fragrance_submissions_audio on public.fragrance_submissions (audio_path);
create index fragrance_submissions_email on public.fragrance_submissions (lower(email));
alter table public.fragrance_submissions enable row level security;
revoke all on public.fragrance_submissions from anon, authenticated;
grant all on public.fragrance_submissions to service_role;
create trigger require_recording before insert on public.fragrance_submissions
  for each row execute function private.require_recording();

-- Written by the function `contact-form` alone.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  email text not null check (private.is_email(email)),
  message text not null check (char_length(btrim(message)) >= 10 and char_length(message) <= 5000),
  created_at timestamptz not null default now()
);
create index contact_messages_email on public.contact_messages (lower(email));
alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated;
grant all on public.contact_messages to service_role;

-- Preorders come straight from the page, which keeps those that could not be sent: insert only, one an e-mail and fragrance.
create table public.preorders (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  name text not null check (char_length(btrim(name)) between 2 and 100),
  fragrance_id text not null check (fragrance_id ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  fragrance_name text not null check (char_length(fragrance_name) between 1 and 120),
  -- A bottle of the visitor's own design.
  design jsonb check (jsonb_typeof(design) = 'object' and octet_length(design::text) <= 2000),
  created_at timestamptz not null default now()
);
create unique index preorders_once on public.preorders (lower(email), fragrance_id);
alter table public.preorders enable row level security;
create policy "everybody preorders" on public.preorders
  for insert to anon, authenticated with check (true);
revoke all on public.preorders from anon, authenticated;
grant insert on public.preorders to anon, authenticated;
grant all on public.preorders to service_role;

create function private.date_preorder()
returns trigger language plpgsql set search_path = ''
as $$
begin
  if private.is_client() then
    new.id := gen_random_uuid();
    new.created_at := now();
  end if;
  return new;
end
$$;
create trigger date_preorder before insert on public.preorders
  for each row execute function private.date_preorder();
create trigger limit_inserts before insert on public.preorders
  for each row execute function private.limit_inserts('20', '2000');
