/** Nodemailer in Deno, loaded only where mails go out by SMTP. */
import { createTransport } from 'npm:nodemailer@10.6.1';
import type { Transport } from '../_shared/mail/queue.ts';
import { smtpTransport } from '../_shared/mail/smtp.ts';

/** @throws MailSettingError */
export function bySmtp(address: string, sender: string | undefined): Transport {
  return smtpTransport(createTransport, address, sender);
}
