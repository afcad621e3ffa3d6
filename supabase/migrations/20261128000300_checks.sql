-- Without the white space around it that JavaScript's String.trim() takes away.
create function private.trimmed(value text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- True when some character of a text is drawn.
create function private.is_seen(value text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;

-- One to `most` characters (code points), no white space around them, and something to see. Not what a name loses: controls, the
-- zero-width space, the byte-order mark, marks of direction. Joiners (U+200C, U+200D) are in names.
create function private.is_name(value text, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(value) between 1 and most
     and value = private.trimmed(value)
     and value !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]'
     and private.is_seen(value)
$$;

-- A list of short names, such as perfume notes.
create function private.are_names(names text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(names) between fewest and most
     and coalesce(array_ndims(names), 1) = 1
     and not exists (select 1 from unnest(names) as name where name is null or not private.is_name(name, 80))
$$;

-- One mailbox and no second spelling of it: no invisible character (nothing of what `is_seen` does not count), none of the signs
-- with which mail programs write names, lists, comments, routes and quotes, and a domain of labels between single dots.
create function private.is_email(address text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(address) <= 254
     and address ~ '^[^@<>(),;:"\[\]\\]+@[^@<>(),;:"\[\]\\.]+(\.[^@<>(),;:"\[\]\\.]+)+$'
     and address !~ '[\u3002\uFF0E\uFF61]'
     and address !~ '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;

-- The nearest name to any text, or `otherwise` when nothing is left of it.
create function private.as_name(value text, most integer, otherwise text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_name(nearest.name, most) then nearest.name else otherwise end
  from (
    select private.trimmed(left(private.trimmed(
      regexp_replace(regexp_replace(value, '[\u0009-\u000D\u0085]', ' ', 'g'), '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]', '', 'g')
    ), most)) as name
  ) as nearest
$$;

-- True for JSON that is cheap to write out. A number such as 1e131071 or 0e-16383 takes a few bytes in jsonb and kilobytes as text,
-- so size, depth and numbers are looked at before anything is written out: at most `most` bytes, 8 levels, and numbers up to
-- 1e15 with the decimals of a double.
create function private.is_plain(value jsonb, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when pg_column_size(value) > most or jsonb_path_exists(value, 'strict $.**{9}') then false
    else not exists (
      select 1 from jsonb_path_query(value, 'strict $.** ? (@.type() == "number")') as number
      where abs(number::numeric) > 1e15 or scale(number::numeric) > 350 or pg_column_size(number) > 200
    )
  end
$$;

-- What is read out of JSON that came from outside, in words where it is something else.
create function private.text_of(source jsonb, field text)
returns text language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(source -> field) in ('string', 'null') or not source ? field then
    return source ->> field;
  end if;
  raise check_violation using message = format('"%s" has to be a text.', field);
end
$$;

create function private.texts_of(source jsonb, field text)
returns text[] language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return '{}';
  end if;
  if jsonb_typeof(source -> field) <> 'array' or jsonb_array_length(source -> field) > 64
     or exists (select 1 from jsonb_array_elements(source -> field) as list (item) where jsonb_typeof(list.item) <> 'string') then
    raise check_violation using message = format('"%s" has to be a list of texts.', field);
  end if;
  return array(select jsonb_array_elements_text(source -> field));
end
$$;

create function private.number_of(source jsonb, field text)
returns double precision language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return null;
  end if;
  if not private.is_between(source -> field, -1e9, 1e9) then
    raise check_violation using message = format('"%s" has to be a number.', field);
  end if;
  return (source -> field)::double precision;
end
$$;

create function private.uuid_of(source jsonb, field text)
returns uuid language plpgsql immutable set search_path = ''
as $$
declare
  text_of_it text := private.text_of(source, field);
begin
  if text_of_it is null then
    return null;
  end if;
  if text_of_it !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    raise check_violation using message = format('"%s" has to be a UUID.', field);
  end if;
  return text_of_it::uuid;
end
$$;

-- Refuses what is no object, or longer, deeper or with greater numbers than anything that we take, without writing it out.
create function private.require_object(source jsonb, most integer)
returns void language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(source) is distinct from 'object' or not private.is_plain(source, most) then
    raise check_violation using message = 'This is not what the function takes.';
  end if;
end
$$;

-- True for a number of JSON from `low` to `high`.
create function private.is_between(value jsonb, low numeric, high numeric)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then value::numeric between low and high else false end
$$;

-- True for a whole number of JSON from `low` to `high`.
create function private.is_whole(value jsonb, low numeric, high numeric)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_between(value, low, high) then value::numeric % 1 = 0 else false end
$$;

-- True for `true`; false where the field is missing.
create function private.flag_of(source jsonb, field text)
returns boolean language plpgsql immutable set search_path = ''
as $$
begin
  if source -> field is null or jsonb_typeof(source -> field) = 'null' then
    return false;
  end if;
  if jsonb_typeof(source -> field) <> 'boolean' then
    raise check_violation using message = format('"%s" has to be true or false.', field);
  end if;
  return (source -> field)::boolean;
end
$$;
