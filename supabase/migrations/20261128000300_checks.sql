-- Without the white space around it that JavaScript's String.trim() takes away.
create function private.trimmed(value text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- One to `most` characters (code points), no white space around them, and something visible. None of the characters
-- that are removed from names: controls, the zero-width space, the byte-order mark, marks of direction. Joiners
-- (U+200C, U+200D) are in names.
create function private.is_name(value text, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(value) between 1 and most
     and value = private.trimmed(value)
     and value !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]'
     and value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;

-- A list of short names, such as perfume notes.
create function private.are_names(names text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(names) between fewest and most
     and coalesce(array_ndims(names), 1) = 1
     and not exists (select 1 from unnest(names) as name where name is null or not private.is_name(name, 80))
$$;

-- One mailbox and no second spelling of it: no invisible character (of those that `is_name` does not count as seen), none of the signs
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

-- Converts an object from outside to a row. Refuses, without quoting it, a value that is no object, or longer, deeper
-- or with greater numbers than any valid one; and a field of another type than its column.
create function private.row_of(kind anyelement, source jsonb, most integer)
returns anyelement language plpgsql stable set search_path = ''
as $$
declare
  field text;
begin
  if jsonb_typeof(source) is distinct from 'object' or not private.is_plain(source, most) then
    raise check_violation using message = 'This is not what the function takes.';
  end if;
  kind := jsonb_populate_record(kind, source);
  select given.key into field from jsonb_each(source) as given join jsonb_each(to_jsonb(kind)) as taken on taken.key = given.key
  where given.value <> 'null' and (jsonb_typeof(given.value) <> jsonb_typeof(taken.value) or (jsonb_typeof(given.value) = 'array' and given.value <> taken.value));
  if found then
    raise check_violation using message = format('"%s" has to be of another type.', field);
  end if;
  return kind;
exception
  -- A text that is no UUID, and the like.
  when data_exception then
    raise check_violation using message = 'This is not what the function takes.';
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
