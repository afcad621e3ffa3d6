import { apiTransport } from '../_shared/mail/api.ts';
import { createService } from '../_shared/service.ts';
import { createSendMails } from './handler.ts';

const env = (name: string) => Deno.env.get(name);

/** The provider's API where its key is set, else the SMTP server. */
async function transport() {
  const key = env('ACCORD_MAIL_API_KEY');
  if (key) return apiTransport(key, env('ACCORD_MAIL_API_URL'), env('ACCORD_MAIL_FROM'));
  const address = env('ACCORD_SMTP_URL');
  return address ? (await import('./smtp.ts')).bySmtp(address, env('ACCORD_MAIL_FROM')) : null;
}

const siteUrl = (env('ACCORD_APP_URL') ?? '').replace(/\/+$/, '');
Deno.serve(createSendMails({ env, service: createService(env), transport, siteUrl, now: Date.now }));
