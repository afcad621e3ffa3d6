-- A name can be seen, and turns nothing around it. What has no character that is drawn (U+3164, U+2800, zero-width and
-- soft-hyphen characters, variation selectors) left an empty heading and an empty link; what overrides the direction of a text
-- turned the words after it, in titles of links as well. The same definition as the app's (src/domain/fragrance/nameRules.ts)
-- and the functions' (supabase/functions/_shared/names.ts). Joiners and selectors inside of a name stay: emoji and Persian need them.

-- True when some character of a text is drawn.
create function private.is_seen(value text)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
$$;

-- One to `most` characters (code points), no white space around them, no controls, none of direction either, and something to see.
create or replace function private.is_name(value text, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select char_length(value) between 1 and most
     and value = private.trimmed(value)
     and value !~ '[\u0001-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
     and private.is_seen(value)
$$;

-- The nearest name to any text, or `otherwise` when nothing is left of it.
create or replace function private.as_name(value text, most integer, otherwise text)
returns text language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_name(nearest.name, most) then nearest.name else otherwise end
  from (
    select private.trimmed(left(private.trimmed(
      regexp_replace(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'), '[\u0001-\u001F\u007F-\u009F]', ' ', 'g')
    ), most)) as name
  ) as nearest
$$;

-- What is stored already and is no name any more becomes the nearest one: each row in one statement, as it has to keep all rules
-- at once, and the fragrances before the profiles, whose names go on to them.
do $$
declare
  hostile record;
  base text;
  number integer;
  candidate text;
begin
  for hostile in
    select id, user_id, name from public.fragrance_profiles
    where not (
      private.is_name(name, 120) and (creator_name = '' or private.is_name(creator_name, 50))
      and private.are_names(top_notes, 0, 32) and private.are_names(middle_notes, 0, 32) and private.are_names(base_notes, 0, 32) and private.are_names(likes, 0, 1000)
    )
    order by created_at, id
  loop
    candidate := hostile.name;
    if not private.is_name(hostile.name, 120) then
      base := private.as_name(hostile.name, 110, 'Untitled');
      candidate := base;
      number := 1;
      while exists (select 1 from public.fragrance_profiles where user_id = hostile.user_id and name = candidate) loop
        number := number + 1;
        candidate := base || ' ' || number;
      end loop;
    end if;
    update public.fragrance_profiles
    set name = candidate,
        creator_name = case when creator_name = '' then '' else private.as_name(creator_name, 50, 'User') end,
        top_notes = private.as_names(top_notes), middle_notes = private.as_names(middle_notes),
        base_notes = private.as_names(base_notes), likes = private.as_names(likes)
    where id = hostile.id;
  end loop;
end
$$;
update public.profiles
set liquid_name = private.as_name(liquid_name, 50, 'User'), favorite_notes = private.as_names(favorite_notes), favorite_scents = private.as_names(favorite_scents)
where not (private.is_name(liquid_name, 50) and private.are_names(favorite_notes, 0, 30) and private.are_names(favorite_scents, 0, 30));
update public.fragrance_shares
set name = private.as_name(name, 120, null), maker_name = private.as_name(maker_name, 50, null),
    top_notes = private.as_names(top_notes), middle_notes = private.as_names(middle_notes), base_notes = private.as_names(base_notes)
where not (
  coalesce(private.is_name(name, 120), true) and coalesce(private.is_name(maker_name, 50), true)
  and private.are_names(top_notes, 0, 32) and private.are_names(middle_notes, 0, 32) and private.are_names(base_notes, 0, 32)
);
update public.fragrance_submissions set name = private.as_name(name, 100, 'Unknown') where not private.is_name(name, 100);
-- Messages from before there was a rule about their length stay as they are.
update public.contact_messages set name = private.as_name(name, 100, 'Unknown')
where not private.is_name(name, 100) and char_length(private.trimmed(message)) >= 10 and char_length(message) <= 5000;
update public.preorders
set name = case when char_length(private.as_name(name, 100, '')) >= 2 then private.as_name(name, 100, '') else 'Unknown' end,
    fragrance_name = private.as_name(fragrance_name, 120, 'Unknown')
where not (private.is_name(name, 100) and private.is_name(fragrance_name, 120));
