/**
 * Random tokens for links in mails. The auth service derives a link's token from the address and a short code, so
 * anybody who has the address could try all codes. Replaces each token by 224 random bits before the mail goes out, in
 * the database as well: derived tokens and codes then have no effect.
 */
import { randomBytes } from 'node:crypto';
import type { EmailDriver, EmailMessage } from '@supabase/lite';

/** A new random token. */
export function newToken(): string {
  return randomBytes(28).toString('hex');
}

/**
 * Sends mails with random tokens.
 * @param query runs within the request that sends the mail
 * @throws Error when a link's token belongs to no user; the mail is not sent then
 */
export function withRandomTokens(
  driver: EmailDriver,
  query: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }>,
): EmailDriver {
  return {
    async send(mail: EmailMessage) {
      const made = /[?&;]token_hash=([0-9a-f]{64})(?![0-9a-f])/.exec(mail.html ?? '')?.[1];
      if (made === undefined) return driver.send(mail);
      const token = newToken();
      const { rows } = await query(
        `update auth.users
         set confirmation_token = case when confirmation_token = $1 then $2 else confirmation_token end,
             recovery_token = case when recovery_token = $1 then $2 else recovery_token end
         where $1 in (confirmation_token, recovery_token) returning 1 as one`,
        [made, token],
      );
      if (rows.length !== 1) throw new Error('The token of a mail is not that of an account.');
      // The service's plain text has other links, and the code.
      return driver.send({ ...mail, text: '', html: mail.html!.replaceAll(made, token) });
    },
  };
}
