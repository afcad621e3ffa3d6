-- Names that others see: of members, and of what is published and shared. Rules, and no list of words: a name that mixes alphabets
-- inside a word looks like another one, a name that repeats a character without end fills the screen, and the product's own
-- name is the product's. Names from before stay; whoever has one that is refused now publishes nothing more under it.

-- What a name looks like: without marks, in small Latin letters where others look the same; with `digits`, digits are read
-- as letters, and `l` as `i`.
create function private.name_skeleton(value text, digits boolean)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when digits then translate(plain.text, '0134578@$|!l', 'oieastbasiii') else plain.text end
  from (
    -- Capitals first: they look like other letters than the small ones do.
    select translate(
      lower(translate(
        regexp_replace(normalize(value, NFKD), '[\u00AD\u0300-\u036F\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF]', '', 'g'),
        'АВЕКМНОРСТУХІЈЅԌҺӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abekmhopctyxijsghlabezhikmnoptyx'
      )),
      'авекмнорстухіјѕԁԛһӏαβενικορτυχγ', 'abekmhopctyxijsdqhlabevikoptuxy'
    ) as text
  ) as plain
$$;

-- What is wrong with a name: `repeats`, `mixes`, `impersonates`, or null. Of a person (`person`) the product's name alone is
-- too much, as are `support` and `official`; a fragrance may be an accord, but no official one and none of the support's.
create function private.name_fault(value text, person boolean)
returns text language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
  digits boolean;
  skeleton text;
  words text[];
  joined text;
  roles constant text[] := array['official', 'officiai', 'support'];
  own constant text[] := array['accord', 'official', 'officiai', 'support'];
begin
  if value is null then
    return null;
  end if;
  if value ~ '(.)\1{9}' or normalize(value, NFD) ~ '[\u0300-\u036F]{4}' then
    return 'repeats';
  end if;
  foreach word in array regexp_split_to_array(normalize(value, NFC), '[^0-9A-Za-z\u00C0-\u024F\u0300-\u058F\u13A0-\u13FF\u1E00-\u1FFF]+') loop
    if (word ~ '[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u1E00-\u1EFF]')::integer + (word ~ '[\u0370-\u03FF\u1F00-\u1FFF]')::integer
       + (word ~ '[\u0400-\u052F]')::integer + (word ~ '[\u0530-\u058F]')::integer + (word ~ '[\u13A0-\u13FF]')::integer > 1 then
      return 'mixes';
    end if;
  end loop;
  foreach digits in array array[false, true] loop
    skeleton := private.name_skeleton(value, digits);
    words := regexp_split_to_array(skeleton, '[^a-z]+');
    joined := regexp_replace(skeleton, '[^a-z]', '', 'g');
    if exists (select 1 from unnest(words) as own_word where own_word ~ '^(accord(officia[il]|support)|(officia[il]|support)accord)$')
       or ('accord' = any(words) and words && roles)
       or (person and (words && own or joined = any(own))) then
      return 'impersonates';
    end if;
  end loop;
  return null;
end
$$;

create function private.refuse_name(value text, person boolean)
returns void language plpgsql immutable set search_path = ''
as $$
declare
  -- What is no name at all is refused by the table's own rule.
  fault text := case when private.is_name(value, case when person then 50 else 120 end) then private.name_fault(value, person) end;
begin
  if fault is not null then
    raise sqlstate 'P0001' using hint = 'name_' || fault, message = case fault
      when 'repeats' then 'Please choose a name that does not repeat a character ten times.'
      when 'mixes' then 'Please choose a name that does not mix alphabets inside a word.'
      else 'Please choose a name that cannot be taken for one of Accord.'
    end;
  end if;
end
$$;

create function private.guard_name()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_client() then
    if tg_op = 'INSERT' or new.liquid_name <> old.liquid_name then
      perform private.refuse_name(new.liquid_name, true);
    end if;
  elsif tg_op = 'INSERT' and private.name_fault(new.liquid_name, true) is not null then
    -- A registration does not fail because of a name.
    new.liquid_name := 'User';
  end if;
  return new;
end
$$;
revoke all on function private.guard_name() from public, anon, authenticated;
create trigger guard_name before insert or update of liquid_name on public.profiles
  for each row execute function private.guard_name();

create function private.guard_public_name()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_client() and (tg_op = 'INSERT' or not old.is_public or new.name <> old.name) then
    perform private.refuse_name(new.name, false);
    perform private.refuse_name(new.creator_name, true);
  end if;
  return new;
end
$$;
revoke all on function private.guard_public_name() from public, anon, authenticated;
create trigger guard_public_name before insert or update on public.fragrance_profiles
  for each row when (new.is_public) execute function private.guard_public_name();

create function private.guard_shared_name()
returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_name(new.name, false);
  if private.name_fault(new.maker_name, true) is not null then
    new.maker_name := null;
  end if;
  return new;
end
$$;
revoke all on function private.guard_shared_name() from public, anon, authenticated;
create trigger guard_shared_name before insert on public.fragrance_shares
  for each row when (new.is_active) execute function private.guard_shared_name();
