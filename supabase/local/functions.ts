/** The edge functions, served beside the embedded backend by the same handlers that a hosted project runs in Deno. */
import { createLimiter } from '../functions/_shared/caller.ts';
import { json, RequestError, type Handler } from '../functions/_shared/http.ts';
import { createService, type ReadEnv } from '../functions/_shared/service.ts';
import { createUploadAudio } from '../functions/upload-audio/handler.ts';

export interface FunctionsOptions {
  env: ReadEnv;
  /** How the functions reach the backend. */
  send: (request: Request) => Promise<Response>;
}

/** A handler a function name, as in `/functions/v1/{name}`. */
export function createFunctions({ env, send }: FunctionsOptions): (name: string) => Handler {
  const service = createService(env, send);
  const limit = createLimiter(env, service);
  // Whatever name the browser used for this machine is the one under which it can read the object back.
  const publicBase = (request: Request) => new URL(request.url).origin;
  const handlers = new Map<string, Handler>([
    ['upload-audio', createUploadAudio({ env, service, limit, publicBase })],
  ]);
  const unknown: Handler = async () => {
    const error = new RequestError(404, 'not_found', 'There is no such function.');
    return json(error.status, { success: false, error: error.message, code: error.code });
  };
  return (name) => handlers.get(name) ?? unknown;
}
