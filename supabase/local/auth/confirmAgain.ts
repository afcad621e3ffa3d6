/**
 * Repeated registrations. Hosted Supabase sends the confirmation mail again after `max_frequency`, and answers a
 * registration of an unconfirmed address as if it were new. The embedded auth service answers both with "too soon": a
 * lost mail could never be replaced, and anybody could find out which addresses are unconfirmed. Only the owner of an
 * address may learn that it has an account: that is in a mail.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { newToken } from './mailTokens.ts';

export interface AgainOptions {
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  send(mail: { to: string; subject: string; html: string }): Promise<void>;
  siteUrl: string;
  /** `[auth.email]` of supabase/config.toml. */
  email: { max_frequency?: string; template?: { confirmation?: { subject?: string; content_path?: string } } };
  /** Divides the pause between two mails (`RATE_LIMIT_FACTOR`). */
  factor: number;
}

/** Seconds in a duration such as `1s`, `60s` or `1m30s`. */
function secondsOf(duration: string): number {
  let seconds = 0;
  for (const [, number, unit] of duration.matchAll(/([\d.]+)\s*(h|m|s)/g))
    seconds += Number(number) * ({ h: 3600, m: 60, s: 1 }[unit!] ?? 1);
  return seconds;
}

/** The pause between two mails to one address, s. */
function pauseOf(email: AgainOptions['email'], factor: number): number {
  return secondsOf(email.max_frequency ?? '60s') / factor;
}

/** A mail's template with its values. */
function fillTemplate(path: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(path, 'utf8').replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) =>
    escapeHtml(values[name] ?? ''),
  );
}

/**
 * Mails the confirmation link of a registered, unconfirmed address once more: the link of the mail before it stays, so
 * that another person who registers the address again makes nothing invalid. Sends nothing when the last mail is too
 * recent: the answer is the same.
 */
async function confirmAgain(address: string, { sql, send, siteUrl, email, factor }: AgainOptions): Promise<void> {
  // Checks and stamps in one statement: of two requests at once, one is too soon.
  const claimed = await sql<{ email: string; token: string }>(
    `update auth.users set confirmation_sent_at = now(), confirmation_token = coalesce(nullif(confirmation_token, ''), $2)
     where email = lower($1) and email_confirmed_at is null and confirmation_sent_at < now() - make_interval(secs => $3)
     returning email, confirmation_token as token`,
    [address, newToken(), pauseOf(email, factor)],
  );
  const { subject = 'Confirm your email', content_path: path = './supabase/templates/confirmation.html' } =
    email.template?.confirmation ?? {};
  for (const { email: to, token } of claimed)
    await send({ to, subject, html: fillTemplate(path, { SiteURL: siteUrl, TokenHash: token, Email: to }) });
}

/**
 * Handles a registration of an address that exists. The owner of a confirmed address gets a mail on how to log in; an
 * unconfirmed one gets its link once more. Returns the answer to a new address, with an invented user: it does not
 * reveal whether the address is registered or confirmed.
 */
async function registeredAgain(
  { email: address, data }: { email: string; data?: unknown },
  options: AgainOptions,
): Promise<object> {
  const { sql, send, siteUrl, email, factor } = options;
  await confirmAgain(address, options);
  const owners = await sql<{ email: string }>(
    `update auth.users set confirmation_sent_at = now()
     where email = lower($1) and email_confirmed_at is not null and confirmation_sent_at < now() - make_interval(secs => $2) returning email`,
    [address, pauseOf(email, factor)],
  );
  for (const { email: owner } of owners)
    await send({
      to: owner,
      subject: 'You have an account at Accord',
      html: fillTemplate('./supabase/templates/registered.html', { SiteURL: siteUrl, Email: owner }),
    });
  const id = randomUUID();
  const now = new Date().toISOString();
  const to = address.toLowerCase();
  const details = {
    ...(typeof data === 'object' ? data : {}),
    email: to,
    email_verified: false,
    phone_verified: false,
    sub: id,
  };
  const identity = {
    identity_id: randomUUID(),
    id,
    user_id: id,
    identity_data: details,
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email: to,
  };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: to,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: details,
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Replaces the "too soon" answers of the embedded auth service; other answers pass unchanged. */
export function createAgain(options: AgainOptions) {
  return async (request: Request, body: Uint8Array | string | null, answer: Response): Promise<Response> => {
    const path = /^\/auth\/v1\/(resend|signup)\/?$/.exec(new URL(request.url).pathname)?.[1];
    if (answer.status !== 429 || request.method !== 'POST' || !(body instanceof Uint8Array) || path === undefined)
      return answer;
    const { type, email, data } = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    if (typeof email !== 'string' || (path === 'resend' && type !== 'signup')) return answer;
    const headers = new Headers(answer.headers);
    for (const name of ['content-length', 'content-type', 'x-sb-error-code']) headers.delete(name);
    if (path === 'signup') return Response.json(await registeredAgain({ email, data }, options), { headers });
    await confirmAgain(email, options);
    return Response.json({}, { headers });
  };
}
