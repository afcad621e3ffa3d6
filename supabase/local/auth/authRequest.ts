/* What a call of the auth service asks for, and how one is refused. */

/** Kinds of calls that are limited. */
export type Kind = 'sign_in' | 'sign_up' | 'refresh' | 'verify' | 'mail';

/** Allowed purposes of a mailed link. */
export const LINKS: ReadonlySet<unknown> = new Set(['signup', 'recovery']);

/** The kind of call; null when it is not limited, `off` when the app does not use it. */
export function kindOf(request: Request, url: URL): Kind | 'off' | null {
  if (request.method === 'OPTIONS') return null;
  switch (/^\/auth\/v1\/([a-z]+)\/?$/.exec(url.pathname)?.[1]) {
    case 'token':
      return url.searchParams.get('grant_type') === 'refresh_token' ? 'refresh' : 'sign_in';
    case 'signup':
      return 'sign_up';
    case 'verify':
      // Our mails hold no link that signs in when it is opened.
      return request.method === 'POST' ? 'verify' : 'off';
    case 'otp':
    case 'magiclink':
    case 'reauthenticate':
      return 'off';
    case 'recover':
    case 'resend':
      return 'mail';
    default:
      return null;
  }
}

/** The fields of a body; empty when it is no JSON object. */
export function fieldsIn(body: Uint8Array): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The account named in a body, or null. */
export function accountIn({ email, phone }: Record<string, unknown>): string | null {
  const account = typeof email === 'string' ? email : phone;
  return typeof account === 'string' && account.length <= 320 ? account.trim().toLowerCase() : null;
}

/**
 * True when a sign-in failed because of what was typed. A failure of the service, or an address that is still to be confirmed,
 * is none of a person who guesses.
 */
export async function isWrongPassword(answer: Response): Promise<boolean> {
  if (answer.status < 400 || answer.status >= 500 || answer.status === 429) return false;
  const body = fieldsIn(new Uint8Array(await answer.clone().arrayBuffer()));
  return (body['error_code'] ?? body['code']) !== 'email_not_confirmed';
}

/** A refusal in the auth service's form, in the API version that the client asked for. */
export function refusal(
  request: Request,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const version = request.headers.get('x-supabase-api-version');
  const dated = version !== null && version >= '2024-01-01';
  return Response.json(dated ? { code, message } : { code: status, error_code: code, msg: message }, {
    status,
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'retry-after, x-supabase-api-version',
      ...(dated ? { 'x-supabase-api-version': '2024-01-01' } : {}),
    },
  });
}

/** The answer to a request for a mail; the same whether one was sent or not. */
export const mailAnswer = () =>
  Response.json({}, { headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' } });
