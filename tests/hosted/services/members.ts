/** Auth's changes to the database: it stores members under its role, and signs their tokens. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { tokenOf } from '../tokens.ts';

export interface SignedUp {
  id: string;
  /** The access token, good for an hour. */
  token: string;
}

/** Signs a member up whose address is confirmed; `data` holds the fields of the registration. */
export async function signUp(auth: Pool, jwtSecret: string, email: string, data: object): Promise<SignedUp> {
  const [id, session] = [randomUUID(), randomUUID()];
  await auth.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, '', now(), $3, $4, now(), now())`,
    [id, email, JSON.stringify({ provider: 'email', providers: ['email'] }), JSON.stringify(data)],
  );
  await auth.query(
    "insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at) values ($1::text, $1::uuid, $2, 'email', now(), now())",
    [id, JSON.stringify({ sub: id, email })],
  );
  await auth.query('insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())', [
    session,
    id,
  ]);
  const token = tokenOf(
    {
      role: 'authenticated',
      aud: 'authenticated',
      sub: id,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data,
      aal: 'aal1',
      session_id: session,
      is_anonymous: false,
    },
    jwtSecret,
  );
  return { id, token };
}

/** `POST /auth/v1/logout`: ends the session of a token. */
export async function logOut(auth: Pool, session: unknown): Promise<Response> {
  await auth.query('delete from auth.sessions where id = $1', [session]);
  return new Response(null, { status: 204 });
}

/** `GET /auth/v1/user`: the member of a token, while the account and the session exist. */
export async function userOf(auth: Pool, id: string | undefined, session: unknown): Promise<Response> {
  const { rowCount } = await auth.query('select 1 from auth.sessions where id = $1 and user_id = $2', [
    session ?? null,
    id ?? null,
  ]);
  if (rowCount === 0)
    return Response.json(
      { code: 403, error_code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' },
      { status: 403 },
    );
  const { rows } = await auth.query<{ id: string; email: string }>(
    'select id, email, aud, role, raw_user_meta_data as user_metadata from auth.users where id = $1',
    [id ?? null],
  );
  return Response.json(rows[0]);
}
