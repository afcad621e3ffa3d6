-- A list of catalogue notes, C0 to B8, sharps only.
create function private.are_note_codes(codes text[], fewest integer, most integer)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(codes) between fewest and most
     and coalesce(array_ndims(codes), 1) = 1
     and not exists (
       select 1 from unnest(codes) as code
       where code is null or code !~ '^(C|C#|D|D#|E|F|F#|G|G#|A|A#|B)[0-8]$'
     )
$$;

-- The notes of a recording with their times, as the app draws them: the duration, the peaks and the notes.
create function private.is_trace(trace jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
     jsonb_typeof(trace) = 'object'
     and private.is_plain(trace, 65536)
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

-- One to three notes that sound as overtones of others: which, of which, the number of the partial and its level in dB.
create function private.are_accents(accents jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(accents) is distinct from 'array' or not private.is_plain(accents, 1000) then false
    else jsonb_array_length(accents) between 1 and 3 and not exists (
      select 1 from jsonb_array_elements(accents) as list (accent)
      where not (private.are_note_codes(array[accent ->> 'note', accent ->> 'of'], 2, 2)
                 and private.is_whole(accent -> 'partial', 2, 16) and private.is_between(accent -> 'level', -60, 0))
    )
  end
$$;

-- The five axes of a voice, each from 0 to 1, and the measured numbers; `null` if one could not be measured.
create function private.is_character("character" jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof("character") is distinct from 'object' or not private.is_plain("character", 2000) then false
    else not exists (
      select 1 from unnest(array['brightness', 'breath', 'roughness', 'strike', 'tremor']) as axis (name)
      where not private.is_between("character" -> 'axes' -> axis.name, 0, 1)
    ) and not exists (
      select 1
      from (values ('centroid', 0, 24000, false), ('brightness', 0, 2000, false), ('warmth', 0, 1, false), ('flatness', 0, 1, false),
                   ('roughness', 0, 1, false), ('harmonicity', -100, 100, true), ('attack', 0, 10, true), ('wander', 0, 2400, true)) as known (name, low, high, optional)
      where not (private.is_between("character" -> 'measured' -> known.name, known.low, known.high)
                 or (known.optional and coalesce("character" -> 'measured' -> known.name = 'null', false)))
    ) and coalesce(
      "character" -> 'measured' -> 'vibrato' = 'null'
      or (private.is_between("character" -> 'measured' -> 'vibrato' -> 'rate', 0, 50) and private.is_between("character" -> 'measured' -> 'vibrato' -> 'depth', 0, 2400)),
      false
    ) and (
      not "character" ? 'manner'
      or coalesce("character" -> 'manner' ->> 'kind' in ('sung', 'spoken', 'played') and private.is_between("character" -> 'manner' -> 'confidence', 0, 1), false)
    )
  end
$$;

-- Parts of 100 of each note, with their source: its time in seconds, its loudness, or its hits.
create function private.are_proportions(proportions jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(proportions) is distinct from 'array' or not private.is_plain(proportions, 8000) then false
    when jsonb_array_length(proportions) not between 1 and 32 then false
    when exists (
      select 1 from jsonb_array_elements(proportions) as list (part)
      where not (private.are_note_codes(array[part ->> 'note'], 1, 1) and private.is_whole(part -> 'parts', 1, 100)
                 and (part -> 'seconds' is null or private.is_between(part -> 'seconds', 0, 7200))
                 and (part -> 'loudness' is null or private.is_between(part -> 'loudness', 0, 1))
                 and (part -> 'hits' is null or private.is_whole(part -> 'hits', 0, 1000)))
    ) then false
    else (select sum((part -> 'parts')::numeric) = 100 from jsonb_array_elements(proportions) as list (part))
  end
$$;

-- A bottle designed by a visitor; its name may be empty.
create function private.is_design(design jsonb)
returns boolean language sql immutable parallel safe set search_path = ''
as $$
  select case
    when design is null then true
    when jsonb_typeof(design) <> 'object' or not private.is_plain(design, 2000) then false
    else coalesce(design ->> 'name', '') = '' or private.is_name(design ->> 'name', 50)
  end
$$;

-- The part of a trace that its drawing needs: no peaks, and of many notes the 36 longest and loudest, in their order.
-- The app computes the same (`drawnPart` of src/features/fragrance/domain/composition/trace.ts), in whole thousandths,
-- so that both find the same notes. An invalid trace has no `face`: stored rows may be older than the rule.
create function private.face_of(trace jsonb)
returns jsonb language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_trace(trace) then jsonb_build_object(
    'duration', trace -> 'duration',
    'peaks', '[]'::jsonb,
    'notes', coalesce((
      select jsonb_agg(kept.note order by kept.place)
      from (
        select heard.note, heard.place
        from jsonb_array_elements(trace -> 'notes') with ordinality as heard (note, place)
        order by round(1000 * ((heard.note ->> 'offset')::numeric - (heard.note ->> 'onset')::numeric))
                 * round(200 + 1000 * (heard.note ->> 'velocity')::numeric) desc, heard.place
        limit 36
      ) as kept
    ), '[]'::jsonb)
  ) end
$$;
