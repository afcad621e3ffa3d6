-- What visitors and members may do with each table: the whole list, in one place. Row level security then says with which rows.
-- A function, because the embedded backend gives its roles every right on every table when it starts, and takes this list up
-- again afterwards; a hosted project needs it once, below.
create function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select on public.fragrance_profiles to anon;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
  grant select, insert on public.fragrance_shares to anon, authenticated;
  grant insert on public.preorders to anon, authenticated;
  -- Submissions, messages and what is counted of callers belong to the functions alone.
end
$$;
revoke all on function private.restore_rights() from public, anon, authenticated;

select private.restore_rights();
