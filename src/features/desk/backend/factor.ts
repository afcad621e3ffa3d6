import { supabase } from '../../../core/backend/client.ts';
import { BackendError } from '../../../core/backend/errors.ts';

/** The least that the auth service tells of a failure. */
interface AuthFailure {
  message: string;
  status?: number | undefined;
  name: string;
}

function failure({ message, status, name }: AuthFailure): BackendError {
  if (name === 'AuthRetryableFetchError' || status === undefined || status === 0)
    return new BackendError('network', 'The backend could not be reached.');
  if (status === 429) return new BackendError('rate_limited', message, { status });
  return new BackendError(status >= 500 ? 'server' : 'rejected', message, { status });
}

/**
 * Shows the second factor: the session has it from then on. Only hosted projects have factors.
 * @param code six digits of the authenticator
 * @throws BackendError `rejected` for a wrong code, `not_found` without a factor
 */
export async function showFactor(code: string): Promise<void> {
  const { auth } = await supabase();
  const factors = await auth.mfa.listFactors();
  if (factors.error) throw failure(factors.error);
  const [factor] = factors.data.totp;
  if (factor === undefined) throw new BackendError('not_found', 'This account has no second factor.');
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw failure(error);
}
