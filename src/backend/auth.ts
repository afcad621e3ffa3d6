import type { AuthError, User } from '@supabase/supabase-js';
import type { AuthAccount } from '../domain/member.ts';
import { Scope } from '../platform/scope.ts';
import { supabase } from './client.ts';
import { BackendError, codeOfStatus } from './errors.ts';

/*
 * The auth service, as the app's state speaks to it. Every refusal is thrown as a BackendError whose `detail` is the
 * service's own code (such as `invalid_credentials`, `otp_expired`, `same_password`).
 */

/** What the auth client tells about the session. */
export type AuthEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY' | 'MFA_CHALLENGE_VERIFIED';

/** A call to the auth service that has no answer after this long is given up, ms. */
const TIMEOUT_MS = 30_000;

function failureOf(error: AuthError): BackendError {
  const more = { ...(error.status === undefined ? {} : { status: error.status }), ...(error.code === undefined ? {} : { detail: error.code }) };
  // The client's own word for "no answer", and for a session that it does not have.
  if (error.name === 'AuthRetryableFetchError') return new BackendError(error.status && error.status >= 500 ? 'server' : 'network', error.message, more);
  if (error.name === 'AuthSessionMissingError') return new BackendError('unauthorized', error.message, { ...more, detail: 'session_missing' });
  if (error.name === 'AuthUnknownError') return new BackendError('server', error.message, more);
  return new BackendError(error.status === undefined ? 'rejected' : codeOfStatus(error.status), error.message, more);
}

interface Answer {
  data: unknown;
  error: AuthError | null;
}
/** The data of the answers that are no refusals. */
type DataOf<A extends Answer> = Extract<A, { error: null }> extends never ? A['data'] : Extract<A, { error: null }>['data'];

/** The answer of a call, or its failure thrown; a call that never answers fails as well. */
async function answered<A extends Answer>(call: Promise<A>): Promise<DataOf<A>> {
  const scope = new Scope();
  const late = new Promise<never>((_, reject) => {
    scope.timeout(() => reject(new BackendError('timeout', `No answer within ${TIMEOUT_MS / 1000} s.`)), TIMEOUT_MS);
  });
  try {
    const { data, error } = await Promise.race([call, late]);
    if (error !== null) throw failureOf(error);
    return data as DataOf<A>;
  } catch (error) {
    if (error instanceof TypeError) throw new BackendError('network', error.message);
    throw error;
  } finally {
    scope.dispose();
  }
}

function accountOf(user: User): AuthAccount {
  return { id: user.id, email: user.email ?? '', createdAt: user.created_at ?? null, metadata: user.user_metadata ?? {} };
}

async function auth() {
  try {
    return (await supabase()).auth;
  } catch (error) {
    throw new BackendError('network', error instanceof Error ? error.message : 'The client could not be loaded.');
  }
}

/**
 * Makes an account. `signedIn` is false where the address has to be confirmed first.
 * @throws BackendError, `duplicate` when the address has an account already
 */
export async function signUp({ email, password, liquidName, location }: { email: string; password: string; liquidName: string; location: string | null }): Promise<{ account: AuthAccount; signedIn: boolean }> {
  const client = await auth();
  const known = () => new BackendError('duplicate', 'User already registered', { detail: 'user_already_exists' });
  const { user, session } = await answered(client.signUp({ email, password, options: { data: { liquidName, location: location ?? '' }, emailRedirectTo: `${window.location.origin}/` } })).catch((error: unknown) => {
    // The pause between two mails to one address: nobody has it who was not there before.
    if (error instanceof BackendError && error.detail === 'over_email_send_rate_limit' && /only request this after/.test(error.message)) throw known();
    throw error;
  });
  // With confirmations on, the hosted service answers a known address with an invented user that has no identities.
  if (user === null || (session === null && user.identities?.length === 0)) throw known();
  return { account: accountOf(user), signedIn: session !== null };
}

/** Signs in. @throws BackendError, with `invalid_credentials`, `email_not_confirmed`, … in `detail` */
export async function signIn(email: string, password: string): Promise<AuthAccount> {
  const client = await auth();
  const { user } = await answered(client.signInWithPassword({ email, password }));
  return accountOf(user);
}

/** Ends the session of this device (`local`, in every tab), or every session of the account (`global`). @throws BackendError */
export async function signOut(scope: 'local' | 'global'): Promise<void> {
  const client = await auth();
  await answered(client.signOut({ scope }).then(({ error }) => ({ data: null, error })));
}

/** Who is signed in by the server's word; null when nobody is (any more). @throws BackendError when it cannot be asked */
export async function currentAccount(): Promise<AuthAccount | null> {
  const client = await auth();
  const { session } = await answered(client.getSession());
  if (session === null) return null;
  try {
    const { user } = await answered(client.getUser());
    return accountOf(user);
  } catch (error) {
    // The account was deleted, or its session ended elsewhere.
    if (error instanceof BackendError && (error.code === 'unauthorized' || error.code === 'forbidden' || error.code === 'not_found' || error.detail === 'user_not_found')) return null;
    throw error;
  }
}

/**
 * Hears about the session. The listener must not call the client: it is told while the client is at work.
 * Returns what ends it.
 */
export async function onAuthEvent(listener: (event: AuthEvent, accessToken: string | null) => void): Promise<() => void> {
  const client = await auth();
  const { data } = client.onAuthStateChange((event, session) => listener(event as AuthEvent, session?.access_token ?? null));
  return () => data.subscription.unsubscribe();
}

/** Mails a reset link that leads to `redirectTo`. Unknown addresses are answered alike. @throws BackendError */
export async function requestPasswordReset(email: string, redirectTo: string): Promise<void> {
  const client = await auth();
  await answered(client.resetPasswordForEmail(email, { redirectTo }));
}

/** Redeems a mail's one-time token; afterwards its account is signed in. @throws BackendError, `otp_expired` in `detail` when it is spent */
export async function verifyToken(tokenHash: string, type: 'recovery' | 'signup'): Promise<AuthAccount> {
  const client = await auth();
  const { user } = await answered(client.verifyOtp({ token_hash: tokenHash, type }));
  if (user === null) throw new BackendError('forbidden', 'Token has expired or is invalid', { detail: 'otp_expired' });
  return accountOf(user);
}

/** Takes over a session that came with a link. @throws BackendError */
export async function adoptTokens({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): Promise<void> {
  const client = await auth();
  await answered(client.setSession({ access_token: accessToken, refresh_token: refreshToken }));
}

/** Sets a new password for whoever is signed in. @throws BackendError, `same_password` or `weak_password` in `detail` */
export async function setPassword(password: string): Promise<void> {
  const client = await auth();
  await answered(client.updateUser({ password }));
}
