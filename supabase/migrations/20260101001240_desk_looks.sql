-- The lists of the desk carry all that a face is drawn from, so that an owner sees the face that others see. The face alone is the
-- part that a sound has drawn; the essence, the character and the accents are drawn too.

-- What a face is drawn from, as one value; null where there is nothing to draw.
create function private.look_of(music_essence text[], intensity double precision, complexity double precision, persistence double precision,
                                face jsonb, accents jsonb, "character" jsonb, proportions jsonb)
returns jsonb language sql immutable parallel safe set search_path = ''
as $$
  select case when look_of.music_essence is not null then jsonb_build_object(
    'music_essence', look_of.music_essence, 'intensity', look_of.intensity, 'complexity', look_of.complexity, 'persistence', look_of.persistence,
    'face', look_of.face, 'accents', look_of.accents, 'character', look_of."character", 'proportions', look_of.proportions
  ) end
$$;
revoke all on function private.look_of(text[], double precision, double precision, double precision, jsonb, jsonb, jsonb, jsonb) from public, anon, authenticated;

drop function public.desk_submissions(text, text, timestamptz, text, integer);
create function public.desk_submissions(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, email text, audio_url text, member uuid, fragrance_name text, look jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, s.name, s.email, s.audio_url, s.owner_id, coalesce(saved.name, shared.name), coalesce(saved.look, shared.look)
    from private.desk_page('submission', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_submissions as s on s.id = page.id::uuid
    left join lateral (
      select f.name, private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions) as look
      from public.fragrance_profiles as f where f.audio_path = s.audio_path order by f.created_at limit 1
    ) as saved on true
    left join lateral (
      select share.name, private.look_of(share.music_essence, share.intensity, share.complexity, share.persistence, private.face_of(share.trace), share.accents, share."character", share.proportions) as look
      from public.fragrance_shares as share where saved.name is null and share.audio_path = s.audio_path order by share.created_at limit 1
    ) as shared on true
    order by page.at desc, page.id desc;
end
$$;

drop function public.desk_fragrances(text, text, timestamptz, text, integer);
create function public.desk_fragrances(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, name text, creator_name text, member uuid, description text, music_essence text[],
               top_notes text[], middle_notes text[], base_notes text[], look jsonb, audio_url text, is_public boolean, hidden_cause text, hidden_reason text, reports integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, f.name, f.creator_name, f.user_id, f.description, f.music_essence, f.top_notes, f.middle_notes, f.base_notes,
           private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions),
           f.audio_data, f.is_public, h.cause, h.reason,
           (select count(*)::integer from private.cases as c join private.reports as r on r.case_id = c.id where c.subject = 'fragrance' and c.subject_id = page.id)
    from private.desk_page('fragrance', search, of_state, before_at, before_id, page_size) as page
    join public.fragrance_profiles as f on f.id = page.id::uuid
    left join private.hidden as h on h.subject = 'fragrance' and h.subject_id = page.id
    order by page.at desc, page.id desc;
end
$$;

drop function public.desk_reports(text, text, timestamptz, text, integer);
create function public.desk_reports(search text default null, of_state text default null, before_at timestamptz default null, before_id text default null, page_size integer default 50)
returns table (id text, at timestamptz, state text, note text, subject text, subject_id text, name text, creator text, member uuid, audio_url text, look jsonb,
               shown boolean, hidden_cause text, hidden_reason text, hidden_at timestamptz, cleared_at timestamptz,
               reports integer, reasons jsonb, details jsonb, answer text, answered_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_desk();
  return query
    select page.id, page.at, page.state, page.note, c.subject, c.subject_id,
           coalesce(f.name, s.name, p.liquid_name), coalesce(f.creator_name, s.maker_name, p.liquid_name), coalesce(f.user_id, s.owner_id, p.id),
           coalesce(f.audio_data, s.audio_url),
           coalesce(private.look_of(f.music_essence, f.intensity, f.complexity, f.persistence, f.face, f.accents, f."character", f.proportions),
                    private.look_of(s.music_essence, s.intensity, s.complexity, s.persistence, private.face_of(s.trace), s.accents, s."character", s.proportions)),
           coalesce(f.is_public, s.is_active, b.member is null),
           coalesce(h.cause, case when b.member is not null then 'block' end), coalesce(h.reason, b.reason), coalesce(h.at, b.at), c.cleared_at,
           coalesce(told.reports, 0), coalesce(told.reasons, '{}'), coalesce(told.details, '[]'), c.answer, c.answered_at
    from private.desk_page('report', search, of_state, before_at, before_id, page_size) as page
    join private.cases as c on c.id = page.id::uuid
    left join public.fragrance_profiles as f on c.subject = 'fragrance' and f.id = private.as_uuid(c.subject_id)
    left join public.fragrance_shares as s on c.subject = 'share' and s.share_id = c.subject_id
    left join public.profiles as p on c.subject = 'member' and p.id = private.as_uuid(c.subject_id)
    left join private.hidden as h on h.subject = c.subject and h.subject_id = c.subject_id
    left join private.blocks as b on b.member = p.id
    left join lateral (
      select sum(reason.times)::integer as reports, jsonb_object_agg(reason.reason, reason.times) as reasons,
             (select jsonb_agg(jsonb_build_object('reason', last.reason, 'details', last.details, 'at', last.created_at) order by last.created_at desc)
              from (select r.* from private.reports as r where r.case_id = c.id order by r.created_at desc limit 20) as last) as details
      from (select r.reason, count(*) as times from private.reports as r where r.case_id = c.id group by r.reason) as reason
    ) as told on true
    order by page.at desc, page.id desc;
end
$$;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['desk_submissions', 'desk_fragrances', 'desk_reports'] loop
    execute format('revoke all on function public.%I(text, text, timestamptz, text, integer) from public, anon', wanted);
    execute format('grant execute on function public.%I(text, text, timestamptz, text, integer) to authenticated, service_role', wanted);
  end loop;
end
$$;
