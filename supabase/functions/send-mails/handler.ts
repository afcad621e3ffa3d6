/**
 * `POST /functions/v1/send-mails` with the service's key: sends the mails of the queue that are due. To be called every
 * minute (`private.schedule()`). Answers `{success: true, sent, later, given_up}`.
 */
import { requireService } from '../_shared/caller.ts';
import { json, serveMethods, type Handler } from '../_shared/http.ts';
import { sendMails, type Transport } from '../_shared/mail/queue.ts';
import type { ReadEnv, Service } from '../_shared/service.ts';

export interface SendMailsDeps {
  env: ReadEnv;
  service: Service;
  /**
   * The mail service; null if none is set.
   * @throws MailSettingError
   */
  transport: () => Promise<Transport | null>;
  /** Public address of the app, without a slash at its end. */
  siteUrl: string;
  /** ms since 1970. */
  now: () => number;
}

export function createSendMails({ env, service, transport, siteUrl, now }: SendMailsDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    requireService(request, env);
    const open = await transport();
    if (open === null || siteUrl === '')
      return json(503, { success: false, error: 'Mail is not set up here.', code: 'no_mail' });
    try {
      const { sent, later, givenUp, errors } = await sendMails({ service, transport: open, siteUrl, now });
      if (errors.length > 0)
        console.error(`Mail: ${later} to be tried again, ${givenUp} given up (${errors.join(', ')}).`);
      return json(200, { success: true, sent, later, given_up: givenUp });
    } finally {
      open.close?.();
    }
  });
}
