/** Sends by SMTP. Nodemailer comes from outside: Node and Deno import it by different names. */
import type { OutgoingMail, Transport } from './queue.ts';

/** A setting is wrong; the message names which, for the operator. */
export class MailSettingError extends Error {}

/** The part of nodemailer that is used here. */
export type CreateTransport = (options: Record<string, unknown>) => {
  sendMail(mail: Record<string, unknown>): Promise<unknown>;
  close(): void;
};

/** Longest time to connect, until the greeting, and of silence, ms. */
const TIMEOUTS_MS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/**
 * Nodemailer's options for `smtp(s)://user:pass@host:port`. A password never travels in plain text: beyond this machine
 * a server that is given one must offer STARTTLS.
 * @throws MailSettingError
 */
export function smtpOptions(address: string): Record<string, unknown> {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new MailSettingError('ACCORD_SMTP_URL must look like smtp://user:password@host:587.');
  }
  const secure = url.protocol === 'smtps:';
  if ((url.protocol !== 'smtp:' && !secure) || url.hostname === '')
    throw new MailSettingError('ACCORD_SMTP_URL must look like smtp://user:password@host:587.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const here = isThisMachine(url.hostname);
  let auth: { user: string; pass: string } | undefined;
  try {
    if (url.username !== '') auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  } catch {
    throw new MailSettingError('In ACCORD_SMTP_URL a "%" of the user or password must be written as %25.');
  }
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(auth ? { auth } : {}),
    ...(secure ? {} : here ? { ignoreTLS: true } : { requireTLS: auth !== undefined }),
    ...TIMEOUTS_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Name and address of a sender: `Accord <hello@example.com>` or the address alone. @throws MailSettingError */
export function senderOf(from: string | undefined): { name: string; address: string } {
  const [, name = '', address = ''] =
    /^\s*(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>)\s*$/.exec(from ?? '') ??
    /^\s*()([^\s<>@]+@[^\s<>@]+)\s*$/.exec(from ?? '') ??
    [];
  if (address === '')
    throw new MailSettingError('ACCORD_MAIL_FROM must be the sender of all mails, such as Accord <hello@example.com>.');
  return { name: name || 'Accord', address };
}

/** @throws MailSettingError */
export function smtpTransport(
  createTransport: CreateTransport,
  address: string,
  sender: string | undefined,
): Transport {
  const from = senderOf(sender);
  const transport = createTransport(smtpOptions(address));
  const domain = from.address.split('@')[1]!;
  return {
    async send({ id, to, subject, text, html }: OutgoingMail) {
      await transport.sendMail({
        from,
        // An object: a comma in an address makes no second recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}
