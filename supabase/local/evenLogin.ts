/**
 * Whether an address has an account is told by no login and no registration: neither by the words nor by the time they take. The
 * embedded auth service compares a password only where there is one, calls an address unconfirmed before it has looked at the
 * password, and hashes a new password only where the address is new. What it leaves out is done here.
 */
// oxlint-disable import/no-named-as-default-member -- as the auth service calls it, so that a test counts the calls of both
import bcrypt from 'bcryptjs';

export interface EvenLoginOptions {
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The service's own cost of a hash, as the exponent of two. */
const COST = Number(process.env['LITE_AUTH_BCRYPT_COST'] || 10);
/** Of no password. */
const NOBODYS = `$2b$${String(COST).padStart(2, '0')}$${'abcdefghijklmnopqrstuO'}${'0123456789abcdefghijklmnopqrstu'}`;

function credentialsIn(body: Uint8Array): { email: string; password: string } | null {
  try {
    const { email, password } = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    return typeof email === 'string' && typeof password === 'string' && password !== '' ? { email, password } : null;
  } catch {
    return null;
  }
}

/** The refusal of a wrong password, in the version of another refusal. */
function wrongPassword(said: Record<string, unknown>, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const words = 'Invalid login credentials';
  const code = 'invalid_credentials';
  return Response.json(
    'error_code' in said ? { ...said, error_code: code, msg: words } : { ...said, code, message: words },
    {
      status: answer.status,
      headers,
    },
  );
}

/** @returns what has the answer of the auth service in its hands before the caller has */
export function createEvenLogin({ sql }: EvenLoginOptions) {
  return async (request: Request, body: Uint8Array | null, answer: Response): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== 'POST' || answer.ok || body === null) return answer;
    const signsUp = /^\/auth\/v1\/signup\/?$/.test(pathname);
    const logsIn = /^\/auth\/v1\/token\/?$/.test(pathname) && searchParams.get('grant_type') === 'password';
    const given = signsUp || logsIn ? credentialsIn(body) : null;
    if (given === null) return answer;
    if (signsUp) {
      // It knows the address: of a new one the password would have been hashed.
      if (answer.status === 429 || answer.status === 422) await bcrypt.hash(given.password, COST);
      return answer;
    }
    const said = (await answer.clone().json()) as Record<string, unknown>;
    const code = said['error_code'] ?? said['code'];
    if (code !== 'email_not_confirmed' && code !== 'invalid_credentials') return answer;
    const [account] = await sql<{ hash: string | null; confirmed: boolean }>(
      'select encrypted_password as hash, confirmed_at is not null as confirmed from auth.users where email = lower($1)',
      [given.email],
    );
    // Compared already.
    if (account?.hash && account.confirmed) return answer;
    const right = await bcrypt.compare(given.password, account?.hash || NOBODYS);
    return right || code === 'invalid_credentials' ? answer : wrongPassword(said, answer);
  };
}
