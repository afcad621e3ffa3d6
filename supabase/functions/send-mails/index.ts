import { deps, env } from '../_shared/hostedDeps.ts';
import { apiTransport } from '../_shared/mail/api.ts';
import { createSendMails } from './handler.ts';

/** The provider's API where its key is set, else the SMTP server. */
async function transport() {
  const key = env('ACCORD_MAIL_API_KEY');
  if (key) return apiTransport(key, env('ACCORD_MAIL_API_URL'), env('ACCORD_MAIL_FROM'));
  const address = env('ACCORD_SMTP_URL');
  return address ? (await import('./smtp.ts')).bySmtp(address, env('ACCORD_MAIL_FROM')) : null;
}

const siteUrl = (env('ACCORD_APP_URL') ?? '').replace(/\/+$/, '');
Deno.serve(createSendMails({ ...deps, transport, siteUrl }));
