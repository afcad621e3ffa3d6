import { supabase } from './client.ts';

/** The access token of the session, renewed when it is due; null when no member is signed in. */
export async function accessToken(): Promise<string | null> {
  const client = await supabase();
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? null;
}
