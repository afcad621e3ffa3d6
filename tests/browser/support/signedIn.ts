import { SESSION_STORAGE_KEY, supabase } from '../../../src/core/backend/client.ts';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import { rememberUser } from '../../../src/features/members/state/session/session.ts';
import { describeBackend, sessionOf } from './fakeService.ts';

/** Signs a member in, as a visit before has left it. */
export async function signInAs(id: string): Promise<void> {
  describeBackend();
  const { auth } = await supabase();
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(sessionOf(id)));
  // The client reads it from there.
  await auth.getSession();
  rememberUser(defaultProfile({ id, email: `${id}@example.com` }));
}
