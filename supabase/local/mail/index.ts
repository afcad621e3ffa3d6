/** Mail that goes out: what the server needs of it. */
import { pendingMails, type PendingMails } from '../../functions/_shared/mail/queue.ts';
import { MailSettingError } from '../../functions/_shared/mail/smtp.ts';
import type { Service } from '../../functions/_shared/service.ts';
import type { Backend } from '../backendContract.ts';
import type { CaughtMail } from './mailbox.ts';
import { startMailer, type Mailer, type MailerOptions } from './mailer.ts';
import { mailSettings, siteUrlOf, type MailSettings } from './settings.ts';

export { MailSettingError, mailSettings, pendingMails, siteUrlOf };
export type { PendingMails };

/** The settings, and a clock for tests. */
export type MailOptions = MailSettings & Pick<MailerOptions, 'now' | 'pollMs'>;

interface Parts {
  backend: Backend;
  service: Service;
  siteUrl: string;
  say: (line: string) => void;
}

/** Switches the queue on and sends from it; without settings, switches it off. @throws MailSettingError */
export async function startMail(
  mail: MailOptions | null,
  { backend, service, siteUrl, say }: Parts,
): Promise<Mailer | null> {
  const mailer = mail && startMailer({ ...mail, service, siteUrl, say });
  await backend.sql('select private.switch_mail($1)', [mail !== null]);
  // Without a mailer nothing else deletes what an earlier start has queued.
  if (mail === null) await backend.sql('select public.tidy_mails(clock_timestamp())');
  if (mail) say(`Mail goes out as ${mail.from} by ${new URL(mail.smtpUrl).host}; its links begin with ${siteUrl}`);
  return mailer;
}

/** The line of the log about a mail that was caught instead of sent. */
export function mailLine({ to, subject }: CaughtMail, mailbox: string | null): string {
  const how = mailbox === null ? 'It was not sent: set ACCORD_SMTP_URL (docs/hosting.md).' : `Read it at ${mailbox}`;
  return `Mail for ${to}: "${subject}". ${how}`;
}
