-- What visitors and members may do with each table: the whole list, in one place. A visitor touches no table at all, and a
-- member their own profile and fragrances; everything else goes through functions.
create or replace function private.restore_rights()
returns void language plpgsql set search_path = ''
as $$
begin
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all sequences in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated;
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;

  grant select, insert, update on public.profiles, public.users to authenticated;
  grant select, insert, update, delete on public.fragrance_profiles to authenticated;
end
$$;
revoke all on function private.restore_rights() from public, anon, authenticated;

select private.restore_rights();
