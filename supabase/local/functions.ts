/**
 * Serves the edge functions together with the embedded backend, with the same handlers that a hosted project runs in
 * Deno.
 */
import { createLimiter } from '#shared/caller.ts';
import { json, type Handler } from '#shared/http.ts';
import { createService, type ReadEnv, type Service } from '#shared/service.ts';
import { createCleanup } from '../functions/cleanup-recordings/handler.ts';
import { createContactForm } from '../functions/contact-form/handler.ts';
import { createDeleteAccount } from '../functions/delete-account/handler.ts';
import { createForgetDevice } from '../functions/forget-device/handler.ts';
import { createSettleRecordings } from '../functions/settle-recordings/handler.ts';
import { createSendMails } from '../functions/send-mails/handler.ts';
import { createShareImage } from '../functions/share-image/handler.ts';
import { createSharePage } from '../functions/share-page/handler.ts';
import { createSmartFunction } from '../functions/smart-function/handler.ts';
import { createUploadAudio } from '../functions/upload-audio/handler.ts';
import { createWithdrawShare } from '../functions/withdraw-share/handler.ts';

export interface FunctionsOptions {
  env: ReadEnv;
  /** Sends the functions' requests to the backend. */
  send: (request: Request) => Promise<Response>;
  /** The page that the tags of a share are put into. */
  page: (request: Request) => Promise<string>;
}

export interface Functions {
  /** Handles `/functions/v1/{name}`. */
  handler(name: string): Handler;
  /** Handles the page `/share/{id}`. */
  sharePage: Handler;
  /** The functions' access to the backend, for the server's own tasks. */
  service: Service;
}

export function createFunctions({ env, send, page }: FunctionsOptions): Functions {
  const service = createService(env, send);
  const limit = createLimiter(env, service);
  // Answer with the host name that the browser used: under another name it may not reach the object.
  const origin = (request: Request) => new URL(request.url).origin;
  const sharePage = createSharePage({ service, page, appUrl: origin, publicBase: origin });
  const handlers: Readonly<Record<string, Handler>> = {
    'upload-audio': createUploadAudio({ env, service, limit, publicBase: origin }),
    // Submits a fragrance to the perfumers; the specification sets its name.
    'smart-function': createSmartFunction({ env, service, limit }),
    'contact-form': createContactForm({ env, service, limit }),
    'share-image': createShareImage({ env, service, limit }),
    'share-page': sharePage,
    'withdraw-share': createWithdrawShare({ env, service, limit, publicBase: origin }),
    'forget-device': createForgetDevice({ env, service, limit }),
    'settle-recordings': createSettleRecordings({ env, service, limit }),
    'delete-account': createDeleteAccount({ env, service, limit }),
    'cleanup-recordings': createCleanup({ env, service, now: Date.now }),
    // The server empties the queue by itself (mail/mailer.ts).
    'send-mails': createSendMails({ env, service, transport: () => Promise.resolve(null), siteUrl: '', now: Date.now }),
  };
  const unknown: Handler = async () =>
    json(404, { success: false, error: 'There is no such function.', code: 'not_found' });
  return {
    handler: (name) => (Object.hasOwn(handlers, name) ? handlers[name]! : unknown),
    sharePage,
    service,
  };
}
