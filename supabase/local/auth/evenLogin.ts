/**
 * Keeps login and registration from revealing whether an address has an account, by words or by time. The embedded auth
 * service compares a password only if the account has one, reports an unconfirmed address before it checks the password,
 * and hashes a new password only for a new address. This module adds the missing work.
 */
// oxlint-disable import/no-named-as-default-member -- imported as the auth service does, so that a test counts the calls of both
import bcrypt from 'bcryptjs';

export interface EvenLoginOptions {
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The service's cost of a hash, as the exponent of two. */
const COST = Number(process.env['LITE_AUTH_BCRYPT_COST'] || 10);
/** A hash that no password matches. */
const NOBODYS = `$2b$${String(COST).padStart(2, '0')}$${'abcdefghijklmnopqrstuO'}${'0123456789abcdefghijklmnopqrstu'}`;

function credentialsIn(body: Uint8Array): { email: string; password: string } | null {
  try {
    const { email, password } = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    return typeof email === 'string' && typeof password === 'string' && password !== '' ? { email, password } : null;
  } catch {
    return null;
  }
}

/** Turns a refusal into that of a wrong password, in the same API version. */
function wrongPassword(details: Record<string, unknown>, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const words = 'Invalid login credentials';
  const code = 'invalid_credentials';
  return Response.json(
    'error_code' in details ? { ...details, error_code: code, msg: words } : { ...details, code, message: words },
    {
      status: answer.status,
      headers,
    },
  );
}

/** @returns a function that evens out an answer of the auth service before the caller gets it */
export function createEvenLogin({ sql }: EvenLoginOptions) {
  return async (request: Request, body: Uint8Array | null, answer: Response): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== 'POST' || answer.ok || body === null) return answer;
    const signsUp = /^\/auth\/v1\/signup\/?$/.test(pathname);
    const logsIn = /^\/auth\/v1\/token\/?$/.test(pathname) && searchParams.get('grant_type') === 'password';
    const given = signsUp || logsIn ? credentialsIn(body) : null;
    if (given === null) return answer;
    if (signsUp) {
      // The address is known; for a new one the service would have hashed the password.
      if (answer.status === 429 || answer.status === 422) await bcrypt.hash(given.password, COST);
      return answer;
    }
    const details = (await answer.clone().json()) as Record<string, unknown>;
    const code = details['error_code'] ?? details['code'];
    if (code !== 'email_not_confirmed' && code !== 'invalid_credentials') return answer;
    const [account] = await sql<{ hash: string | null; confirmed: boolean }>(
      'select encrypted_password as hash, confirmed_at is not null as confirmed from auth.users where email = lower($1)',
      [given.email],
    );
    // The service has already compared the password.
    if (account?.hash && account.confirmed) return answer;
    const right = await bcrypt.compare(given.password, account?.hash || NOBODYS);
    return right || code === 'invalid_credentials' ? answer : wrongPassword(details, answer);
  };
}
