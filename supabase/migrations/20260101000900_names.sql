-- What a name is: one definition for every table, the same as the app's (src/domain/fragrance/nameRules.ts) and the functions'
-- (supabase/functions/_shared/names.ts). What differs between the two sides could be stored and then not be read.

-- Without the white space around it that JavaScript's String.trim() takes away.
create function private.trimmed(value text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- One to `most` characters (code points), no white space around them, no control characters.
create function private.is_name(value text, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(value) between 1 and most
     and value = private.trimmed(value)
     and value !~ '[\u0001-\u001F\u007F-\u009F]'
$$;

-- The nearest name to any text, or `otherwise` when nothing is left of it.
create function private.as_name(value text, most integer, otherwise text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    nullif(private.trimmed(left(private.trimmed(regexp_replace(value, '[\u0001-\u001F\u007F-\u009F]', ' ', 'g')), most)), ''),
    otherwise
  )
$$;

create or replace function private.are_names(names text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(names) between fewest and most
     and coalesce(array_ndims(names), 1) = 1
     and not exists (select 1 from unnest(names) as name where name is null or not private.is_name(name, 80))
$$;

-- The nearest list of names.
create function private.as_names(names text[])
returns text[] language sql immutable parallel safe set search_path = ''
as $$
  select array(
    select private.as_name(name, 80, null)
    from unnest(names) with ordinality as list (name, place)
    where private.as_name(name, 80, null) is not null
    order by place
  )
$$;

create or replace function private.is_email(address text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(address) <= 254
     and address ~ '^[^@]+@[^@]+\.[^@]+$'
     and address !~ '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
$$;

-- Where notes were heard, as the app draws it: the duration, the peaks and the notes.
create function private.is_trace(trace jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
     jsonb_typeof(trace) = 'object'
     and octet_length(trace::text) <= 65536
     and jsonb_typeof(trace -> 'duration') = 'number'
     and jsonb_typeof(trace -> 'peaks') = 'array' and jsonb_array_length(trace -> 'peaks') <= 240
     and not jsonb_path_exists(trace -> 'peaks', 'strict $[*] ? (@.type() != "number")')
     and jsonb_typeof(trace -> 'notes') = 'array' and jsonb_array_length(trace -> 'notes') <= 256
     and not exists (
       select 1 from jsonb_array_elements(trace -> 'notes') as heard (note)
       where jsonb_typeof(heard.note) <> 'object'
          or coalesce(heard.note ->> 'note', '') !~ '^(C|C#|D|D#|E|F|F#|G|G#|A|A#|B)[0-8]$'
          or coalesce(jsonb_typeof(heard.note -> 'onset'), '') <> 'number' or coalesce(jsonb_typeof(heard.note -> 'offset'), '') <> 'number'
          or coalesce(jsonb_typeof(heard.note -> 'velocity'), '') <> 'number' or coalesce(jsonb_typeof(heard.note -> 'cents'), '') <> 'number'
     ),
     false
  )
$$;

-- What is stored already and is no name becomes the nearest one, so that nobody's list stumbles over it.
update public.profiles
set liquid_name = private.as_name(liquid_name, 50, 'User')
where not private.is_name(liquid_name, 50);
update public.profiles
set favorite_notes = private.as_names(favorite_notes), favorite_scents = private.as_names(favorite_scents)
where not private.are_names(favorite_notes, 0, 30) or not private.are_names(favorite_scents, 0, 30);
do $$
declare
  hostile record;
  base text;
  number integer;
  candidate text;
begin
  for hostile in select id, user_id, name from public.fragrance_profiles where not private.is_name(name, 120) loop
    base := private.as_name(hostile.name, 110, 'Untitled');
    candidate := base;
    number := 1;
    while exists (select 1 from public.fragrance_profiles where user_id = hostile.user_id and name = candidate) loop
      number := number + 1;
      candidate := base || ' ' || number;
    end loop;
    update public.fragrance_profiles set name = candidate where id = hostile.id;
  end loop;
end
$$;
update public.fragrance_profiles
set top_notes = private.as_names(top_notes), middle_notes = private.as_names(middle_notes), base_notes = private.as_names(base_notes), likes = private.as_names(likes)
where not (private.are_names(top_notes, 0, 32) and private.are_names(middle_notes, 0, 32) and private.are_names(base_notes, 0, 32) and private.are_names(likes, 0, 1000));
update public.fragrance_profiles set creator_name = private.as_name(creator_name, 50, '') where creator_name <> '' and not private.is_name(creator_name, 50);
update public.fragrance_profiles set trace = null where not private.is_trace(trace);
update public.fragrance_shares set name = private.as_name(name, 120, null) where not private.is_name(name, 120);
update public.fragrance_shares
set top_notes = private.as_names(top_notes), middle_notes = private.as_names(middle_notes), base_notes = private.as_names(base_notes)
where not (private.are_names(top_notes, 0, 32) and private.are_names(middle_notes, 0, 32) and private.are_names(base_notes, 0, 32));
update public.fragrance_shares set trace = null where not private.is_trace(trace);
update public.fragrance_submissions set name = private.as_name(name, 100, 'Unknown') where not private.is_name(name, 100);
update public.contact_messages set name = private.as_name(name, 100, 'Unknown') where not private.is_name(name, 100);
update public.preorders set name = private.as_name(name, 100, 'Unknown') where not private.is_name(name, 100) or char_length(name) < 2;
update public.preorders set fragrance_name = private.as_name(fragrance_name, 120, 'Unknown') where not private.is_name(fragrance_name, 120);

alter table public.profiles drop constraint profiles_liquid_name_check, add constraint profiles_liquid_name_check check (private.is_name(liquid_name, 50));
alter table public.fragrance_profiles
  drop constraint fragrance_profiles_name_check, add constraint fragrance_profiles_name_check check (private.is_name(name, 120)),
  drop constraint fragrance_profiles_creator_name_check, add constraint fragrance_profiles_creator_name_check check (creator_name = '' or private.is_name(creator_name, 50)),
  drop constraint fragrance_profiles_trace_check, add constraint fragrance_profiles_trace_check check (trace is null or private.is_trace(trace));
alter table public.fragrance_shares
  drop constraint fragrance_shares_name_check, add constraint fragrance_shares_name_check check (name is null or private.is_name(name, 120)),
  drop constraint fragrance_shares_trace_check, add constraint fragrance_shares_trace_check check (trace is null or private.is_trace(trace));
alter table public.fragrance_submissions drop constraint fragrance_submissions_name_check, add constraint fragrance_submissions_name_check check (private.is_name(name, 100));
alter table public.contact_messages
  drop constraint contact_messages_name_check, add constraint contact_messages_name_check check (private.is_name(name, 100)),
  drop constraint contact_messages_message_check, add constraint contact_messages_message_check check (char_length(private.trimmed(message)) >= 10 and char_length(message) <= 5000) not valid;
alter table public.preorders
  drop constraint preorders_name_check, add constraint preorders_name_check check (private.is_name(name, 100) and char_length(name) >= 2),
  drop constraint preorders_fragrance_name_check, add constraint preorders_fragrance_name_check check (private.is_name(fragrance_name, 120));

-- Whatever the registration says, it must not fail here: a name is made of it.
create or replace function private.profile_of_new_user()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, liquid_name, location)
  values (
    new.id,
    left(coalesce(new.email, ''), 254),
    coalesce(private.as_name(new.raw_user_meta_data ->> 'liquidName', 50, null), private.as_name(split_part(new.email, '@', 1), 50, null), 'User'),
    private.as_name(new.raw_user_meta_data ->> 'location', 100, null)
  )
  on conflict (id) do nothing;
  return new;
end
$$;
