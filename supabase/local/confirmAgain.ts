/**
 * The confirmation mail of a registration, once more. Hosted Supabase sends it again after `max_frequency`; the embedded
 * auth service answers every such request as if it came too soon, so a mail that got lost would be lost for good.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface ConfirmAgainOptions {
  sql<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  send(mail: { to: string; subject: string; html: string }): Promise<void>;
  siteUrl: string;
  /** `[auth.email]` of supabase/config.toml. */
  email: { max_frequency?: string; template?: { confirmation?: { subject?: string; content_path?: string } } };
}

/** Seconds of a duration such as `1s`, `60s` or `1m30s`. */
function secondsOf(duration: string): number {
  let seconds = 0;
  for (const [, number, unit] of duration.matchAll(/([\d.]+)\s*(h|m|s)/g))
    seconds += Number(number) * ({ h: 3600, m: 60, s: 1 }[unit!] ?? 1);
  return seconds;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * Mails a new confirmation link to an address that is registered and not confirmed; the link before it is void then.
 * @returns seconds to wait when the last mail is too recent, 0 when the mail was sent
 */
export async function confirmAgain(
  address: string,
  { sql, send, siteUrl, email }: ConfirmAgainOptions,
): Promise<number> {
  const pause = secondsOf(email.max_frequency ?? '60s');
  const token = randomBytes(28).toString('hex');
  // One statement looks and stamps: of two requests at once one is too soon.
  const claimed = await sql<{ email: string }>(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
     where email = lower($1) and confirmed_at is null and confirmation_sent_at < now() - make_interval(secs => $3) returning email`,
    [address, token, pause],
  );
  const to = claimed[0]?.email;
  if (to === undefined) return Math.max(1, Math.ceil(pause));
  const { subject = 'Confirm your email', content_path: path = './supabase/templates/confirmation.html' } =
    email.template?.confirmation ?? {};
  const values: Readonly<Record<string, string>> = { SiteURL: siteUrl, TokenHash: token, Email: to };
  const html = readFileSync(path, 'utf8').replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) =>
    escaped(values[name] ?? ''),
  );
  await send({ to, subject, html });
  return 0;
}
