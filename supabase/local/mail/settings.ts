/** The settings of mail by environment, for the one-machine way (docs/hosting.md). */
import { MailSettingError, senderOf, smtpOptions } from '../../functions/_shared/mail/smtp.ts';

export interface MailSettings {
  /** `smtp(s)://user:pass@host:port` (ACCORD_SMTP_URL). */
  smtpUrl: string;
  /** Sender of all mails (ACCORD_MAIL_FROM). */
  from: string;
  /** Gets the digest beside the owners (ACCORD_OWNER_MAIL). */
  ownerMail?: string;
}

/** The public address of the app without a slash at its end; undefined when none is set. @throws MailSettingError */
export function siteUrlOf(address: string | undefined): string | undefined {
  if (!address) return undefined;
  let url: URL | null = null;
  try {
    url = new URL(address);
  } catch {
    // The same words as for an address of another kind.
  }
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new MailSettingError(`ACCORD_SITE_URL must look like https://app.example.com, not "${address}".`);
  return url.origin;
}

/** The settings of an environment; null without an SMTP server. @throws MailSettingError */
export function mailSettings(env: Readonly<Record<string, string | undefined>>): MailSettings | null {
  const { ACCORD_SMTP_URL: smtpUrl, ACCORD_MAIL_FROM: from, ACCORD_OWNER_MAIL: ownerMail } = env;
  if (!smtpUrl) return null;
  smtpOptions(smtpUrl);
  senderOf(from);
  if (ownerMail && !/^[^\s@]+@[^\s@]+$/.test(ownerMail))
    throw new MailSettingError(`ACCORD_OWNER_MAIL must be one address, not "${ownerMail}".`);
  return { smtpUrl, from: from!, ...(ownerMail ? { ownerMail } : {}) };
}
