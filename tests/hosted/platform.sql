-- State of a hosted project before the first migration: roles, default grants, and the schemas that its services own,
-- after the public definitions of supabase/postgres, supabase/auth and supabase/storage (only what this project
-- touches). Run by the bootstrap superuser `supabase_admin`, in a fresh database whose owner is `postgres`.

do $$
begin
  -- Roles belong to the whole cluster: there already when a second database is made.
  if exists (select from pg_roles where rolname = 'anon') then
    return;
  end if;
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  grant authenticator to supabase_storage_admin;
  -- No superuser, and owner of nothing that the services own.
  alter role postgres nosuperuser createdb createrole replication bypassrls;
  grant anon, authenticated, service_role, authenticator to postgres with admin option;
  grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
  alter role postgres set search_path to "$user", public, extensions;
  alter role supabase_auth_admin set search_path to auth;
  alter role supabase_storage_admin set search_path to storage;
  alter role anon set statement_timeout to '3s';
  alter role authenticated set statement_timeout to '8s';
  alter role authenticator set statement_timeout to '8s';
  alter role authenticator set lock_timeout to '8s';
end
$$;

create schema extensions;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
grant all on schema extensions to postgres;
grant usage on schema extensions to anon, authenticated, service_role;

-- Notifies PostgREST when the schema changes.
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create function extensions.pgrst_drop_watch() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();

-- Objects that `postgres` makes in `public` are open to the API's roles until a migration revokes it.
grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- Auth.
create schema auth;
grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text unique default null,
  confirmed_at timestamptz generated always as (email_confirmed_at) stored,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  unique (provider_id, provider)
);
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz
);
create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text
);

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;
create function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

do $$
declare
  item text;
begin
  foreach item in array array['users', 'identities', 'sessions', 'refresh_tokens', 'mfa_factors'] loop
    execute format('alter table auth.%I owner to supabase_auth_admin', item);
    execute format('alter table auth.%I enable row level security', item);
    execute format('grant all on auth.%I to postgres', item);
  end loop;
  foreach item in array array['uid', 'role', 'email', 'jwt'] loop
    execute format('alter function auth.%I() owner to supabase_auth_admin', item);
  end loop;
end
$$;
grant all on all sequences in schema auth to postgres, supabase_auth_admin;

-- Storage.
create schema storage;
grant all on schema storage to supabase_storage_admin;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);

create function storage.foldername(name text) returns text[] language plpgsql immutable as $$
declare
  parts text[];
begin
  select string_to_array(name, '/') into parts;
  return parts[1 : array_length(parts, 1) - 1];
end
$$;
create function storage.filename(name text) returns text language plpgsql as $$
declare
  parts text[];
begin
  select string_to_array(name, '/') into parts;
  return parts[array_length(parts, 1)];
end
$$;
-- Direct deletes would leave a row without its file, or a file without its row.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

do $$
declare
  item text;
begin
  foreach item in array array['buckets', 'objects'] loop
    execute format('alter table storage.%I owner to supabase_storage_admin', item);
    execute format('alter table storage.%I enable row level security', item);
    execute format('grant all on storage.%I to postgres with grant option', item);
    execute format('grant all on storage.%I to anon, authenticated, service_role', item);
  end loop;
  foreach item in array array['foldername(text)', 'filename(text)', 'protect_delete()'] loop
    execute format('alter function storage.%s owner to supabase_storage_admin', item);
  end loop;
end
$$;
