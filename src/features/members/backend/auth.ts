import { supabase } from '#core/backend/client.ts';
import { ownerSecretHash } from '#core/storage/ownerSecret.ts';
import type { AuthAccount } from '#features/session/domain/member.ts';
import {
  accountOf,
  requireAnswer,
  detachedClient,
  pendingSessionOf,
  storedSession,
  type PendingSession,
} from './pendingSession.ts';
import { BackendError } from '#core/backend/errors.ts';

/*
 * The auth service. Errors are BackendErrors whose `detail` is the service's own code (such as `invalid_credentials`,
 * `otp_expired`, `same_password`). Sessions are returned as pending sessions: the caller decides whether to adopt them.
 */

/** Changes of the session that the auth client reports. */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

async function auth() {
  try {
    return (await supabase()).auth;
  } catch (error) {
    throw new BackendError('network', error instanceof Error ? error.message : 'The client could not be loaded.');
  }
}

/**
 * Creates an account. The pending session is null where the address has to be confirmed first.
 * @throws BackendError, `duplicate` when the address has an account already
 */
export async function signUp({
  email,
  password,
  liquidName,
  location,
}: {
  email: string;
  password: string;
  liquidName: string;
  location: string | null;
}): Promise<PendingSession | null> {
  const client = await detachedClient();
  // Proves at the confirmation that this device chose the password.
  const device = await ownerSecretHash();
  const duplicateError = () =>
    new BackendError('duplicate', 'User already registered', { detail: 'user_already_exists' });
  const { user, session } = await requireAnswer(
    client.auth.signUp({
      email,
      password,
      options: {
        data: { liquidName, location: location ?? '', ...(device === null ? {} : { device }) },
        emailRedirectTo: `${window.location.origin}/`,
      },
    }),
  ).catch((error: unknown) => {
    // The pause between two mails to one address: the first sign-up made the account.
    if (
      error instanceof BackendError &&
      error.detail === 'over_email_send_rate_limit' &&
      /only request this after/.test(error.message)
    )
      throw duplicateError();
    throw error;
  });
  // With confirmations on, the hosted service answers a registered address with an invented user that has no
  // identities.
  if (user === null || (session === null && user.identities?.length === 0)) throw duplicateError();
  return session === null ? null : pendingSessionOf(client, user, session);
}

/**
 * Checks a password.
 * @throws BackendError, with `invalid_credentials`, `email_not_confirmed`, … in `detail`
 */
export async function signIn(email: string, password: string): Promise<PendingSession> {
  const client = await detachedClient();
  const { user, session } = await requireAnswer(client.auth.signInWithPassword({ email, password }));
  return pendingSessionOf(client, user, session);
}

/** Redeems a mail's one-time token. @throws BackendError, `otp_expired` in `detail` when it is spent */
export async function redeemToken(tokenHash: string, type: 'recovery' | 'signup'): Promise<PendingSession> {
  const client = await detachedClient();
  const { user, session } = await requireAnswer(client.auth.verifyOtp({ token_hash: tokenHash, type }));
  if (user === null || session === null)
    throw new BackendError('forbidden', 'Token has expired or is invalid', { detail: 'otp_expired' });
  return pendingSessionOf(client, user, session);
}

/**
 * The account of a recovery link's own tokens, in a client that keeps no session.
 * @throws BackendError when they are spent
 */
export async function redeemRecovery(accessToken: string, refreshToken: string): Promise<PendingSession> {
  const client = await detachedClient();
  const { user, session } = await requireAnswer(
    client.auth.setSession({ access_token: accessToken, refresh_token: refreshToken }),
  );
  if (user === null || session === null)
    throw new BackendError('forbidden', 'Token has expired or is invalid', { detail: 'otp_expired' });
  return pendingSessionOf(client, user, session);
}

/**
 * Ends this browser's session at the service. The caller removes it locally.
 * @throws BackendError
 */
export async function endSession(scope: 'local' | 'global', timeoutMs: number): Promise<void> {
  const token = storedSession()?.accessToken;
  if (token === undefined) return;
  const client = await auth();
  try {
    await requireAnswer(client.admin.signOut(token, scope), timeoutMs);
  } catch (error) {
    // The session or the account is gone there already.
    if (!(error instanceof BackendError && ['unauthorized', 'forbidden', 'not_found'].includes(error.code)))
      throw error;
  }
}

/**
 * Ends every other session of the signed-in account.
 * @throws BackendError
 */
export async function endOtherSessions(): Promise<void> {
  const client = await auth();
  await requireAnswer(client.signOut({ scope: 'others' }).then(({ error }) => ({ data: null, error })));
}

/** Notifies the auth client of this page and of other tabs that the stored session was removed. */
export async function broadcastSignOut(): Promise<void> {
  const client = await auth();
  if (storedSession() === null) await client.signOut({ scope: 'local' });
}

/**
 * The signed-in account, confirmed by the server; null when there is none (any more).
 * @throws BackendError when the server cannot be reached
 */
export async function currentAccount(): Promise<AuthAccount | null> {
  const client = await auth();
  const { session } = await requireAnswer(client.getSession());
  if (session === null) return null;
  try {
    const { user } = await requireAnswer(client.getUser());
    return accountOf(user);
  } catch (error) {
    // The account was deleted, or its session ended elsewhere.
    if (
      error instanceof BackendError &&
      (error.code === 'unauthorized' ||
        error.code === 'forbidden' ||
        error.code === 'not_found' ||
        error.detail === 'user_not_found')
    )
      return null;
    throw error;
  }
}

/**
 * Subscribes to events of the session; returns an unsubscribe function. The listener must not call the client, which is
 * still busy at that time.
 */
export async function onAuthEvent(
  listener: (event: AuthEvent, accessToken: string | null) => void,
): Promise<() => void> {
  const client = await auth();
  const { data } = client.onAuthStateChange((event, session) =>
    listener(event as AuthEvent, session?.access_token ?? null),
  );
  return () => data.subscription.unsubscribe();
}

/**
 * Mails a reset link that leads to `redirectTo`. Unknown addresses get the same answer.
 * @throws BackendError
 */
export async function requestPasswordReset(email: string, redirectTo: string): Promise<void> {
  const client = await auth();
  await requireAnswer(client.resetPasswordForEmail(email, { redirectTo }));
}

/**
 * Mails the confirmation of a registration once more. Unknown and confirmed addresses get the same answer.
 * @throws BackendError, `rate_limited` when it is too soon
 */
export async function resendConfirmation(email: string): Promise<void> {
  const client = await auth();
  await requireAnswer(client.resend({ type: 'signup', email }));
}

/**
 * Sets a new password for the signed-in account.
 * @throws BackendError, `same_password` or `weak_password` in `detail`
 */
export async function setPassword(password: string): Promise<void> {
  const client = await auth();
  await requireAnswer(client.updateUser({ password }));
}
