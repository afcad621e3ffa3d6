import type { AuthError, Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { AuthAccount, MemberProfile } from '#features/session/domain/member.ts';
import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { createDetachedClient, SESSION_STORAGE_KEY, supabase } from '#core/backend/client.ts';
import { BackendError, codeOfStatus } from '#core/backend/errors.ts';
import { rowOfMember } from './profiles.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/** Timeout of a call to the auth service, ms. */
const TIMEOUT_MS = 30_000;

/** The service's message; an answer without one has its JSON there instead. */
function sentenceOf(error: AuthError): string {
  return typeof error.message === 'string' && !/^\s*[{[<]/.test(error.message) ? error.message : '';
}

/** Converts an auth error to a BackendError; `detail` is the service's own code. */
function authFailure(error: AuthError): BackendError {
  const message = sentenceOf(error);
  const more = {
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.code === undefined ? {} : { detail: error.code }),
  };
  // The client's own codes for "no answer" and "no session".
  if (error.name === 'AuthRetryableFetchError')
    return new BackendError(error.status && error.status >= 500 ? 'server' : 'network', message, more);
  if (error.name === 'AuthSessionMissingError')
    return new BackendError('unauthorized', message, { ...more, detail: 'session_missing' });
  if (error.name === 'AuthUnknownError') return new BackendError('server', message, more);
  return new BackendError(error.status === undefined ? 'rejected' : codeOfStatus(error.status), message, more);
}

interface Answer {
  data: unknown;
  error: AuthError | null;
}
/** The data of the answers that are no refusals. */
type DataOf<A extends Answer> =
  Extract<A, { error: null }> extends never ? A['data'] : Extract<A, { error: null }>['data'];

/** Awaits the answer of a call. @throws BackendError for an error, and when there is no answer in time */
export async function requireAnswer<A extends Answer>(call: Promise<A>, timeoutMs = TIMEOUT_MS): Promise<DataOf<A>> {
  try {
    const { data, error } = await withTimeout(call, timeoutMs, (): never => {
      throw new BackendError('timeout', `No answer within ${timeoutMs / 1000} s.`);
    });
    if (error !== null) throw authFailure(error);
    return data as DataOf<A>;
  } catch (error) {
    if (error instanceof TypeError) throw new BackendError('network', error.message);
    throw error;
  }
}

/** The account inside an answer. */
export function accountOf(user: User): AuthAccount {
  return {
    id: user.id,
    email: user.email ?? '',
    createdAt: user.created_at ?? null,
    metadata: user.user_metadata ?? {},
  };
}

/** The session in this browser's storage, unverified; null when there is none. */
export function storedSession(): { userId: string; accessToken: string } | null {
  try {
    const session = JSON.parse(window.localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null') as {
      access_token?: unknown;
      user?: { id?: unknown };
    } | null;
    const { access_token: accessToken, user } = session ?? {};
    return typeof accessToken === 'string' && typeof user?.id === 'string' ? { userId: user.id, accessToken } : null;
  } catch {
    return null;
  }
}

/**
 * A session from the service that this browser has not adopted. Only a detached client holds it: it is not in storage,
 * not in other tabs, and gone when the page closes. Adopt it or end it.
 */
export interface PendingSession {
  account: AuthAccount;
  /** The account's row in `profiles`; null when there is none. @throws BackendError */
  loadProfile(): Promise<MemberProfile | null>;
  /**
   * Makes it the session of this browser. `insteadOf` is the member whose session it may replace.
   * @throws BackendError, `somebody_else` in `detail` when another member has signed in meanwhile
   */
  adopt(insteadOf: string | null): Promise<void>;
  /**
   * Confirms the password of a registration, just after its confirmation by mail. False when another device registered
   * (its password is then void) and when the backend is unreachable.
   */
  keepPassword(): Promise<boolean>;
  /**
   * Sets a new password for its account, without adopting it.
   * @throws BackendError, `same_password` or `weak_password` in `detail`
   */
  setPassword(password: string): Promise<void>;
  /**
   * Ends it (`local`), or every session of its account (`global`). Deletes it here even when the service cannot be
   * reached. Resolves with true when the service has confirmed it.
   */
  end(scope: 'local' | 'global'): Promise<boolean>;
}

/** Wraps the session of a detached client. */
export function pendingSessionOf(client: SupabaseClient, user: User, session: Session): PendingSession {
  const account = accountOf(user);
  return {
    account,
    loadProfile: () => rowOfMember(client, account.id),
    async adopt(insteadOf) {
      const { auth } = await supabase();
      const holder = storedSession();
      if (holder !== null && holder.userId !== account.id && holder.userId !== insteadOf)
        throw new BackendError('forbidden', 'Another member is logged in.', { detail: 'somebody_else' });
      await requireAnswer(
        auth.setSession({ access_token: session.access_token, refresh_token: session.refresh_token }),
      );
    },
    async keepPassword() {
      const { data, error } = await client.rpc('keep_password', { owner_secret: ownerSecret() });
      // A backend older than this app has not removed the password.
      return error === null ? data === true : error.code === 'PGRST202';
    },
    async setPassword(password) {
      await requireAnswer(client.auth.updateUser({ password }));
    },
    async end(scope) {
      return requireAnswer(client.auth.signOut({ scope }).then(({ error }) => ({ data: null, error }))).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Runs a call on a detached client. @throws BackendError, `network` when the client cannot be loaded */
export async function detachedClient(): Promise<SupabaseClient> {
  try {
    return await createDetachedClient();
  } catch (error) {
    throw new BackendError('network', error instanceof Error ? error.message : 'The client could not be loaded.');
  }
}
