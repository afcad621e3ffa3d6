/**
 * `POST /functions/v1/cleanup-recordings` with the service's key: the nightly clean-up.
 * Answers `{success: true, removed}`.
 */
import { requireService } from '../_shared/caller.ts';
import { cleanUp } from '../_shared/cleanUp.ts';
import { json, serveMethods, type Handler } from '../_shared/http.ts';
import type { ReadEnv, Service } from '../_shared/service.ts';
import { settleRecordings } from '../_shared/settle.ts';

export interface CleanupDeps {
  env: ReadEnv;
  service: Service;
  /** ms since 1970. */
  now: () => number;
}

export function createCleanup(deps: CleanupDeps): Handler {
  return serveMethods(['POST'], async (request) => {
    requireService(request, deps.env);
    await settleRecordings(deps.service);
    return json(200, { success: true, removed: await cleanUp(deps.service, deps.now()) });
  });
}
