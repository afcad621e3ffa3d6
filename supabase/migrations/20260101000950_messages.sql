-- Orders, submissions and messages: each has an id from the device that makes it repeatable, and an owner.

drop policy "everybody preorders" on public.preorders;

-- Places a preorder: {id, email, name, fragrance_id, fragrance_name, design}. Answers `stored`, and `known` only to whoever
-- placed the earlier one of this e-mail and fragrance: to all others a known address looks like an unknown one. What is
-- wrong in itself is refused before anything is looked up, and each call is counted before as well.
create function public.place_preorder(preorder jsonb, owner_secret text default null)
returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  member uuid := auth.uid();
  hash text := private.secret_hash(owner_secret);
  given public.preorders;
  earlier public.preorders;
begin
  perform private.require_object(preorder, 10000);
  perform private.require_owner(member, hash);
  given.id := coalesce(private.uuid_of(preorder, 'id'), gen_random_uuid());
  given.email := private.text_of(preorder, 'email');
  given.name := private.text_of(preorder, 'name');
  given.fragrance_id := private.text_of(preorder, 'fragrance_id');
  given.fragrance_name := private.text_of(preorder, 'fragrance_name');
  given.design := nullif(preorder -> 'design', 'null');
  -- The table's own rules, in words, for an address that is known as for one that is not.
  if not coalesce(private.is_email(given.email), false) then
    raise check_violation using message = 'Please enter a valid email address.', hint = 'email';
  elsif not coalesce(private.is_name(given.name, 100) and char_length(given.name) >= 2, false) then
    raise check_violation using message = 'Please enter a name of 2 to 100 characters.', hint = 'name';
  elsif not coalesce(given.fragrance_id ~ '^[a-z0-9][a-z0-9-]{0,59}$' and private.is_name(given.fragrance_name, 120), false) then
    raise check_violation using message = 'This fragrance is not known.', hint = 'fragrance_id';
  elsif given.design is not null and (jsonb_typeof(given.design) <> 'object' or octet_length(given.design::text) > 2000) then
    raise check_violation using message = 'This design cannot be stored.', hint = 'design';
  end if;

  perform private.refuse_when_over('place_preorder', 20, 2000);

  insert into public.preorders (id, email, name, fragrance_id, fragrance_name, design, owner_id, owner_hash)
  values (
    case when exists (select 1 from public.preorders as p where p.id = given.id) then gen_random_uuid() else given.id end,
    given.email, given.name, given.fragrance_id, given.fragrance_name, given.design, member, case when member is null then hash end
  )
  on conflict do nothing;
  if found then
    return jsonb_build_object('status', 'stored');
  end if;
  select * into earlier from public.preorders as p where lower(p.email) = lower(given.email) and p.fragrance_id = given.fragrance_id;
  -- The very same order once more: its first answer was lost.
  if private.owns(earlier.owner_id, earlier.owner_hash, member, hash) and earlier.id <> given.id then
    return jsonb_build_object('status', 'known');
  end if;
  return jsonb_build_object('status', 'stored');
end
$$;
revoke all on function public.place_preorder(jsonb, text) from public;
grant execute on function public.place_preorder(jsonb, text) to anon, authenticated, service_role;

-- For the function `smart-function`, which has checked the texts: {id, name, email, audio_path}.
create function public.submit_fragrance(submission jsonb, member uuid, owner_secret text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
declare
  hash text := private.secret_hash(owner_secret);
  known public.fragrance_submissions;
  wanted uuid := coalesce(private.uuid_of(submission, 'id'), gen_random_uuid());
  path text := private.text_of(submission, 'audio_path');
begin
  select * into known from public.fragrance_submissions as s where s.id = wanted;
  if known.id is null then
    perform private.recording_for(path, member, hash);
    insert into public.fragrance_submissions (id, name, email, audio_path, owner_id, owner_hash)
    values (wanted, private.text_of(submission, 'name'), private.text_of(submission, 'email'), path, member, case when member is null then hash end)
    on conflict on constraint fragrance_submissions_pkey do nothing;
    select * into known from public.fragrance_submissions as s where s.id = wanted;
  end if;
  if not private.owns(known.owner_id, known.owner_hash, member, hash) then
    raise unique_violation using message = 'This submission was already made.';
  end if;
end
$$;
revoke all on function public.submit_fragrance(jsonb, uuid, text) from public, anon, authenticated;
grant execute on function public.submit_fragrance(jsonb, uuid, text) to service_role;

-- For the function `contact-form`, which has checked the texts: {id, name, email, message}. The same id again is the same message.
create function public.send_message(message jsonb, member uuid, owner_secret text)
returns void language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.contact_messages (id, name, email, message, owner_id, owner_hash)
  values (
    coalesce(private.uuid_of(send_message.message, 'id'), gen_random_uuid()), private.text_of(send_message.message, 'name'),
    private.text_of(send_message.message, 'email'), private.text_of(send_message.message, 'message'),
    member, case when member is null then private.secret_hash(owner_secret) end
  )
  on conflict on constraint contact_messages_pkey do nothing;
end
$$;
revoke all on function public.send_message(jsonb, uuid, text) from public, anon, authenticated;
grant execute on function public.send_message(jsonb, uuid, text) to service_role;
