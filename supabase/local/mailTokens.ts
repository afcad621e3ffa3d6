/**
 * The links in mails. The auth service makes a link's token of the address and a short code, so whoever knows the address
 * could try all codes. Each token is replaced by one of 224 random bits before its mail goes out, in the database as well:
 * neither a computed token nor a code opens anything then.
 */
import { randomBytes } from 'node:crypto';
import type { EmailDriver, EmailMessage } from '@supabase/lite';

/** A new token of a link. */
export function newToken(): string {
  return randomBytes(28).toString('hex');
}

/**
 * Sends mails with random tokens.
 * @param query runs within the request that sends the mail
 * @throws Error when a link's token belongs to nobody; the mail is not sent then
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
      // The service's plain text has its own links, and the code.
      return driver.send({ ...mail, text: '', html: mail.html!.replaceAll(made, token) });
    },
  };
}
