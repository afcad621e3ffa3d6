-- Nobody's question holds a connection for long: a visitor's is cut after 3 s, a member's after 8 s. A hosted project has
-- these limits from the beginning, another Postgres has none. PostgREST sets them with the role, for each request.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'The limits of statements stay as they are: % may not set them.', current_user;
end
$$;
notify pgrst, 'reload config';
