/** The edge functions, served beside the embedded backend by the same handlers that a hosted project runs in Deno. */
import { createLimiter } from '../functions/_shared/caller.ts';
import { json, type Handler } from '../functions/_shared/http.ts';
import { createService, type ReadEnv, type Service } from '../functions/_shared/service.ts';
import { createCleanup } from '../functions/cleanup-recordings/handler.ts';
import { createContactForm } from '../functions/contact-form/handler.ts';
import { createDeleteAccount } from '../functions/delete-account/handler.ts';
import { createForgetDevice } from '../functions/forget-device/handler.ts';
import { createShareImage } from '../functions/share-image/handler.ts';
import { createSharePage } from '../functions/share-page/handler.ts';
import { createSmartFunction } from '../functions/smart-function/handler.ts';
import { createUploadAudio } from '../functions/upload-audio/handler.ts';
import { createWithdrawShare } from '../functions/withdraw-share/handler.ts';

export interface FunctionsOptions {
  env: ReadEnv;
  /** How the functions reach the backend. */
  send: (request: Request) => Promise<Response>;
  /** The page that share links are put into. */
  page: (request: Request) => Promise<string>;
}

export interface Functions {
  /** The handler of `/functions/v1/{name}`. */
  handler(name: string): Handler;
  /** The page of `/share/{id}`. */
  sharePage: Handler;
  /** The functions' own access, for the server's chores. */
  service: Service;
}

export function createFunctions({ env, send, page }: FunctionsOptions): Functions {
  const service = createService(env, send);
  const limit = createLimiter(env, service);
  // Whatever name the browser used for this machine is the one under which it can read an object back.
  const origin = (request: Request) => new URL(request.url).origin;
  const sharePage = createSharePage({ service, page, appUrl: origin, publicBase: origin });
  const handlers: Readonly<Record<string, Handler>> = {
    'upload-audio': createUploadAudio({ env, service, limit, publicBase: origin }),
    'smart-function': createSmartFunction({ env, service, limit }),
    'contact-form': createContactForm({ env, service, limit }),
    'share-image': createShareImage({ env, service, limit, publicBase: origin }),
    'share-page': sharePage,
    'withdraw-share': createWithdrawShare({ env, service, limit, publicBase: origin }),
    'forget-device': createForgetDevice({ env, service, limit }),
    'delete-account': createDeleteAccount({ env, service, limit }),
    'cleanup-recordings': createCleanup({ env, service, now: Date.now }),
  };
  const unknown: Handler = async () =>
    json(404, { success: false, error: 'There is no such function.', code: 'not_found' });
  return { handler: (name) => (Object.hasOwn(handlers, name) ? handlers[name]! : unknown), sharePage, service };
}
