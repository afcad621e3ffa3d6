/** Puts the auth service's mails into the queue of mails that go out, instead of the mailbox. */
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import { textOfMail } from './mailbox.ts';

/** Minutes for which the links of the auth service work (`otp_expiry` of supabase/config.toml). */
const LINK_MINUTES = 60;

const kindOf = (html: string): string => {
  const type = /[?&;]type=(\w+)/.exec(html)?.[1];
  return type === 'signup' ? 'confirmation' : type === 'recovery' ? 'recovery' : 'account';
};

/** @param query runs beside the request's own statements, or in a turn of its own */
export function queueAuthMails(query: (sql: string, values: unknown[]) => Promise<unknown>): EmailDriver {
  return {
    async send({ to, subject, text, html }: EmailMessage) {
      await query(
        `insert into private.mails (kind, recipient, subject, plain, html, expires_at)
         values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(mins => $6))`,
        [kindOf(html ?? ''), to, subject, html ? textOfMail(html) : (text ?? ''), html ?? '', LINK_MINUTES],
      );
    },
  };
}
